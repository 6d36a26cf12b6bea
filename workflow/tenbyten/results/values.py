"""Values of a metric as arrays, and their means over the folds."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.metrics import UNDEFINED
from tenbyten.results.design import name_cells, refuse, split_by_design
from tenbyten.statistics.checks import Floats, Ints
from tenbyten.statistics.rounding import (
    DECIMALS,
    decimals,
    error_of_mean,
    merge_close,
    rounded,
)


def values_of(table: pd.DataFrame, metric: str = "accuracy", **options: Any) -> Floats:
    """Return the values of a metric.

    Parameters
    ----------
    table : DataFrame
        A long table, whose data sets have one design.
    metric : str
    **options
        `undefined` and `scale`, as of `column_values`.

    Returns
    -------
    ndarray of shape (datasets, classifiers, runs * folds)
    """
    values = column_values(table, metric, **options)
    return values.to_numpy(float).reshape(_shape(table))


def column_values(
    table: pd.DataFrame,
    metric: str,
    *,
    undefined: bool = False,
    scale: str = "difference",
) -> pd.Series:
    """Return a metric of every cell.

    Parameters
    ----------
    table : DataFrame
        A long table; where it has counts, accuracies are their quotients.
    metric : str
    undefined : bool, default=False
        Whether cells may be empty.
    scale : {"difference", "ratio", ...}, default="difference"
        With ``ratio`` the values are natural logarithms, whose differences are
        logarithms of ratios.

    Raises
    ------
    ValueError
        If the table has no such column, a cell is empty that may not be, or a value
        whose logarithm is wanted is 0 or less.
    """
    if metric not in table:
        raise ValueError(
            f"no column {metric!r} in the long table (it has {', '.join(table)}); "
            f"measure it (`metrics` of the study), or name another"
        )
    empty = table[table[metric].isna()]
    if len(empty) and not undefined:
        raise ValueError(f"{metric} is undefined in {name_cells(empty)}; {UNDEFINED}")
    values = table[metric]
    if metric == "accuracy" and "correct" in table:
        values = _quotients(table).fillna(values)
    if scale == "ratio":
        hint = (
            "measure it more finely, leave the data set out, or set scale: difference"
        )
        said = f"and a ratio takes values above 0; {hint}"
        refuse(table[values <= 0], metric, lambda row: f"it is {row[metric]:g}, {said}")
        return np.log(values)
    return values


def is_recovered(table: pd.DataFrame) -> bool:
    """Return whether counts of the long table are recovered from rounded accuracies."""
    return "correct" in table and bool(
        ((_quotients(table) - table["accuracy"]).abs() > 10.0**-DECIMALS).any()
    )


def _quotients(table: pd.DataFrame) -> pd.Series:
    """Divide the counts of the long table of accuracies, NaN where it has none."""
    counts = table[["correct", "tested"]].astype("Float64").astype(float)
    return counts["correct"] / counts["tested"]


def rounding_errors(
    table: pd.DataFrame, metric: str = "accuracy", **options: Any
) -> Floats:
    """Return the least mean difference on each data set that is not due to rounding.

    Parameters
    ----------
    table : DataFrame
        A long table of all data sets, as of `rounding_units`.
    metric : str
    **options
        `undefined` and `scale`, as of `column_values`.

    Returns
    -------
    ndarray of shape (datasets,)
        `error_of_mean` of the `rounding_units`.
    """
    units = rounding_units(table, metric, **options)
    folds = table["dataset"].value_counts(sort=False) / table["classifier"].nunique()
    return error_of_mean(units, folds[table["dataset"].unique()].to_numpy())


def rounding_units(
    table: pd.DataFrame, metric: str = "accuracy", **options: Any
) -> Floats:
    """Return one unit of the last digit that values on each data set are rounded to.

    Parameters
    ----------
    table : DataFrame
        A long table of all data sets, which may have different designs: all of them
        together show how many digits were written.
    metric : str
    **options
        `undefined` and `scale`, as of `column_values`.

    Returns
    -------
    ndarray of shape (datasets,)
        0 where counts are known, where values have more than 12 digits, or where all
        are multiples of more than one unit, such as 0.05 of 20 instances, or are whole
        numbers, and therefore not rounded. 0 of single scores, of which equal ones are
        written alike, and of a data set alone: no test on it needs ties, and nothing
        tells 0.7 of ten instances from a rounded 0.7. Of logarithms it is
        that of the values divided by each value: the root mean square.

    Notes
    -----
    Nothing tells 0.93 of 100 instances from a rounded 0.93 either. Where all values are
    exact like that, means that differ by less than `rounding_errors` are taken for
    equal needlessly; with ``tested`` in the table the counts are recovered instead.
    """
    is_ratio = options.get("scale") == "ratio"
    values = column_values(table, metric, **options)
    values = (table[metric] if is_ratio else values).to_numpy(float)
    starts = np.flatnonzero(~table["dataset"].duplicated())
    sizes = np.diff([*starts, len(table)])
    rough = sizes > table["classifier"].nunique()
    if len(starts) == 1 or not np.any(rough):
        return np.zeros(len(starts))
    values = np.nan_to_num(values)
    if "correct" in table:
        rough &= np.logical_or.reduceat(table["correct"].isna().to_numpy(), starts)
    digits = decimals(values[np.repeat(rough, sizes)]) if np.any(rough) else None
    if not digits:
        return np.zeros(len(starts))
    units = np.rint(values * 10.0**digits).astype(np.int64)
    rough &= np.gcd.reduceat(units, starts) == 1
    of_each = np.sqrt(np.add.reduceat(values**-2, starts) / sizes) if is_ratio else 1
    return np.where(rough, 10.0**-digits, 0.0) * of_each


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
    table: pd.DataFrame, metric: str = "accuracy", **options: Any
) -> pd.DataFrame:
    """Average a metric over all folds of all runs.

    Parameters
    ----------
    table : DataFrame
        A long table, whose data sets may have different designs.
    metric : str
    **options
        `undefined` and `scale`, as of `column_values`.

    Returns
    -------
    DataFrame of shape (datasets, classifiers)
        Index and columns in the table's order; in the metric's own unit (an accuracy is
        a fraction; on the scale ``ratio`` the logarithm of the geometric mean), rounded
        at 1e-12. Means on one data set that differ by less than `rounding_errors` are
        equal.

    Notes
    -----
    The unweighted mean over folds, so that a difference of two means is the mean of the
    differences. Rounded so that equal means stay ties, as in `differences_of_values` of
    `statistics.one_dataset.differences`.
    """
    smallest = rounding_errors(table, metric, **options)
    errors = dict(zip(table["dataset"].unique(), smallest, strict=True))

    def means(part: pd.DataFrame) -> Floats:
        means = np.mean(values_of(part, metric, **options), axis=-1)
        for index, name in enumerate(part["dataset"].unique()):
            if errors[name]:
                means[index] = merge_close(means[index], errors[name])
        return means

    return _over_folds(table, means)


def deviations_of(
    table: pd.DataFrame, metric: str = "accuracy", **options: Any
) -> pd.DataFrame:
    """Compute the standard deviation of a metric over all folds of all runs.

    Folds share training instances: this is the spread over folds, not a standard error
    of the mean.

    Parameters
    ----------
    table : DataFrame
        A long table, whose data sets may have different designs.
    metric : str
    **options
        `undefined` and `scale`, as of `column_values`.

    Returns
    -------
    DataFrame of shape (datasets, classifiers)
        With n - 1 in the variance's denominator; nan for a single score.
    """

    def deviations(part: pd.DataFrame) -> Floats:
        values = values_of(part, metric, **options)
        if values.shape[-1] == 1:
            return np.full(values.shape[:-1], np.nan)
        return np.std(values, axis=-1, ddof=1)

    return _over_folds(table, deviations)


def _over_folds(
    table: pd.DataFrame, reduce: Callable[[pd.DataFrame], Floats]
) -> pd.DataFrame:
    """Reduce the folds of every data set and classifier to one number each."""
    columns = pd.Index(table["classifier"].unique(), name="classifier")
    reduced = [
        pd.DataFrame(rounded(reduce(part)), part["dataset"].unique(), columns)
        for part in split_by_design(table)
    ]
    return pd.concat(reduced).loc[table["dataset"].unique()].rename_axis("dataset")
