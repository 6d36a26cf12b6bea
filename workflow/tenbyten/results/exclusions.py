"""Leave out the data sets on which a classifier failed, for all classifiers."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

_REMEDY = "take these classifiers out of the study, or make them work"

_log = logging.getLogger(__name__)


def first_failures(failures: pd.DataFrame, datasets: Sequence[str]) -> pd.DataFrame:
    """Keep the first failure of each classifier on each data set, in their order.

    Jobs with different runs of one data set may each record a failure.

    Parameters
    ----------
    failures : DataFrame
        From `files.read_failures`.
    datasets : sequence of str
        In the order of the result.
    """
    cells = failures[["run", "fold"]].apply(pd.to_numeric).fillna(0)
    places = failures["dataset"].map({name: i for i, name in enumerate(datasets)})
    ordered = failures.iloc[np.lexsort([cells["fold"], cells["run"], places])]
    return ordered.drop_duplicates(["dataset", "classifier"], ignore_index=True)


def leave_out(
    table: pd.DataFrame, design: Mapping[str, Any], failures: pd.DataFrame
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Drop the data sets on which a classifier failed from a long table and its design.

    Tests compare classifiers on the same data sets.

    Parameters
    ----------
    table : DataFrame
    design : dict
        Arguments of `design.sort_cells`, among them `datasets`.
    failures : DataFrame
        From `files.read_failures`.

    Raises
    ------
    ValueError
        If no data set is left.
    """
    left = datasets_left(design["datasets"], failures)
    if excluded := describe_exclusions(failures, datasets=len(design["datasets"])):
        _log.warning("%s", excluded)
    if not left:
        raise ValueError(
            f"on every data set a classifier failed ({described(failures)}); {_REMEDY}"
        )
    kept = ~table["dataset"].isin(failures["dataset"])
    return table[kept], {**design, "datasets": left}


def enough_left(datasets: Sequence[str], failures: pd.DataFrame) -> list[str]:
    """Return the data sets of a subset that are left for tests over data sets.

    Parameters
    ----------
    datasets : sequence of str
        Those of the subset.
    failures : DataFrame
        From `files.read_failures`.

    Raises
    ------
    ValueError
        If fewer than two are left.
    """
    left = datasets_left(datasets, failures)
    if len(left) < 2:
        only = "a test over data sets takes two or more, and of the subset "
        only += f"{left[0]} alone is left" if left else "none is left"
        raise ValueError(
            f"{only}: on {len(datasets) - len(left)} of {len(datasets)} data sets a "
            f"classifier failed ({described(failures, datasets)}); {_REMEDY}"
        )
    return left


def datasets_left(datasets: Sequence[str], failures: pd.DataFrame) -> list[str]:
    """Return the data sets on which no classifier failed, in their order.

    Parameters
    ----------
    datasets : sequence of str
    failures : DataFrame
        From `files.read_failures`.
    """
    failed = set(failures["dataset"])
    return [dataset for dataset in datasets if dataset not in failed]


def subsets_left(
    subsets: Mapping[str, Sequence[str]], failures: pd.DataFrame
) -> dict[str, list[str]]:
    """Return, by subset, the data sets on which no classifier failed.

    Parameters
    ----------
    subsets : dict of str to sequence of str
    failures : DataFrame
        From `files.read_failures`.
    """
    return {name: datasets_left(members, failures) for name, members in subsets.items()}


def main_subset(subsets: Mapping[str, Sequence[str]]) -> str:
    """Return the subset that the answer is about: the largest; of equals the last."""
    return max(reversed([*subsets]), key=lambda name: len(subsets[name]))


def described(failures: pd.DataFrame, datasets: Sequence[str] | None = None) -> str:
    """Describe the data sets that were left out, for a caption.

    Parameters
    ----------
    failures : DataFrame
    datasets : sequence of str, optional
        The data sets of a subset; others are not mentioned. All by default.

    Returns
    -------
    str
        ``glass (J48: reason; HNB: reason), zoo and iris (J48: reason)``; empty if
        nothing was left out.
    """
    if datasets is not None:
        failures = failures[failures["dataset"].isin(datasets)]
    alike: dict[str, list[str]] = {}
    for dataset, rows in failures.groupby("dataset", sort=False):
        pairs = zip(rows["classifier"], rows["reason"], strict=True)
        alike.setdefault("; ".join(map(": ".join, pairs)), []).append(dataset)
    return ", ".join(f"{' and '.join(x)} ({why})" for why, x in alike.items())


def describe_exclusions(
    failures: pd.DataFrame, *, datasets: int, most: int = 10
) -> str:
    """Describe in a sentence how many data sets were left out, which and why.

    Parameters
    ----------
    failures : DataFrame
        From `files.read_failures`.
    datasets : int
        Number of all data sets.
    most : int, default=10
        Number of data sets that are named.

    Returns
    -------
    str
        Empty if nothing was left out.
    """
    left_out = list(dict.fromkeys(failures["dataset"]))
    if not left_out:
        return ""
    others = len(left_out) - most
    more = f", and {others} more" if others > 0 else ""
    return (
        f"{len(left_out)} of {datasets} data sets left out for all classifiers, "
        f"because a classifier failed: {described(failures, left_out[:most])}{more}."
    )
