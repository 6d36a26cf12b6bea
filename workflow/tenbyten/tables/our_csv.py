"""Read and write the CSV tables of a study."""

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
        options: Any = {"dtype": dict(wanted), "usecols": columns, "na_values": empty}
        table = pd.read_csv(path, keep_default_na=False, **options)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{path}: {error}; delete the file and run again") from error
    return table[columns]


def write_table(
    table: pd.DataFrame | None, path: PathLike | None, *, float_format: str = ""
) -> None:
    """Write a table as CSV without its index, atomically.

    Parameters
    ----------
    table : DataFrame, optional
        Without it nothing is written, as for the metrics of a study that measures none.
    path : path, optional
        Without it nothing is written.
    float_format : str, optional
        Format of floats, such as ``%.3g``; by default the shortest digits that suffice.
    """
    if table is None or path is None:
        return
    texts = {
        as_text(name): column
        if column.dtype.kind in "fiub"
        else pd.Series([*map(as_text, column)], table.index, object)
        for name, column in table.items()
    }
    with atomic_open(path, encoding="utf-8", newline="") as file:
        pd.DataFrame(texts, table.index).to_csv(
            file, index=False, float_format=float_format or None, lineterminator="\n"
        )


def as_text(value: Any) -> Any:
    """Put an apostrophe before a text that a spreadsheet would take for a formula.

    Examples
    --------
    >>> as_text("=SUM(A1)"), as_text("-0.5"), as_text("J48")
    ("'=SUM(A1)", '-0.5', 'J48')
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value
