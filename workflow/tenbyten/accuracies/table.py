"""The one long table: every classifier on every fold of every data set, once."""

import logging

import numpy as np
import pandas as pd

from tenbyten.accuracies.cells import CELL, check_design, in_order, name_cells
from tenbyten.files import atomic_open

COLUMNS = [*CELL, "tested", "correct", "accuracy"]

_log = logging.getLogger(__name__)


def collect(tables, *, datasets, classifiers, runs, folds):
    """Join the counts of all panels into the long table.

    Parameters
    ----------
    tables : iterable of DataFrame
        Columns dataset, classifier, run, fold, tested, correct; or `accuracy`
        in place of the last two.
    datasets, classifiers : sequence of str
        All that the design asks for, in the order of the result.
    runs, folds : int
        Runs, and folds of each run, of every data set and classifier.

    Returns
    -------
    DataFrame
        Of `COLUMNS`, sorted by data set, classifier, run and fold in the
        design's order. `accuracy` is correct / tested; where only accuracies
        were given, `tested` and `correct` are empty.

    Raises
    ------
    ValueError
        If a cell of the design is missing, doubled or not of the design, if
        classifiers were not tested on the same number of instances of a fold,
        or if a number is impossible; names the cells.
    """
    table = pd.concat(tables, ignore_index=True)
    check_design(
        table,
        "accuracies",
        datasets=datasets,
        classifiers=classifiers,
        runs=runs,
        folds=folds,
    )
    if "tested" in table:
        _check_counts(table)
        table["accuracy"] = table["correct"] / table["tested"]
    else:
        _check_fractions(table)
        table["tested"] = table["correct"] = pd.NA
    _log.info(
        "%d cells: %d data sets, %d classifiers, %d runs of %d folds",
        len(table),
        len(datasets),
        len(classifiers),
        runs,
        folds,
    )
    return in_order(table[COLUMNS], datasets=datasets, classifiers=classifiers)


def read_counts(path):
    """Read one panel's counts.

    Raises
    ------
    ValueError
        If a column is missing or a cell is not what the column holds.
    """
    types = dict.fromkeys(["dataset", "classifier"], str)
    types |= dict.fromkeys(["run", "fold", "tested", "correct"], np.int64)
    try:
        return pd.read_csv(
            path, dtype=types, usecols=list(types), keep_default_na=False
        )
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{path}: {error}; delete the file and run again") from error


def read_panel(paths):
    """Read the counts of one panel on all data sets."""
    return pd.concat(map(read_counts, paths), ignore_index=True)


def write_accuracies(table, path):
    """Write the long table as CSV; accuracies with the shortest digits that suffice."""
    with atomic_open(path, encoding="utf-8", newline="") as file:
        table.to_csv(file, index=False, lineterminator="\n")


def read_accuracies(path):
    """Read what `write_accuracies` wrote."""
    types = {"dataset": str, "classifier": str, "tested": "Int64", "correct": "Int64"}
    text = ["dataset", "classifier"]
    table = pd.read_csv(
        path,
        dtype=types,
        keep_default_na=False,
        na_values={c: [""] for c in COLUMNS if c not in text},
    )
    return table[COLUMNS]


def as_arrays(table):
    """Turn the long table into arrays over data sets, classifiers and folds.

    Returns
    -------
    dict
        ``accuracy`` : ndarray of shape (datasets, classifiers, runs * folds);
        ``correct`` : the same shape, int, or None where the table has no counts;
        ``tested`` : ndarray of shape (datasets, runs * folds), int, or None.
    """
    datasets = table["dataset"].nunique()
    shape = (datasets, table["classifier"].nunique(), -1)
    arrays = {"accuracy": table["accuracy"].to_numpy(float).reshape(shape)}
    if table["correct"].isna().any():
        return arrays | {"correct": None, "tested": None}
    for name in ("correct", "tested"):
        arrays[name] = table[name].to_numpy(np.int64).reshape(shape)
    return arrays | {"tested": arrays["tested"][:, 0]}


def _check_counts(table):
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


def _check_fractions(table):
    """Refuse accuracies that are NaN or no fractions."""
    accuracy = table["accuracy"]
    wrong = table[~((accuracy >= 0) & (accuracy <= 1))]
    if len(wrong):
        value = wrong["accuracy"].iloc[0]
        hint = "divide percentages by 100" if value > 1 else "supply the number"
        raise ValueError(
            f"accuracies: {name_cells(wrong)}: accuracy is "
            f"{value}, expected a fraction from 0 to 1; {hint}"
        )
