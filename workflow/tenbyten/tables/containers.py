"""Open what holds a table (gzip, Excel workbooks, Parquet) within limits."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.files import PathLike

if TYPE_CHECKING:
    import pyarrow as pa

# No program writes a file that unpacks to so many times its bytes, nor a table of so
# many cells a byte.
_MOST_UNPACKED = 200
# Tables of fewer cells are read at once, whatever their bytes; and so many empty cells
# of a workbook are refused if not one in a hundred is filled.
_FEW_CELLS, _MOST_EMPTY, _FILLED = 3_000_000, 1_000_000, 0.01


def read_content(path: PathLike) -> bytes:
    """Read the bytes of a file, unpacked if it is compressed by gzip.

    Raises
    ------
    ValueError
        If it unpacks to too much.
    """
    content = Path(path).read_bytes()
    if not content.startswith(b"\x1f\x8b") and Path(path).suffix.lower() != ".gz":
        return content
    most = _MOST_UNPACKED * len(content) + 2**20
    with gzip.open(io.BytesIO(content)) as file:
        unpacked = file.read(most + 1)
    if len(unpacked) > most:
        raise ValueError(
            f"{len(content):,} bytes unpack to more than {most:,}; unpack it"
        )
    return unpacked


@contextmanager
def read_as(kind: str, suffix: str) -> Iterator[None]:
    """Turn any error of a library into one that tells what cannot be read.

    Parameters
    ----------
    kind, suffix : str
        What the file should be, such as ``Parquet``, and its suffix.

    Raises
    ------
    ValueError
        In place of any error.
    """
    try:
        yield
    except Exception as error:
        # openpyxl and pyarrow let the errors of ZIP, XML and types through.
        raise ValueError(
            f"cannot be read as {kind}: {str(error)[:300]}; save it again as "
            f"{suffix}, or as .csv"
        ) from None


def read_workbook(content: bytes) -> Iterator[tuple[str, list[list[str]]]]:
    """Read the names of a workbook's sheets, each with its rows as lists of texts.

    They are those that a CSV file would have: whole numbers without a point, and of a
    formula what Excel found when the workbook was saved. A row ends with its last cell.

    Raises
    ------
    ValueError
        If it is no workbook, unpacks to too much, or openpyxl is not installed.
    """
    try:
        import openpyxl
    except ImportError:
        raise ValueError(
            "Excel files are read by openpyxl, which is not installed; pip install "
            "'tenbyten[excel]', or save the sheet as .csv"
        ) from None
    source = io.BytesIO(content)
    with read_as("an Excel workbook", ".xlsx"):
        with zipfile.ZipFile(source) as parts:
            sizes = [(x.file_size, x.compress_size) for x in parts.infolist()]
        unpacked, packed = map(sum, zip(*sizes, strict=True))
        if unpacked > _MOST_UNPACKED * packed:
            raise ValueError(f"{packed:,} bytes unpack to {unpacked:,}")
        book = openpyxl.load_workbook(source, read_only=True, data_only=True)
        for sheet in book.worksheets:
            yield sheet.title, _rows_of(sheet)


def _rows_of(sheet: Any) -> list[list[str]]:
    """Read the texts of a sheet's cells."""
    # Some programs write a size of the sheet that leaves cells out.
    sheet.reset_dimensions()
    rows, cells, filled = [], 0, 0
    for row in sheet.iter_rows(values_only=True):
        rows.append([_text_of(value) for value in row])
        cells += len(row)
        filled += len(row) - row.count(None)
        if cells - filled > _MOST_EMPTY and filled < _FILLED * cells:
            raise ValueError(
                f"sheet {sheet.title!r} has {cells - filled:,} empty cells in its "
                f"first {len(rows):,} rows; delete rows and columns without values"
            )
    return rows


def _text_of(value: object) -> str:
    """Return the text of a cell as a CSV file would have it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)


def read_parquet(content: bytes) -> pa.Table:
    """Read a Parquet file, whose columns have names and types.

    Raises
    ------
    ValueError
        If it is none, has two columns of a name, or many more cells than bytes, which
        fill the memory.
    """
    import pyarrow as pa
    from pyarrow import parquet

    with read_as("Parquet", ".parquet"):
        # From a path pyarrow would read in threads: `datasets.parquet.in_memory`.
        file = parquet.ParquetFile(pa.BufferReader(content))
        rows, names = file.metadata.num_rows, file.schema_arrow.names
        if rows * len(names) > max(_FEW_CELLS, _MOST_UNPACKED * len(content)):
            raise ValueError(f"{len(content):,} bytes unpack to {rows:,} rows")
        if doubled := [x for x, count in Counter(names).items() if count > 1]:
            raise ValueError(f"two columns {doubled[0]!r}; rename one")
        return file.read(use_threads=False)
