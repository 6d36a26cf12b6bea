"""Read files that unpack to more than their bytes, within limits."""

import zipfile
from collections.abc import Iterator
from typing import IO, Any

from tenbyten.files import PathLike

# No program writes a workbook that unpacks to so many times its bytes, nor a table of
# so many cells a byte.
MOST_UNPACKED = 200
# Tables of fewer cells are read at once, whatever their bytes; and so many empty cells
# of a workbook are refused if not one in a hundred is filled.
_FEW_CELLS, _MOST_EMPTY, _FILLED = 3_000_000, 1_000_000, 0.01


def read_workbook(source: Any) -> Iterator[tuple[str, list[list[str]]]]:
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
    try:
        with zipfile.ZipFile(source) as parts:
            sizes = [(x.file_size, x.compress_size) for x in parts.infolist()]
        unpacked, packed = map(sum, zip(*sizes, strict=True))
        if unpacked > MOST_UNPACKED * packed:
            raise ValueError(f"{packed:,} bytes unpack to {unpacked:,}")
        book = openpyxl.load_workbook(source, read_only=True, data_only=True)
        for sheet in book.worksheets:
            yield sheet.title, _rows_of(sheet)
    except Exception as error:
        # openpyxl lets the errors of ZIP, XML and its own types through.
        raise ValueError(
            f"cannot be read as an Excel workbook: {str(error)[:300]}; save it again "
            f"as .xlsx, or as .csv"
        ) from None


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


def check_parquet(file: IO[bytes] | PathLike, size: int) -> None:
    """Refuse a Parquet file of many more cells than bytes, which fills the memory.

    Raises
    ------
    ValueError
        If it has more than `MOST_UNPACKED` cells a byte.
    """
    from pyarrow import parquet

    metadata = parquet.read_metadata(file)
    cells = metadata.num_rows * metadata.num_columns
    if cells > max(_FEW_CELLS, MOST_UNPACKED * size):
        raise ValueError(f"{size:,} bytes unpack to {metadata.num_rows:,} rows")
