"""Read delimited text, such as CSV, and Excel workbooks into columns of texts."""

import csv
import gzip
import io
import itertools
import logging
import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from tenbyten.datasets.readers import is_in_digits, prefix_errors
from tenbyten.files import PathLike

_log = logging.getLogger(__name__)

# Texts that stand for a missing value where the user names none. None is not among
# them: it is a label in many tables.
MISSING = ("?", "NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "|"}
# Bytes that are parsed at once, and the most that a row may have.
_BLOCK = 2**24
# What unpacks to so many times its bytes was made to fill a memory.
_MOST_UNPACKED = 200


def read_delimited(
    path: PathLike, *, missing: Sequence[str] = ()
) -> tuple[pa.Table, str]:
    """Read delimited text with a header line.

    The first line is the header: names, separated by whichever of comma, semicolon, tab
    and ``|`` gives the most of them; in a ``.tsv`` file by tabs. Blanks around a name
    or value do not count, nor do quotes around it. A column without a name is called
    ``Unnamed: 0`` by its position, as pandas does; one at the end without any value,
    from a separator that ends each line, is left out.

    Parameters
    ----------
    path : path
        A file in UTF-8, compressed by gzip if its name ends with ``.gz``.
    missing : sequence of str
        What stands for a missing value besides an empty cell, in place of `MISSING`.

    Returns
    -------
    table : Table
        Columns of texts, null where a value is missing.
    separator : str

    Raises
    ------
    ValueError
        Naming the file, and the line or row where there is one: if it is not UTF-8, has
        no header, two columns of a name, a row of more or fewer cells than the header,
        or a quote that is not closed.
    """
    path = Path(path)
    with prefix_errors(path):
        content = _read_text(path)
        separator, header = _header(content, path)
        names = _checked_names(header)
        columns = _parse(content, separator, len(names)).columns
        del content
    # Each column is let go when it is stripped.
    for place, column in enumerate(columns):
        columns[place] = _without(missing or MISSING, column)
    if not header[-1] and columns[-1].null_count == len(columns[-1]):
        del names[-1], columns[-1]
    return pa.table(columns, names=names), separator


def read_excel(path: PathLike, *, missing: Sequence[str] = ()) -> pa.Table:
    """Read the first sheet of a workbook; its first row has the names of columns.

    Cells are the texts that a CSV file would have, null where a value is missing: whole
    numbers without a point, and of a formula what Excel found when the workbook was
    saved. `missing` is that of `read_delimited`, and so are names of columns without a
    name. Rows and columns without any value are left out.

    Raises
    ------
    ValueError
        Naming the file: if it is no workbook, has no row below the header, or two
        columns of a name; or without openpyxl.
    """
    with prefix_errors(path):
        rows = [row for row in _read_rows(path) if any(row)]
        if len(rows) < 2:
            raise ValueError("no row below the header in the first sheet")
        columns = [x for x in itertools.zip_longest(*rows, fillvalue="") if any(x)]
        names = _checked_names([name.strip() for name, *_ in columns])
    texts = (pa.chunked_array([column[1:]], pa.string()) for column in columns)
    return pa.table([_without(missing or MISSING, x) for x in texts], names=names)


def _checked_names(names: Sequence[str]) -> list[str]:
    """Name columns without a name by their positions, and refuse what is no header."""
    names = [name or f"Unnamed: {n}" for n, name in enumerate(names)]
    numbers = [name for name in names if is_in_digits(name)]
    # Columns that pandas or NumPy has counted.
    counted = [[str(n + k) for n in range(len(numbers))] for k in (0, 1)]
    remedy = "is a header missing? Write a line of names above the values"
    if numbers and numbers not in counted:
        raise ValueError(
            f"the first line has the number {numbers[0][:40]} among its names; "
            f"{remedy} (a name that is a number needs a letter before it)"
        )
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise ValueError(
            f"the first line has the name {name[:60]!r} twice; rename one, or {remedy}"
        )
    return names


def _without(missing: Sequence[str], column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Strip texts, and take out those that stand for a missing value."""
    column = pc.utf8_trim_whitespace(column)
    is_missing = pc.is_in(column, pa.array(["", *missing]))
    return pc.if_else(is_missing, pa.scalar(None, pa.string()), column)


def _read_text(path: Path) -> bytes:
    """Read a file that may be compressed, and refuse one that is no text.

    pyarrow takes all that follows a quote that is not closed for one value.
    """
    packed = path.stat().st_size
    is_packed = path.suffix.lower() == ".gz"
    most = _MOST_UNPACKED * packed + 2**20 if is_packed else -1
    opened = gzip.open if is_packed else open
    with opened(path, "rb") as file:
        content = file.read(most)
        if is_packed and file.read(1):
            raise ValueError(
                f"{packed:,} bytes unpack to more than {most:,}; unpack it"
            )
    if b"\0" in content:
        raise ValueError("has null characters; save it as text in UTF-8")
    content.decode()
    # A quote within a value can make the count of a line odd, and not that of all.
    if content.count(b'"') % 2:
        lines = enumerate(content.splitlines(), start=1)
        opened_in = next(n for n, line in lines if line.count(b'"') % 2)
        raise ValueError(
            f"line {opened_in}: a quote that is opened and not closed, here or further "
            f"below; close it, and write a quote within a value twice, in quotes"
        )
    return content


def _header(content: bytes, path: Path) -> tuple[str, list[str]]:
    """Find the separator, and read the names."""
    tsv = path.name.lower().removesuffix(".gz").endswith(".tsv")
    # Of a wide table, the whole line is too long a cell for the wrong separator.
    found = {}
    for separator in "\t" if tsv else _SEPARATORS:
        text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig", newline="")
        with suppress(csv.Error):
            found[separator] = next(csv.reader(text, delimiter=separator), [])
    if not found:
        raise ValueError("line 1: a name longer than csv reads; correct it")
    separator = max(found, key=lambda x: len(found[x]))
    names = [name.strip() for name in found[separator]]
    if not any(names):
        raise ValueError("the first line is empty; begin with a line of names")
    if len(names) == 1:
        raise ValueError(
            f"the first line, {names[0][:60]!r}, is one name alone; separate names and "
            f"values by {'tabs' if tsv else 'commas, semicolons, tabs or |'}"
        )
    if separator != "," and not tsv:
        _log.info("%s: separated by %s", path, _SEPARATORS[separator])
    return separator, names


def _parse(content: bytes, separator: str, count: int) -> pa.Table:
    """Read all columns as texts. Arrow knows them by their numbers, which it prints."""
    keys = [str(n) for n in range(count)]
    read = arrow_csv.ReadOptions(use_threads=False, block_size=_BLOCK)
    read.column_names, read.skip_rows_after_names = keys, 1
    parse = arrow_csv.ParseOptions(delimiter=separator, newlines_in_values=True)
    kinds = dict.fromkeys(keys, pa.string())
    convert = arrow_csv.ConvertOptions(column_types=kinds, strings_can_be_null=False)
    try:
        table = arrow_csv.read_csv(pa.BufferReader(content), read, parse, convert)
    except pa.ArrowInvalid as error:
        # The header is row 1, and empty lines are no rows.
        detail = re.sub(r"^CSV parse error: Row #(\d+)", r"row \1", str(error)[:300])
        raise ValueError(
            f"{detail}; correct the row (a value with a {_SEPARATORS[separator]} in it "
            f"needs quotes; a column of row names needs a name)"
        ) from None
    if not len(table):
        raise ValueError("no row below the header; is the file complete?")
    return table


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
