"""Make the long tables of a study from counts, or from results from elsewhere."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tenbyten.metrics import NO_FOREIGN, Foreign
from tenbyten.results.design import CELL, common_runs
from tenbyten.results.exclusions import leave_out
from tenbyten.results.long_table import collect, collect_metrics, refuse_copies
from tenbyten.results.trainings import count_warnings, seed_variances


def make_long_tables(
    table: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    design: Mapping[str, Any],
    metrics: Sequence[str],
    metric: str = "accuracy",
    foreign_metrics: Foreign = NO_FOREIGN,
    duplicates: str = "refuse",
    checksums: Mapping[str, str] | None = None,
    seeds: int = 1,
    chosen: pd.DataFrame | None = None,
    warned: pd.DataFrame | None = None,
) -> dict[str, pd.DataFrame]:
    """Make the long tables of counts and metrics, by the names of their files.

    Parameters
    ----------
    table : DataFrame
        Counts or results of all cells.
    failures : DataFrame
        From `files.read_failures`.
    design : dict
        Arguments of `design.sort_cells`.
    metrics, metric, foreign_metrics, duplicates, seeds
        Keys of the study.
    checksums : dict of str to str, optional
        Checksums of the canonical tables of data sets.
    chosen : DataFrame, optional
        Settings that tuned classifiers chose.
    warned : DataFrame, optional
        From `files.read_warned`.

    Returns
    -------
    dict of str to DataFrame
        ``accuracies`` if the table has them or they are compared, ``metrics`` if some
        are asked for, ``seeds`` if there are several, ``chosen`` and ``warnings`` if
        these are given.

    Raises
    ------
    ValueError
        If no data set is left, a cell is missing or wrong, or data sets are copies.
    """
    table, design = leave_out(table, design, failures)
    tables = {}
    if metric == "accuracy" or "accuracy" in table or "correct" in table:
        tables["accuracies"] = collect(table, **design)
    if seeds > 1:
        tables["seeds"] = seed_variances(table, seeds=seeds, **design)
    if chosen is not None:
        kept = chosen[chosen["dataset"].isin(design["datasets"])]
        tables["chosen"] = kept.sort_values([*CELL, "seed"], kind="stable")
    if warned is not None:
        kept = warned[warned["dataset"].isin(design["datasets"])]
        kept = kept.sort_values("run", kind="stable")
        counted = count_warnings(kept, "dataset", "classifier")
        tables["warnings"] = counted.drop(columns="datasets")
    if metrics:
        asked: Any = {"metrics": metrics, "foreign_metrics": foreign_metrics}
        tables["metrics"] = collect_metrics(table, **asked, **design)
    if duplicates == "refuse":
        name = "accuracies" if "accuracies" in tables else "metrics"
        number = "accuracy" if name == "accuracies" else metric
        refuse_copies(common_runs(tables[name]), number, checksums=checksums)
    return tables
