"""Delimited text is read to the very texts in it, or refused with its line."""

import csv
import gzip
import io

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenbyten.datasets.readers.tabular import read_columns
from tenbyten.datasets.readers.texts import MISSING


@pytest.fixture
def read(tmp_path):
    """Read text, of a file of some name, into lists by column."""

    def read(text, name="it.csv", **how):
        path = tmp_path / name
        content = text if isinstance(text, bytes) else text.encode()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return read_columns(path, **how)[0].to_pydict()

    return read


EXPECTED = {"a": ["1", "-2.5", None], "b c": ["x", None, "y, z"], "y": ["0", "1", "0"]}
COMMAS = 'a,b c,y\n1,x,0\n-2.5,?,1\n?,"y, z",0\n'


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (COMMAS, "it.csv"),
        (COMMAS, "it.csv.gz"),
        (COMMAS.replace("\n", "\r\n"), "it.csv"),
        (COMMAS.replace("\n", "\r"), "it.csv"),
        (COMMAS.rstrip("\n"), "it.csv"),
        ("\ufeff" + COMMAS, "it.csv"),
        (COMMAS.replace("\n", "\n\n"), "it.csv"),
        ('"a","b c","y"\n"1","x","0"\n"-2.5","?","1"\n"","y, z","0"\n', "it.csv"),
        (" a , b c,y\n 1, x , 0\n -2.5 , ?,1\n ,\"y, z\",0\n", "it.csv"),
        ("a;b c;y\n1;x;0\n-2.5;NA;1\nnan;y, z;0\n", "it.csv"),
        ("a\tb c\ty\n1\tx\t0\n-2.5\tNULL\t1\n\ty, z\t0\n", "it.csv"),
        ("a|b c|y\n1|x|0\n-2.5||1\n|y, z|0\n", "it.csv"),
        ("a\tb c\ty\n1\tx\t0\n-2.5\t\t1\n\ty, z\t0\n", "it.tsv"),
        ("a,b c,y,\n1,x,0,\n-2.5,,1,\n,\"y, z\",0,\n", "it.csv"),
        ('\n \na, "b c",y\n1,x,0\n-2.5,?,1\n?, "y, z",0\n', "it.csv"),
    ],
)  # fmt: skip
def test_what_users_have_is_read_to_the_same_values(read, text, name):
    assert read(text, name) == EXPECTED


@pytest.mark.parametrize("marker", MISSING)
def test_the_default_markers_are_missing_in_numbers_and_in_texts(read, marker):
    found = read(f"a,b,y\n1,x,0\n{marker},{marker},1\n")
    assert found["b"] == ["x", None]
    assert found["a"] == ["1", None]


def test_none_is_a_label_and_named_markers_take_the_place_of_the_default(read):
    text = "alley,a,y\nNone,1,0\nNA,2,1\n,-9,1\n"
    assert read(text)["alley"] == ["None", None, None]
    found = read(text, missing=["None", "-9"])
    assert found["alley"] == [None, "NA", None]
    assert found["a"] == ["1", "2", None]


def test_a_column_without_a_name_gets_its_position(read):
    assert list(read(",a,y\n7,1,0\n9,2,1\n")) == ["Unnamed: 0", "a", "y"]


LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"])
TEXTS = st.text(LETTERS | st.sampled_from(' ,;"'), max_size=6).map(str.strip)
CELLS = st.one_of(
    TEXTS,
    st.floats(-1e9, 1e9).map(repr),
    st.integers(-(10**12), 10**12).map(str),
    st.sampled_from(["", *MISSING]),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8))
def test_any_cells_are_those_that_pandas_reads(read, rows):
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([("a", "b", "y"), *rows])
    found = read(text.getvalue(), header="1")
    theirs = pd.read_csv(
        io.StringIO(text.getvalue()),
        dtype=str,
        keep_default_na=False,
        na_values=["", *MISSING],
    )
    assert found == theirs.astype(object).where(theirs.notna(), None).to_dict("list")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a,b,y\n1,"2\n\n2",3\n4,5\n', "line 5: 2 cells, the header has 3; supply"),
        (
            "a,b,y\n1,2,3,\n4,5,6,\n",
            "line 2: 4 cells, the header has 3; .* row names needs a name.*; line 1 is",
        ),
        ("a,y\n", "no row below the header"),
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n", "has the number 5.1 .* header missing"),
        ("1,2,9,yes\n", "has the number 1 among its names; is a header missing"),
        ("p,x,x\ne,y,y\n", "has the name 'x' twice; rename one, or is a header mis"),
        ("a, a,y\n1,2,3\n", "has the name 'a' twice"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(read, tmp_path, text, message):
    with pytest.raises(ValueError, match=f"it.csv: .*{message}"):
        read(text)


def test_columns_that_pandas_or_numpy_counted_are_no_values(read):
    assert list(read("0,1,2,y\n5,6,7,0\n")) == ["0", "1", "2", "y"]
    assert list(read("1,2,y\n5,6,0\n")) == ["1", "2", "y"]


def test_a_tsv_file_has_tabs_unless_another_separator_fits_alone(read):
    assert list(read("a,b\ty,c\n1,5\t2,5\n", "it.tsv")) == ["a,b", "y,c"]
    assert list(read("a,y\n1,2\n", "it.tsv")) == ["a", "y"]


WHOLE = gzip.compress(b"a,y\n" + b"1,2\n" * 100, mtime=0)


@pytest.mark.parametrize("content", [WHOLE[:-8], WHOLE[:20], WHOLE[:5], b"a,y\n1,2\n"])
def test_a_compressed_file_that_is_not_whole_is_refused(tmp_path, content):
    path = tmp_path / "it.csv.gz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"it.csv.gz: cannot be unpacked by gzip"):
        read_columns(path)


def test_a_long_number_is_told_from_a_long_text_at_once(read):
    # In quadratic time each would take minutes.
    digits = "9" * 100_000
    with pytest.raises(ValueError, match=r"the number 9{40} among its names"):
        read(f"a,{digits}\n1,2\n")
    assert len(read(f"a,{digits}x\n1,2\n")) == 2
