"""Wilcoxon's signed-rank test: two classifiers, compared on many data sets."""

from typing import NamedTuple

import numpy as np
from scipy.stats import norm, rankdata, wilcoxon


class SignedRank(NamedTuple):
    """Sums of ranks and what they say.

    Attributes
    ----------
    rank_sum_right, rank_sum_left : ndarray of shape (...)
        R+, the ranks of the data sets on which right is better, and R-; each has
        half the ranks of the zeros.
    statistic : ndarray of shape (...)
        T, the smaller of the two.
    z : ndarray of shape (...)
        T standardised, never positive.
    n : ndarray of shape (...), int
        Number of data sets that were ranked: N of the formulas.
    p_one_sided : ndarray of shape (...)
        Of the null hypothesis that right is not better than left.
    p_two_sided : ndarray of shape (...)
        Of the null hypothesis that neither is better.
    """

    rank_sum_right: np.ndarray
    rank_sum_left: np.ndarray
    statistic: np.ndarray
    z: np.ndarray
    n: np.ndarray
    p_one_sided: np.ndarray
    p_two_sided: np.ndarray


def signed_rank(differences, *, exact=False):
    """Compare two classifiers over many data sets by the signed-rank test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of right minus mean accuracy of left on each data set; equal
        differences must be equal floats (`mean_differences` sees to that).
        Leading axes are pairs.
    exact : bool, default=False
        Take p from the exact distribution of the rank sum instead of the normal
        approximation.

    Returns
    -------
    SignedRank
        Rank sums, z and both p.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, if a difference is not finite, or
        if the exact distribution is asked for where a difference is zero or two
        are equal in size.

    Notes
    -----
    Section 3.1.3 of [1]_. Equal sizes share their average rank. Zeros have the
    lowest ranks, split evenly between both sums; of an odd number of zeros one is
    ignored, that is, taken out before ranking, so that N is one less and both
    sums still add up to N (N + 1) / 2. z is as printed there: without correction
    for ties or continuity (SciPy corrects for ties). Two-sided p is
    2 Phi(z); one-sided p puts R- in the place of T.

    The exact distribution is that of N distinct ranks; neither it nor the tables
    made from it hold where there are ties or zeros.

    References
    ----------
    .. [1] Demsar (2006). Journal of Machine Learning Research 7, 1-30.
    """
    differences = _check(differences)
    zeros = np.sum(differences == 0, axis=-1)
    ignored = zeros % 2
    n = differences.shape[-1] - ignored
    # Without the ignored zero all ranks above the zeros are one lower.
    ranks = rankdata(np.abs(differences), axis=-1) - ignored[..., np.newaxis]
    split = (zeros - ignored) * (zeros - ignored + 1) / 4
    right = np.sum(ranks, axis=-1, where=differences > 0) + split
    left = np.sum(ranks, axis=-1, where=differences < 0) + split
    smaller = np.minimum(right, left)
    mean = n * (n + 1) / 4
    deviation = np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    z = (smaller - mean) / deviation
    if exact:
        one_sided, two_sided = _exact(differences)
    else:
        one_sided, two_sided = norm.cdf((left - mean) / deviation), 2 * norm.cdf(z)
    return SignedRank(right, left, smaller, z, n, one_sided, two_sided)


def _exact(differences):
    """Exact p, one-sided and two-sided, or an error where there is none."""
    sizes = np.sort(np.abs(differences), axis=-1)
    refused = (sizes[..., 0] == 0) | np.any(np.diff(sizes, axis=-1) == 0, axis=-1)
    if np.any(refused):
        where = tuple(np.argwhere(refused)[0].tolist())
        raise ValueError(
            f"signed_rank: zeros or ties among the differences{_at(where)}; the exact "
            f"distribution holds for none: ask for the normal approximation."
        )
    return tuple(
        wilcoxon(differences, alternative=alternative, method="exact", axis=-1).pvalue
        for alternative in ("greater", "two-sided")
    )


def _check(differences):
    """Differences as an array, or an error."""
    differences = np.asarray(differences, dtype=float)
    datasets = differences.shape[-1] if differences.ndim else 0
    if datasets < 2:
        raise ValueError(
            f"signed_rank: {datasets} data sets; the test needs at least two: give "
            f"the subset more data sets."
        )
    wrong = ~np.isfinite(differences)
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"signed_rank: the difference is {differences[where]}{_at(where)}; every "
            f"data set needs a number; fill in what is missing."
        )
    return differences


def _at(where):
    """Where in the leading axes, if there are any."""
    return f" at {where}" if where else ""
