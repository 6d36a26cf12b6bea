"""Wilcoxon's signed-rank test: two classifiers, compared on many data sets."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import norm, rankdata, wilcoxon

from tenbyten.statistics.checks import Bools, Floats, Ints, check_differences, first_of

ZEROS = ("split", "drop", "pratt")


class SignedRank(NamedTuple):
    """Sums of ranks, and the p-values of the signed-rank test.

    Attributes
    ----------
    rank_sum_column, rank_sum_row : ndarray of shape (...)
        R+, the ranks of the data sets on which the column is better, and R-; where
        zeros are split, each has half their ranks.
    statistic : ndarray of shape (...)
        T, the smaller of the two.
    z : ndarray of shape (...)
        T standardised, never positive.
    n : ndarray of shape (...), int
        Number of data sets that were ranked: N of the formulas.
    p_one_sided, p_two_sided : ndarray of shape (...)
        Of the null hypothesis that the column is not better, and that neither is.
    """

    rank_sum_column: Floats
    rank_sum_row: Floats
    statistic: Floats
    z: Floats
    n: Ints
    p_one_sided: Floats
    p_two_sided: Floats


def signed_rank(
    differences: ArrayLike, *, exact: bool = False, zeros: str = "split"
) -> SignedRank:
    """Compare two classifiers over many data sets by the signed-rank test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each of two or more data
        sets, a fraction, or the column's gain in another metric. Equal ones must be
        equal floats (`mean_differences` sees to that). Leading axes are pairs.
    exact : bool, default=False
        Take p from the exact distribution of the rank sum instead of the normal
        approximation, where `has_exact` finds it.
    zeros : {"split", "drop", "pratt"}, default="split"
        Treatment of the data sets without a difference: ``split`` ranks them and gives
        each sum half of their ranks, ``drop`` takes them out before ranking, ``pratt``
        takes their ranks out after ranking.

    Returns
    -------
    SignedRank
        Rank sums, z and both p-values.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, if a difference is not finite, if `zeros`
        is none of the three, or if `exact` is asked for where there are ties or zeros;
        under ``drop``, where there are ties or nothing but zeros.

    Notes
    -----
    Section 3.1.3 of Demsar (2006; Journal of Machine Learning Research 7, 1-30). Equal
    sizes share their average rank. Zeros have the lowest ranks, split evenly between
    both sums; of an odd number of zeros one is ignored, that is, taken out before
    ranking, so that N is one less and both sums still add up to N (N + 1) / 2. z is as
    printed there: without correction for ties or continuity (SciPy corrects for ties).
    Two-sided p is 2 Phi(z); one-sided p puts R- in the place of T.

    The other two `zeros` are those of SciPy's ``wilcoxon``, which calls ``drop``
    ``wilcox``. Under ``pratt`` the ranks of the zeros leave the mean and the variance
    of the rank sum too. Where nothing but zeros is left z is 0, as under ``split``.
    """
    axes = {"data sets": (2, None)}
    differences = check_differences("signed_rank", differences, axes)
    if zeros not in ZEROS:
        raise ValueError(
            f"signed_rank: zeros is {zeros!r}; give one of {', '.join(ZEROS)}."
        )
    count = np.sum(differences == 0, axis=-1)
    ignored = {"split": count % 2, "drop": count, "pratt": 0 * count}[zeros]
    n = differences.shape[-1] - ignored
    # Without the ignored zeros all ranks above the zeros are lower by their number.
    ranks = rankdata(np.abs(differences), axis=-1) - ignored[..., np.newaxis]
    column = np.sum(ranks, axis=-1, where=differences > 0)
    row = np.sum(ranks, axis=-1, where=differences < 0)
    if zeros == "split":
        share = _sum_of_ranks(count - ignored) / 2
        test = from_rank_sums(column + share, row + share, n)
    else:
        test = from_rank_sums(column, row, n, unused=count - ignored)
    if exact:
        one_sided, two_sided = _exact(differences, zeros)
        test = test._replace(p_one_sided=one_sided, p_two_sided=two_sided)
    return test


def from_rank_sums(
    column: Floats, row: Floats, n: Ints, *, unused: Ints | int = 0
) -> SignedRank:
    """Test R+ and R- by the normal approximation, as `signed_rank`.

    `n` data sets were ranked, of which the lowest `unused` ranks are in neither sum
    (Pratt's zeros).
    """
    mean = (_sum_of_ranks(n) - _sum_of_ranks(unused)) / 2
    deviation = np.sqrt((_sum_of_squares(n) - _sum_of_squares(unused)) / 4)
    # Where no rank is in a sum, 0 / 0 is taken as 0.
    width = np.where(deviation == 0, 1, deviation)
    smaller = np.minimum(column, row)
    z = ((smaller - mean) / width)[()]
    one_sided = norm.cdf((row - mean) / width)
    return SignedRank(column, row, smaller, z, n, one_sided, 2 * norm.cdf(z))


def has_exact(differences: ArrayLike, *, zeros: str = "split") -> Bools:
    """Return where the exact distribution holds.

    That is where no two differences are equal in size and none is zero; under ``drop``,
    where this is so of those that are left. The exact distribution is that of N
    distinct ranks; neither it nor the tables made from it hold where there are ties or
    zeros.
    """
    sizes = np.sort(np.abs(differences), axis=-1)
    tied = np.any((np.diff(sizes, axis=-1) == 0) & (sizes[..., 1:] > 0), axis=-1)
    # The largest is zero where nothing is left to rank.
    zero = sizes[..., -1 if zeros == "drop" else 0] == 0
    return ~(tied | zero)


def _exact(differences: Floats, zeros: str) -> tuple[Any, Any]:
    """Return the exact p-values, one-sided and two-sided."""
    refused = ~has_exact(differences, zeros=zeros)
    if np.any(refused):
        where = first_of(refused)
        raise ValueError(
            f"signed_rank: zeros or ties among the differences"
            f"{f' at {where}' if where else ''}; the exact distribution holds for "
            f"none: ask for the normal approximation."
        )
    # Zeros that are still there are those to drop, which SciPy does by default.
    one_sided, two_sided = (
        wilcoxon(differences, alternative=alternative, method="exact", axis=-1).pvalue
        for alternative in ("greater", "two-sided")
    )
    return one_sided, two_sided


def _sum_of_ranks(n: Ints | int) -> Any:
    """Sum 1 to n."""
    return n * (n + 1) / 2


def _sum_of_squares(n: Ints | int) -> Any:
    """Sum the squares of 1 to n."""
    return n * (n + 1) * (2 * n + 1) / 6
