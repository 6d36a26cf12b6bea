"""Result of a test of all classifiers together, and its p by permutation."""

from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenbyten.statistics.checks import Bools, Floats

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


class Approximate(NamedTuple):
    """A test by the distribution of its statistic.

    Attributes
    ----------
    test : Omnibus
        The test, its method ``approximate``.
    scores : ndarray of shape (..., datasets, classifiers)
        The statistic grows with the spread of the sums of the scores.
    """

    test: Omnibus
    scores: Floats


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
    *tests: Approximate, seed: int, method: str = "auto"
) -> tuple[Omnibus, ...]:
    """Take p from arrangements of the scores, as far as `method_of` goes.

    All tests have scores of one shape, and meet the same arrangements.
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}; give one of {', '.join(METHODS)}.")
    scores = np.stack([test.scores for test in tests])
    if method == "auto":
        method = method_of(*scores.shape[-2:])
    if method == "approximate":
        return tuple(test.test for test in tests)
    p = np.empty(scores.shape[:-2])
    for index in np.ndindex(p.shape[1:]):
        of_tests = scores[:, *index]
        # Equal scores are then exactly zero.
        of_tests = of_tests - np.min(of_tests, axis=-1, keepdims=True)
        if method == "exact":
            p[:, *index] = [np.mean(_reach(each, _all_sums(each))) for each in of_tests]
        else:
            p[:, *index] = _p_of_random(of_tests, seed)
    return tuple(
        test.test._replace(p=own[()], critical=np.nan, method=method)
        for test, own in zip(tests, p, strict=True)
    )


def _p_of_random(scores: Floats, seed: int) -> Floats:
    """Compute p of each test from the same random arrangements of its scores."""
    tests, _, classifiers = scores.shape
    rng, as_large = np.random.default_rng(seed), np.zeros(tests)
    unchanged = np.broadcast_to(np.arange(classifiers), (_AT_ONCE, classifiers))
    for _ in range(ARRANGEMENTS // _AT_ONCE):
        sums = np.zeros((tests, *unchanged.shape))
        for of_dataset in scores.swapaxes(0, 1):
            order = rng.permuted(unchanged, axis=1)
            for total, line in zip(sums, of_dataset, strict=True):
                total += line[order]
        as_large += [
            np.sum(_reach(*of_test)) for of_test in zip(scores, sums, strict=True)
        ]
    # The arrangement that was found counts as one of them.
    return (as_large + 1) / (ARRANGEMENTS + 1)


def _reach(scores: Floats, sums: Floats) -> Bools:
    """Return which sums of arrangements are spread as widely as those of the scores.

    Their squares grow with the spread, as the total is the same in all arrangements.
    """
    rounding = _ROUNDING * np.sum(np.max(scores, axis=1)) ** 2
    return _squares(sums) >= _squares(np.sum(scores, axis=0)) - rounding


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
