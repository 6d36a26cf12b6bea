"""Tables of what training adds: variance by the seed, and settings chosen by tuning."""

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from tenbyten.accuracies.design import sort_cells
from tenbyten.metrics import DECIMALS, SQUARED
from tenbyten.statistics.one_dataset.seeds import seed_variance


def seed_variances(table: pd.DataFrame, *, seeds: int, **design: Any) -> pd.DataFrame:
    """Estimate the variance of accuracies by seed and by fold.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, classifier, run, fold, tested, correct and `metrics.SQUARED`.
    seeds : int
        Trainings in each fold, two or more.
    **design
        As of `design.sort_cells`.

    Returns
    -------
    DataFrame
        A line for each data set and classifier: dataset, classifier, seed_variance,
        fold_variance and share, which is empty where both are 0. A classifier that
        draws nothing has the share 0.
    """
    lines = []
    cells = sort_cells(table, "accuracies", **design)
    for names, rows in cells.groupby(["dataset", "classifier"], sort=False):
        counts = (rows[x] for x in ("correct", SQUARED, "tested"))
        lines.append((*names, *seed_variance(*counts, seeds=seeds)))
    columns = ["dataset", "classifier", "seed_variance", "fold_variance", "share"]
    return pd.DataFrame(lines, columns=columns).round(DECIMALS)


def share_by_classifier(seeds: pd.DataFrame) -> pd.DataFrame:
    """Average the components of the variance over data sets, by classifier.

    Columns: classifier, seed and fold (standard deviations), share, and dataset and
    largest (the data set of the largest share).
    """
    lines = []
    for name, rows in seeds.groupby("classifier", sort=False):
        seed, fold = rows["seed_variance"].mean(), rows["fold_variance"].mean()
        share = seed / (seed + fold) if seed + fold else math.nan
        first = rows.sort_values("share", ascending=False, kind="stable").iloc[0]
        of_classifier = (name, math.sqrt(seed), math.sqrt(fold), share)
        lines.append((*of_classifier, first["dataset"], first["share"]))
    columns = ["classifier", "seed", "fold", "share", "dataset", "largest"]
    return pd.DataFrame(lines, columns=columns)


def sort_chosen(
    chosen: pd.DataFrame,
    *,
    datasets: Sequence[str],
    classifiers: Sequence[str],
    **design: Any,
) -> pd.DataFrame:
    """Sort chosen settings by the design, without the data sets that are not in it."""
    names = {"dataset": datasets, "classifier": classifiers}
    places = {column: {x: i for i, x in enumerate(y)} for column, y in names.items()}
    kept = chosen[chosen["dataset"].isin(datasets)]
    return kept.sort_values(
        ["dataset", "classifier", "run", "fold", "seed"],
        key=lambda x: x.map(places[x.name]) if x.name in places else x,
        kind="stable",
        ignore_index=True,
    )
