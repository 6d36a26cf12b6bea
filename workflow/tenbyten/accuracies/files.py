"""Read the tables of accuracies, metrics and failures that a study has written."""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from tenbyten.files import PathLike
from tenbyten.tables import read_header, read_table

FAILURES = ["dataset", "classifier", "run", "fold", "reason"]

_CELL: dict[str, Any] = {"dataset": str, "classifier": str, "run": int, "fold": int}


def read_measured_counts(
    paths: Iterable[PathLike], metrics: Sequence[str]
) -> pd.DataFrame:
    """Read counts and metrics of rule `crossvalidate`, all parts as one table."""
    types = _CELL | dict.fromkeys(["tested", "correct"], int)
    types |= dict.fromkeys(metrics, float)
    return pd.concat([read_table(path, types) for path in paths], ignore_index=True)


def read_accuracies(path: PathLike) -> pd.DataFrame:
    """Read the long table of accuracies; counts may be missing."""
    counts = {"tested": "Int64", "correct": "Int64"}
    return read_table(path, _CELL | counts | {"accuracy": float})


def read_metrics(path: PathLike) -> pd.DataFrame:
    """Read metrics: one panel's on one data set, or their long table."""
    header = read_header(path)
    metrics = [name for name in header if name not in _CELL]
    return read_table(path, _CELL | dict.fromkeys(metrics, float))


def read_values(path: PathLike, *, metric: str) -> pd.DataFrame:
    """Read the long table that has a metric: that of accuracies, or of metrics."""
    return read_accuracies(path) if metric == "accuracy" else read_metrics(path)


def read_measured(path: PathLike) -> pd.DataFrame:
    """Read a long table, be it that of accuracies or of metrics."""
    header = read_header(path)
    return read_accuracies(path) if "accuracy" in header else read_metrics(path)


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
