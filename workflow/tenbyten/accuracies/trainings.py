"""Variance of accuracies by the seed and by the fold, and warnings of classifiers."""

from typing import Any

import pandas as pd

from tenbyten.accuracies.design import sort_cells
from tenbyten.metrics import DECIMALS, SQUARED
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


def join_warnings(warned: pd.DataFrame, counts: pd.DataFrame) -> pd.DataFrame:
    """Join the warnings of all runs, by data set, classifier and kind.

    Parameters
    ----------
    warned : DataFrame
        From `files.read_warned`.
    counts : DataFrame
        The cells that were counted; what was warned of on other data sets is left out.

    Returns
    -------
    DataFrame
        Columns dataset, classifier, warned and folds, on how many of how many folds,
        and warning, the first of its kind.
    """
    by = ["dataset", "classifier"]
    kinds = warned.assign(kind=warned["warning"].map(kind_of_warning)).sort_values(
        "run"
    )
    every = counts.groupby(by).size().rename("folds").reset_index()
    how: Any = {"warned": ("folds", "sum"), "warning": ("warning", "first")}
    joined = kinds.groupby([*by, "kind"]).agg(**how).reset_index().merge(every, on=by)
    return joined[[*by, "warned", "folds", "warning"]]


def warned_by_classifier(warnings: pd.DataFrame) -> pd.DataFrame:
    """Add the warnings of all data sets up, the most frequent of a classifier first.

    `warnings` are from `join_warnings`. There are `datasets`, those that a classifier
    warned of something on, and `folds`, all folds on these.
    """
    kinds = warnings.assign(kind=warnings["warning"].map(kind_of_warning))
    how: Any = {"warned": ("warned", "sum"), "folds": ("folds", "sum")}
    how |= {"datasets": ("dataset", "nunique"), "warning": ("warning", "first")}
    added = kinds.groupby(["classifier", "kind"], sort=False).agg(**how).reset_index()
    return added.drop(columns="kind").sort_values(
        "warned", ascending=False, kind="stable"
    )
