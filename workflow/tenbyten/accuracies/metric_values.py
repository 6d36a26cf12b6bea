"""The long table of metrics besides accuracy, and the values that tests compare."""

import logging

import numpy as np
import pandas as pd

from tenbyten.accuracies.cells import CELL, check_design, in_order, name_cells
from tenbyten.accuracies.table import read_accuracies
from tenbyten.files import atomic_open
from tenbyten.metrics import METRICS, UNDEFINED

_log = logging.getLogger(__name__)


def collect_metrics(tables, *, metrics, datasets, classifiers, runs, folds):
    """Join the metrics of all panels into the long table.

    Parameters
    ----------
    tables : iterable of DataFrame
        Columns dataset, classifier, run, fold and all `metrics`.
    metrics : sequence of str
        Names out of `tenbyten.metrics.METRICS`.
    datasets, classifiers : sequence of str
        All that the design asks for, in the order of the result.
    runs, folds : int
        Runs, and folds of each run, of every data set and classifier.

    Returns
    -------
    DataFrame
        Columns dataset, classifier, run, fold and `metrics`, sorted by data set,
        classifier, run and fold in the design's order. An empty `auc` is undefined.

    Raises
    ------
    ValueError
        If a cell of the design is missing, doubled or not of the design, or if a
        number is impossible; names the cells.
    """
    table = pd.concat(tables, ignore_index=True)[[*CELL, *metrics]]
    design = {"datasets": datasets, "classifiers": classifiers}
    check_design(table, "metrics", runs=runs, folds=folds, **design)
    for metric in metrics:
        _check_values(table, metric)
        empty = int(table[metric].isna().sum())
        if empty:
            _log.warning("%s is undefined in %d of %d cells", metric, empty, len(table))
    _log.info("%d cells of %s", len(table), ", ".join(metrics))
    return in_order(table, **design)


def read_metrics(path):
    """Read a table of metrics: one panel's, or what `write_metrics` wrote.

    Raises
    ------
    ValueError
        If the file has other columns than a table of metrics, or a cell is not what
        the column holds.
    """
    header = pd.read_csv(path, nrows=0)
    metrics = [column for column in header if column not in CELL]
    types = dict.fromkeys(["dataset", "classifier"], str)
    types |= dict.fromkeys(["run", "fold"], np.int64) | dict.fromkeys(metrics, float)
    unknown = [name for name in metrics if name not in METRICS]
    if unknown or not set(CELL) <= set(header):
        raise ValueError(
            f"{path}: the columns are {', '.join(header)}, expected {', '.join(CELL)} "
            f"and metrics; delete the file and run again"
        )
    try:
        return pd.read_csv(
            path,
            dtype=types,
            keep_default_na=False,
            na_values={name: [""] for name in metrics},
        )
    except ValueError as error:
        raise ValueError(f"{path}: {error}; delete the file and run again") from error


def write_metrics(table, path):
    """Write the long table as CSV, with the shortest digits that suffice, if any."""
    if path is not None:
        with atomic_open(path, encoding="utf-8", newline="") as file:
            table.to_csv(file, index=False, lineterminator="\n")


def read_values(path, *, metric):
    """Read the long table that has a metric.

    Parameters
    ----------
    path : path
        What `accuracies.write_accuracies` wrote for accuracy, else what
        `write_metrics` wrote.
    metric : str
        The metric that is wanted.

    Returns
    -------
    DataFrame
    """
    return read_accuracies(path) if metric == "accuracy" else read_metrics(path)


def values_of(table, metric="accuracy"):
    """Values of a metric as an array.

    Parameters
    ----------
    table : DataFrame
        A long table, complete and in order: columns dataset, classifier, run, fold and
        `metric`.
    metric : str, default="accuracy"
        The column that is wanted.

    Returns
    -------
    ndarray of shape (datasets, classifiers, runs * folds)
        In the table's order and the metric's unit.

    Raises
    ------
    ValueError
        If `table` has no such column, or if one of its cells is empty: names them.
    """
    if metric not in table:
        raise ValueError(
            f"no column {metric!r} in the long table (it has {', '.join(table)}); "
            f"measure it (`metrics` of the study), or name another"
        )
    empty = table[table[metric].isna()]
    if len(empty):
        raise ValueError(
            f"{metric} is undefined in {name_cells(empty)}; a test fold there has "
            f"but one class: ask for fewer folds, for a splitter that stratifies, or "
            f"for another metric, or leave the data set out"
        )
    shape = (table["dataset"].nunique(), table["classifier"].nunique(), -1)
    return table[metric].to_numpy(float).reshape(shape)


def _check_values(table, metric):
    """Refuse values that the metric cannot have."""
    largest = METRICS[metric].largest
    values = table[metric]
    possible = np.isfinite(values) & (values >= 0) & (values <= largest)
    if metric == UNDEFINED:
        possible |= values.isna()
    wrong = table[~possible]
    if len(wrong):
        value = wrong[metric].iloc[0]
        raise ValueError(
            f"metrics: {name_cells(wrong)}: {metric} is {value}, expected a number "
            f"from 0 to {largest:g}; supply it"
        )
