"""Compare every pair over a subset by the signed-rank test."""

import logging

import pandas as pd

from tenbyten.comparisons.on_each_dataset import Names, by_pair
from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.many_datasets.signed_rank import SignedRank, signed_rank

_log = logging.getLogger(__name__)


def signed_rank_tests(
    posteriors: pd.DataFrame, *, datasets: Names, alpha: float, method: str, sides: str
) -> pd.DataFrame:
    """Compare every pair over a subset by the signed-rank test.

    Returns
    -------
    DataFrame
        One line a pair: n, the data sets ranked; rank_sum_column (R+) and rank_sum_row
        (R-); z; p_one_sided, p_two_sided; decision, 1 where the column is better.
    """
    pairs, mean = by_pair(posteriors, datasets, "mean_difference")
    test = signed_rank(mean, method=method)
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    return pairs.assign(
        n=test.n,
        rank_sum_column=test.rank_sum_column,
        rank_sum_row=test.rank_sum_row,
        z=test.z,
        p_one_sided=test.p_one_sided,
        p_two_sided=test.p_two_sided,
        decision=column_is_better(test, sides, alpha).astype(int),
    )


def deciding_p(test: SignedRank, sides: str) -> Floats:
    """Return the one-sided or the two-sided p-value, the one that decides."""
    return test.p_one_sided if sides == "one" else test.p_two_sided


def column_is_better(test: SignedRank, sides: str, alpha: float) -> Bools:
    """Decide for the column: a p-value below alpha and the larger rank sum."""
    return (deciding_p(test, sides) < alpha) & (
        test.rank_sum_column > test.rank_sum_row
    )
