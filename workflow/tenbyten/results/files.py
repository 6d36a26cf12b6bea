"""Read what a study has written: accuracies, metrics, failures and predictions."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple
from zipfile import ZipFile

import numpy as np
import pandas as pd

from tenbyten.files import PathLike
from tenbyten.results.design import common_runs
from tenbyten.statistics.checks import Bools
from tenbyten.tables.our_csv import read_header, read_table

FAILURES = ["dataset", "classifier", "run", "fold", "reason"]

_CELL: dict[str, Any] = {"dataset": str, "classifier": str, "run": int, "fold": int}


def read_measured_counts(
    paths: Iterable[PathLike], metrics: Sequence[str]
) -> pd.DataFrame:
    """Read counts of rule `crossvalidate`, all parts as one table.

    Parameters
    ----------
    paths : iterable of path
    metrics : sequence of str
        Further columns, `metrics.measured_columns`.

    Raises
    ------
    ValueError
        If a column is missing, or a cell is not of its type.
    """
    types = _CELL | dict.fromkeys(["tested", "correct"], int)
    types |= dict.fromkeys(metrics, float)
    return pd.concat([read_table(path, types) for path in paths], ignore_index=True)


def read_accuracies(path: PathLike) -> pd.DataFrame:
    """Read the long table of accuracies; counts may be missing."""
    counts = {"tested": "Int64", "correct": "Int64"}
    return read_table(path, _CELL | counts | {"accuracy": float})


def read_values(path: PathLike, *, common: bool = True) -> pd.DataFrame:
    """Read a long table of accuracies or of metrics.

    Parameters
    ----------
    path : path
    common : bool, default=True
        Whether only the runs are kept that all classifiers have on a data set.
    """
    header = read_header(path)
    if "accuracy" in header:
        table = read_accuracies(path)
    else:
        table = read_table(path, dict.fromkeys(header, float) | _CELL)
    return common_runs(table) if common else table


def read_failures(paths: PathLike | Iterable[PathLike]) -> pd.DataFrame:
    """Read which classifiers failed on which data sets.

    Parameters
    ----------
    paths : path or sequence of paths
        One file a panel, or the joined one; none where the study lets the first failure
        stop it.

    Returns
    -------
    DataFrame
        Of the columns `FAILURES`, all text; `run` and `fold` are empty for a classifier
        that does not take the data set at all.
    """
    files = [paths] if isinstance(paths, str | os.PathLike) else paths
    none = pd.DataFrame(columns=FAILURES, dtype=str)
    tables = [read_table(path, dict.fromkeys(FAILURES, str)) for path in files]
    return pd.concat([none, *tables], ignore_index=True)


def read_chosen(paths: Iterable[PathLike]) -> pd.DataFrame | None:
    """Read the settings that tuned classifiers chose; None without a file."""
    types = _CELL | {"seed": int, "setting": str, "chosen": str}
    tables = [read_table(path, types) for path in paths]
    return pd.concat(tables, ignore_index=True) if tables else None


def read_warned(paths: Iterable[PathLike]) -> pd.DataFrame:
    """Read on how many folds of each run classifiers warned of something."""
    types = _CELL | {"folds": int, "warning": str}
    del types["fold"]
    return pd.concat([read_table(path, types) for path in paths], ignore_index=True)


class Right(NamedTuple):
    """Which predictions of one run on one data set are right.

    Attributes
    ----------
    dataset : str
    run : int
    right : dict of str to ndarray of shape (tested,), bool
        By classifier, for every instance that is tested in the run, by row.
    """

    dataset: str
    run: int
    right: dict[str, Bools]


def read_right(
    archives: Iterable[PathLike], datasets: Sequence[str]
) -> Iterator[Right]:
    """Read which predictions are right, by data set and run, one run after the other.

    Parameters
    ----------
    archives : iterable of path
        Their members are ``<dataset>/<classifier>~<run>.parquet``, a Parquet file for
        each run of each classifier, as `engines.counts_cache` writes it.
    datasets : sequence of str
        The data sets to be read, in this order.

    Raises
    ------
    ValueError
        If two classifiers are not tested on the same instances of a run.
    """
    # By data set and run, for each classifier its archive and its member there.
    members: dict[tuple[str, int], dict[str, tuple[PathLike, str]]] = {}
    for path in archives:
        with ZipFile(path) as archive:
            for name in archive.namelist():
                dataset, _, file = name.partition("/")
                classifier, _, number = file.removesuffix(".parquet").rpartition("~")
                run_members = members.setdefault((dataset, int(number)), {})
                run_members[classifier] = path, name
    for dataset in datasets:
        for name, run in sorted(x for x in members if x[0] == dataset):
            yield Right(name, run, _right(members[name, run]))


def _right(members: Mapping[str, tuple[PathLike, str]]) -> dict[str, Bools]:
    """Read which predictions of one run are right, by classifier."""
    right, tested, first = {}, None, ""
    with ExitStack() as stack:
        paths = {path for path, _ in members.values()}
        opened = {path: stack.enter_context(ZipFile(path)) for path in paths}
        for classifier, (path, name) in sorted(members.items()):
            columns = ["row", "truth", "predicted"]
            content = io.BytesIO(opened[path].read(name))
            table = pd.read_parquet(content, columns=columns).sort_values("row")
            rows = table["row"].to_numpy()
            if tested is not None and not np.array_equal(tested, rows):
                raise ValueError(
                    f"{path}: {name} has other instances than {first}; delete the file "
                    f"and run the same command again"
                )
            tested, first = rows, first or name
            # The categories are those of the data set, in both columns.
            same = table["truth"].cat.codes == table["predicted"].cat.codes
            right[classifier] = same.to_numpy()
    return right
