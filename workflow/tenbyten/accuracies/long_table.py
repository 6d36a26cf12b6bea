"""Join the tables of all panels into the long tables of accuracies and metrics."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.accuracies.counts import recover_counts
from tenbyten.accuracies.design import (
    CELL,
    by_design,
    check_design,
    design_of,
    in_order,
    name_cells,
)
from tenbyten.designs import Design, usual_design
from tenbyten.metrics import NO_FOREIGN, Foreign, Metric, metric_of

COLUMNS = [*CELL, "tested", "correct", "accuracy"]
# The most by which an accuracy beside counts may differ from them.
_ROUNDED = 0.005

_Design = dict[str, Any]

_log = logging.getLogger(__name__)


def collect(
    tables: Iterable[pd.DataFrame],
    *,
    datasets: Sequence[str],
    classifiers: Sequence[str],
    runs: int,
    folds: int,
    designs: Mapping[str, Design] | None = None,
    instances: Mapping[str, int] | None = None,
) -> pd.DataFrame:
    """Join the counts of all panels into the long table.

    Parameters
    ----------
    tables : iterable of DataFrame
        Columns dataset, classifier, run, fold, tested, correct; or `accuracy` in place
        of `correct` or of both.
    designs : dict of str to (int, int), optional
        Runs and folds of the data sets that have others than `runs` and `folds`.
    instances : dict of str to int, optional
        Sizes of data sets, for `counts.recover_counts`.

    Returns
    -------
    DataFrame
        Of `COLUMNS`, sorted by data set, classifier, run and fold in the design's
        order. `accuracy` is correct / tested, or as given; `tested` and `correct` are
        empty where only accuracies were given and no counts could be recovered.

    Raises
    ------
    ValueError
        If a cell of the design is missing, doubled or not of the design, if classifiers
        were not tested on the same number of instances of a fold, or if a number is
        missing or impossible.
    """
    table = pd.concat(tables, ignore_index=True)
    design: _Design = {"datasets": datasets, "classifiers": classifiers}
    numbers: _Design = {"runs": runs, "folds": folds, "designs": designs}
    check_design(table, "accuracies", **numbers, **design)
    table = in_order(table, **design)
    if {"tested", "correct"} <= set(table):
        _check_counts(table)
        quotient = table["correct"] / table["tested"]
        _check_agreement(table, quotient)
        table["accuracy"] = quotient
    elif "accuracy" in table:
        _check_values(table, "accuracies", "accuracy", metric_of("accuracy"))
        table = _recovered(table, instances or {})
        _check_counts(table[table["correct"].notna()])
    else:
        raise ValueError(
            f"accuracies: the columns are {', '.join(table)}; give tested and correct "
            f"(counts), or accuracy (a fraction), or name the column that is compared "
            f"by `metric`"
        )
    size = (len(table), len(datasets), len(classifiers), runs, folds)
    _log.info("%d cells: %d data sets, %d classifiers, %d runs of %d folds", *size)
    return table[COLUMNS]


def collect_metrics(
    tables: Iterable[pd.DataFrame],
    *,
    metrics: Sequence[str],
    datasets: Sequence[str],
    classifiers: Sequence[str],
    runs: int,
    folds: int,
    designs: Mapping[str, Design] | None = None,
    foreign_metrics: Foreign = NO_FOREIGN,
) -> pd.DataFrame:
    """Join the metrics of all panels into the long table.

    Each table has the columns of a cell and all `metrics`; the result is sorted and
    checked as in `collect`. A cell is empty where its metric is undefined.
    """
    table = pd.concat(tables, ignore_index=True)
    if missing := [name for name in metrics if name not in table]:
        raise ValueError(
            f"metrics: no column {', '.join(missing)} among {', '.join(table)}; rename "
            f"the column that it is, or leave the metric out"
        )
    table = table[[*CELL, *metrics]]
    design: _Design = {"datasets": datasets, "classifiers": classifiers}
    numbers: _Design = {"runs": runs, "folds": folds, "designs": designs}
    check_design(table, "metrics", **numbers, **design)
    for metric in metrics:
        _check_values(table, "metrics", metric, metric_of(metric, foreign_metrics))
        empty = int(table[metric].isna().sum())
        if empty:
            _log.warning("%s is undefined in %d of %d cells", metric, empty, len(table))
    _log.info("%d cells of %s", len(table), ", ".join(metrics))
    return in_order(table, **design)


def _recovered(table: pd.DataFrame, instances: Mapping[str, int]) -> pd.DataFrame:
    """Recover counts from accuracies, of the data sets of each design."""
    parts = []
    for part in by_design(table):
        runs, folds = usual_design(design_of(part))
        # One score may be a mean of many folds, and a split tests any share.
        known = {} if folds == 1 else instances
        parts.append(recover_counts(part, runs=runs, folds=folds, instances=known))
    return pd.concat(parts).sort_index()


def _check_counts(table: pd.DataFrame) -> None:
    """Refuse counts that cannot be, and folds that are not the same for all."""
    wrong = table[
        (table["tested"] < 1)
        | (table["correct"] < 0)
        | (table["correct"] > table["tested"])
    ]
    if len(wrong):
        row = wrong.iloc[0]
        raise ValueError(
            f"accuracies: {name_cells(wrong)}: "
            f"{row['correct']} correct of {row['tested']} tested; "
            f"0 <= correct <= tested must hold"
        )
    fold = ["dataset", "run", "fold"]
    sizes = table.groupby(fold)["tested"].transform("nunique")
    if (sizes > 1).any():
        uneven = table[sizes > 1]
        example = uneven[(uneven[fold] == uneven.iloc[0][fold]).all(axis=1)]
        raise ValueError(
            f"accuracies: in {name_cells(uneven)} the "
            f"classifiers were tested on {sorted(example['tested'])} instances; "
            f"all must meet the same folds"
        )


def _check_agreement(table: pd.DataFrame, quotient: pd.Series) -> None:
    """Refuse accuracies that contradict the counts."""
    if "accuracy" not in table:
        return
    wrong = table[(table["accuracy"] - quotient).abs() > _ROUNDED]
    if len(wrong):
        row = wrong.iloc[0]
        raise ValueError(
            f"accuracies: {name_cells(wrong)}: accuracy is {row['accuracy']}, but "
            f"{row['correct']} of {row['tested']} are correct; remove the wrong column"
        )


def _check_values(
    table: pd.DataFrame, contents: str, metric: str, kind: Metric
) -> None:
    """Refuse values that a metric of this kind cannot have."""
    values = table[metric]
    possible = np.isfinite(values)
    possible &= (values >= kind.smallest) & (values <= kind.largest)
    if kind.can_be_undefined:
        possible |= values.isna()
    wrong = table[~possible]
    if len(wrong):
        value = wrong[metric].iloc[0]
        percent = metric == "accuracy" and value > 1
        hint = "divide percentages by 100" if percent else "supply the number"
        raise ValueError(
            f"{contents}: {name_cells(wrong)}: {metric} is {value}, expected a number "
            f"from {kind.smallest:g} to {kind.largest:g}; {hint}"
        )
