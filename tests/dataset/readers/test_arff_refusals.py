"""What the ARFF reader refuses, each with its place and remedy."""

import time

import pytest

from tenbyten.dataset.readers.arff import read_arff

HEADER = "@relation r\n@attribute n numeric\n@attribute a {x,'y z'}\n@data\n"
# Files that are refused: text after the @relation line 1, words of the message.
REFUSED = {
    "an empty file": ("", "no @data line"),
    "no @data": ("@attribute a real\n", "no @data line"),
    "no attribute": ("@data\n1\n", "line 2: @data before any @attribute"),
    "values beside @data": ("@attribute a real\n@data 1\n", "line 3: cannot read '@da"),
    "an unknown keyword": ("@inputs a\n", "line 2: cannot read '@inputs a'; declare"),
    "no type": ("@attribute a\n", "line 2: cannot read '@attribute a'; declare an att"),
    "an unknown type": ("@attribute a numericX\n", "attribute a is of type 'numericx'"),
    "a relation": ("@attribute bag relational\n", "bag is of type 'relational', which"),
    "a doubled attribute": (
        "@attribute a real\n@attribute 'a' {x}\n",
        "line 3: attribute 'a' is declared twice",
    ),
    "a doubled label": (
        "@attribute a {x,y,'x'}\n",
        "line 2: attribute 'a' declares the label 'x' twice",
    ),
    "an open domain": ("@attribute a {x,\n y}\n", "line 2: cannot read '@attribute a"),
    "text after a domain": ("@attribute a {x} y\n", "line 2: cannot read"),
    "an empty label": ("@attribute a {x,,y}\n", "line 2: cannot read"),
    "a blank in a label": ("@attribute a {x,y z}\n", "and quote what has blanks or co"),
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
    "a comma for a point": ("1,5,x", "line 5: cannot read '1,5,x' as 2 values; quote"),
    "blanks for commas": ("1 x", "line 5: cannot read '1 x' as 2 values"),
    "an empty value": ("1,\n", "line 5: an empty cell; write \\? for a missing value"),
    "an empty value before blanks": ("1, % comment\n", "line 5: an empty cell"),
    "a quote that is not closed": ("1,'x", "line 5: cannot read .*close every quote"),
    "an escape that is none": ("1,'\\x'", "line 5: cannot read"),
    "a weight": ("1,x,{5}", "line 5: cannot read '1,x,\\{5}' .* write no weights"),
    "an index too large": ("{0 1}\n{2 1}", "line 6: cannot read '{2 1}' as 2 values"),
    "an index twice": ("{0 1, 0 1}", "line 5: the sparse row '{0 1, 0 1}' has an inde"),
    "an undeclared label in a sparse row": ("{1 '?'}", "attribute 'a' is '\\?', not"),
}


@pytest.mark.parametrize("fault", REFUSED | REFUSED_ROWS)
def test_a_file_is_refused_for(fault, tmp_path):
    text, message = (REFUSED | REFUSED_ROWS)[fault]
    path = tmp_path / "file.arff"
    text = HEADER + text if fault in REFUSED_ROWS else f"@relation r\n{text}"
    path.write_text(text, encoding="utf-8", newline="")
    with pytest.raises(ValueError, match=f"{path}.*{message}"):
        read_arff(path)


def test_labels_are_read_or_refused_at_once(tmp_path):
    # liac-arff's own reading of a declaration would take years.
    labels = ",".join(f"l{n}" for n in range(40))
    path = tmp_path / "file.arff"
    start = time.monotonic()
    for odd in ("x y", "',{}x'".format(",z" * 40)):
        path.write_text(f"@relation r\n@attribute a {{{labels},{odd}}}\n@data\n")
        if odd == "x y":
            with pytest.raises(ValueError, match="line 2: cannot read"):
                read_arff(path)
        else:
            assert read_arff(path).attributes[0].labels[-1] == odd.strip("'")
    assert time.monotonic() - start < 5


def test_bytes_that_are_not_utf_8_are_refused(tmp_path):
    path = tmp_path / "latin.arff"
    path.write_bytes(HEADER.encode() + "1,é\n".encode("latin-1"))
    with pytest.raises(ValueError, match=f"{path}: byte 0xe9 is not UTF-8; save"):
        read_arff(path)
