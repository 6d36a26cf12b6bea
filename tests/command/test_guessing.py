"""Guessing which column of a file is the class, and which can be no attributes."""

import re

import numpy as np
import pandas as pd
import pytest

from tenbyten.command.new import guess

ROWS = 80
# Columns by what they can be.
COLUMNS = {
    "number": np.arange(ROWS) ** 2 / 8,
    "colour": ["red", "green"] * (ROWS // 2),
    "few": [1, 2, 3, 4] * (ROWS // 4),
    "many": np.arange(ROWS) % 15,
    "day": [f"2020-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(ROWS)],
    "id": [f"row{n}" for n in range(ROWS)],
    "same": ["one"] * ROWS,
}


def table(*columns, **named):
    """A table of some of `COLUMNS`, those that are named under other names."""
    of = {name: name for name in columns} | named
    return pd.DataFrame({name: COLUMNS[column] for name, column in of.items()})


@pytest.fixture(params=["csv", "tsv", "csv.gz", "parquet"])
def guessed(request, tmp_path):
    """Guess of a table in a file of each format."""

    def guessed(table, **how):
        path = tmp_path / f"mine.{request.param}"
        if request.param == "parquet":
            table.to_parquet(path)
        else:
            table.to_csv(path, index=False, sep="\t" if "tsv" in path.name else ",")
        return guess(path, "mine", **how)

    return guessed


def chosen(found):
    """The class of a guess, and why."""
    return found.dataset.class_attribute.name, found.why


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (table("number", "colour"), ("colour", "the last column")),
        (table("number", "few"), ("few", "the last column")),
        (table("colour", "number"), ("colour", "the first column")),
        (table("colour", "number", "same"), ("colour", "the first column")),
        (table("colour", "number", "many"), ("colour", "the first column")),
        (table("colour", "number", "day"), ("colour", "the first column")),
        (table("number", Class="colour", x="few"), ("Class", "by its name")),
        (table("few", label="colour", target="few"), ("target", "by its name")),
        (table("number", Class="many", x="few"), ("Class", "by its name")),
        # What has a class's name and can be none.
        (table("colour", "number", target="id"), ("colour", "the first column")),
    ],
)
def test_the_class_is_the_first_that_can_be_one(guessed, made, expected):
    assert chosen(guessed(made)) == expected


def test_the_class_is_what_is_named(guessed):
    made = table("few", "number", "many", label="colour")
    assert chosen(guessed(made, targets=["none", "many"])) == (
        "many",
        "named by --target",
    )
    with pytest.raises(ValueError, match="'number' has numbers with fractions"):
        guessed(made, targets=["number"])


def test_columns_that_can_be_no_attributes_are_dropped_with_the_reason(guessed):
    found = guessed(table("id", "number", "day", "few", "colour"))
    assert list(found.dropped) == ["id", "day"]
    assert found.dropped["id"] == "identifier: 80 different values in 80 rows"
    assert found.dropped["day"].startswith("date: ")
    names = [attribute.name for attribute in found.dataset.attributes]
    assert names == ["number", "few", "colour"]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            table("number", "many"),
            r"'many', has 15 different whole numbers, .*; the target 'number' has "
            r"numbers with fractions, such as 0.125: this looks like regression, .*; "
            r"if another column is the class, name it by --target$",
        ),
        (table("id", "colour"), "no attribute is left beside the class 'colour'"),
        (table("few", "colour", **{"a;b": "id"}), "column 'a;b' can be no attribute"),
        (table("colour", dataset="few", classifier="few"), "tenbyten compare .*mine"),
        (table("few", name="id", target="colour"), None),
        (table(name="id", target="colour"), "is a data-set sheet"),
        (table("number", "colour")[:0], "no row"),
    ],
)
def test_a_file_without_a_class_is_refused_in_words(guessed, made, said):
    if said is None:
        assert chosen(guessed(made))[0] == "target"
        return
    with pytest.raises(ValueError, match=said):
        guessed(made)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no text"),
        ("alone\n1\n", "neither comma"),
        ("1.5,2.5,a\n3.5,4.5,b\n", "is a header missing"),
        ("a,b\n1,x\n1,2,3\n", "line 3: 3 cells, the header has 2; supply"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_once_and_not_named(tmp_path, text, said):
    path = tmp_path / "mine.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(said)) as caught:
        guess(path, "mine")
    assert str(path) not in str(caught.value)
    assert str(caught.value).count(said) == 1


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            table("number", "few", **{"a\tb": "colour"}),
            r"'a\\tb' has a name that no sheet",
        ),
        (table("number", "few", **{"": "colour"}), "'' has a name that no sheet"),
        (table("few", **{"": "id", "kind": "colour"}), "'' has a name that no sheet"),
        (table("few", **{"id ": "id", "kind": "colour"}), "'id ' can be no attribute"),
    ],
)
def test_names_that_no_sheet_can_have_are_refused(tmp_path, made, said):
    made.to_parquet(tmp_path / "mine.parquet")
    with pytest.raises(ValueError, match=said):
        guess(tmp_path / "mine.parquet", "mine", targets=[made.columns[-1]])


def test_an_arff_file_declares_what_can_be_the_class(tmp_path):
    path = tmp_path / "mine.arff"
    labels = ",".join(map(str, range(20)))
    rows = [f"{n % 2},'{n} words',{n % 20}" for n in range(40)]
    for last, expected in (("numeric", "kind"), (f"{{{labels}}}", "last")):
        header = ["@relation mine", "@attribute kind {0,1}", "@attribute note string"]
        lines = [*header, f"@attribute last {last}", "@data", *rows]
        path.write_text("\n".join(lines) + "\n")
        found = guess(path, "mine")
        assert chosen(found)[0] == expected
        assert found.dropped == {"note": "string"}


@pytest.mark.parametrize("suffix", ["parquet", "pq"])
@pytest.mark.parametrize("kind", [int, str])
def test_categories_that_parquet_declares_can_be_the_class(kind, suffix, tmp_path):
    made = table("colour", last="many")
    made["last"] = made["last"].astype(kind).astype("category")
    made.to_parquet(tmp_path / f"mine.{suffix}")
    found = guess(tmp_path / f"mine.{suffix}", "mine")
    assert chosen(found) == ("last", "the last column")


def test_a_column_without_a_name_is_left_out_and_no_class(tmp_path):
    path, made = tmp_path / "mine.csv", table("number", "colour")[::-1]
    for _ in range(2):
        made.to_csv(path)
        made = pd.read_csv(path)
    # An index of an index.
    made.to_csv(path)
    found = guess(tmp_path / "mine.csv", "mine")
    assert [*found.dropped] == ["Unnamed: 0.2", "Unnamed: 0.1", "Unnamed: 0"]
    assert chosen(found)[0] == "colour"


# Columns of 1,200 rows that `new` hints at, and what it says.
N = np.arange(1200)
HINTS = [
    ("patient", N % 300, "`split_group`"),
    ("who", [f"P{n % 300:03}" for n in N], "`split_group`"),
    (
        "guest",
        [f"{'abcde'[n % 5]}{'fghij'[n // 5 % 5]}{n // 25}x" for n in N // 4],
        "`split",
    ),
    ("share", [f"{n % 310 / 10}%" for n in N], "sign or unit such as '9.9%'; write"),
    ("cost", [f"${n % 400},{n % 7}00.50" for n in N], "unit such as '$99,"),
    ("age", [f"{n % 60 + 1} year{'s'[: n % 60]}" for n in N], "'9 years'"),
    ("town", [f"{'abcde'[n % 5]}{n // 5}t" for n in N % 200], "`columns: ordinal`"),
    ("age", N % 60, ""),
    ("street", [f"{n % 12} {'ABC'[n % 3]}{'xyz'[n // 7 % 3]} Road" for n in N], ""),
    ("visits", N % 5, ""),
    ("id", N * 7 % 1201, ""),
    ("level", [f"L{n % 9}" for n in N], ""),
]


@pytest.mark.parametrize(("name", "values", "said"), HINTS)
def test_columns_that_may_be_meant_otherwise_are_told(tmp_path, name, values, said):
    made = pd.DataFrame({name: values, "x": np.sin(N), "class": N % 7 % 2})
    made.to_csv(tmp_path / "mine.csv", index=False)
    hints = guess(tmp_path / "mine.csv", "mine").hints
    assert len(hints) == bool(said)
    assert all(hint.startswith(f"{name!r} ") and said in hint for hint in hints)
