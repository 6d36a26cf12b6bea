"""Measure the replicability of the decisions on random subsets of the data sets."""

import logging
from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import Names, by_pair, has_tests
from tenbyten.statistics.checks import Floats

_log = logging.getLogger(__name__)

# The most numbers in memory at once: 16 MB.
_AT_ONCE = 2_000_000


def replicability(
    posteriors: pd.DataFrame,
    *,
    datasets: Names,
    alpha: float,
    method: str,
    drawn: int,
    draws: int,
    seed: int,
) -> pd.DataFrame:
    """Measure how far the decisions on a pair depend on the data sets at hand.

    Every pair and test meets the same random subsets, so that its result does not
    depend on the other pairs.

    Parameters
    ----------
    drawn, draws : int
        Size of the random subsets of `datasets`, and their number; two at least.

    Returns
    -------
    DataFrame
        One line a pair and test: row, column, test (``poisson``, ``signed_rank``,
        ``sign``, ``paired_t``), drawn, draws, replicability_e and replicability_p. The
        last two are empty where `datasets` has no more than `drawn`: a random subset
        would be all of it every time. Where pairs were not tested on each data set
        there is no Poisson test.

    Notes
    -----
    R(e) and R(p) of Demsar (2006), section 4.1.2. All tests are one-sided, as in the
    tables of decisions: is the column better? The p of the Poisson test is P(X <= q /
    2), so that it is below alpha where P(X > q / 2) is above 1 - alpha. The sign test
    uses the exact distribution.

    Random subsets of one collection share data sets, the more the larger `drawn` is
    beside it. Both numbers are then higher than those of experiments on data sets that
    nobody has seen yet.
    """
    pairs, _ = by_pair(posteriors, datasets, "mean_difference")
    tests = _tests(method)
    if not has_tests(posteriors):
        del tests["poisson"]
    table = pairs.merge(pd.DataFrame({"test": list(tests)}), how="cross")
    table = table.assign(drawn=drawn, draws=draws)
    names = ["replicability_e", "replicability_p"]
    if len(datasets) <= drawn:
        _log.info("%d data sets, none to spare of %d", len(datasets), drawn)
        return table.assign(**dict.fromkeys(names, np.nan))
    subsets = statistics.draw_subsets(
        len(datasets), drawn=drawn, draws=draws, seed=seed
    )
    numbers = np.empty((2, len(pairs), len(tests)))
    for test, (column, p_of) in enumerate(tests.values()):
        _, values = by_pair(posteriors, datasets, column)
        step = max(1, _AT_ONCE // subsets.size)
        for start in range(0, len(pairs), step):
            some = slice(start, start + step)
            p = p_of(values[some][:, subsets])
            numbers[0, some, test] = statistics.replicability_e(p < alpha)
            numbers[1, some, test] = statistics.replicability_p(p)
    _log.info("%d pairs, %d draws of %d data sets", len(pairs), draws, drawn)
    return table.assign(**dict(zip(names, numbers.reshape(2, -1), strict=True)))


def _poisson(p_wins: Floats) -> Floats:
    """Compute P(X <= q / 2)."""
    test = statistics.poisson_test(p_wins, alpha=0.5)
    # Rounding can leave a sum of chances a bit above one.
    return np.minimum(test.row + test.tie, 1)


def _tests(method: str) -> dict[str, tuple[str, Callable[[Floats], Floats]]]:
    """Return the column that each test reads, and the function of its one-sided p."""
    signed_rank = partial(statistics.signed_rank, method=method)
    return {
        "poisson": ("p_column_wins", _poisson),
        "signed_rank": ("mean_difference", lambda d: signed_rank(d).p_one_sided),
        "sign": ("mean_difference", lambda d: statistics.sign_test(d).p_one_sided),
        "paired_t": ("mean_difference", lambda d: statistics.paired_t(d).p_one_sided),
    }
