"""ARFF in, ARFF out, and the same cells as WEKA's own reader."""

import csv
import io
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import arff
import numpy as np
import pandas as pd
import pytest

from arff_writer import write_arff
from tenbyten.dataset.canonical import canonical
from tenbyten.dataset.readers.arff import read_arff
from tenbyten.dataset.table import Attribute, Dataset

NAN = np.nan
AWKWARD = (
    *(
        "?",
        "",
        " ",
        "plain",
        "with blank",
        " leading",
        "trailing ",
        ">=60 ",
        "<",
        "a,b",
    ),
    *("it's", 'say "x"', "{", "}", "{a,b}", "50%", "%", "\\", "a\\'b", "\\n", "\n"),
    *("\r\n", "\t", "\x00", "\x1f", "\x7f", "\x85", "\xa0", "\u2028", "\ufeff", "é"),
    *("日本", "🦆", "@data", "@", "'?'", "NaN", "-", "'", '"', "u0041", "\\101"),
)
# The last: the largest, one just below the normal, one beyond the exact integers.
NUMBERS = (
    *(-0.0, 5.0, 1.0, 0.5, 1000.0, 0.001, 5e-324, 0.1),
    *(1.7976931348623157e308, 2.2250738585072011e-308, 1.2345678901234568e20),
)

# Files that WEKA and we read alike: text, labels by attribute, values.
READABLE = {
    "a quoted question mark is a label, a bare one is missing": (
        "@attribute a {'?',b}\n@attribute n real\n@data\n'?',1\n?,?\nb,2",
        [("?", "b"), None],
        [[0, 1], [NAN, NAN], [1, 2]],
    ),
    "a declared bare question mark is the label": (
        "@attribute a {?,b}\n@data\n'?'\n?\nb",
        [("?", "b")],
        [[0], [NAN], [1]],
    ),
    "keywords and types have any case, and a range says nothing": (
        "@ATTRIBUTE a INTEGER [0,9]\n@Attribute b ReAl\n  @attribute c integer [1,10]\n"
        "@attribute d NUMERIC\n @DaTa \n1,2.5,3.25,-4",
        [None, None, None, None],
        [[1, 2.5, 3.25, -4]],
    ),
    "names may have blanks, brackets, a question mark or a domain at once": (
        "@attribute 'a b' real\n@attribute char_freq_[ real\n@attribute bruises? {x}\n"
        "@attribute tight{y}\n@data\n1,2,x,y",
        [None, None, ("x",), ("y",)],
        [[1, 2, 0, 0]],
    ),
    "escapes in quotes are Java's, and outside there are none": (
        r"@attribute a {'it\'s','\t','\101','\60','\\','\%',a\b}"
        "\n@data\n\"it's\"\nA\na\\b\n'a\\\\b'",
        [("it's", "\t", "A", "0", "\\", "%", "a\\b")],
        [[0], [2], [6], [6]],
    ),
    "comments and empty lines are skipped": (
        "% c\n\n@attribute a { x, y } % c\n@attribute n real % c\n@data % c\n\n"
        "x,1 % c\n  % c\ny,2%c\n\n",
        [("x", "y"), None],
        [[0, 1], [1, 2]],
    ),
    "lines may end as Windows ends them": (
        "@attribute a {x,y}\r\n@data\r\ny\r\n\r\nx\r\n",
        [("x", "y")],
        [[1], [0]],
    ),
    "lines may end as the old Macintosh ended them": (
        "@attribute a {x,y}\r@data\ry\rx",
        [("x", "y")],
        [[1], [0]],
    ),
    "numbers have signs, exponents and bare points": (
        "@attribute a real\n@data\n-0\n+5\n1.\n.5\n1e+3\n1E-3\n4.9e-324\n0.1\n"
        "1.7976931348623157e308\n2.2250738585072011e-308\n123456789012345678901",
        [None],
        [[number] for number in NUMBERS],
    ),
    "what a sparse row omits is 0 or the first label": (
        "@attribute n real\n@attribute a {x,'y z'}\n@attribute m real\n@data\n"
        "{0 1, 1 'y z'}\n{}\n1,x,2\n{ 1 ?,2 -5 } % c\n{0 +1, 2 .5}",
        [None, ("x", "y z"), None],
        [[1, 1, 0], [0, 0, 0], [1, 0, 2], [0, NAN, -5], [1, 0, 0.5]],
    ),
    "a file without rows has its attributes, of labels or none": (
        "@attribute a real\n@attribute b {x,X}\n@attribute c {}\n@data\n",
        [None, ("x", "X"), ()],
        np.empty((0, 3)),
    ),
}


@pytest.fixture
def written(tmp_path):
    """Write text to a file and return its path."""

    def write(text):
        path = tmp_path / "file.arff"
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return write


@pytest.fixture(scope="module")
def read_by_weka(weka_jar, tmp_path_factory):
    """Let WEKA read files, all in one JVM that is not the tests' own."""
    output = tmp_path_factory.mktemp("weka") / "tables.pickle"
    script = Path(__file__).with_name("weka_reader.py")

    def read(paths):
        command = [sys.executable, script, weka_jar, output, *paths]
        subprocess.run(command, check=True)
        return pickle.loads(output.read_bytes())

    return read


@pytest.fixture(scope="module")
def examples():
    """Folder of the ARFF files that come with WEKA, or a skip."""
    folder = os.environ.get("WEKA_EXAMPLES", "/usr/share/doc/weka/examples")
    if not Path(folder).is_dir():
        pytest.skip(f"no examples of WEKA at {folder}; set WEKA_EXAMPLES")
    return Path(folder)


def is_same(table, by_weka):
    """Whether all names, labels and bits of the values are those that WEKA read."""
    attributes, values = by_weka
    kept = [i for i, (name, _) in enumerate(attributes) if name not in textual(table)]
    ours = [(a.name, a.labels) for a in table.attributes]
    same_bits = table.values[:, kept].tobytes() == values[:, kept].tobytes()
    return ours == attributes and table.values.shape == values.shape and same_bits


def awkward_dataset():
    """Every awkward label and name, thirds that no decimal ends, missing values."""
    labels = np.arange(len(AWKWARD), dtype=float)
    numbers, missing = 0.1 / (labels + 3), labels.copy()
    numbers[::2] = missing[::3] = NAN
    attributes = (
        Attribute("'%{ n,\\\n"),
        Attribute("?", AWKWARD),
        Attribute(" class ", AWKWARD),
    )
    values = np.column_stack([numbers, missing, labels])
    return Dataset("awkward % 'name'", attributes, values)


def textual(table):
    return getattr(table, "textual", {})


@pytest.mark.parametrize("claim", READABLE)
def test_readable_file(claim, written):
    text, labels, values = READABLE[claim]
    table = read_arff(written(f"@relation r\n{text}"))
    assert [attribute.labels for attribute in table.attributes] == labels
    np.testing.assert_array_equal(table.values, np.array(values, float))
    assert np.array_equal(np.signbit(table.values), np.signbit(np.array(values, float)))


def test_weka_reads_the_readable_files_alike(read_by_weka, tmp_path):
    paths = []
    for number, (text, _, _) in enumerate(READABLE.values()):
        paths.append(tmp_path / f"{number}.arff")
        paths[-1].write_text(f"@relation r\n{text}", encoding="utf-8", newline="")
    tables = zip(paths, READABLE, read_by_weka(paths), strict=True)
    assert [c for p, c, by_weka in tables if not is_same(read_arff(p), by_weka)] == []


def test_weka_reads_the_uci_files_alike(uci, read_by_weka):
    paths = sorted(uci.glob("*.arff"))
    tables = zip(paths, read_by_weka(paths), strict=True)
    assert [p.name for p, by_weka in tables if not is_same(read_arff(p), by_weka)] == []
    assert len(paths) == 52


def test_liac_arff_and_pandas_read_the_uci_files_alike(uci):
    for path in sorted(uci.glob("*.arff")):
        ours = read_arff(path)
        header, data, body = re.split(r"(?im)^(@data.*\n)", path.read_text())
        header = re.sub(r"(?im)^(@attribute.*) integer +\[.*", r"\1 real", header)
        theirs = arff.loads(header + data)["attributes"]
        assert [a.name for a in ours.attributes] == [name for name, _ in theirs]
        how = {"header": None, "dtype": str, "quotechar": "'", "skipinitialspace": True}
        table = pd.read_csv(
            io.StringIO(re.sub("(?m)^ *%.*", "", body)),
            na_values="?",
            keep_default_na=False,
            **how,
        )
        for place, attribute in enumerate(ours.attributes):
            cells, values = table[place], ours.values[:, place]
            if isinstance(theirs[place][1], list):
                assert list(attribute.labels) == theirs[place][1]
                codes = {label: code for code, label in enumerate(attribute.labels)}
                # To pandas a quoted ? is a bare one, and blanks may end a value.
                cells = cells.fillna("?")
                expected = [codes.get(x, codes.get(x.strip(), NAN)) for x in cells]
                np.testing.assert_array_equal(values, expected)
            else:
                np.testing.assert_array_equal(values, cells.astype(float))


def test_weka_reads_its_own_examples_alike(examples, read_by_weka):
    paths = sorted(examples.glob("*.arff"))
    tables = zip(paths, read_by_weka(paths), strict=True)
    assert [p.name for p, by_weka in tables if not is_same(read_arff(p), by_weka)] == []
    assert paths


def test_weka_reads_our_files_as_we_meant_them(uci, read_by_weka, tmp_path):
    with open(uci / "datasets.tsv", encoding="utf-8") as sheet:
        rows = list(csv.DictReader(sheet, delimiter="\t"))
    datasets = [
        canonical(
            read_arff(uci / row["file"]),
            name=row["name"],
            target=row["target"],
            drop=[name for name in row["drop"].split(";") if name],
            where=row["name"],
        )
        for row in rows
    ]
    datasets.append(awkward_dataset())
    paths = [tmp_path / f"{number}.arff" for number in range(len(datasets))]
    for dataset, path in zip(datasets, paths, strict=True):
        write_arff(dataset, path)
    tables = list(zip(datasets, paths, read_by_weka(paths), strict=True))
    assert len(tables) == 55
    assert [d.name for d, _, by_weka in tables if not is_same(d, by_weka)] == []
    for dataset, path, _ in tables:
        again = read_arff(path)
        assert again.attributes == dataset.attributes
        assert again.values.tobytes() == dataset.values.tobytes()


def test_textual_attributes_have_a_type_and_no_values(written):
    table = read_arff(
        written(
            "@relation r\n@attribute note string\n@attribute n real\n"
            "@attribute day DATE 'yyyy-MM-dd'\n@data\n"
            "'a, \\'b\\'',1,2001-02-03\n?,2,?\n"
        )
    )
    assert table.textual == {"note": "string", "day": "date"}
    np.testing.assert_array_equal(table.values, [[NAN, 1, NAN], [NAN, 2, NAN]])


def test_byte_order_mark_is_no_part_of_the_file(written):
    table = read_arff(written("\ufeff@relation r\n@attribute a real\n@data\n1\n"))
    assert table.values.tolist() == [[1.0]]
