"""What is header and what is data, asked where it is in doubt."""

import csv
import random
import re

import numpy as np
import openpyxl
import pytest

from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.readers.tabular import read_columns, read_table

DRAW = random.Random(1)
WORDS = [
    [DRAW.choice(words) for words in (["low", "high"], ["s", "m", "l"], ["yes", "no"])]
    for _ in range(60)
]
MIXED = [
    [f"{DRAW.gauss(5, 1):.2f}", str(DRAW.randrange(20, 70)), DRAW.choice("ab"), word]
    for *_, word in WORDS
]
NAMES = ["length", "age", "colour", "sort"]
UNIQUE = [[DRAW.choice(["EI", "N"]), f"id-{n}", f"AC{n}GT"] for n in range(60)]
N = range(60)
SORTED = [["age", "yes"], *sorted([str(DRAW.randrange(90)), row[2]] for row in WORDS)]

LOOKS_LIKE_DATA = "the first line looks like data, not like names: "
NO_DATA = "looks like no data, but like more of the header"
# Tables whose header is in doubt: rows, words of the message.
REFUSED = {
    "words alone": (WORDS, LOOKS_LIKE_DATA + ".*; line 1 is '.*; line 2 is .*header`"),
    "quoted words": ([[f"'{x}'" for x in row] for row in WORDS], LOOKS_LIKE_DATA),
    "a class and texts": (UNIQUE, f"{LOOKS_LIKE_DATA}'(EI|N)' can be found below"),
    "a first value that no other row has": (
        [["mid", "m", "no"], *WORDS],
        LOOKS_LIKE_DATA,
    ),
    "numbers": (MIXED, "has the number .* among its names; is a header missing"),
    "numbers that could be counted": (
        [["1", "2", "3"], *([str((n // k) % 4 + 1) for k in (1, 4, 16)] for n in N)],
        "each number in the first line is a value of its column",
    ),
    "Orange's three lines": (
        [NAMES, ["c", "c", "d", "d"], ["", "", "", "class"], *MIXED],
        f"line 3 {NO_DATA}",
    ),
    "Orange's long words": (
        [
            NAMES,
            ["continuous"] * 2 + ["discrete", "a b"],
            ["", "", "", "class"],
            *MIXED,
        ],
        f"line 3 {NO_DATA}",
    ),
    "units": ([NAMES, ["[cm]", "years", "", ""], *MIXED], f"line 2 {NO_DATA}"),
    "units beside a one": ([NAMES, ["mm", "1", "", ""], *MIXED], f"line 2 {NO_DATA}"),
    "questions": (
        [NAMES, ["How long?", "How old?", "Which?", "Of what sort?"], *MIXED],
        f"line 2 {NO_DATA}",
    ),
    "a title": (
        [["Table 1", "", "", ""], NAMES, *MIXED],
        "leaves 3 of 4 columns without",
    ),
    "a short title": (
        [["Table 1", "of 2019"], NAMES, *MIXED],
        "has 2 names, .* 4 values",
    ),
}
READ = {
    "numbers that were counted": [["0", "1", "2"], *([f"{n}.5", "0", "1"] for n in N)],
    "words": [NAMES[1:], *WORDS],
    "numbers": [NAMES, *MIXED],
    "a name that is a label of its column": [["length", "age", "a", "sort"], *MIXED],
    "one missing value in the first row": [
        NAMES,
        ["n.a.", *MIXED[0][1:]],
        *MIXED[1:],
    ],
    "a first row without numbers": [NAMES, ["", "", *MIXED[0][2:]], *MIXED[1:]],
    "boxes that are ticked": [
        ["Email", "Phone", "sort"],
        *(["Email" * (n % 2), "Phone" * (n % 3 > 1), MIXED[n][3]] for n in range(60)),
    ],
    "a first label that no other row has": [NAMES, [*MIXED[0][:3], "new"], *MIXED],
    "sorted rows": SORTED,
    "a series with what was before": [
        ["before", "earlier", "long_before", "now", "up"],
        *(
            [*["", "", "", *map(str, range(60))][n : n + 4], "01"[n % 2]]
            for n in range(60)
        ),
    ],
    "few rows": [["yes", "no"], ["1", "yes"], ["2", "a"]],
}


@pytest.fixture(params=["csv", "tsv", "xlsx"])
def read(request, tmp_path):
    """Write rows of a table to a file of each format, and read it."""

    def read(rows, **how):
        path = tmp_path / f"it.{request.param}"
        if path.suffix == ".xlsx":
            book = openpyxl.Workbook()
            for row in rows:
                book.active.append(row)
            book.save(path)
        else:
            between = "," if path.suffix == ".csv" else "\t"
            path.write_text("".join(f"{between.join(row)}\n" for row in rows))
        return read_table(path, where="it", **how)

    return read


@pytest.mark.parametrize("fault", REFUSED)
def test_a_header_is_in_doubt_with(fault, read):
    rows, message = REFUSED[fault]
    # Of a sheet all rows have the same cells.
    message = message.replace("has 2 names, .* 4 values", "(has 2|line 2 looks)")
    with pytest.raises(ValueError, match=re.compile(message)):
        read(rows)


@pytest.mark.parametrize("claim", READ)
def test_a_header_is_taken_above(claim, read):
    names, *rows = READ[claim]
    raw = read([names, *rows])
    assert [attribute.name for attribute in raw.attributes] == names
    assert len(raw.values) == len(rows)


@pytest.mark.parametrize(
    ("above", "header"),
    [
        ([], "none"),
        ([NAMES], "1"),
        ([["Table 1", "", "", ""], NAMES], "2"),
        ([NAMES, ["c", "c", "d", "d"], ["", "", "", "class"]], "1-3"),
        ([["", "", "x", "y"], NAMES, ["cm", "a", "", ""]], "2-3"),
    ],
)
def test_the_sheet_says_which_lines_are_the_header(above, header, read):
    raw = read([*above, *MIXED], header=header)
    expected = ["column1", "column2", "column3", "column4"] if not above else NAMES
    assert [attribute.name for attribute in raw.attributes] == expected
    assert raw.values[:, :2].tolist() == [[float(a), float(b)] for a, b, *_ in MIXED]
    with pytest.raises(ValueError, match="'3-1': it begins below its end"):
        read(MIXED, header="3-1")


def test_a_line_above_the_header_says_the_separator(tmp_path):
    path = tmp_path / "it.csv"
    rows = "".join(f"{';'.join(row)}\n" for row in [NAMES, *MIXED])
    path.write_text(f"\ufeffsep=;\n{rows}")
    assert len(read_table(path, where="it").values) == len(MIXED)
    path.write_text("sep=;\n" + rows.removeprefix("length;age;colour;sort\n"))
    with pytest.raises(ValueError, match=r"has the number .*; line 2 is '5"):
        read_table(path, where="it")


def test_a_column_without_a_name_is_no_attribute_and_no_class(read):
    rows = [[str(DRAW.random()), *row] for row in MIXED]
    raw = read([["", *NAMES], *rows])
    assert raw.textual == {"Unnamed: 0": "unnamed"}
    assert "an index that pandas writes" in raw.reasons["Unnamed: 0"]
    raw = read([["Unnamed: 0", *NAMES], *rows], numeric=["Unnamed: 0"])
    assert not raw.textual
    with pytest.raises(ValueError, match="the last column has no name"):
        read([[*NAMES[:3], ""], *MIXED])


def test_names_and_labels_of_one_look_are_refused(read):
    one, other = "caf\u00e9", "cafe\u0301"
    with pytest.raises(ValueError, match=r"names 'caf\\xe9' and 'cafe\\u0301' look al"):
        read([[one, other, "c", "y"], *MIXED])
    with pytest.raises(ValueError, match=r"values of column 'colour', .* look alike"):
        read(
            [
                NAMES,
                *([*row[:2], one, row[3]] for row in MIXED),
                ["1", "2", other, "no"],
            ]
        )


def test_uci_tables_are_read_and_without_their_header_refused(uci, tmp_path):
    path = tmp_path / "it.csv"
    for file in sorted(uci.glob("[a-g]*.arff")):
        raw = read_arff(file)
        texts = [[*(x.labels or ()), "?"] for x in raw.attributes]
        codes = np.nan_to_num(raw.values[:1500], nan=-1)
        rows = [
            [
                of[int(x)] if len(of) > 1 else str(x)
                for of, x in zip(texts, row, strict=True)
            ]
            for row in codes.tolist()
        ]
        names = [attribute.name for attribute in raw.attributes]
        types = ["d" if attribute.is_nominal else "c" for attribute in raw.attributes]
        for above in ([names], [], [names, types]):
            with path.open("w", newline="") as file:
                csv.writer(file).writerows([*above, *rows])
            if above == [names]:
                assert len(read_columns(path)[0]) == len(rows)
            else:
                with pytest.raises(ValueError, match=r"header.* sheet which line"):
                    read_columns(path)
