"""What failed: the data sets that are left out, and what a caption says of them."""

import logging

import pandas as pd

from tenbyten.files import atomic_open

COLUMNS = ["dataset", "classifier", "run", "fold", "reason"]

_log = logging.getLogger(__name__)


def read_failures(paths):
    """Read which classifiers failed on which data sets.

    Parameters
    ----------
    paths : path or sequence of paths
        Files of `COLUMNS`: of the panels, or what `write_failures` wrote. None where
        the study lets the first failure stop it.

    Returns
    -------
    DataFrame
        Of `COLUMNS`, all text; `run` and `fold` are empty for a classifier that does
        not take the data set at all. Without rows if nothing failed.

    Raises
    ------
    ValueError
        If a file has other columns.
    """
    tables = [pd.DataFrame(columns=COLUMNS, dtype=str)]
    for path in [paths] if isinstance(paths, str) else paths:
        table = pd.read_csv(path, dtype=str, keep_default_na=False)
        if list(table) != COLUMNS:
            raise ValueError(
                f"{path}: the columns are {', '.join(table)}, expected "
                f"{', '.join(COLUMNS)}; delete the file and run again"
            )
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def write_failures(failures, path):
    """Write failures as CSV; nothing if there is no path."""
    if path is not None:
        with atomic_open(path, encoding="utf-8", newline="") as file:
            failures.to_csv(file, index=False, lineterminator="\n")


def leave_out(tables, failures):
    """Leave out the data sets on which a classifier failed, for all classifiers.

    Parameters
    ----------
    tables : iterable of DataFrame
        Long tables with a column `dataset`.
    failures : DataFrame
        From `read_failures`.

    Returns
    -------
    list of DataFrame
        Without the rows of these data sets: tests compare classifiers on the same
        data sets.
    """
    return [table[~table["dataset"].isin(failures["dataset"])] for table in tables]


def design_left(design, failures):
    """What is left of a design without the data sets on which a classifier failed.

    Parameters
    ----------
    design : dict
        Arguments of `accuracies.table.collect`.
    failures : DataFrame
        From `read_failures`.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If no data set is left.
    """
    left = datasets_left(design["datasets"], failures)
    _log.info("%d of %d data sets left", len(left), len(design["datasets"]))
    if not left:
        raise ValueError(
            f"on every data set a classifier failed ({described(failures)}); take "
            f"what fails out of the study"
        )
    return design | {"datasets": left}


def datasets_left(datasets, failures):
    """Names of the data sets on which no classifier failed, in their order."""
    failed = set(failures["dataset"])
    return [dataset for dataset in datasets if dataset not in failed]


def subsets_left(subsets, failures):
    """Data sets of each subset on which no classifier failed: a dict by subset."""
    return {name: datasets_left(members, failures) for name, members in subsets.items()}


def described(failures, datasets=None):
    """Say what was left out, as a caption does.

    Parameters
    ----------
    failures : DataFrame
        From `read_failures`.
    datasets : sequence of str, optional
        The data sets of a subset; others are not mentioned. All by default.

    Returns
    -------
    str
        ``glass (J48: reason; HNB: reason), zoo (J48: reason)``; empty if nothing
        was left out.
    """
    if datasets is not None:
        failures = failures[failures["dataset"].isin(datasets)]
    named = []
    for dataset, rows in failures.groupby("dataset", sort=False):
        pairs = zip(rows["classifier"], rows["reason"], strict=True)
        named.append(f"{dataset} ({'; '.join(': '.join(pair) for pair in pairs)})")
    return ", ".join(named)
