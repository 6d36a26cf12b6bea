"""The one long table: every classifier on every fold of every data set, once."""

import logging

import numpy as np
import pandas as pd

CELL = ["dataset", "classifier", "run", "fold"]
COLUMNS = [*CELL, "tested", "correct", "accuracy"]

_log = logging.getLogger(__name__)

# At most so many cells are named in an error.
_NAMED = 5


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
    _check_design(table, datasets, classifiers, runs, folds)
    if "tested" in table:
        _check_counts(table)
        table["accuracy"] = table["correct"] / table["tested"]
    else:
        _check_fractions(table)
        table["tested"] = table["correct"] = pd.NA
    order = {
        "dataset": {name: i for i, name in enumerate(datasets)},
        "classifier": {name: i for i, name in enumerate(classifiers)},
    }
    table = table.sort_values(
        CELL, key=lambda column: column.map(order.get(column.name, lambda value: value))
    )
    _log.info(
        "%d cells: %d data sets, %d classifiers, %d runs of %d folds",
        len(table),
        len(datasets),
        len(classifiers),
        runs,
        folds,
    )
    return table[COLUMNS].reset_index(drop=True)


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
    except ValueError as error:
        raise ValueError(f"{path}: {error}; delete the file and run again") from error


def read_panel(paths):
    """Read the counts of one panel on all data sets."""
    return pd.concat(map(read_counts, paths), ignore_index=True)


def write_accuracies(table, path):
    """Write the long table as CSV; accuracies with the shortest digits that suffice."""
    table.to_csv(path, index=False, lineterminator="\n")


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


def _check_design(table, datasets, classifiers, runs, folds):
    """Refuse cells that are missing, doubled or not of the design."""
    numbers = (range(1, runs + 1), range(1, folds + 1))
    wanted = pd.MultiIndex.from_product([datasets, classifiers, *numbers], names=CELL)
    found = pd.MultiIndex.from_frame(table[CELL])
    doubled = found[found.duplicated()].unique()
    design = f"the design of {len(datasets)} data sets, {len(classifiers)} "
    design += f"classifiers, {runs} runs of {folds} folds"
    if len(doubled):
        raise ValueError(
            f"accuracies: {_cells(doubled)} stand more than once; remove one"
        )
    foreign = found.difference(wanted)
    if len(foreign):
        raise ValueError(
            f"accuracies: {_cells(foreign)} are not of {design}; correct the names or "
            f"numbers there, or the study"
        )
    missing = wanted.difference(found, sort=False)
    if len(missing):
        raise ValueError(
            f"accuracies: {_cells(missing)} are missing from {design}; "
            f"supply them, or take them out of the study"
        )


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
            f"accuracies: {_cells(pd.MultiIndex.from_frame(wrong[CELL]))}: "
            f"{row['correct']} correct of {row['tested']} tested; "
            f"0 <= correct <= tested must hold"
        )
    fold = ["dataset", "run", "fold"]
    sizes = table.groupby(fold)["tested"].transform("nunique")
    if (sizes > 1).any():
        uneven = table[sizes > 1]
        example = uneven[(uneven[fold] == uneven.iloc[0][fold]).all(axis=1)]
        raise ValueError(
            f"accuracies: in {_cells(pd.MultiIndex.from_frame(uneven[CELL]))} the "
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
            f"accuracies: {_cells(pd.MultiIndex.from_frame(wrong[CELL]))}: accuracy is "
            f"{value}, expected a fraction from 0 to 1; {hint}"
        )


def _cells(index):
    """The first cells of an index, in words, and how many there are."""
    named = "; ".join(
        f"{dataset}, {classifier}, run {run}, fold {fold}"
        for dataset, classifier, run, fold in index[:_NAMED]
    )
    more = f" and {len(index) - _NAMED} more" if len(index) > _NAMED else ""
    return f"{len(index)} cells ({named}{more})"
