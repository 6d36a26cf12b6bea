"""The three tests that are rules of their own, numbers rounded as files have them."""

from collections.abc import Mapping, Sequence
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
    return {
        subset: round_as_written(
            poisson_tests(
                posteriors, datasets=enough_left(datasets, failures), **settings
            )
        )
        for subset, datasets in subsets.items()
    }


def run_signed_rank(
    posteriors: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    subsets: Subsets,
    **settings: Any,
) -> dict[str, pd.DataFrame]:
    """Compare every pair over each subset by the signed-rank test.

    Parameters, result and errors are those of `run_poisson`, with
    `decisions.signed_rank_tests` in the place of `decisions.poisson_tests`.
    """
    return {
        subset: round_as_written(
            signed_rank_tests(
                posteriors, datasets=enough_left(datasets, failures), **settings
            )
        )
        for subset, datasets in subsets.items()
    }
