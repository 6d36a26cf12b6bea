"""Values of a metric as arrays, and their means over the folds."""

import numpy as np
import pandas as pd

from tenbyten.accuracies.design import name_cells
from tenbyten.statistics.checks import Floats, Ints
from tenbyten.statistics.rounding import rounded


def values_of(
    table: pd.DataFrame, metric: str = "accuracy", *, undefined: bool = False
) -> Floats:
    """Return a metric as an array of shape (datasets, classifiers, runs * folds).

    It is a ValueError if the table has no such column, or if one of its cells is empty,
    unless `undefined` lets cells be nan.
    """
    if metric not in table:
        raise ValueError(
            f"no column {metric!r} in the long table (it has {', '.join(table)}); "
            f"measure it (`metrics` of the study), or name another"
        )
    empty = table[table[metric].isna()]
    if len(empty) and not undefined:
        raise ValueError(
            f"{metric} is undefined in {name_cells(empty)}; a test fold there has "
            f"but one class: ask for fewer folds, for a splitter that stratifies, or "
            f"for another metric, or leave the data set out"
        )
    shape = (table["dataset"].nunique(), table["classifier"].nunique(), -1)
    return table[metric].to_numpy(float).reshape(shape)


def counts_of(table: pd.DataFrame) -> tuple[Ints, Ints] | None:
    """Return the counts of the long table of accuracies, None where it has none.

    Returns
    -------
    correct : ndarray of shape (datasets, classifiers, runs * folds)
    tested : ndarray of shape (datasets, runs * folds)
    """
    if table["correct"].isna().any():
        return None
    shape = (table["dataset"].nunique(), table["classifier"].nunique(), -1)
    correct, tested = (
        table[name].to_numpy(np.int64).reshape(shape) for name in ("correct", "tested")
    )
    return correct, tested[:, 0]


def means_of(
    table: pd.DataFrame, metric: str = "accuracy", *, undefined: bool = False
) -> pd.DataFrame:
    """Average a metric over all folds of all runs; `undefined` as for `values_of`.

    Returns
    -------
    DataFrame of shape (datasets, classifiers)
        Index and columns in the table's order; in the metric's own unit (an accuracy is
        a fraction), rounded at 1e-12.

    Notes
    -----
    The unweighted mean over folds, so that a difference of two means is the mean of the
    differences. Rounded so that equal means stay ties, as in `differences_of_values` of
    `statistics.one_dataset.differences`.
    """
    values = values_of(table, metric, undefined=undefined)
    return _over_folds(table, np.mean(values, axis=-1))


def deviations_of(
    table: pd.DataFrame, metric: str = "accuracy", *, undefined: bool = False
) -> pd.DataFrame:
    """Compute the standard deviation of a metric over all folds of all runs.

    Of the shape of `means_of`, with n - 1 in the variance's denominator. Folds share
    training instances: this is the spread over folds, not a standard error of the mean.
    Of a single fold it is a ValueError.
    """
    if len(table) and len(table[["run", "fold"]].drop_duplicates()) < 2:
        raise ValueError(
            f"deviations_of: one fold of {metric} has no spread; give two or more."
        )
    values = values_of(table, metric, undefined=undefined)
    return _over_folds(table, np.std(values, axis=-1, ddof=1))


def _over_folds(table: pd.DataFrame, reduced: Floats) -> pd.DataFrame:
    """Name what the folds of every data set and classifier come to."""
    return pd.DataFrame(
        rounded(reduced),
        index=pd.Index(table["dataset"].unique(), name="dataset"),
        columns=pd.Index(table["classifier"].unique(), name="classifier"),
    )
