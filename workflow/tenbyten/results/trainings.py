"""Variance of accuracies by the seed and by the fold, and warnings of classifiers."""

from typing import Any

import pandas as pd

from tenbyten.metrics import DECIMALS, SQUARED
from tenbyten.results.design import sort_cells
from tenbyten.words import kind_of_warning


def seed_variances(table: pd.DataFrame, *, seeds: int, **design: Any) -> pd.DataFrame:
    """Estimate the variance of the accuracy of one training by seed and by fold.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, classifier, run, fold, and sums over seeds: tested, correct and
        `metrics.SQUARED`.
    seeds : int
        Trainings in each fold, two or more.
    **design
        As of `design.sort_cells`.

    Returns
    -------
    DataFrame
        A line for each data set and classifier: dataset, classifier, seed_variance,
        within a fold, fold_variance, between folds, and share, that of the seed in
        their sum; it is empty where both are 0.

    Notes
    -----
    One-way random effects, seeds within folds: with mean squares MSB between folds and
    MSW within them, the seed's variance is MSW and the fold's (MSB - MSW) / seeds, a
    negative estimate cut to 0. The share is 1 - ICC(1, 1) = 1 - (MSB - MSW) /
    (MSB + (seeds - 1) MSW) [1]_. Folds are correlated, so that the variance between
    them is that of this cross-validation, and not of independent samples.

    References
    ----------
    .. [1] Shrout, Fleiss (1979). Psychological Bulletin 86, 420-428.
    """
    table = sort_cells(table, "accuracies", **design)
    # Of each fold the sum over seeds of squared deviations, in instances.
    squares = table[SQUARED] - table["correct"] ** 2 / seeds
    table["within"] = squares / (seeds - 1) / (table["tested"] / seeds) ** 2
    table["accuracy"] = table["correct"] / table["tested"]
    by = table.groupby(["dataset", "classifier"], sort=False)
    seed = by["within"].mean()
    # Means over seeds have the variance MSB / seeds.
    fold = (by["accuracy"].var() - seed / seeds).clip(lower=0)
    found = pd.DataFrame({"seed_variance": seed, "fold_variance": fold})
    return add_share(found.round(DECIMALS)).reset_index()


def add_share(variances: pd.DataFrame) -> pd.DataFrame:
    """Add the seed's share of the variance."""
    seed = variances["seed_variance"]
    share = seed / (seed + variances["fold_variance"])
    return variances.assign(share=share.round(DECIMALS))


def share_by_classifier(variances: pd.DataFrame) -> pd.DataFrame:
    """Return the mean variances over data sets, and the seed's share of their sum."""
    columns = ["seed_variance", "fold_variance"]
    by = variances.groupby("classifier", sort=False)
    return add_share(by[columns].mean()).reset_index()


def count_warnings(warned: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Count folds and data sets by kinds of warnings, and by columns.

    `warned` has columns dataset, classifier, folds and warning. So has the result, and
    `datasets`; its warning is the first of its kind.
    """
    kinds = warned.assign(kind=warned["warning"].map(kind_of_warning))
    counts: Any = {"folds": ("folds", "sum"), "datasets": ("dataset", "nunique")}
    counts["warning"] = "warning", "first"
    counted = kinds.groupby([*by, "kind"]).agg(**counts)
    return counted.reset_index().drop(columns="kind")
