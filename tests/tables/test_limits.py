"""Files that unpack to far more than their bytes are refused."""

import openpyxl
import pyarrow as pa
import pytest
from pyarrow import parquet

from tenbyten.datasets.readers.tabular import read_table
from tenbyten.results.sheets import read_sheets
from tenbyten.tables import containers

ROWS = [["dataset", "A", "B"], ["d1", 0.8, 0.9], ["d2", 0.7, 0.75]]


def read_results(path):
    return read_sheets(path)[0].table


def read_data(path):
    return read_table(path, where="sheet, row 1").values


@pytest.fixture(params=[read_results, read_data])
def read(request):
    """Read a file as results, or as a data set."""
    return request.param


def save(path, *strays):
    """Save a workbook, of which some cells far away have a value."""
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)
    for place in strays:
        book.active[place] = "x"
    book.save(path)
    return path


def test_a_workbook_with_many_empty_cells_and_few_others_is_refused(
    tmp_path, monkeypatch, read
):
    monkeypatch.setattr(containers, "_MOST_EMPTY", 1000)
    path = save(tmp_path / "far.xlsx", "ALL5", "ALL6")
    with pytest.raises(ValueError, match=r"far\.xlsx: .*'Sheet' has 1,\d+ empty cells"):
        read(path)


def test_empty_rows_cost_nothing(tmp_path):
    table = read_results(save(tmp_path / "far.xlsx", "XFD200000"))
    assert table.shape == (3, 4)


def test_parquet_of_many_equal_rows_is_refused(tmp_path, read):
    labels = pa.DictionaryArray.from_arrays(pa.array([0] * 10**6, pa.int8()), ["d"])
    columns = dict.fromkeys("abcdef", labels)
    parquet.write_table(pa.table(columns), path := tmp_path / "equal.parquet")
    with pytest.raises(ValueError, match=r"l.parquet.* bytes unpack to 1,000,000 rows"):
        read(path)
