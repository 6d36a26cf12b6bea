"""Find the names of columns in a text, and its missing values."""

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from tenbyten.datasets.readers.headers import (
    check_header,
    checked_names,
    header_lines,
    refuse_header,
)
from tenbyten.files import PathLike
from tenbyten.tables.delimited import HeaderError
from tenbyten.tables.reading import read_tables
from tenbyten.tables.texts import Packing, TextTable

# Texts that stand for a missing value where the user names none. None is not among
# them: it is a label in many tables.
MISSING = ("?", "NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")
# Lines that are looked at, the header among them.
_LOOKED_AT = 7
# Columns of Arrow take less memory than lists.
_IN_ARROW = Packing(
    lambda cells: pa.array(cells, pa.string()),
    lambda parts: pa.chunked_array(parts, pa.string()),
)


def read_first(path: PathLike, header: str = "") -> TextTable | pa.Table:
    """Read the first table of a file, without the lines around its names.

    Parameters
    ----------
    path : path
    header : str
        The line that has the names, such as ``2``, or the lines from it to the last
        above the data, such as ``1-3``; what is above it is left out. With ``none``
        there are no names. By default they are in the first line with text.

    Raises
    ------
    ValueError
        As `tables.reading.read_tables`; naming the first lines where these differ.
    """
    named, last = header_lines(header)
    around = {*range(1, named), *range(named + 1, last + 1)}
    try:
        table = next(read_tables(path, left_out=around, packing=_IN_ARROW))
    except HeaderError as error:
        raise refuse_header(str(error), error.rows) from None
    if named and isinstance(table, TextTable) and table.lines[:1] != [named]:
        raise ValueError(f"line {named} is empty; begin with a line of names")
    return table


def name_columns(
    table: TextTable, *, missing: Sequence[str] = (), header: str = ""
) -> pa.Table:
    """Name the columns of a table by its first row; null is what is missing.

    A column without a name is called ``Unnamed: 0`` by its position, as pandas does;
    one at the end without any value, from a separator that ends each line, is left out.

    Parameters
    ----------
    table : TextTable
        Its columns are let go one after the other.
    missing : sequence of str
        What stands for a missing value besides an empty cell, in place of `MISSING`.
    header : str
        As of `read_first`. With ``none`` the columns are called ``column1``,
        ``column2``, ... If it is empty, the header has to look like one, and the rows
        below like data.

    Raises
    ------
    ValueError
        If no row is below the header, it is in doubt, or two columns have one name.
    """
    columns, has_names = table.columns, header != "none"
    first = [column.slice(0, _LOOKED_AT).to_pylist() for column in columns]
    lines = list(zip(table.lines, zip(*first, strict=True), strict=False))
    given = [x[0] if has_names else f"column{n}" for n, x in enumerate(first, start=1)]
    names = checked_names(given, lines, asked=header) if given else []
    if len(table.lines) <= has_names:
        raise ValueError("no row below the header; is the file complete?")
    markers = pa.array(["", *(missing or MISSING)])
    for place, column in enumerate(columns):
        values = column.slice(int(has_names))
        null = pa.scalar(None, pa.string())
        columns[place] = pc.if_else(pc.is_in(values, markers), null, values)
    if not given[-1] and columns[-1].null_count == len(columns[-1]):
        del names[-1], columns[-1], given[-1]
    named = pa.table(columns, names=names)
    if not header:
        check_header(given, named, lines)
    return named
