"""Read and write the CSV tables of a study."""

import csv
import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from tenbyten.files import PathLike, atomic_open

# Columns that hold text in every table, even where it looks like a number.
TEXT = {"dataset", "classifier", "row", "column", "subset", "test", "differences"}
TEXT |= {"zero_variance", "threshold", "sides", "method", "zeros", "policy", "note"}
TEXT |= {"becomes", "hangs_on", "data_sets", "apart", "comes_out_under", "reason"}
TEXT |= {"bayesian_sign_verdict", "bayesian_signed_rank_verdict"}
TEXT |= {"hierarchical_verdict", "rope_verdict", "verdict"}
TEXT |= {"setting", "chosen", "warning"}
# Of the index of figures.
TEXT |= {"name", "kind", "title", "alt"}

# Texts that spreadsheets take for formulas, which may call programs.
_FORMULA = re.compile(r"[=@\t\r]|[+-].*[(|!]", re.DOTALL)
# Rows that are turned into text at a time.
_ROWS = 10_000


def read_header(path: PathLike) -> list[str]:
    """Read the names of a table's columns."""
    return list(pd.read_csv(path, nrows=0))


def read_table(path: PathLike, types: Mapping[str, Any] | None = None) -> pd.DataFrame:
    """Read a table that `write_table` wrote.

    Parameters
    ----------
    path : path
    types : dict of str to type, optional
        The columns that are wanted and their types; others are left out. By default
        every column: text for those named in `TEXT`, else numbers, and missing where a
        cell is empty.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If a wanted column is missing, or a cell is not of its column's type.
    """
    try:
        header = read_header(path)
        wanted = types or {name: str for name in header if name in TEXT}
        if missing := [name for name in wanted if name not in header]:
            names = ", ".join(header)
            raise ValueError(f"no column {', '.join(missing)} among {names}")
        columns = list(types or header)
        empty = {x: [""] for x in columns if wanted.get(x) not in (str, int)}
        how: Any = {"dtype": dict(wanted), "usecols": columns, "na_values": empty}
        table = pd.read_csv(path, keep_default_na=False, **how)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{path}: {error}; delete the file and run again") from error
    return table[columns]


def write_table(
    table: pd.DataFrame | None, path: PathLike | None, *, float_format: str = ""
) -> None:
    """Write a table as CSV without its index, atomically.

    Floats have the shortest digits that suffice, or a `float_format`. Without a table
    or a path, as for the metrics of a study that measures none, nothing is written.
    """
    if table is None or path is None:
        return
    with atomic_open(path, encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(as_text, table))
        for start in range(0, len(table), _ROWS):
            part = table.iloc[start : start + _ROWS]
            columns = [_cells(part[name], float_format) for name in part]
            writer.writerows(zip(*columns, strict=True))


def _cells(column: pd.Series, float_format: str) -> list[Any]:
    """Return a column's cells for `csv`, in half of the time that pandas takes."""
    if column.dtype.kind == "f":
        text = float_format.__mod__ if float_format else repr
        return [text(x) if x == x else "" for x in column.tolist()]
    if column.hasnans:
        column = column.astype(object).where(column.notna(), "")
    return list(map(as_text, column.tolist()))


def as_text(value: Any) -> Any:
    """Put an apostrophe before a text that a spreadsheet would take for a formula.

    Examples
    --------
    >>> as_text("=SUM(A1)"), as_text("-0.5"), as_text("J48")
    ("'=SUM(A1)", '-0.5', 'J48')
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value
