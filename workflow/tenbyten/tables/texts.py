"""A table of a file, as columns of text."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, compress, islice
from typing import Any, NamedTuple

# The line of a row in its file, from 1, and its cells.
Row = tuple[int, list[str]]

# Cells that are Python texts at once.
_CELLS = 2**18


class Packing(NamedTuple):
    """How columns are kept: as lists, which need no other library, or packed.

    `pack` takes the cells of a part of a column, `join` the parts of the column.
    """

    pack: Callable[[list[str]], Any]
    join: Callable[[list[Any]], Any]


AS_LISTS = Packing(list, lambda parts: [*chain.from_iterable(parts)])


class TextTable(NamedTuple):
    """A table of a file; what its columns mean is for callers to say.

    Attributes
    ----------
    columns : list of list of str, or as a `Packing` keeps them
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

    columns: list[Any]
    lines: list[int]
    separator: str = ""
    title: str = ""
    notes: Sequence[str] = ()


def columns_of(
    rows: Iterable[Row], width: int, packing: Packing = AS_LISTS
) -> tuple[list[Any], list[int], list[bool]]:
    """Turn rows of so many cells into columns.

    Returns
    -------
    columns : list
    lines : list of int
        Those of the rows.
    have_text : list of bool
        Whether a column has a cell that is not empty.
    """
    parts: list[list[Any]] = [[] for _ in range(width)]
    lines: list[int] = []
    have_text = [False] * width
    rows, many = iter(rows), max(1, _CELLS // max(1, width))
    while some := list(islice(rows, many)):
        lines += [line for line, _ in some]
        columns = zip(*(cells for _, cells in some), strict=True)
        for place, cells in enumerate(columns):
            stripped = [cell.strip() for cell in cells]
            have_text[place] |= any(stripped)
            parts[place].append(packing.pack(stripped))
    return [packing.join(part) for part in parts], lines, have_text


def table_of(
    rows: Sequence[Row],
    title: str = "",
    notes: Sequence[str] = (),
    packing: Packing = AS_LISTS,
) -> TextTable:
    """Make a table of rows of any lengths, without those and columns that are empty."""
    rows = [(line, cells) for line, cells in rows if any(map(str.strip, cells))]
    width = max((len(cells) for _, cells in rows), default=0)
    full = ((line, [*cells, *[""] * (width - len(cells))]) for line, cells in rows)
    columns, lines, have_text = columns_of(full, width, packing)
    columns = list(compress(columns, have_text))
    return TextTable(columns, lines, title=title, notes=notes)
