"""Files that unpack to far more than their bytes are refused."""

import gzip
import zipfile

import numpy as np
import openpyxl
import pyarrow as pa
import pytest
from pyarrow import parquet

from tenbyten.datasets.readers.tabular import read_table
from tenbyten.results.sheets import read_sheets
from tenbyten.tables import containers


def write_sheet(path, *places):
    """Write a workbook of a small table, and a cell at each place far away."""
    book = openpyxl.Workbook()
    for row in [["dataset", "A", "B"], ["d1", 0.8, 0.9], ["d2", 0.7, 0.75]]:
        book.active.append(row)
    for place in places:
        book.active[place] = "x"
    book.save(path)


def write_zip(path):
    """Write a part of a workbook of blanks alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet1.xml", b" " * 50_000_000)


def write_gzip(path):
    """Write a text of equal rows."""
    path.write_bytes(gzip.compress(b"a,b\n" + b"1,x\n" * 10**6))


def write_parquet(path):
    """Write equal rows, which Parquet has once."""
    zeros = pa.array(np.zeros(10**7, np.int8))
    parquet.write_table(pa.table({f"c{n}": zeros for n in range(11)}), path)


@pytest.mark.parametrize("read", [read_sheets, lambda x: read_table(x, where="here")])
@pytest.mark.parametrize(
    ("name", "write", "message"),
    [
        ("x.xlsx", write_zip, "bytes unpack to 50,000,000"),
        ("x.csv.gz", write_gzip, "bytes unpack to more than"),
        ("x.parquet", write_parquet, "bytes unpack to 10,000,000 rows"),
        (
            "x.xlsx",
            lambda path: write_sheet(path, "ALL5", "ALL6"),
            "'Sheet' has 1,[0-9]+ empty cells",
        ),
    ],
)
def test_a_file_that_would_fill_the_memory_is_refused(
    tmp_path, monkeypatch, read, name, write, message
):
    monkeypatch.setattr(containers, "_MOST_EMPTY", 1000)
    write(tmp_path / name)
    with pytest.raises(ValueError, match=f"{name}: .*{message}") as refused:
        read(tmp_path / name)
    assert len(str(refused.value)) < 500


def test_empty_rows_cost_nothing(tmp_path):
    write_sheet(tmp_path / "x.xlsx", "XFD200000")
    (sheet,) = read_sheets(tmp_path / "x.xlsx")
    assert sheet.table.shape == (3, 4)
