"""Tell tables of results apart by their columns, and make long tables of them.

A long table has a row a classifier and data set, or one for each fold of each run; a
wide table has a column a classifier. Without the column ``fold``, ``run``, or both,
there is but one of them: one score a data set and classifier, runs that are no folds
(random train/test splits), or one run of a cross-validation.
"""

import logging

import pandas as pd

from tenbyten.accuracies.design import CELL
from tenbyten.metrics import METRICS

_NAMES, _NUMBERS = CELL[:2], CELL[2:]
# Columns of which one at least is in every long table.
_MEASURED = {"tested", "correct", *METRICS}
# What stands below a printed table, and is no data set.
_SUMMARIES = {"average", "avg", "mean", "rank", "average rank", "avg rank", "mean rank"}
_SUMMARIES |= {"avg. rank", "avg."}

_log = logging.getLogger(__name__)


def as_cells(table: pd.DataFrame, *, value: str, where: str) -> pd.DataFrame:
    """Return a table with the columns of a cell, whatever form it was given in.

    Parameters
    ----------
    table : DataFrame
        Long or wide, its columns named by text, each once.
    value : str
        Name of what a wide table holds, a metric.
    where : str
        What errors begin with: the function or file that got the table.

    Returns
    -------
    DataFrame
        Long, with dataset, classifier, run and fold; a row keeps the index of the one
        that it comes from. A wide table's values are in the column `value`.

    Raises
    ------
    ValueError
        If a wide table has a summary among its data sets, or if several rows are of one
        cell because a column that tells them apart is missing.
    """
    measured = (_MEASURED | {value}) & set(table)
    if "classifier" not in table and not measured and len(table.columns):
        table = _melted(table, value, where)
    lacking = [name for name in _NUMBERS if name not in table]
    if not lacking or not set(_NAMES) <= set(table):
        return table
    cell = [name for name in CELL if name in table]
    doubled = table[table.duplicated(cell)]
    if len(doubled):
        named = ", ".join(f"{name} {doubled.iloc[0][name]}" for name in cell)
        raise ValueError(
            f"{where}: several rows of {named}, and no column {' or '.join(lacking)} "
            f"that tells them apart; number them from 1 there, the same number for all "
            f"classifiers on the same fold"
        )
    return table.assign(**dict.fromkeys(lacking, 1))


def count_from_one(table: pd.DataFrame, where: str) -> pd.DataFrame:
    """Return a long table whose runs and folds count from 1, if they did from 0.

    It is a ValueError, which begins with `where`, if they do on some data sets alone.
    """
    for name in _NUMBERS:
        first = table.groupby("dataset", sort=False)[name].min()
        if not (first == 0).any():
            continue
        if others := list(first.index[first > 0]):
            raise ValueError(
                f"{where}: {name}s count from 0 on {first.idxmin()} and not on "
                f"{others[0]}, where the first is {first[others[0]]}; count from 1 on "
                f"all data sets, or supply the cells of {name} 0"
            )
        _log.warning("%ss count from 0; taken as counting from 1", name)
        table = table.assign(**{name: table[name] + 1})
    return table


def _melted(table: pd.DataFrame, value: str, where: str) -> pd.DataFrame:
    """Make a long table of a wide one, each of whose other columns is a classifier."""
    names = [name for name in table if name not in CELL]
    if "dataset" not in table and len(names) > 1:
        table = table.rename(columns={names.pop(0): "dataset"})
    cell = [name for name in CELL if name in table]
    if "dataset" not in cell or not names:
        return table
    _check_numbers(table[names], where)
    names = table["dataset"].astype(str).str.strip().str.lower()
    if (summary := names.isin(_SUMMARIES)).any():
        raise ValueError(
            f"{where}: {table['dataset'][summary].iloc[0]!r} among the data sets is a "
            f"summary of the others; remove its row"
        )
    return table.melt(
        id_vars=cell, var_name="classifier", value_name=value, ignore_index=False
    )


def _check_numbers(table: pd.DataFrame, where: str) -> None:
    """Refuse a column without numbers, which is no classifier of a wide table."""
    for name in table if len(table) else ():
        if pd.to_numeric(table[name], errors="coerce").isna().all():
            raise ValueError(
                f"{where}: no column classifier, and {name!r} holds no number, such as "
                f"{str(table[name].iloc[0])!r}; rename it to classifier if it names "
                f"the classifiers, and else remove it"
            )
