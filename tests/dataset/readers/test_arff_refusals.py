"""What the ARFF reader and writer refuse, each with its place and remedy."""

import numpy as np
import pytest

from arff_writer import write_arff
from tenbyten.dataset.readers.arff import read_arff
from tenbyten.dataset.table import Attribute, Dataset

HEADER = "@relation r\n@attribute n numeric\n@attribute a {x,'y z'}\n@data\n"
# Files that are refused: text after the @relation line 1, words of the message.
REFUSED = {
    "an empty file": ("", "no @data line"),
    "no @data": ("@attribute a real\n", "no @data line"),
    "no attribute": ("@data\n1\n", "line 2: @data before any @attribute"),
    "values beside @data": ("@attribute a real\n@data 1\n", "line 3: '1' after @data"),
    "an unknown keyword": ("@inputs a\n", "line 2: '@inputs a' is not @relation"),
    "no keyword": ("1,2,3\n", "line 2: '1,2,3' is not @relation"),
    "no name": ("@attribute\n", "line 2: @attribute without a name"),
    "no type": ("@attribute a\n", "line 2: attribute 'a' is of unknown type ''"),
    "an unknown type": ("@attribute a numericX\n", "'a' is of unknown type 'numericX'"),
    "a relation": ("@attribute bag relational\n", "attribute 'bag' is relational"),
    "a doubled attribute": (
        "@attribute a real\n@attribute 'a' {x}\n",
        "line 3: attribute 'a' is declared twice",
    ),
    "a doubled label": (
        "@attribute a {x,y,'x'}\n",
        "line 2: attribute 'a' declares the label 'x' twice",
    ),
    "an open domain": ("@attribute a {x,\n y}\n", "line 2: an empty cell or label"),
    "an open brace": ("@attribute a {x, y\n", "attribute 'a': no } ends its labels"),
    "an open quote in a domain": ("@attribute a {x,'y}\n", 'cannot read "\'y}"'),
    "text after a domain": ("@attribute a {x} y\n", "attribute 'a': 'y' after }"),
    "an empty label": ("@attribute a {x,,y}\n", "line 2: an empty cell or label"),
}
REFUSED_ROWS = {
    "a nominal value that is not declared": (
        "1,x\n% a comment\n\n2,X\n",
        "line 8: attribute 'a' is 'X', not one of its 2 labels; correct it or declare",
    ),
    "a quoted question mark that is not declared": ("1,'?'", "attribute 'a' is '\\?'"),
    "text in a numeric column": ("1,x\nten,x", "line 6: attribute 'n' is 'ten', not a"),
    "a quoted question mark for a number": ("'?',x", "attribute 'n' is '\\?', not a"),
    "infinity": ("inf,x", "'inf', not a finite number"),
    "Java's infinity": ("-Infinity,x", "'-Infinity', not a finite number"),
    "a number too large": ("1e999,x", "'1e999', not a finite number"),
    "not a number": ("NaN,x", "'NaN', not a finite number"),
    "Python's digit separator": ("1_000,x", "'1_000', not a finite number"),
    "Java's suffix": ("1d,x", "'1d', not a finite number"),
    "digits that are not ASCII": ("\u0661,x", "not a finite number"),
    "a comma for a point": ("1,5,x", "line 5: 3 values for 2 attributes"),
    "too few values": ("1,x\n2\n", "line 6: 1 values for 2 attributes"),
    "too many values": ("1,x,x", "line 5: 3 values for 2 attributes"),
    "a blank without quotes": ("1,y z", "line 5: 3 values for 2 attributes"),
    "an empty value": ("1,\n", "line 5: an empty cell"),
    "an empty value before blanks": ("1, % comment\n", "line 5: an empty cell"),
    "an empty first value": (", x", "line 5: an empty cell"),
    "two commas": ("1, ,x", "line 5: an empty cell"),
    "a comma at the end": ("1,'y z',", "line 5: an empty cell"),
    "a quote that is not closed": ("1,'x", 'line 5: cannot read "\'x"; close every'),
    "text joined to a quoted value": ("1,'x'y", "cannot read \"'x'y\"; close every"),
    "a quoted value joined to text": ("1,x'y'", "cannot read \"x'y'\"; close every"),
    "a closing brace": ("1,x}", "cannot read '}'; close every"),
    "a weight": ("1,x,{5}", "line 5: cannot read '\\{5}': weights are not read"),
    "a weight of a sparse row": (
        "{0 1}, {5}",
        "cannot read ', \\{5}' after }: w",
    ),
    "an open sparse row": ("{0 1, 1 x", "cannot read ''; close every quote, and the"),
    "an index alone": ("{0 1, 1}", "line 5: a sparse row ends after an index"),
    "an index too large": (
        "{2 1}",
        "'2' is no index of a sparse row here; ind",
    ),
    "indices out of order": ("{1 x, 0 1}", "'0' is no index .* from 0 to 1, in ascen"),
    "an index twice": ("{0 1, 0 1}", "line 5: '0' is no index of a sparse row here"),
    "a negative index": ("{-1 1}", "line 5: '-1' is no index of a sparse row here"),
    "an empty cell of a sparse row": ("{0 1,, 1 x}", "line 5: an empty cell"),
    "text for a number in a sparse row": ("{0 ten}", "attribute 'n' is 'ten', not a"),
    "an undeclared label in a sparse row": (
        "{1 '?'}",
        "attribute 'a' is '\\?', not",
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


@pytest.mark.parametrize("fault", REFUSED)
def test_header_is_refused_for(fault, written):
    text, message = REFUSED[fault]
    path = written(f"@relation r\n{text}")
    with pytest.raises(ValueError, match=f"{path}.*{message}"):
        read_arff(path)


@pytest.mark.parametrize("fault", REFUSED_ROWS)
def test_rows_are_refused_for(fault, written):
    text, message = REFUSED_ROWS[fault]
    path = written(HEADER + text)
    with pytest.raises(ValueError, match=f"{path}.*{message}"):
        read_arff(path)


def test_bytes_that_are_not_utf_8_are_refused(tmp_path):
    path = tmp_path / "latin.arff"
    path.write_bytes(HEADER.encode() + "1,é\n".encode("latin-1"))
    with pytest.raises(ValueError, match=f"{path}, line 5: byte 0xe9 is not UTF-8"):
        read_arff(path)


def test_absent_file_is_refused_by_name(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"absent\.arff"):
        read_arff(tmp_path / "absent.arff")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[np.inf, 0]], "attribute 'n': infinite"),
        ([[1, 2]], "attribute 'a': 2.0 is not the index of one of its 2 labels"),
        ([[1, -1]], "attribute 'a': -1.0 is not the index"),
        ([[1, 0.5]], "attribute 'a': 0.5 is not the index"),
    ],
)
def test_values_that_cannot_be_read_back_are_not_written(values, message, tmp_path):
    attributes = (Attribute("n"), Attribute("a", ("x", "y")))
    path = tmp_path / "bad.arff"
    with pytest.raises(ValueError, match=f"{path}: {message}"):
        write_arff(Dataset("bad", attributes, np.array(values, float)), path)
    assert not path.exists()
