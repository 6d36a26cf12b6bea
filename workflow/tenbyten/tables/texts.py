"""A table of a file, as columns of text."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

# The line of a row in its file, from 1, and its cells.
Row = tuple[int, list[str]]

# Cells that are Python texts at once.
_CELLS = 2**18


class TextTable(NamedTuple):
    """A table of a file; what its columns mean is for callers to say.

    Attributes
    ----------
    columns : list of ChunkedArray of str
        Cells without blanks around them, "" where they are empty. Names of columns are
        cells too, mostly of the first row.
    lines : list of int
        For each row the line in the file where it begins, or the row in a sheet.
    separator : str
        Of delimited text, else empty.
    title : str
        The name of a sheet of a workbook, else empty.
    notes : sequence of str
        What was decided in reading, such as "encoded as cp1252".
    """

    columns: list[pa.ChunkedArray]
    lines: list[int]
    separator: str = ""
    title: str = ""
    notes: Sequence[str] = ()


def columns_of(
    rows: Iterable[Row], width: int
) -> tuple[list[pa.ChunkedArray], list[int]]:
    """Turn rows of so many cells into columns; return the lines of the rows too."""
    parts: list[list[pa.Array]] = [[] for _ in range(width)]
    lines: list[int] = []
    rows, many = iter(rows), max(1, _CELLS // max(1, width))
    while some := list(islice(rows, many)):
        lines += [line for line, _ in some]
        columns = zip(*(cells for _, cells in some), strict=True)
        for part, cells in zip(parts, columns, strict=True):
            part.append(pc.utf8_trim_whitespace(pa.array(cells, pa.string())))
    return [pa.chunked_array(part, pa.string()) for part in parts], lines


def table_of(
    rows: Sequence[Row], title: str = "", notes: Sequence[str] = ()
) -> TextTable:
    """Make a table of rows of any lengths, without those and columns that are empty."""
    rows = [(line, cells) for line, cells in rows if any(map(str.strip, cells))]
    width = max((len(cells) for _, cells in rows), default=0)
    full = ((line, [*cells, *[""] * (width - len(cells))]) for line, cells in rows)
    columns, lines = columns_of(full, width)
    columns = [x for x in columns if pc.any(pc.not_equal(x, "")).as_py()]
    return TextTable(columns, lines, title=title, notes=notes)
