"""Read delimited text, such as CSV: its encoding, separator, quotes and rows."""

import csv
import io
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import dropwhile
from typing import Any

from tenbyten.tables.texts import AS_LISTS, Packing, Row, TextTable, columns_of

# The column that a table of WEKA's Experimenter is known by.
SCHEME = "Key_Scheme"
# Of those that give as many columns the first is taken: decimals and names have commas.
_SEPARATORS = "\t;|,"
# What tells Excel the separator.
_TOLD = re.compile(r'"?sep=([ -~\t])"?\s*', re.IGNORECASE)


class HeaderError(ValueError):
    """The first row has another number of cells than the second.

    Attributes
    ----------
    rows : list of Row
        Both.
    """

    def __init__(self, message: str, rows: list[Row]) -> None:
        super().__init__(message)
        self.rows = rows


def encoding_of(content: bytes) -> str:
    """Return the encoding of a text: UTF-8, UTF-16 with its mark, or else cp1252.

    Raises
    ------
    ValueError
        If it is in none of them, or has null characters.
    """
    utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if utf16 else ["utf-8-sig", "cp1252"]:
        with suppress(UnicodeDecodeError):
            if "\0" not in content.decode(encoding):
                return encoding
            break
    raise ValueError(
        "has null characters, or bytes of no text in UTF-8, UTF-16 or cp1252; save it "
        "as text in UTF-8, or as Excel (.xlsx) or Parquet"
    )


def read_delimited(
    content: bytes,
    encoding: str,
    *,
    has_tabs: bool,
    left_out: Collection[int] = (),
    packing: Packing = AS_LISTS,
) -> TextTable:
    """Read text by the separator that gives every row as many cells.

    Of several it is that which gives the most. Lines without text are no rows.

    Parameters
    ----------
    content : bytes
    encoding : str
        From `encoding_of`.
    has_tabs : bool
        Whether tabs are tried before other separators.
    left_out : collection of int
        Lines that are no part of the table, from 1.
    packing : Packing
        As of `read_tables`.

    Raises
    ------
    ValueError
        If there is no text, no separator, a quote that is not closed, or a row of more
        or fewer cells than the first; a `HeaderError` if that is the second row.
    """
    header = _first_line(content, encoding)
    if not header:
        raise ValueError("has no text; is the file complete?")
    separators = _SEPARATORS
    if told := _TOLD.fullmatch(header):
        separators, left_out = told[1], {1, *left_out}
    widths, faults, of_header = {}, [], []
    for separator in separators:
        try:
            _, cells = next(_rows(content, encoding, separator, left_out), (0, []))
            widths[separator] = len(cells)
        except ValueError as error:
            of_header += [error] * (separator in header)
    for separator in sorted(
        (x for x in widths if widths[x] > 1),
        key=lambda x: (has_tabs and x == "\t", widths[x]),
        reverse=True,
    ):
        rows, width = _rows(content, encoding, separator, left_out), widths[separator]
        try:
            even = _even(rows, width, separator)
            columns, lines, _ = columns_of(even, width, packing)
            return TextTable(columns, lines, separator)
        except ValueError as error:
            faults.append(error)
    for fault in (*faults, *of_header):
        raise fault
    raise ValueError(
        f"neither comma, semicolon, tab nor | separates names in the first line, "
        f"{header.strip()[:60]!r}; separate them, or save the table as Excel (.xlsx) "
        f"or Parquet"
    )


def _open(content: bytes, encoding: str) -> Iterator[str]:
    """Read lines as they are decoded: the text itself would fill the memory."""
    return io.TextIOWrapper(io.BytesIO(content), encoding, newline="")


def _first_line(content: bytes, encoding: str) -> str:
    """Return the first line with text, or none."""
    return next(filter(str.strip, _open(content, encoding)), "")


def _rows(
    content: bytes, encoding: str, separator: str, left_out: Collection[int]
) -> Iterator[Row]:
    """Read rows from the first that has text; a fault in quotes is refused."""
    dialect: dict[str, Any] = {"skipinitialspace": True, "strict": True}
    if SCHEME in _first_line(content, encoding):
        # WEKA's Experimenter quotes in its own way.
        dialect |= {"quotechar": "'", "escapechar": "\\"}
    reader = csv.reader(_open(content, encoding), delimiter=separator, **dialect)

    def numbered() -> Iterator[Row]:
        line = 1
        try:
            for cells in reader:
                if line not in left_out:
                    yield line, cells
                line = reader.line_num + 1
        except csv.Error as error:
            raise ValueError(
                f"line {line}: {error}; correct the quotes there (close each, write "
                f"one within a value twice)"
            ) from None

    return dropwhile(lambda row: not any(map(str.strip, row[1])), numbered())


def _even(rows: Iterator[Row], width: int, separator: str) -> Iterator[Row]:
    """Hold rows to so many cells; leave out lines without text."""
    first: list[Row] = []
    for line, cells in rows:
        if len(cells) != width:
            if not any(map(str.strip, cells)):
                continue
            problem = (
                f"line {line}: {len(cells)} cells, the header has {width}; supply or "
                f"remove some (quote one with a {separator!r} in it; a column of row "
                f"names needs a name)"
            )
            if len(first) == 1:
                raise HeaderError(problem, [*first, (line, cells)])
            raise ValueError(problem)
        if len(first) < 2:
            first.append((line, cells))
        yield line, cells
