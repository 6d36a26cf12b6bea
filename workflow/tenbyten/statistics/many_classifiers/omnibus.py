"""Result of a test of all classifiers together, and its p by permutation."""

from itertools import permutations
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenbyten.statistics.checks import Floats

METHODS = ("auto", "approximate")
# Arrangements of the results that are gone through, or else drawn.
ARRANGEMENTS = 100_000
# With more results, data sets times classifiers, none is drawn: 500 take half a second.
_MOST_RESULTS = 500
# Drawn at a time; a divisor of all.
_AT_ONCE = 10_000
# In proportion to the square of the largest possible sum; less is rounding.
_ROUNDING = 1e-12


class Omnibus(NamedTuple):
    """A test of the null hypothesis that all classifiers perform the same.

    Attributes
    ----------
    statistic : ndarray of shape (...)
        Chi-squared or F; F is infinite where all data sets agree.
    df1, df2 : float
        Its degrees of freedom; chi-squared has no second.
    p : ndarray of shape (...)
        Of the null hypothesis.
    critical : float
        The statistic beyond which it is rejected; NaN unless p is approximate.
    method : {"exact", "permutation", "approximate"}
        Where p comes from: all arrangements of the results within the data sets, random
        ones, or the distribution of the statistic.
    """

    statistic: Floats
    df1: float
    df2: float
    p: Floats
    critical: float
    method: str


def method_of(datasets: int, classifiers: int) -> str:
    """Return how p is computed: a value of `Omnibus.method`.

    Exact where the results have at most `ARRANGEMENTS` arrangements, which are
    ``classifiers!`` to the power ``datasets - 1``: those of the first data set need not
    be gone through. Else by so many random ones, as long as there are 500 results at
    most, and approximate beyond.
    """
    if datasets * classifiers > _MOST_RESULTS:
        return "approximate"
    few = factorial(classifiers) ** (datasets - 1) <= ARRANGEMENTS
    return "exact" if few else "permutation"


def complete(
    statistic: Floats,
    scores: Floats,
    distribution: Any,
    *,
    df1: float,
    df2: float,
    alpha: float,
    seed: int,
    method: str,
) -> Omnibus:
    """Complete a test whose statistic grows with the spread of the scores' sums.

    `scores` are of shape (..., datasets, classifiers); `distribution` is what the
    statistic is approximately distributed as.
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}; give one of {', '.join(METHODS)}.")
    if method == "auto":
        method = method_of(*scores.shape[-2:])
    if method == "approximate":
        p, critical = distribution.sf(statistic), float(distribution.isf(alpha))
    else:
        p, critical = np.empty(scores.shape[:-2]), np.nan
        for index in np.ndindex(p.shape):
            p[index] = _p_by_permutation(scores[index], method == "exact", seed)
    return Omnibus(statistic, df1, df2, p[()], critical, method)


def _p_by_permutation(scores: Floats, exact: bool, seed: int) -> float:
    """Compare the squares of the sums with those of other arrangements of the scores.

    They grow with the spread, as the total is the same in all arrangements.
    """
    # Equal scores are then exactly zero.
    scores = scores - np.min(scores, axis=1, keepdims=True)
    rounding = _ROUNDING * np.sum(np.max(scores, axis=1)) ** 2
    least = _squares(np.sum(scores, axis=0)) - rounding
    if exact:
        return float(np.mean(_squares(_all_sums(scores)) >= least))
    rng, as_large = np.random.default_rng(seed), 0
    for _ in range(ARRANGEMENTS // _AT_ONCE):
        sums = np.zeros((_AT_ONCE, scores.shape[1]))
        for line in scores:
            sums += rng.permuted(np.broadcast_to(line, sums.shape), axis=1)
        as_large += np.sum(_squares(sums) >= least)
    # The arrangement that was found counts as one of them.
    return float((as_large + 1) / (ARRANGEMENTS + 1))


def _all_sums(scores: Floats) -> Floats:
    """Sum the scores of every arrangement; the first data set stays as it is."""
    classifiers = scores.shape[1]
    orders: NDArray[np.intp] = np.array([*permutations(range(classifiers))])
    sums = scores[:1]
    for line in scores[1:]:
        sums = (sums[:, np.newaxis] + line[orders]).reshape(-1, classifiers)
    return sums


def _squares(sums: Floats) -> Floats:
    """Add up the squares of the classifiers' sums."""
    return np.einsum("...i,...i", sums, sums)
