"""Read delimited text, such as CSV, and Excel workbooks into columns of texts."""

import csv
import gzip
import io
import itertools
import logging
import re
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from tenbyten.datasets.readers import prefix_errors
from tenbyten.datasets.readers.headers import (
    Lines,
    check_header,
    checked_names,
    header_lines,
    refuse_header,
)
from tenbyten.files import PathLike
from tenbyten.unpacking import MOST_UNPACKED, read_workbook

_log = logging.getLogger(__name__)

# Texts that stand for a missing value where the user names none. None is not among
# them: it is a label in many tables.
MISSING = ("?", "NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "|"}
_SEPARATOR_TOLD = re.compile(rb'(?:\xef\xbb\xbf)?"?sep=([ -~\t])"?\r?\n', re.IGNORECASE)
# Lines that are looked at below the header.
_LOOKED_AT = 6
# Bytes that are parsed at once, and the most that a row may have.
_BLOCK = 2**24


def read_delimited(
    path: PathLike, *, missing: Sequence[str] = (), header: str = ""
) -> tuple[pa.Table, str]:
    """Read delimited text with a header line.

    The first line is the header: names, separated by whichever of comma, semicolon, tab
    and ``|`` gives the most of them; in a ``.tsv`` file by tabs. A line ``sep=;`` above
    it, as Excel takes it, says the separator. Blanks around a name or value do not
    count, nor do quotes around it. A column without a name is called ``Unnamed: 0`` by
    its position, as pandas does; one at the end without any value, from a separator
    that ends each line, is left out.

    Parameters
    ----------
    path : path
        A file in UTF-8, compressed by gzip if its name ends with ``.gz``.
    missing : sequence of str
        What stands for a missing value besides an empty cell, in place of `MISSING`.
    header : str
        The line that has the names, such as ``2``, or the lines from it to the last
        above the data, such as ``1-3``; what is above it is left out. With ``none`` the
        columns are called ``column1``, ``column2``, ... If it is empty, the header has
        to look like one, and the rows below like data.

    Returns
    -------
    table : Table
        Columns of texts, null where a value is missing.
    separator : str

    Raises
    ------
    ValueError
        Naming the file, and the line or row where there is one: if it is not UTF-8, has
        no header or one in doubt, two columns of a name, a row of more or fewer cells
        than the header, or a quote that is not closed.
    """
    path = Path(path)
    with prefix_errors(path):
        content = _read_text(path)
        separator, given, lines, last = _header(content, path, header)
        names = checked_names(given, lines, asked=header)
        columns = _parse(content, separator, len(names), last).columns
        del content
        # Each column is let go when it is stripped.
        for place, column in enumerate(columns):
            columns[place] = _without(missing or MISSING, column)
        if not given[-1] and columns[-1].null_count == len(columns[-1]):
            del names[-1], columns[-1], given[-1]
        table = pa.table(columns, names=names)
        if not header:
            check_header(given, table, lines)
    return table, separator


def read_excel(
    path: PathLike, *, missing: Sequence[str] = (), header: str = ""
) -> pa.Table:
    """Read the first sheet of a workbook; its first row has the names of columns.

    Cells are the texts that a CSV file would have, null where a value is missing: whole
    numbers without a point, and of a formula what Excel found when the workbook was
    saved. `missing` and `header` are those of `read_delimited`, and so are names of
    columns without a name. Rows and columns without any value are left out.

    Raises
    ------
    ValueError
        Naming the file: if it is no workbook, has no row below the header, or two
        columns of a name, or the header is in doubt; or without openpyxl.
    """
    with prefix_errors(path):
        _, every_row = next(read_workbook(path))
        rows = [(n, row) for n, row in enumerate(every_row, 1) if any(row)]
        named, last = header_lines(header, rows[0][0] if rows else 1)
        lines = [(n, [x.strip() for x in row]) for n, row in rows if n >= named]
        values = [row for n, row in rows if n > last]
        if not values or (named and lines[0][0] != named):
            raise ValueError("no row below the header in the first sheet")
        top = [lines[0][1]] if named else [[""]]
        columns = [
            x for x in itertools.zip_longest(*top, *values, fillvalue="") if any(x)
        ]
        given = [name for name, *_ in columns] if named else _counted(len(columns))
        names = checked_names(given, lines, asked=header)
        texts = (pa.chunked_array([column[1:]], pa.string()) for column in columns)
        table = pa.table([_without(missing or MISSING, x) for x in texts], names=names)
        if not header:
            check_header(given, table, lines)
    return table


def _counted(count: int) -> list[str]:
    """Name the columns of a table without names."""
    return [f"column{n}" for n in range(1, count + 1)]


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
    most = MOST_UNPACKED * packed + 2**20 if is_packed else -1
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


def _header(
    content: bytes, path: Path, asked: str
) -> tuple[str, list[str], Lines, int]:
    """Find the separator; return it, the names, first lines, and how many are no data.

    The lines begin with that of the names.
    """
    tsv = path.name.lower().removesuffix(".gz").endswith(".tsv")
    told = _SEPARATOR_TOLD.match(content)
    separators = told[1].decode() if told else "\t" if tsv else "".join(_SEPARATORS)
    named, last = header_lines(asked, 2 if told else 1)
    found = {x: _first_lines(content, x, max(last, 1) + _LOOKED_AT) for x in separators}
    # Of a wide table, the whole line is too long a cell for the wrong separator.
    at = max(named - 1, 0)
    found = {x: lines for x, lines in found.items() if len(lines) > at}
    if not found and content and not asked:
        raise ValueError("line 1: a name longer than csv reads; correct it")
    if not any(any(lines[at]) for lines in found.values()):
        which = f"line {named}" if asked else "the first line"
        raise ValueError(f"{which} is empty; begin with a line of names")
    separator = max(found, key=lambda x: len(found[x][at]))
    numbered = enumerate(found[separator], start=1)
    lines = [(n, cells) for n, cells in numbered if n >= named and any(cells)]
    names = lines[0][1] if named else _counted(len(lines[0][1]))
    if len(names) == 1:
        fault = f"the first line, {lines[0][1][0][:60]!r}, is one name alone; separate"
        by = "tabs" if tsv else "commas, semicolons, tabs or |"
        raise refuse_header(f"{fault} names and values by {by}", lines)
    widths = {len(cells) for n, cells in lines if n > last}
    if not asked and len(widths) == 1 and (width := widths.pop()) != len(names):
        fault = (
            f"the first line has {len(names)} names, but those below have {width} "
            f"values; is it a title? A column of row names needs a name"
        )
        raise refuse_header(fault, lines)
    if separator != "," and not tsv:
        _log.info("%s: separated by %s", path, _SEPARATORS.get(separator, separator))
    return separator, list(names), lines, last


def _first_lines(content: bytes, separator: str, count: int) -> list[list[str]]:
    """Read the first lines, up to one that csv cannot read."""
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig", newline="")
    found: list[list[str]] = []
    try:
        for cells in itertools.islice(csv.reader(text, delimiter=separator), count):
            found.append([cell.strip() for cell in cells])
    except csv.Error:
        pass
    return found


def _parse(content: bytes, separator: str, count: int, above: int) -> pa.Table:
    """Read all columns as texts. Arrow knows them by their numbers, which it prints."""
    keys = [str(n) for n in range(count)]
    read = arrow_csv.ReadOptions(use_threads=False, block_size=_BLOCK)
    read.column_names, read.skip_rows_after_names = keys, above
    parse = arrow_csv.ParseOptions(delimiter=separator, newlines_in_values=True)
    kinds = dict.fromkeys(keys, pa.string())
    convert = arrow_csv.ConvertOptions(column_types=kinds, strings_can_be_null=False)
    try:
        table = arrow_csv.read_csv(pa.BufferReader(content), read, parse, convert)
    except pa.ArrowInvalid as error:
        # The header is row 1, and empty lines are no rows.
        detail = re.sub(r"^CSV parse error: Row #(\d+)", r"row \1", str(error)[:300])
        raise ValueError(
            f"{detail}; correct the row (a value with a {separator!r} in it needs "
            "quotes; a column of row names needs a name)"
        ) from None
    if not len(table):
        raise ValueError("no row below the header; is the file complete?")
    return table
