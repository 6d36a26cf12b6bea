"""Read a pilot: what is known of a pair of classifiers on its data sets."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.accuracies.given import clean
from tenbyten.accuracies.long_table import collect
from tenbyten.comparisons.files import as_written
from tenbyten.comparisons.on_each_dataset import Pairs, by_pair, compare_on_each
from tenbyten.statistics.checks import Floats

# Numbers of runs that are planned for by default, as far as the pilot has them.
_RUNS = (1, 2, 5, 10)


class Pilot(NamedTuple):
    """A pilot, from which comparisons of `row` and `column` are drawn.

    Attributes
    ----------
    row, column : str
    classifiers : tuple of str
        All, row and column first.
    datasets : tuple of str
    runs : tuple of int
        Numbers of runs, each the pilot's first ones.
    folds : int
    gains : ndarray of shape (datasets,)
        Mean difference over all runs, column minus row.
    wins : ndarray of shape (runs, 2 * datasets)
        Probability that the column wins, for the Poisson test; NaN for a data set that
        leaves it. Each data set is there once more, the names of row and column
        exchanged.
    means : ndarray of shape (runs, pairs, 2 * datasets)
        Mean differences of every two classifiers, row and column first, on the same.
    """

    row: str
    column: str
    classifiers: tuple[str, ...]
    datasets: tuple[str, ...]
    runs: tuple[int, ...]
    folds: int
    gains: Floats
    wins: Floats
    means: Floats


def make_pilot(
    table: pd.DataFrame,
    *,
    row: str | None,
    column: str | None,
    runs: Sequence[int] | None,
    rho: float | str,
    zero_variance: str,
) -> Pilot:
    """Compare the classifiers of a pilot on each data set.

    Parameters
    ----------
    table : DataFrame
        As in `tenbyten.compare`: a row a cell, every classifier with every fold.
    row, column : str or None
        As in `tenbyten.planning.power`.
    runs : sequence of int or None
        Numbers of runs; those of 1, 2, 5 and 10 that the pilot has.

    Raises
    ------
    ValueError
        If the table is incomplete, a classifier is not in it or the pair is not
        settled, or if it has fewer runs.
    """
    values = _long_table(table)
    has = int(values["run"].max())
    if runs is None:
        runs = [m for m in _RUNS if m <= has]
    elif wrong := [m for m in runs if not 1 <= m <= has]:
        raise ValueError(
            f"planning: runs of {wrong[0]} are asked for and the pilot has {has}; ask "
            f"for `runs` from 1 to {has}, or take a pilot with more."
        )
    row, column = _pair(values, row, column)
    others = [x for x in values["classifier"].unique() if x not in (row, column)]
    classifiers = (row, column, *others)
    found = [
        _on_each(values, classifiers, m, rho=rho, zero_variance=zero_variance)
        for m in [*runs, has]
    ]
    wins, means = (np.stack(of_runs[:-1]) for of_runs in zip(*found, strict=True))
    datasets = tuple(values["dataset"].unique())
    return Pilot(
        row,
        column,
        classifiers,
        datasets,
        tuple(runs),
        int(values["fold"].max()),
        found[-1][1][0, : len(datasets)],
        wins,
        means,
    )


def _long_table(table: pd.DataFrame) -> pd.DataFrame:
    """Check a table, and put it in order."""
    table = clean(table)
    return collect(
        [table],
        datasets=list(table["dataset"].unique()),
        classifiers=list(table["classifier"].unique()),
        runs=int(table["run"].max()),
        folds=int(table["fold"].max()),
    )


def _pair(values: pd.DataFrame, row: str | None, column: str | None) -> tuple[str, str]:
    """Settle row and column: of two classifiers the better one is the column."""
    means = values.groupby("classifier", sort=False)["accuracy"].mean()
    names = list(means.index)
    for key, name in (("row", row), ("column", column)):
        if name is not None and name not in names:
            raise ValueError(
                f"planning: {key} is {name!r}, which is no classifier of the pilot; "
                f"give one of {', '.join(names)}."
            )
    if len(names) == 2:
        better = max(names, key=lambda name: means[name])
        column = column or next(x for x in (better, *names) if x != row)
        row = row or next(x for x in names if x != column)
    if row is None or column is None or row == column:
        raise ValueError(
            f"planning: row is {row!r} and column {column!r}; give two of the pilot's "
            f"classifiers: {', '.join(names)}."
        )
    return row, column


def _on_each(
    values: pd.DataFrame,
    classifiers: Sequence[str],
    runs: int,
    *,
    rho: float | str,
    zero_variance: str,
) -> tuple[Floats, Floats]:
    """Return win probabilities and mean differences, exchanged names behind them."""
    pairs: Pairs = list(itertools.permutations(classifiers, 2))
    first = values[values["run"] <= runs]
    found = as_written(
        compare_on_each(
            first,
            pairs=pairs,
            runs=runs,
            rho=rho,
            rope=0,
            zero_variance=zero_variance,
        )
    )
    datasets = list(values["dataset"].unique())
    wins, means = (
        dict(zip(pairs, by_pair(found, datasets, value)[1], strict=True))
        for value in ("p_column_wins", "mean_difference")
    )
    row, column, *_ = classifiers
    exchanged = dict(zip(classifiers, classifiers, strict=True))
    exchanged |= {row: column, column: row}
    of_column = np.concatenate([wins[row, column], wins[column, row]])
    of_pairs = [
        np.concatenate([means[a, b], means[exchanged[a], exchanged[b]]])
        for a, b in itertools.combinations(classifiers, 2)
    ]
    return of_column, np.stack(of_pairs)
