"""Find the names of columns in the tables of a file, and decimal commas.

What a column means is not asked here, and numbers stay text: `cells` reads them.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.files import PathLike
from tenbyten.results.cells import read_numbers
from tenbyten.tables import prefix_errors
from tenbyten.tables.containers import read_as
from tenbyten.tables.markup import MARKS
from tenbyten.tables.reading import read_tables
from tenbyten.tables.texts import TextTable
from tenbyten.words import shorten

# Each column takes a millisecond.
_MOST_COLUMNS = 5000
# What stands for a missing number below a header.
_NO_NUMBER = r"[-\u2013—?]+|n/a|N/A"
# One point or comma, which may part thousands.
_GROUPED = r"[-+\u2212]?[1-9][0-9]{0,2}[.,][0-9]{3}(?![0-9])"


class Sheet(NamedTuple):
    """A table of a file, or one in memory.

    Attributes
    ----------
    name : str
        The file's path as it was given, with the sheet of a workbook, and the number of
        the table if a text has several; what errors begin with.
    table : DataFrame
        Of a file cells of text, stripped; empty ones are "". Columns have the names of
        the header, each once, except "", which several can have. The index has for each
        row its line in the file, or row in a workbook, from 1.
    notes : sequence of str
        What was decided in reading, such as "decimal commas".
    stem : str
        Names the classifier or the data set that the table is of, if it has no column
        for it; empty for a table in memory.
    """

    name: str
    table: pd.DataFrame
    notes: Sequence[str] = ()
    stem: str = ""


def read_sheets(path: PathLike, *, sheet: str | None = None) -> list[Sheet]:
    """Read every table of a file (`tables.reading.read_tables`).

    Delimited text and Parquet begin with the names of columns. Elsewhere these stand
    in the last row above the first number; if some are the same, what stands above is
    put in front of them. Columns without name and text are left out.

    Parameters
    ----------
    path : path
    sheet : str, optional
        The sheet of a workbook, needed if several have cells.

    Raises
    ------
    FileNotFoundError
        If there is no such file, or a folder in its place.
    ValueError
        Naming the file, and the line where there is one: if it cannot be read, has no
        row below a header, two columns of a name, or numbers that may have a decimal
        comma or one between thousands.
    """
    if Path(path).is_dir() or not Path(path).exists():
        raise FileNotFoundError(f"no file of accuracies at {path}; correct the path")
    with prefix_errors(path):
        tables = list(read_tables(path))
        if not isinstance(tables[0], TextTable):
            with read_as("Parquet", ".parquet"):
                frame = tables[0].to_pandas()
            return [sheet_of(frame, str(path))]
        sheets = {table.title: table for table in tables}
        full = [title for title, table in sheets.items() if table.lines]
        if "" in sheets and sheet is not None:
            raise ValueError(f"no workbook with a sheet {sheet!r}; leave that out")
        if "" not in sheets and sheet is None and len(full) > 1:
            raise ValueError(f"sheets {', '.join(full)}; give --sheet NAME")
        title = sheet or next(iter(full or sheets))
        if title not in sheets:
            raise ValueError(f"no sheet {title!r}; it has {', '.join(sheets)}")
    if title:
        return [_sheet(f"{path}, sheet {title!r}", sheets[title])]
    if len(tables) == 1:
        return [_sheet(str(path), tables[0])]
    return [_sheet(f"{path}, table {n}", x) for n, x in enumerate(tables, start=1)]


def sheet_of(table: pd.DataFrame, name: str) -> Sheet:
    """Make a sheet of a table in memory, with columns of an index that names something.

    Raises
    ------
    ValueError
        If it has no rows, columns of several levels, or two of a name.
    """
    if isinstance(table.columns, pd.MultiIndex):
        raise ValueError(f"{name}: columns have several levels; give them one name")
    named = [x for x in table.index.names if x is not None]
    if named:
        table = table.reset_index(level=[x for x in named if x not in table])
    elif not isinstance(table.index, pd.RangeIndex | pd.MultiIndex):
        table = table.rename_axis("Unnamed: 0").reset_index()
    table = table.rename(columns=lambda x: str(x).strip())
    if doubled := _doubled(list(table)):
        raise ValueError(f"{name}: two columns {doubled[0]!r}; remove one")
    if not len(table):
        raise ValueError(f"{name}: the table has no rows; supply them")
    return Sheet(name, table.set_axis(range(1, len(table) + 1)))


def _sheet(name: str, texts: TextTable) -> Sheet:
    """Make a sheet of a table, of whose rows the names of columns are among the first.

    Of delimited text the first has them.
    """
    has_names, commas = bool(texts.separator), texts.separator != ","
    columns = dict(enumerate(texts.columns))
    table = pd.DataFrame(columns, texts.lines, dtype=object)
    table = table.loc[(table != "").any(axis=1), (table != "").any()]
    if len(table) < 2:
        raise ValueError(f"{name}: no row below the header; is the file complete?")
    if len(table.columns) > _MOST_COLUMNS:
        raise ValueError(
            f"{name}: {len(table.columns):,} columns; give at most {_MOST_COLUMNS:,}"
        )
    head = table[:1].to_numpy().tolist()
    if not has_names:
        # The last row above the first number, or sign for a missing one.
        is_data = table.apply(lambda column: read_numbers(column).values.notna())
        is_data |= table.apply(lambda column: column.str.fullmatch(_NO_NUMBER))
        above = table[: int(is_data.any(axis=1).argmax()) or 1].to_numpy().tolist()
        heads = [n for n, cells in enumerate(above, start=1) if not _is_title(cells)]
        head = above[: heads[-1]] if heads else above
    names, more = _join_names(head)
    if doubled := _doubled(names):
        raise ValueError(f"{name}: two columns {doubled[0]!r}; remove one")
    table = table[len(head) :].set_axis(pd.Index(names, dtype=object), axis=1)
    if not has_names:
        # A heading is one text over all columns.
        first = table.iloc[:, 0]
        headings = table.eq(first, axis=0).all(axis=1) & read_numbers(first).wrong
        more += [f"heading {text!r} left out" for text in first[headings]]
        table = table[~headings]
    # A column without a name may have marks alone.
    is_mark = table.apply(lambda column: column.str.fullmatch(f"[{MARKS}]*")).all()
    table = table.loc[:, ((table.columns != "") | ~is_mark).to_numpy()]
    if not (pointed := _with_points(table, name, commas)).equals(table):
        table, more = pointed, [*more, "decimal commas"]
    return Sheet(name, table, (*texts.notes, *more))


def _is_title(cells: list[str]) -> bool:
    """Return whether a row is one text, which begins on the left."""
    return bool(cells[0]) and len(set(cells) - {""}) == 1


def _join_names(head: list[list[str]]) -> tuple[list[str], list[str]]:
    """Complete the last row of a head by those above it; return names and notes."""
    *above, names = head
    groups = [cells for cells in above if not _is_title(cells)]
    # A cell can be merged with those below, and a group's with those on the right.
    columns = list(zip(*groups, names, strict=True))
    joined = [next(filter(None, reversed(column)), "") for column in columns]
    if _doubled(joined):
        spread = [pd.Series(x).replace("", None).ffill().fillna("") for x in groups]
        for place, column in enumerate(zip(*spread, names, strict=True)):
            if column[-1]:
                joined[place] = " ".join(dict.fromkeys(filter(None, column)))
    notes = [f"header of {len(groups) + 1} rows"] if joined != names else []
    unused = [cells for cells in above if not notes or _is_title(cells)]
    texts = (" ".join(dict.fromkeys(filter(None, cells))) for cells in unused)
    return joined, [*notes, *(f"{text!r} above the header left out" for text in texts)]


def _doubled(names: list[str]) -> list[str]:
    """Return the names that several columns have."""
    return [name for name, n in Counter(names).items() if name and n > 1]


def _with_points(table: pd.DataFrame, name: str, decimal: bool) -> pd.DataFrame:
    """Turn decimal commas to points in columns most of whose cells are numbers.

    Those of three digits are refused where they may be between thousands, and always
    unless commas are `decimal` in such a file.
    """
    texts = table.set_axis(range(table.shape[1]), axis=1)
    points = texts.apply(lambda column: column.str.contains(".", regex=False))
    pointed = texts.where(points, texts.replace(",", ".", regex=True))
    is_number = pointed.apply(lambda column: read_numbers(column).values.notna())
    is_number &= is_number.sum() * 2 > (texts != "").sum()
    has_comma = is_number & (pointed != texts)
    grouped = is_number & texts.apply(lambda column: column.str.match(_GROUPED))
    if decimal and not (points & is_number).any(axis=None):
        # Commas are decimal if one must be, or if all numbers of the column have one.
        is_decimal = (has_comma & ~grouped).any(axis=None)
        grouped &= not is_decimal and (is_number & ~has_comma).any()
    doubtful = np.argwhere(grouped.to_numpy())
    if has_comma.any(axis=None) and len(doubtful):
        row, column = doubtful[0]
        raise ValueError(
            f"{name}, line {table.index[row]}: {table.columns[column]} is "
            f"{shorten(table.iloc[row, column], 40)!r}, whose sign may be decimal or "
            f"between thousands; write decimals with a point, and thousands without a "
            f"sign"
        )
    return pointed.where(has_comma, texts).set_axis(table.columns, axis=1)
