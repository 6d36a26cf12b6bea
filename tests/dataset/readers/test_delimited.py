"""Delimited text is read to the very values in it, or refused with its line."""

import csv
import gzip
import io
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenbyten.dataset.readers.delimited import MISSING, read_delimited


@pytest.fixture
def read(tmp_path):
    """Read text, of a file of some name, into lists by column."""

    def read(text, name="it.csv", **how):
        path = tmp_path / name
        content = text if isinstance(text, bytes) else text.encode()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return read_delimited(path, **how).table.to_pydict()

    return read


EXPECTED = {"a": [1.0, -2.5, None], "b c": ["x", None, "y, z"], "y": ["0", "1", "0"]}
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
        ("a;b c;y\n1;x;0\n-2,5;NA;1\nnan;y, z;0\n", "it.csv"),
        ("a,b c,y,\n1,x,0,\n-2.5,,1,\n,\"y, z\",0,\n", "it.csv"),
    ],
)  # fmt: skip
def test_what_users_have_is_read_to_the_same_values(read, text, name):
    found = read(text, name)
    assert {name: known(values) for name, values in found.items()} == EXPECTED


@pytest.mark.parametrize("marker", MISSING)
def test_the_default_markers_are_missing_in_numbers_and_in_texts(read, marker):
    found = read(f"a,b,y\n1,x,0\n{marker},{marker},1\n")
    assert found["b"] == ["x", None]
    assert found["a"][0] == 1
    assert found["a"][1] is None


def test_none_is_a_label_and_named_markers_take_the_place_of_the_default(read):
    text = "alley,a,y\nNone,1,0\nNA,2,1\n,-9,1\n"
    assert read(text)["alley"] == ["None", None, None]
    found = read(text, missing=["None", "-9"])
    assert found["alley"] == [None, "NA", None]
    assert found["a"] == [1, 2, None]


def test_columns_of_texts_keep_their_digits_and_so_does_the_target(read):
    text = "code,a,y\n01,1,1\n1.0,2,2\n"
    assert read(text, texts=["code"])["code"] == ["01", "1.0"]
    assert read(text)["code"] == [1, 1]
    assert read(text)["y"] == ["1", "2"]
    assert read(text, target="a")["a"] == ["1", "2"]


@pytest.mark.parametrize(
    ("a", "b", "ambiguous"),
    [
        (["983", "3.770"], ["1", "2"], ["a"]),
        (["983", "12345", "3.770"], ["1", "2", "3"], ["a"]),
        (["1.000", "2.000"], ["1", "2"], ["a"]),
        (["-1.000", "+2.000", "?"], ["1", "2", ""], ["a"]),
        (["3.770", "7.447"], ["12.500", "1.250"], ["a", "b"]),
        (["3.770", "7.447"], ["12.5", "1.25"], []),
        (["3.770", "7.447"], ["0.125", "1.250"], []),
        (["3.770", "0.447"], ["1", "2"], []),
        (["3.770", "7.4471"], ["1", "2"], []),
        (["3.770", "1e-1"], ["1", "2"], ["a"]),
        (["3.770", "1.5e3"], ["1", "2"], []),
        (["3.770", "1234.567"], ["1", "2"], []),
        (["983", "3,770"], ["1", "2"], ["a"]),
        (["983", "3,770"], ["1,5", "2"], []),
        (["3,770", "0,447"], ["1", "2"], []),
        (["3,770", "7,447"], ["x", "y"], ["a"]),
        (["3.770", "7.447"], ["x", "y"], ["a"]),
    ],
)
def test_points_or_commas_beside_semicolons_can_be_ambiguous(tmp_path, a, b, ambiguous):
    path = tmp_path / "it.csv"
    pairs = zip(a, b, strict=True)
    rows = [f"{one};{other};{row % 2}" for row, (one, other) in enumerate(pairs)]
    path.write_text("\n".join(["a;b;y", *rows]))
    found = read_delimited(path)
    assert list(found.ambiguous) == ambiguous
    decimals = read_delimited(path, numeric=["a", "b"])
    assert not decimals.ambiguous
    expected = [None if x == "?" else float(x.replace(",", ".")) for x in a]
    for table in (decimals.table, *([] if ambiguous else [found.table])):
        assert table["a"].to_pylist() == expected


def test_a_long_whole_number_beside_decimal_commas_keeps_its_digits(read):
    found = read("id;a;y\n90071992547409931;1,5;0\n90071992547409933;2;1\n")
    assert found["id"] == ["90071992547409931", "90071992547409933"]
    assert found["a"] == [1.5, 2]


def test_what_arrow_takes_for_a_number_is_one_only_if_it_is_decimal(read):
    assert read("a,y\n0x10,0\n0X1f,1\n")["a"] == ["0x10", "0X1f"]
    assert read("a,y\n0x10,0\n12,1\n")["a"] == ["0x10", "12"]
    assert read("a,y\nnan(1),0\n12,1\n")["a"] == ["nan(1)", "12"]
    assert known(read("a,y\n-nan,0\n12,1\n")["a"]) == [None, 12]
    assert read("a,y\n1,0\n12,1\n0x10,1\n")["a"] == ["1", "12", "0x10"]
    rows = ["1,0"] * 1_400_000
    found = read("\n".join(["a,y", *rows, "0x10,1"]))["a"]
    assert (found[0], found[-1]) == ("1", "0x10")


def test_a_column_without_a_name_gets_its_position(read):
    assert list(read(",a,y\n7,1,0\n9,2,1\n")) == ["Unnamed: 0", "a", "y"]


def test_dates_and_whole_numbers_beyond_floats_stay_texts(read):
    text = "when,at,id,big,y\n2020-01-02,12:30,90071992547409931,1e30,0\n"
    found = read(text + "2020-01-03,13:30,90071992547409933,2e300,1\n")
    assert found["when"] == ["2020-01-02", "2020-01-03"]
    assert found["at"] == ["12:30", "13:30"]
    assert found["id"] == ["90071992547409931", "90071992547409933"]
    assert found["big"] == [1e30, 2e300]


def test_a_text_after_many_numbers_makes_texts_of_all(read):
    rows = ["0.50,1"] * 700_000
    found = read("\n".join(["a,y", *rows, "unknown,2"]))
    assert found["a"][:2] == ["0.50", "0.50"]
    assert found["a"][-1] == "unknown"


def test_numbers_with_a_plus_sign_are_numbers(read):
    assert read("a,y\n+1.5,0\nx,1\n")["a"] == ["+1.5", "x"]
    assert read("a,y\n+1.5,0\n-2,1\n")["a"] == [1.5, -2]


def floats_of_any_bits():
    bits = st.integers(0, 2**64 - 1)
    doubles = bits.map(lambda x: np.uint64(x).view(np.float64).item())
    return doubles.filter(math.isfinite)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(floats_of_any_bits(), min_size=1, max_size=50))
def test_every_float_is_read_to_the_very_bits_that_were_written(read, numbers):
    text = "".join(f"{number!r},0\n" for number in numbers)
    found = read("a,y\n" + text)["a"]
    assert np.array(found).tobytes() == np.array(numbers).tobytes()


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
    found = read(text.getvalue())
    theirs = pd.read_csv(
        io.StringIO(text.getvalue()),
        dtype=str,
        keep_default_na=False,
        na_values=["", *MISSING],
    )
    for name, values in found.items():
        expected = theirs[name].tolist()
        if any(isinstance(value, float) for value in values):
            expected = [float(x) for x in expected]
        assert known(values) == known(expected)


def known(values):
    """The values, None for one that is missing in whatever way."""
    return [None if x is None or x != x else x for x in values]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b,y\n1,2,3\n4,5\n", "line 3: 2 cells, the header has 3; correct the line"),
        ("a,b,y\n1,2,3\n4,5,6,7\n", "line 3: 4 cells, the header has 3"),
        ('a,b,y\n1,"2\n\n2",3\n4,5\n', "line 5: 2 cells, the header has 3"),
        ("a,b,y\n1,2,3,\n4,5,6,\n", "line 2: 4 cells, .* row names needs a name"),
        ('a,y\n1,2\n"3,4\n5,6\n', "line 3: a quote that is opened and not closed"),
        ("a,y\n1,caf\xe9\n".encode("latin-1"), "line 2: byte 0xe9 is not UTF-8; save"),
        ("caf\xe9,y\n1,2\n".encode("latin-1"), "line 1: byte 0xe9 is not UTF-8"),
        ("a,y\n1,2\n".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        (b"a,y\n1,\0\n", "null characters"),
        (b"PK\x03\x04\0\0,,", "null characters|is not UTF-8"),
        ("", "the first line is empty; begin with a line of names"),
        ("\na,y\n1,2\n", "the first line is empty"),
        ("a,y\n", "no row below the header"),
        ("a y\n1 2\n", "the first line, 'a y', is one name alone; separate"),
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n", "has the number 5.1 .* header missing"),
        ("1,2,9,yes\n", "has the number 1 among its names; is a header missing"),
        (
            "p,x,x\ne,y,y\n",
            "has the name 'x' twice; rename one, or is a header missing",
        ),
        ("a, a,y\n1,2,3\n", "has the name 'a' twice"),
        (
            "a;b;y\n1,5;0.5;0\n",
            "column 'a' has commas in its numbers, such as '1,5', column 'b' has "
            "points, such as '0.5'; some may separate thousands: write all numbers "
            "without thousands separators, and with decimal points",
        ),
        ("a;b;y\n1,5;1.000;0\n2;2.000;1\n", "column 'b' has points, such as '1.000'"),
        ("a;b;y\n1,500;0.5;0\n", "column 'a' has commas .* may separate thousands"),
        ("a,y,\n1,2,\n3,4,5\n", "the last column has no name in the first line"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(read, tmp_path, text, message):
    with pytest.raises(ValueError, match=f"it.csv: .*{message}"):
        read(text)


def test_columns_that_pandas_or_numpy_counted_are_no_values(read):
    assert list(read("0,1,2,y\n5,6,7,0\n")) == ["0", "1", "2", "y"]
    assert list(read("1,2,y\n5,6,0\n")) == ["1", "2", "y"]


def test_a_tsv_file_has_tabs_alone(read):
    assert list(read("a,b\ty\n1\t2\n", "it.tsv")) == ["a,b", "y"]
    with pytest.raises(ValueError, match="separate names and values by tabs"):
        read("a,y\n1,2\n", "it.tsv")


@pytest.mark.parametrize("cut", [-8, 20, 5])
def test_a_compressed_file_that_is_not_whole_is_refused(tmp_path, cut):
    path = tmp_path / "it.csv.gz"
    path.write_bytes(gzip.compress(b"a,y\n" + b"1,2\n" * 100)[:cut])
    with pytest.raises(ValueError, match=r"it.csv.gz: cannot be unpacked by gzip"):
        read_delimited(path)


def test_a_file_that_is_not_compressed_is_told_from_one_that_is(tmp_path):
    path = tmp_path / "it.csv.gz"
    path.write_bytes(b"a,y\n1,2\n")
    with pytest.raises(ValueError, match="cannot be unpacked by gzip"):
        read_delimited(path)


def test_rows_longer_than_a_block_are_read(read):
    names = [f"a{n}" for n in range(4000)]
    row = ["0." + "1234567890" * 150] * 4000
    found = read("\n".join([",".join([*names, "y"])] + [",".join([*row, "0"])] * 2))
    assert len(found) == 4001
    assert found["a3999"] == [0.12345678901234567890] * 2


def test_a_long_number_is_told_from_a_long_text_at_once(read):
    # In quadratic time each would take minutes.
    digits = "9" * 200_000
    assert read(f"a,y\n{digits},0\n1,1\n")["a"] == [digits, "1"]
    assert read(f"a,y\n{digits}x,0\n1,1\n")["a"] == [f"{digits}x", "1"]
    with pytest.raises(ValueError, match=r"the number 9{40} among its names"):
        read(f"a,{digits[:100_000]}\n1,2\n")
    assert len(read(f"a,{digits[:100_000]}x\n1,2\n")) == 2
