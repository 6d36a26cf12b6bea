"""Adjust p-values for the number of comparisons."""

from functools import cache
from math import comb, isqrt

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, Ints, check_probabilities

METHODS = ("bonferroni", "holm", "hochberg", "hommel", "shaffer")


def adjust(p: ArrayLike, *, method: str) -> Floats:
    """Adjust p-values so that each can be held against alpha itself.

    Parameters
    ----------
    p : ndarray of shape (..., comparisons)
        p of each comparison alone. Leading axes are families of comparisons. Under
        ``shaffer`` these are all pairs of some classifiers, in any order.
    method : {"bonferroni", "holm", "hochberg", "hommel", "shaffer"}
        The procedure.

    Returns
    -------
    ndarray of shape (..., comparisons)
        The smallest alpha at which the procedure rejects the comparison's null
        hypothesis; never below `p` or above 1.

    Raises
    ------
    ValueError
        With no comparison, if a p is NaN or outside 0 to 1, if `method` is
        unknown, or if it is ``shaffer`` and no number of classifiers has so many
        pairs.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30)
    describes the procedures; there k - 1 is the number of comparisons (footnote 1).
    Each controls the chance of one or more false rejections: Bonferroni's, Holm's and
    Shaffer's always, Hochberg's and Hommel's as far as Simes' inequality holds. Of the
    first four, each rejects what the former rejects.

    Shaffer's static procedure (1986; Journal of the American Statistical Association
    81, 826-831) is Holm's with smaller factors: where some pairs differ, not every
    number of the others can be equal at once. Of three classifiers, for example, one
    pair that differs leaves one that is equal at most. It rejects what Holm's rejects.
    """
    if method not in METHODS:
        raise ValueError(
            f"adjust: no method {method!r}; give one of {', '.join(METHODS)}."
        )
    p = np.asarray(p, dtype=float)
    if p.ndim == 0 or p.shape[-1] == 0:
        raise ValueError(
            f"adjust: no comparison in an array of shape {p.shape}; give p of at "
            f"least one."
        )
    check_probabilities("adjust", "p", p, "look at the test that it comes from")
    comparisons = p.shape[-1]
    if method == "bonferroni":
        return np.minimum(comparisons * p, 1)
    order = np.argsort(p, axis=-1, kind="stable")
    ordered = np.take_along_axis(p, order, axis=-1)
    left = np.arange(comparisons, 0, -1)
    if method == "hochberg":
        lowest = np.minimum.accumulate((left * ordered)[..., ::-1], axis=-1)
        stepped = lowest[..., ::-1]
    elif method == "hommel":
        stepped = _hommel(ordered)
    else:
        factors = left if method == "holm" else _most_true(left)
        stepped = np.maximum.accumulate(factors * ordered, axis=-1)
    adjusted = np.empty(p.shape)
    np.put_along_axis(adjusted, order, np.minimum(stepped, 1), axis=-1)
    return adjusted


def _hommel(p: Floats) -> Floats:
    """Adjust ordered p by Hommel's procedure.

    Of every number of hypotheses, the ones with the largest p are tested by Simes' test
    (Wright 1992; Biometrics 48, 1005-1013).
    """
    n = p.shape[-1]
    adjusted = p.copy()
    for size in range(n, 0, -1):
        # Simes' test of the `size` largest p.
        largest = p[..., n - size :] / np.arange(1, size + 1)
        simes = size * np.min(largest, axis=-1, keepdims=True)
        first, last = p[..., : n - size], adjusted[..., n - size :]
        adjusted[..., n - size :] = np.maximum(last, simes)
        # With a smaller p in the place of the smallest of these.
        low = np.minimum(size * first, simes)
        adjusted[..., : n - size] = np.maximum(adjusted[..., : n - size], low)
    return adjusted


def _most_true(left: Ints) -> Ints:
    """Return how many pairs can be equal at once if no more than `left` are."""
    pairs = len(left)
    classifiers = (1 + isqrt(1 + 8 * pairs)) // 2
    if comb(classifiers, 2) != pairs:
        raise ValueError(
            f"adjust: shaffer compares all pairs of classifiers, and no number of "
            f"classifiers has {pairs} pairs; give p of every pair."
        )
    possible = np.array(sorted(_numbers_of_true(classifiers)))
    return possible[np.searchsorted(possible, left, side="right") - 1]


@cache
def _numbers_of_true(classifiers: int) -> frozenset[int]:
    """Return how many pairs can be equal at once: S(k) of Shaffer (1986).

    Some classifiers are equal to the first; the rest are among themselves.
    """
    if classifiers < 2:
        return frozenset({0})
    return frozenset(
        comb(equal, 2) + others
        for equal in range(1, classifiers + 1)
        for others in _numbers_of_true(classifiers - equal)
    )
