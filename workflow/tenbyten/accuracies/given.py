"""Check a table in memory: names become text, numbers become numbers."""

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pandas as pd

from tenbyten.accuracies.design import CELL, name_cells
from tenbyten.accuracies.shapes import as_cells, count_from_one
from tenbyten.metrics import METRICS

_NAMES, _NUMBERS = CELL[:2], CELL[2:]
_COUNTS = ["tested", "correct"]


def clean(
    table: pd.DataFrame, metric: str = "accuracy", *, others: Iterable[str] = ()
) -> pd.DataFrame:
    """Return a table in memory as readers of files return theirs.

    It may be long or wide, as `shapes.as_cells` tells; a wide one holds the `metric`,
    and may have the data sets in its index. Other columns of a cell may be in the index
    too. Names of data sets and classifiers become text without surrounding spaces; a
    whole float becomes the text of the integer, so that OpenML's id 31.0 is ``31``.
    Runs, folds and counts become integers; counts that are empty in every cell are left
    out. Runs and folds that count from 0 count from 1. Numbers are those of all metrics
    that are known here, and of `others`.

    Raises
    ------
    ValueError
        If a column is missing or doubled, a name is empty, or a number is none, is not
        whole where it counts, or is true or false.
    """
    table = _with_index(table)
    table = table.rename(columns=lambda name: str(name).strip()).reset_index(drop=True)
    if doubled := [name for name, n in Counter(table.columns).items() if n > 1]:
        raise ValueError(f"compare: two columns {doubled[0]!r}; remove one")
    given = table
    table = as_cells(table, value=metric, where="compare").reset_index(drop=True)
    lacking = [name for name in CELL if name not in table]
    if lacking or not len(table):
        raise ValueError(
            f"compare: the table has {len(given)} rows and the columns "
            f"{', '.join(given.columns)}; it needs a row a cell and "
            f"{', '.join(lacking) or 'a cell'}, or a column a classifier"
        )
    empty = [name for name in _COUNTS if name in table and table[name].isna().all()]
    table = table.drop(columns=empty)
    for name in _NAMES:
        table[name] = _as_text(table[name])
    for name in _numeric(table, [metric, *others]):
        table[name] = _as_numbers(table, name)
    return count_from_one(table, "compare")


def _with_index(table: pd.DataFrame) -> pd.DataFrame:
    """Make columns of an index that names cells, or the data sets of a wide table."""
    index = table.index
    if (set(index.names) & set(CELL)) - set(table.columns):
        return table.reset_index()
    is_plain = isinstance(index, pd.RangeIndex | pd.MultiIndex)
    if is_plain or {"dataset", "classifier"} & set(table.columns):
        return table
    return table.rename_axis("dataset").reset_index()


def _numeric(table: pd.DataFrame, metrics: Iterable[str]) -> list[str]:
    """List the columns that hold numbers, those of the cells first."""
    measured = dict.fromkeys([*_COUNTS, "accuracy", *METRICS, *metrics])
    return [*_NUMBERS, *(name for name in measured if name in table)]


def _as_text(column: pd.Series) -> pd.Series:
    """Turn names into text."""
    names = {name: _text(name) for name in column.dropna().unique()}
    text = column.astype(object).map(names).fillna("")
    if (text == "").any():
        row = int((text == "").idxmax())
        raise ValueError(
            f"compare: {column.name} is {column[row]!r} in row {row + 1} below the "
            f"header; supply the name, or remove the row"
        )
    return text


def _text(name: object) -> str:
    """Write a name."""
    whole = isinstance(name, float) and name.is_integer()
    return str(int(name) if whole else name).strip()  # type: ignore[call-overload]


def _is_boolean(column: pd.Series) -> pd.Series:
    """Mark what is true or false, which counts as 1 or 0 elsewhere."""
    if column.dtype == object:
        return column.map(lambda value: isinstance(value, bool | np.bool_))
    return pd.Series(pd.api.types.is_bool_dtype(column), column.index)


def _as_numbers(table: pd.DataFrame, name: str) -> pd.Series:
    """Turn a column into numbers, naming the cell of one that is none."""
    column, whole = table[name], name in (*_NUMBERS, *_COUNTS)
    numbers = pd.to_numeric(column, errors="coerce").astype(float)
    bad = numbers.isna() & column.notna() | _is_boolean(column)
    if whole:
        bad |= numbers % 1 != 0
    if bad.any():
        wrong = table[bad]
        # A cell whose run or fold is wrong has no other name than its row.
        where = name_cells(wrong) if name not in CELL else f"row {wrong.index[0] + 1}"
        kind = "whole number" if whole else "number"
        raise ValueError(
            f"compare: {where}: {name} is {wrong[name].iloc[0]}, expected a {kind}; "
            f"supply it"
        )
    return numbers.astype("int64") if whole else numbers
