"""Read a sheet of an Excel workbook into columns of texts."""

import itertools
import zipfile
from collections.abc import Sequence

import pyarrow as pa

from tenbyten.dataset.readers.delimited import MISSING, checked_names, naming, without
from tenbyten.files import PathLike

# A workbook that unpacks to so many times its bytes is none that Excel wrote.
_MOST_UNPACKED = 200


def read_excel(path: PathLike, *, missing: Sequence[str] = ()) -> pa.Table:
    """Read the first sheet of a workbook; its first row has the names of columns.

    Cells are the texts that a CSV file would have, null where a value is missing: whole
    numbers without a point, and of a formula what Excel found when the workbook was
    saved. `missing` is that of `read_delimited`. Rows and columns without any value are
    left out.

    Raises
    ------
    ValueError
        Naming the file: if it is no workbook, has no row below the header, a value in a
        column without a name, or two columns of a name; or without openpyxl.
    """
    with naming(path):
        rows = [row for row in _read_rows(path) if any(row)]
        if len(rows) < 2:
            raise ValueError("no row below the header in the first sheet")
        columns = [x for x in itertools.zip_longest(*rows, fillvalue="") if any(x)]
        header = [name.strip() for name, *_ in columns]
        if "" in header:
            raise ValueError(
                f"column {header.index('') + 1} has values and no name in the first "
                f"row; give it one"
            )
        names = checked_names(header)
    texts = (pa.chunked_array([column[1:]], pa.string()) for column in columns)
    return pa.table([without(missing or MISSING, x) for x in texts], names=names)


def _read_rows(path: PathLike) -> list[list[str]]:
    """Read the texts of all cells."""
    try:
        import openpyxl
    except ImportError:
        raise ValueError(
            "Excel files are read by openpyxl, which is not installed; pip install "
            "'tenbyten[excel]', or save the sheet as .csv"
        ) from None
    try:
        with zipfile.ZipFile(path) as parts:
            sizes = [(x.file_size, x.compress_size) for x in parts.infolist()]
        unpacked, packed = map(sum, zip(*sizes, strict=True))
        if unpacked > _MOST_UNPACKED * packed:
            raise ValueError(f"{packed:,} bytes unpack to {unpacked:,}")
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        sheet = book.worksheets[0]
        # Some programs write a size of the sheet that leaves cells out.
        sheet.reset_dimensions()
        rows = sheet.iter_rows(values_only=True)
        return [[_text_of(value) for value in row] for row in rows]
    except Exception as error:
        # openpyxl lets the errors of ZIP, XML and its own types through.
        raise ValueError(
            f"cannot be read as an Excel workbook: {str(error)[:300]}; save it again "
            f"as .xlsx, or as .csv"
        ) from None


def _text_of(value: object) -> str:
    """Return the text of a cell as a CSV file would have it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)
