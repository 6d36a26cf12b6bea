"""A sheet of an Excel workbook is read as the same cells in a CSV file."""

import datetime

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenbyten.datasets.readers.tabular import read_table


@pytest.fixture
def read(tmp_path):
    """Write rows into the first of two sheets, and read the workbook."""

    def read(rows, **settings):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.create_sheet("notes").append(["nothing", "of this"])
        book.save(tmp_path / "it.xlsx")
        return read_table(tmp_path / "it.xlsx", where="here", **settings)

    return read


def assert_same(one, other):
    assert one.attributes == other.attributes
    assert (one.reasons, one.textual) == (other.reasons, other.textual)
    np.testing.assert_array_equal(one.values, other.values)


CSV = """a,kind,day,truth,note,class
1,x,2020-01-01 00:00:00,True,?,1
2.5,y,2020-01-02 00:00:00,False,u,0
,x,2020-01-02 00:00:00,True,v,1
-3,NA,2020-01-03 00:00:00,True,u,0
"""


def test_cells_are_those_of_a_csv_file(read, tmp_path):
    days = [datetime.datetime(2020, 1, day) for day in (1, 2, 2, 3)]
    rows = [
        ["a", "kind ", None, "day", "truth", "note", "class"],
        [1, "x", None, days[0], True, "?", 1.0],
        [2.5, "y", None, days[1], False, " u ", 0],
        [],
        [None, "x", None, days[2], True, "v", 1],
        ["-3", "NA", None, days[3], True, "u", 0],
        [None] * 9,
    ]
    (tmp_path / "it.csv").write_text(CSV)
    assert_same(read(rows), read_table(tmp_path / "it.csv", where="here"))


CELLS = st.none() | st.floats(-1e9, 1e9) | st.integers(-99, 99) | st.sampled_from("uv?")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELLS, CELLS, st.sampled_from("xy")), min_size=1))
def test_a_workbook_is_read_as_the_csv_file_that_pandas_makes_of_it(
    read, tmp_path, rows
):
    found = read([("a", "b", "class"), *rows])
    # An empty column has no number for pandas to write otherwise than Excel does.
    table = pd.read_excel(tmp_path / "it.xlsx", dtype=object, keep_default_na=False)
    table.to_csv(tmp_path / "it.csv", index=False)
    assert_same(found, read_table(tmp_path / "it.csv", where="here"))


def test_what_the_sheet_says_of_columns_holds(read):
    rows = [["code", "class"], *([code, "xy"[code % 2]] for code in (1, 2, -9) * 4)]
    raw = read(rows, nominal=["code"], missing=["-9"])
    assert raw.attributes[0].labels == ("1", "2")
    assert np.isnan(raw.values[2::3, 0]).all()


@pytest.mark.parametrize("rows", [[], [["a", "class"]]])
def test_a_sheet_without_rows_below_a_header_is_refused(read, rows):
    with pytest.raises(ValueError, match=r"here: .*it.xlsx: no row below the header"):
        read(rows)
