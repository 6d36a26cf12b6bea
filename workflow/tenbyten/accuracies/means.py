"""Mean and spread of a metric over the folds, by data set and classifier."""

import numpy as np
import pandas as pd

from tenbyten.accuracies.metric_values import values_of
from tenbyten.statistics.rounding import rounded


def means_of(table, metric="accuracy"):
    """Mean of a metric over all folds of all runs.

    Parameters
    ----------
    table : DataFrame
        A long table, complete and in order: columns dataset, classifier, run, fold
        and `metric`.
    metric : str, default="accuracy"
        The column to be averaged.

    Returns
    -------
    DataFrame of shape (datasets, classifiers)
        Index and columns in the table's order; in the metric's own unit (an
        accuracy is a fraction), rounded at 1e-12.

    Raises
    ------
    ValueError
        If `table` has no such column, or if one of its cells is empty.

    Notes
    -----
    The unweighted mean over folds, so that a difference of two means is the mean of
    the differences. Rounded so that equal means stay ties, as
    in `differences_of_values` of `statistics.one_dataset.differences`.
    """
    return _over_folds(table, metric, lambda folds: np.mean(folds, axis=-1))


def deviations_of(table, metric="accuracy"):
    """Standard deviation of a metric over all folds of all runs.

    Parameters
    ----------
    table, metric
        As in `means_of`.

    Returns
    -------
    DataFrame of shape (datasets, classifiers)
        Index and columns in the table's order; with n - 1 in the variance's
        denominator, rounded at 1e-12.

    Raises
    ------
    ValueError
        As `means_of`, and if there is but one fold.

    Notes
    -----
    Folds share training instances: this is the spread over folds, not a standard
    error of the mean.
    """
    if len(table) and len(table[["run", "fold"]].drop_duplicates()) < 2:
        raise ValueError(
            f"deviations_of: one fold of {metric} has no spread; give two or more."
        )
    return _over_folds(table, metric, lambda folds: np.std(folds, axis=-1, ddof=1))


def _over_folds(table, metric, reduce):
    """Apply `reduce` to the folds of every data set and classifier."""
    return pd.DataFrame(
        rounded(reduce(values_of(table, metric))),
        index=pd.Index(table["dataset"].unique(), name="dataset"),
        columns=pd.Index(table["classifier"].unique(), name="classifier"),
    )
