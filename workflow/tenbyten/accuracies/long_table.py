"""Make the long tables of accuracies and metrics of the tables of all panels."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.accuracies.counts import recover_counts
from tenbyten.accuracies.design import CELL, arranged, by_design, name_cells, refuse
from tenbyten.metrics import NO_FOREIGN, Foreign, Metric, metric_of

COLUMNS = [*CELL, "tested", "correct", "accuracy"]
# The most by which an accuracy beside counts may differ from them.
_ROUNDED = 0.005

_log = logging.getLogger(__name__)


def collect(
    table: pd.DataFrame,
    *,
    instances: Mapping[str, int] | None = None,
    **design: Any,
) -> pd.DataFrame:
    """Make the long table of accuracies of the counts of all panels.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, classifier, run, fold, tested, correct; or `accuracy` in place
        of `correct` or of both.
    instances : dict of str to int, optional
        Sizes of data sets, for `counts.recover_counts`.
    **design
        As of `design.arranged`.

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
    table = arranged(table, "accuracies", **design)
    if {"tested", "correct"} <= set(table):
        _check_counts(table)
        quotient = table["correct"] / table["tested"]
        if "accuracy" in table:
            refuse(
                table[(table["accuracy"] - quotient).abs() > _ROUNDED],
                "accuracies",
                lambda row: (
                    f"accuracy is {row['accuracy']}, but {row['correct']} of "
                    f"{row['tested']} are correct; remove the wrong column"
                ),
            )
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
    _log.info(
        "%d cells: %d data sets, %d classifiers",
        *(len(table), len(design["datasets"]), len(design["classifiers"])),
    )
    return table[COLUMNS]


def collect_metrics(
    table: pd.DataFrame,
    *,
    metrics: Sequence[str],
    foreign_metrics: Foreign = NO_FOREIGN,
    **design: Any,
) -> pd.DataFrame:
    """Make the long table of metrics of those of all panels.

    The table has the columns of a cell and all `metrics`; the result is sorted and
    checked as in `collect`. A cell is empty where its metric is undefined.
    """
    if missing := [name for name in metrics if name not in table]:
        raise ValueError(
            f"metrics: no column {', '.join(missing)} among {', '.join(table)}; rename "
            f"the column that it is, or leave the metric out"
        )
    table = arranged(table[[*CELL, *metrics]], "metrics", **design)
    for metric in metrics:
        _check_values(table, "metrics", metric, metric_of(metric, foreign_metrics))
        empty = int(table[metric].isna().sum())
        if empty:
            _log.warning("%s is undefined in %d of %d cells", metric, empty, len(table))
    _log.info("%d cells of %s", len(table), ", ".join(metrics))
    return table


def _recovered(table: pd.DataFrame, instances: Mapping[str, int]) -> pd.DataFrame:
    """Recover counts from accuracies, of the data sets of each design."""
    parts = []
    for part in by_design(table):
        runs, folds = int(part["run"].max()), int(part["fold"].max())
        # One score may be a mean of many folds, and a split tests any share.
        known = {} if folds == 1 else instances
        parts.append(recover_counts(part, runs=runs, folds=folds, instances=known))
    return pd.concat(parts).sort_index()


def _check_counts(table: pd.DataFrame) -> None:
    """Refuse counts that cannot be, and folds that are not the same for all."""
    tested, correct = table["tested"], table["correct"]
    refuse(
        table[(tested < 1) | (correct < 0) | (correct > tested)],
        "accuracies",
        lambda row: (
            f"{row['correct']} correct of {row['tested']} tested; 0 <= correct <= "
            f"tested must hold"
        ),
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


def _check_values(
    table: pd.DataFrame, contents: str, metric: str, kind: Metric
) -> None:
    """Refuse values that a metric of this kind cannot have."""
    values = table[metric]
    possible = np.isfinite(values)
    possible &= (values >= kind.smallest) & (values <= kind.largest)
    if kind.can_be_undefined:
        possible |= values.isna()

    def say(row: pd.Series) -> str:
        percent = metric == "accuracy" and row[metric] > 1
        hint = "divide percentages by 100" if percent else "supply the number"
        return (
            f"{metric} is {row[metric]}, expected a number from {kind.smallest:g} to "
            f"{kind.largest:g}; {hint}"
        )

    refuse(table[~possible], contents, say)
