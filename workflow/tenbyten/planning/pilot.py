"""Read a pilot: the differences of a pair of classifiers on its data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from tenbyten.accuracies.long_table import collect
from tenbyten.accuracies.validate import clean
from tenbyten.accuracies.values import values_of
from tenbyten.planning.model import RATIO, Effects, effects_of
from tenbyten.statistics.checks import Floats

# Numbers of runs that are planned for by default, as far as the pilot has folds.
_RUNS = (1, 2, 5, 10)


class Pilot(NamedTuple):
    """A pilot's differences of two classifiers, column minus row.

    Attributes
    ----------
    row, column : str
    classifiers : tuple of str
        All of the pilot.
    differences : ndarray of shape (datasets, runs, folds)
    """

    row: str
    column: str
    classifiers: tuple[str, ...]
    differences: Floats

    @property
    def has_folds(self) -> bool:
        """Whether there is more than one score for each data set and classifier."""
        return self.differences[0].size > 1

    def effects(self, ratio: float = RATIO) -> Effects:
        """Describe the pilot for the model; see `model.effects_of`."""
        runs, folds = self.differences.mean(axis=2), self.differences.shape[2]
        within = 0 * runs[:, 0]
        if folds > 1:
            within = self.differences.var(axis=2, ddof=1).mean(axis=1) / folds
        return effects_of(runs, within, ratio=ratio)


def make_pilot(
    table: pd.DataFrame, *, row: str | None, column: str | None, metric: str
) -> Pilot:
    """Take the differences of a pair from a table.

    Parameters
    ----------
    table : DataFrame
        As in `tenbyten.compare`.
    row, column : str or None
        The classifiers; of a pilot with two, the column is the one with the higher
        mean if they are left out.

    Raises
    ------
    ValueError
        If the table is incomplete, has one data set, a classifier is not in it, or the
        pair is not settled.
    """
    table = clean(table, metric)
    names = [str(name) for name in table["classifier"].unique()]
    datasets = list(table["dataset"].unique())
    design = {key: int(table[key].max()) for key in ("run", "fold")}
    if len(datasets) < 2:
        raise ValueError(
            f"planning: the pilot has {len(datasets)} data set; give one of two or "
            f"more, for the differences between data sets settle how many are needed"
        )
    if metric == "accuracy":
        table = collect(
            table,
            datasets=datasets,
            classifiers=names,
            runs=design["run"],
            folds=design["fold"],
        )
        values = values_of(table)
    else:
        cells = table.pivot_table(
            index="dataset", columns=["classifier", "run", "fold"], values=metric
        ).loc[datasets, names]
        size = design["run"] * design["fold"] * len(names)
        if cells.shape[1] != size or cells.isna().any(axis=None):
            raise ValueError(
                f"planning: {metric} is not there for every data set, classifier, run "
                f"and fold; give a complete table"
            )
        values = cells.to_numpy().reshape(len(datasets), len(names), -1)
    means = dict(zip(names, values.mean(axis=(0, 2)), strict=True))
    row, column = _pair(means, row, column)
    gained = values[:, names.index(column)] - values[:, names.index(row)]
    shape = len(datasets), design["run"], design["fold"]
    return Pilot(row, column, tuple(names), gained.reshape(shape))


def runs_of(pilot: Pilot, runs: Sequence[int] | None) -> list[int]:
    """Settle the numbers of runs that are planned for.

    A ValueError refuses those of a pilot without folds, whose scores do not tell how
    much a run varies.
    """
    if runs is None:
        return list(_RUNS) if pilot.has_folds else [1]
    if not pilot.has_folds:
        raise ValueError(
            f"planning: runs of {runs[0]} are asked for, and the pilot has one score "
            f"for each data set and classifier, which does not tell how much a run "
            f"varies; leave runs out, or give the results of folds"
        )
    if wrong := [m for m in runs if m < 1]:
        raise ValueError(f"planning: runs of {wrong[0]} are asked for; give 1 or more")
    return sorted(runs)


def _pair(
    means: dict[str, float], row: str | None, column: str | None
) -> tuple[str, str]:
    """Settle row and column: of two classifiers the better one is the column."""
    names = list(means)
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
