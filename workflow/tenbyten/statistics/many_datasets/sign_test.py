"""The sign test: two classifiers, compared on many data sets by counting wins."""

from typing import NamedTuple

import numpy as np
from scipy.stats import binom


class SignTest(NamedTuple):
    """Counts of data sets and what they say.

    Attributes
    ----------
    wins, ties, losses : ndarray of shape (...), int
        Data sets on which right is better, neither, left.
    n : ndarray of shape (...), int
        Data sets that count: all but one tie of an odd number of ties.
    counted_wins : ndarray of shape (...), int
        Wins of right and its half of the ties that count.
    p_one_sided : ndarray of shape (...)
        Of the null hypothesis that right is not better than left.
    p_two_sided : ndarray of shape (...)
        Of the null hypothesis that neither is better.
    """

    wins: np.ndarray
    ties: np.ndarray
    losses: np.ndarray
    n: np.ndarray
    counted_wins: np.ndarray
    p_one_sided: np.ndarray
    p_two_sided: np.ndarray


def sign_test(differences):
    """Compare two classifiers over many data sets by the sign test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of right minus mean accuracy of left on each data set; only
        the sign counts, and equal accuracies must give 0 (`mean_differences` sees
        to that). Leading axes are pairs.

    Returns
    -------
    SignTest
        Counts and both p.

    Raises
    ------
    ValueError
        If there is no data set, or if a difference is not finite.

    Notes
    -----
    Section 3.1.4 of [1]_: under the null hypothesis the number of wins is binomial
    with a chance of 1/2, ties are split evenly, and of an odd number of ties one is
    ignored. p is exact, not that of the normal approximation given there for many
    data sets; two-sided it is twice the smaller tail, at most 1.

    References
    ----------
    .. [1] Demsar (2006). Journal of Machine Learning Research 7, 1-30.
    """
    differences = _check(differences)
    wins = np.sum(differences > 0, axis=-1)
    losses = np.sum(differences < 0, axis=-1)
    ties = differences.shape[-1] - wins - losses
    n = differences.shape[-1] - ties % 2
    counted = wins + ties // 2
    one_sided = binom.sf(counted - 1, n, 0.5)
    larger = np.maximum(counted, n - counted)
    two_sided = np.minimum(2 * binom.sf(larger - 1, n, 0.5), 1)
    return SignTest(wins, ties, losses, n, counted, one_sided, two_sided)


def critical_wins(n, *, alpha, sides="two"):
    """Smallest number of wins with which a classifier is significantly better.

    Parameters
    ----------
    n : int or ndarray of int
        Number of data sets that count.
    alpha : float
        Size of the test.
    sides : {"two", "one"}, default="two"
        Which p of `sign_test` is at most `alpha`.

    Returns
    -------
    ndarray of the shape of `n`, int

    Raises
    ------
    ValueError
        If `alpha` is not between 0 and 1, if `sides` is neither, or if not even
        `n` wins suffice; the error says how many data sets do.

    Notes
    -----
    Exact, as `sign_test`. Table 3 of [1]_ is headed two-tailed, but its row for 0.10
    is that of ``sides="one"`` throughout, and so is its row for 0.05 except for 23
    and 24 data sets, where it has one win more, the value of ``sides="two"``. The
    formula in the text of section 3.1.4, ``n / 2 + 1.96 sqrt(n) / 2`` rounded up,
    departs from the row for 0.05 at 13, 18 and 24 data sets. The example there, 11
    wins in 14, has a two-sided p of 0.057.

    References
    ----------
    .. [1] Demsar (2006). Journal of Machine Learning Research 7, 1-30.
    """
    if not 0 < alpha < 1:
        raise ValueError(
            f"critical_wins: alpha is {alpha}; give a number between 0 and 1: 0.05."
        )
    if sides not in ("one", "two"):
        raise ValueError(f"critical_wins: sides is {sides!r}; give one or two.")
    n = np.asarray(n)
    tail = alpha if sides == "one" else alpha / 2
    # isf gives the smallest number of wins that is exceeded with a chance of `tail`.
    wins = binom.isf(tail, n, 0.5).astype(int) + 1
    if np.any(wins > n):
        least = int(np.ceil(-np.log2(tail)))
        raise ValueError(
            f"critical_wins: with {n[wins > n].flat[0]} data sets no number of wins is "
            f"significant at {alpha} ({sides}-sided); the sign test needs at least "
            f"{least}."
        )
    return wins[()]


def _check(differences):
    """Differences as an array, or an error."""
    differences = np.asarray(differences, dtype=float)
    if differences.ndim == 0 or differences.shape[-1] == 0:
        raise ValueError(
            f"sign_test: no data set in an array of shape {differences.shape}; the "
            f"test needs at least one: give the subset more data sets."
        )
    wrong = ~np.isfinite(differences)
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"sign_test: the difference at {where} is {differences[where]}; every data "
            f"set needs a number; fill in what is missing."
        )
    return differences
