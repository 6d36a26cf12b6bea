"""Values of a metric as arrays, and their means over the folds."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from tenbyten.accuracies.design import by_design, name_cells
from tenbyten.statistics.checks import Floats, Ints
from tenbyten.statistics.rounding import DECIMALS, decimals, merge_close, rounded


def values_of(
    table: pd.DataFrame, metric: str = "accuracy", *, undefined: bool = False
) -> Floats:
    """Return a metric as an array of shape (datasets, classifiers, runs * folds).

    All data sets have one design. A rounded accuracy is that of its counts, where the
    table has them. It is a ValueError if the table has no such column, or if one of its
    cells is empty, unless `undefined` lets cells be nan.
    """
    if metric not in table:
        raise ValueError(
            f"no column {metric!r} in the long table (it has {', '.join(table)}); "
            f"measure it (`metrics` of the study), or name another"
        )
    empty = table[table[metric].isna()]
    if len(empty) and not undefined:
        raise ValueError(
            f"{metric} is undefined in {name_cells(empty)}; a test fold there lacks "
            f"classes, or has but one: ask for fewer folds, for a splitter that "
            f"stratifies, or for another metric, or leave the data set out"
        )
    values = table[metric]
    if metric == "accuracy" and "correct" in table:
        values = _quotients(table).fillna(values)
    return values.to_numpy(float).reshape(_shape(table))


def is_recovered(table: pd.DataFrame) -> bool:
    """Return whether counts of the long table are recovered from rounded accuracies."""
    if "correct" not in table:
        return False
    return bool(((_quotients(table) - table["accuracy"]).abs() > 10.0**-DECIMALS).any())


def _quotients(table: pd.DataFrame) -> pd.Series:
    """Divide the counts of the long table of accuracies, NaN where it has none."""
    counts = table[["correct", "tested"]].astype("Float64").astype(float)
    return counts["correct"] / counts["tested"]


def rounding_errors(
    table: pd.DataFrame, metric: str = "accuracy", *, undefined: bool = False
) -> Floats:
    """Return the least difference on each data set that is not due to rounding.

    Returns
    -------
    ndarray of shape (datasets,)
        One unit of the last digit that the values are written with: the mean of a
        difference between equal values is smaller. 0 where counts are known, where
        values have more than 12 digits, or where all are multiples of more than one
        unit, such as 0.05 of 20 instances, and therefore not rounded; and of single
        scores, of which equal ones are written alike.
    """
    values = values_of(table, metric, undefined=undefined)
    if values.shape[-1] == 1:
        return np.zeros(len(values))
    values = np.nan_to_num(values.reshape(len(values), -1))
    rough = np.ones(len(values), bool)
    if "correct" in table:
        rough = table["correct"].isna().to_numpy().reshape(values.shape).any(axis=1)
    digits = decimals(values[rough]) if np.any(rough) else None
    if digits is None:
        return np.zeros(len(values))
    units = np.rint(values * 10.0**digits).astype(np.int64)
    rough &= np.gcd.reduce(units, axis=1) == 1
    return np.where(rough, 10.0**-digits, 0.0)


def _shape(table: pd.DataFrame) -> tuple[int, int, int]:
    """Return the numbers of data sets and classifiers; the folds are the rest."""
    return table["dataset"].nunique(), table["classifier"].nunique(), -1


def counts_of(table: pd.DataFrame) -> tuple[Ints, Ints] | None:
    """Return the counts of the long table of accuracies, None where it has none.

    Returns
    -------
    correct : ndarray of shape (datasets, classifiers, runs * folds)
    tested : ndarray of shape (datasets, runs * folds)
    """
    if table["correct"].isna().any():
        return None
    correct, tested = (
        table[name].to_numpy(np.int64).reshape(_shape(table))
        for name in ("correct", "tested")
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
        a fraction), rounded at 1e-12. Means on one data set that differ by less than
        `rounding_errors` are equal.

    Notes
    -----
    The unweighted mean over folds, so that a difference of two means is the mean of the
    differences. Rounded so that equal means stay ties, as in `differences_of_values` of
    `statistics.one_dataset.differences`.
    """

    def means(part: pd.DataFrame) -> Floats:
        means = np.mean(values_of(part, metric, undefined=undefined), axis=-1)
        errors = rounding_errors(part, metric, undefined=undefined)
        for index in np.flatnonzero(errors):
            means[index] = merge_close(means[index], errors[index])
        return means

    return _over_folds(table, means)


def deviations_of(
    table: pd.DataFrame, metric: str = "accuracy", *, undefined: bool = False
) -> pd.DataFrame:
    """Compute the standard deviation of a metric over all folds of all runs.

    Of the shape of `means_of`, with n - 1 in the variance's denominator. Folds share
    training instances: this is the spread over folds, not a standard error of the mean.
    A single score has none: nan.
    """

    def deviations(part: pd.DataFrame) -> Floats:
        values = values_of(part, metric, undefined=undefined)
        if values.shape[-1] == 1:
            return np.full(values.shape[:-1], np.nan)
        return np.std(values, axis=-1, ddof=1)

    return _over_folds(table, deviations)


def _over_folds(
    table: pd.DataFrame, reduce: Callable[[pd.DataFrame], Floats]
) -> pd.DataFrame:
    """Reduce the folds of every data set and classifier, and name what they come to."""
    columns = pd.Index(table["classifier"].unique(), name="classifier")
    reduced = [
        pd.DataFrame(rounded(reduce(part)), part["dataset"].unique(), columns)
        for part in by_design(table)
    ]
    return pd.concat(reduced).loc[table["dataset"].unique()].rename_axis("dataset")
