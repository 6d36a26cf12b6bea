"""ARFF in, ARFF out, and the same cells as WEKA's own reader."""

import os
import time
from pathlib import Path

import numpy as np
import pytest

from arff_writer import write_arff
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.table import Attribute, Dataset

NAN = np.nan
AWKWARD = (
    *("?", "", " ", "plain", "with blank", " leading", "trailing ", ">=60 ", "<"),
    *("a,b", "it's", 'say "x"', "{", "}", "{a,b}", "50%", "%", "\\", "a\\'b", "\\n"),
    *("\n", "\r\n", "\t", "\x00", "\x1f", "\x7f", "\x85", "\xa0", "\u2028", "\ufeff"),
    *("é", "日本", "🦆", "@data", "@", "'?'", "NaN", "-", "'", '"', "u0041", "\\101"),
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
def read(tmp_path):
    """Write text to a file, and read it."""

    def read(text):
        path = tmp_path / "file.arff"
        path.write_text(text, encoding="utf-8", newline="")
        return read_arff(path)

    return read


@pytest.fixture(scope="module")
def read_by_weka(java):
    """Attributes' names and labels, and the values, that WEKA reads from a file."""

    def read(path):
        stream = java("java.io.FileInputStream")(str(path))
        reader = java("java.io.InputStreamReader")(stream, "UTF-8")
        data = java("weka.core.Instances")(reader)
        reader.close()
        attributes, columns = [], []
        for index in range(data.numAttributes()):
            attribute, labels = data.attribute(index), None
            if attribute.isNominal():
                count = attribute.numValues()
                labels = tuple(str(attribute.value(value)) for value in range(count))
            attributes.append((str(attribute.name()), labels))
            values = np.array(data.attributeToDoubleArray(index), dtype=np.float64)
            columns.append(values)
        return attributes, np.column_stack(columns)

    return read


@pytest.fixture
def examples():
    """The ARFF files that come with WEKA, or a skip."""
    folder = os.environ.get("WEKA_EXAMPLES", "/usr/share/doc/weka/examples")
    if not (paths := sorted(Path(folder).glob("*.arff"))):
        pytest.skip(f"no examples of WEKA at {folder}; set WEKA_EXAMPLES")
    return paths


@pytest.fixture
def of_uci(uci):
    """All of UCI's tables."""
    paths = sorted(uci.glob("*.arff"))
    assert len(paths) == 52
    return paths


@pytest.fixture
def readable(tmp_path):
    """The readable files."""
    paths = [tmp_path / f"{number}.arff" for number in range(len(READABLE))]
    for path, (text, _, _) in zip(paths, READABLE.values(), strict=True):
        path.write_text(f"@relation r\n{text}", encoding="utf-8", newline="")
    return paths


def is_same(table, by_weka):
    """Whether all names, labels and bits of the values are those that WEKA read."""
    attributes, values = by_weka
    kept = [i for i, (name, _) in enumerate(attributes) if name not in table.textual]
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


@pytest.mark.parametrize("claim", READABLE)
def test_readable_file(claim, read):
    text, labels, values = READABLE[claim]
    table = read(f"@relation r\n{text}")
    assert [attribute.labels for attribute in table.attributes] == labels
    np.testing.assert_array_equal(table.values, np.array(values, float))
    assert np.array_equal(np.signbit(table.values), np.signbit(np.array(values, float)))


@pytest.mark.parametrize("files", ["readable", "of_uci", "examples"])
def test_weka_reads_files_alike(files, read_by_weka, request):
    paths = request.getfixturevalue(files)
    assert [x for x in paths if not is_same(read_arff(x), read_by_weka(x))] == []


def test_any_label_is_read_as_weka_reads_it(read_by_weka, tmp_path):
    dataset, path = awkward_dataset(), tmp_path / "awkward.arff"
    write_arff(dataset, path)
    again = read_arff(path)
    assert is_same(again, read_by_weka(path))
    assert again.attributes == dataset.attributes
    assert again.values.tobytes() == dataset.values.tobytes()


def test_textual_attributes_have_a_type_and_no_values(read):
    table = read(
        "@relation r\n@attribute note string\n@attribute n real\n"
        "@attribute day DATE 'yyyy-MM-dd'\n@data\n"
        "'a, \\'b\\'',1,2001-02-03\n?,2,?\n"
    )
    assert table.textual == {"note": "string", "day": "date"}
    np.testing.assert_array_equal(table.values, [[NAN, 1, NAN], [NAN, 2, NAN]])


def test_byte_order_mark_is_no_part_of_the_file(read):
    table = read("\ufeff@relation r\n@attribute a real\n@data\n1\n")
    assert table.values.tolist() == [[1.0]]


# Refusals

HEADER = "@relation r\n@attribute n numeric\n@attribute a {x,'y z'}\n@data\n"
# Files that are refused: text after the @relation line 1, words of the message.
REFUSED = {
    "an empty file": ("", "no @data line"),
    "no @data": ("@attribute a real\n", "no @data line"),
    "no attribute": ("@data\n1\n", "line 2: @data before any @attribute"),
    "values beside @data": ("@attribute a real\n@data 1\n", "line 3: cannot read '@da"),
    "an unknown keyword": ("@inputs a\n", "line 2: cannot read '@inputs a'; declare"),
    "no type": ("@attribute a\n", "line 2: cannot read '@attribute a'; declare"),
    "an unknown type": ("@attribute a numericX\n", "attribute a is of type 'numericx'"),
    "a relation": ("@attribute bag relational\n", "bag is of type 'relational', which"),
    "a doubled attribute": (
        "@attribute a real\n@attribute 'a' {x}\n",
        "line 3: attribute 'a' is declared twice",
    ),
    "a doubled label": (
        "@attribute a {x,y,'x'}\n",
        "line 2: attribute 'a' has the label 'x' twice",
    ),
    "an open domain": (
        "@attribute class {x,\n y}\n",
        "line 2: cannot read '@attribute class .*, of attribute class: .* has no }",
    ),
    "text after a domain": ("@attribute class {x} y\n", "class: there is text after"),
    "an empty label": ("@attribute 'my class'{x,,y}\n", "'my class': a label is empty"),
    "an empty last label": ("@attribute class {x,}\n", "class: a label is empty: take"),
    "a blank in a label": (
        "@attribute class {x,y z}\n",
        "class: a label has a blank.*; .* and quote what has blanks or commas",
    ),
    "a quote in a label": (
        "@attribute sort {O'B,S}\n",
        "attribute sort: a quote is not",
    ),
    "an unknown bracket": ("@attribute class (x,y)\n", "class: its type is not read"),
    "a word for a type, without a blank": ("@attribute xnumeric\n", "line 2: cannot"),
    "a weight of a number": (
        "@attribute a real {0.5}\n",
        "a has a weight .*{0.5}; wei",
    ),
    "a weight of a date": ("@attribute a date 'y' { 2 }\n", "a has a weight .*{ 2 }"),
    "a weight of labels": ("@attribute class {x} {0.5}\n", "class: an attribute's wei"),
    "names of one look": (
        "@attribute caf\u00e9 real\n@attribute cafe\u0301 real\n@data\n",
        r"attributes 'caf\\xe9' and 'cafe\\u0301' look alike",
    ),
    "labels of one look": (
        "@attribute class {\u00e9,e\u0301}\n",
        r"labels of attribute 'class', '\\xe9' and 'e\\u0301' look alike",
    ),
}
REFUSED_ROWS = {
    "a nominal value that is not declared": (
        "1,x\n% a comment\n\n2,X\n",
        "line 8: attribute 'a' is 'X', not one of its 2 labels; correct it or declare",
    ),
    "a quoted question mark that is not declared": ("1,'?'", "attribute 'a' is '\\?'"),
    "text in a numeric column": ("1,x\nten,x", "line 6: attribute 'n' is 'ten', not a"),
    "infinity": ("inf,x", "'inf', not a finite number"),
    "not a number": ("NaN,x", "'NaN', not a finite number"),
    "Python's digit separator": ("1_000,x", "'1_000', not a finite number"),
    "digits that are not ASCII": ("\u0661,x", "not a finite number"),
    "a comma for a point": ("1,5,x", "read '1,5,x' as 2 values: it has 3: is a comma"),
    "blanks for commas": ("1 x", "cannot read '1 x' as 2 values: it has 1: blanks"),
    "an empty value": ("1,\n", "line 5: an empty cell; write \\? if missing"),
    "an empty value before blanks": ("1, % comment\n", "line 5: an empty cell"),
    "a quote that is not closed": ("1,'x", "line 5: cannot read .*close every quote"),
    "an escape that is none": ("1,'\\x'", "it has 2, but an escape in quotes is unk"),
    "a blank without quotes": (
        "1 5,x",
        "it has 2, one with a blank and without quotes",
    ),
    "a comma at the end": ("1,x,", "as 2 values: it has 3: the comma at its end"),
    "a value too few": ("1", "as 2 values: it has 1; quote"),
    "a weight": ("1,x,{5}", "'1,x,\\{5}' as 2 values: it has 3, the last .* weight"),
    "an index too large": ("{0 1}\n{2 1}", "line 6: cannot read '{2 1}' as 2 values"),
    "an index twice": ("{0 1, 0 1}", "line 5: sparse row '{0 1, 0 1}' has an index"),
    "an undeclared label in a sparse row": ("{1 '?'}", "attribute 'a' is '\\?', not"),
}


@pytest.mark.parametrize("fault", REFUSED | REFUSED_ROWS)
def test_a_file_is_refused_for(fault, read):
    text, message = (REFUSED | REFUSED_ROWS)[fault]
    text = HEADER + text if fault in REFUSED_ROWS else f"@relation r\n{text}"
    with pytest.raises(ValueError, match=f"file.arff: .*{message}"):
        read(text)


def test_labels_are_read_or_refused_at_once(read):
    # liac-arff's own reading of a declaration would take years.
    text = "@relation r\n@attribute a {" + "".join(f"l{n}," for n in range(40))
    odd, start = ",{}x" + ",z" * 40, time.monotonic()
    assert read(f"{text}'{odd}'}}\n@data\n").attributes[0].labels[-1] == odd
    with pytest.raises(ValueError, match="line 2: cannot read"):
        read(f"{text}x y}}\n@data\n")
    assert time.monotonic() - start < 5


def test_bytes_that_are_not_utf_8_are_refused(tmp_path):
    path = tmp_path / "latin.arff"
    path.write_bytes(HEADER.encode() + "1,é\n".encode("latin-1"))
    with pytest.raises(ValueError, match=f"{path}: byte 0xe9 after .*1,\\S is not UTF"):
        read_arff(path)
