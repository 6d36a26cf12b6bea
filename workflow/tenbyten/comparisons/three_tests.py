"""The three tests that are rules of their own, numbers rounded as files have them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from tenbyten.comparisons.decisions import poisson_tests, signed_rank_tests
from tenbyten.comparisons.files import round_as_written
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.results.exclusions import enough_left

Subsets = Mapping[str, Sequence[str]]


def run_correlated_t(values: pd.DataFrame, **settings: Any) -> pd.DataFrame:
    """Compare every pair on every data set by the correlated t-test.

    `values` are the long table, and the settings those of `compare_on_each`, which
    says what is returned and raised.
    """
    return round_as_written(compare_on_each(values, **settings))


def run_poisson(
    posteriors: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    subsets: Subsets,
    **settings: Any,
) -> dict[str, pd.DataFrame]:
    """Compare every pair over each subset by the Poisson test.

    Parameters
    ----------
    posteriors : DataFrame
        From `run_correlated_t`.
    failures : DataFrame
        From `results.files.read_failures`; their data sets are left out.
    subsets : dict of str to sequence of str
        The data sets of each subset.
    **settings
        Those of `decisions.poisson_tests`.

    Returns
    -------
    dict of str to DataFrame
        By subset what `decisions.poisson_tests` returns.

    Raises
    ------
    ValueError
        If fewer than two data sets of a subset are left.
    """
    return _over_subsets(poisson_tests, posteriors, failures, subsets, settings)


def run_signed_rank(
    posteriors: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    subsets: Subsets,
    **settings: Any,
) -> dict[str, pd.DataFrame]:
    """Compare every pair over each subset by the signed-rank test.

    Parameters
    ----------
    posteriors, failures, subsets
        As in `run_poisson`.
    **settings
        Those of `decisions.signed_rank_tests`.

    Returns
    -------
    dict of str to DataFrame
        By subset what `decisions.signed_rank_tests` returns.

    Raises
    ------
    ValueError
        As `run_poisson`.
    """
    return _over_subsets(signed_rank_tests, posteriors, failures, subsets, settings)


def _over_subsets(
    test: Callable[..., pd.DataFrame],
    posteriors: pd.DataFrame,
    failures: pd.DataFrame,
    subsets: Subsets,
    settings: Mapping[str, Any],
) -> dict[str, pd.DataFrame]:
    """Run a test over the data sets of each subset on which no classifier failed."""
    left = {name: enough_left(members, failures) for name, members in subsets.items()}
    return {
        subset: round_as_written(test(posteriors, datasets=datasets, **settings))
        for subset, datasets in left.items()
    }
