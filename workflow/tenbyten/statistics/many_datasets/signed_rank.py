"""Wilcoxon's signed-rank test: two classifiers, compared on many data sets."""

from typing import NamedTuple

import numpy as np
from scipy.stats import norm, rankdata, wilcoxon

ZEROS = ("split", "drop", "pratt")


class SignedRank(NamedTuple):
    """Sums of ranks and what they say.

    Attributes
    ----------
    rank_sum_right, rank_sum_left : ndarray of shape (...)
        R+, the ranks of the data sets on which right is better, and R-; where
        zeros are split, each has half their ranks.
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


def signed_rank(differences, *, exact=False, zeros="split"):
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
    zeros : {"split", "drop", "pratt"}, default="split"
        What becomes of the data sets without a difference: ``split`` ranks them
        and gives each sum half of their ranks, ``drop`` takes them out before
        ranking, ``pratt`` takes their ranks out after ranking.

    Returns
    -------
    SignedRank
        Rank sums, z and both p.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, if a difference is not finite, if
        `zeros` is none of the three, or if the exact distribution is asked for
        where it does not hold (`has_exact`).

    Notes
    -----
    Section 3.1.3 of [1]_. Equal sizes share their average rank. Zeros have the
    lowest ranks, split evenly between both sums; of an odd number of zeros one is
    ignored, that is, taken out before ranking, so that N is one less and both
    sums still add up to N (N + 1) / 2. z is as printed there: without correction
    for ties or continuity (SciPy corrects for ties). Two-sided p is
    2 Phi(z); one-sided p puts R- in the place of T.

    The other two `zeros` are not of [1]_; they are those of SciPy's ``wilcoxon``
    (``zero_method``), where ``drop`` is called ``wilcox``. Under ``pratt`` the
    ranks of the zeros leave the mean and the variance of the rank sum too. Where
    nothing but zeros is left z is 0, as under ``split``.

    References
    ----------
    .. [1] Demsar (2006). Journal of Machine Learning Research 7, 1-30.
    """
    differences = _check(differences)
    if zeros not in ZEROS:
        raise ValueError(
            f"signed_rank: zeros is {zeros!r}; give one of {', '.join(ZEROS)}."
        )
    count = np.sum(differences == 0, axis=-1)
    ignored = {"split": count % 2, "drop": count, "pratt": 0 * count}[zeros]
    n = differences.shape[-1] - ignored
    # Without the ignored zeros all ranks above the zeros are lower by their number.
    ranks = rankdata(np.abs(differences), axis=-1) - ignored[..., np.newaxis]
    right = np.sum(ranks, axis=-1, where=differences > 0)
    left = np.sum(ranks, axis=-1, where=differences < 0)
    if zeros == "split":
        share = _sum_of_ranks(count - ignored) / 2
        test = from_rank_sums(right + share, left + share, n)
    else:
        test = from_rank_sums(right, left, n, unused=count - ignored)
    if exact:
        one_sided, two_sided = _exact(differences, zeros)
        test = test._replace(p_one_sided=one_sided, p_two_sided=two_sided)
    return test


def from_rank_sums(right, left, n, *, unused=0):
    """Test two sums of ranks by the normal approximation.

    Parameters
    ----------
    right, left : ndarray of shape (...)
        R+ and R-.
    n : ndarray of shape (...), int
        Number of data sets that were ranked.
    unused : ndarray of shape (...), int, default=0
        So many of the lowest ranks are in neither sum (Pratt's zeros).

    Returns
    -------
    SignedRank
        As `signed_rank`, which tells the source.
    """
    mean = (_sum_of_ranks(n) - _sum_of_ranks(unused)) / 2
    deviation = np.sqrt((_sum_of_squares(n) - _sum_of_squares(unused)) / 4)
    # Where no rank is in a sum, 0 / 0 is taken as 0.
    width = np.where(deviation == 0, 1, deviation)
    smaller = np.minimum(right, left)
    z = ((smaller - mean) / width)[()]
    one_sided = norm.cdf((left - mean) / width)
    return SignedRank(right, left, smaller, z, n, one_sided, 2 * norm.cdf(z))


def has_exact(differences, *, zeros="split"):
    """Say where the exact distribution holds.

    Parameters
    ----------
    differences, zeros
        As in `signed_rank`.

    Returns
    -------
    ndarray of shape (...), bool
        Whether no two differences are equal in size and none is zero; under
        ``drop``, whether this is so of those that are left.

    Notes
    -----
    The exact distribution is that of N distinct ranks; neither it nor the tables
    made from it hold where there are ties or zeros.
    """
    sizes = np.sort(np.abs(differences), axis=-1)
    tied = np.any((np.diff(sizes, axis=-1) == 0) & (sizes[..., 1:] > 0), axis=-1)
    # The largest is zero where nothing is left to rank.
    zero = sizes[..., -1 if zeros == "drop" else 0] == 0
    return ~(tied | zero)


def _exact(differences, zeros):
    """Exact p, one-sided and two-sided, or an error where there is none."""
    refused = ~has_exact(differences, zeros=zeros)
    if np.any(refused):
        where = tuple(np.argwhere(refused)[0].tolist())
        raise ValueError(
            f"signed_rank: zeros or ties among the differences{_at(where)}; the exact "
            f"distribution holds for none: ask for the normal approximation."
        )
    # Zeros that are still there are those to drop, which SciPy does by default.
    return tuple(
        wilcoxon(differences, alternative=alternative, method="exact", axis=-1).pvalue
        for alternative in ("greater", "two-sided")
    )


def _sum_of_ranks(n):
    """Sum of 1 to n."""
    return n * (n + 1) / 2


def _sum_of_squares(n):
    """Sum of the squares of 1 to n."""
    return n * (n + 1) * (2 * n + 1) / 6


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
