"""Wilcoxon's signed-rank test, and the effect sizes that go with it."""

import itertools
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from tenbyten.statistics.checks import Floats, Ints, check_over_datasets, check_share
from tenbyten.statistics.many_datasets.intervals import Interval
from tenbyten.statistics.rounding import shared_ranks

METHODS = ("auto", "exact", "approximate")
ZEROS = ("split", "drop", "pratt")
# Most data sets with an exact p: a distribution of so many takes 3 ms, and the normal
# approximation is off by 0.0006 at most without ties.
EXACT_UP_TO = 200
# Most differences, zeros not counted, whose quick p is exact where it matters, and so
# few that it always is.
RANKS_UP_TO, FEW = 60, 4


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
    differences: ArrayLike, *, method: str = "auto", zeros: str = "split"
) -> SignedRank:
    """Compare two classifiers over many data sets by the signed-rank test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each of two or more data
        sets, a fraction, or the column's gain in another metric. Equal ones must be
        equal floats (`mean_differences` sees to that). Leading axes are pairs.
    method : {"auto", "exact", "approximate"}, default="auto"
        ``auto``, and ``exact``, which means the same: the exact p, given the ties and
        the zeros, of up to `EXACT_UP_TO` data sets; of more the normal approximation
        with the variance that ties and zeros leave. ``approximate``: the normal
        approximation by Demsar's formula, for any number of data sets.
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
        With fewer than two data sets, if a difference is not finite, or if
        `method` or `zeros` is unknown.

    Notes
    -----
    Section 3.1.3 of Demsar (2006; Journal of Machine Learning Research 7, 1-30). Equal
    sizes share their average rank. Zeros have the lowest ranks, split evenly between
    both sums; of an odd number of zeros one is ignored, that is, taken out before
    ranking, so that N is one less and both sums still add up to N (N + 1) / 2.

    Under ``approximate`` z is as printed there: without correction for ties or
    continuity. Two-sided p is 2 Phi(z); one-sided p puts R- in the place of T.

    Else p comes from the distribution of R+ where each difference that is not zero has
    either sign with probability 1/2, whatever the others have, and its rank as it is:
    the one-sided p is the probability of this R+ or a larger one, the two-sided p twice
    the smaller of both tails, at most 1. Without ties and zeros this is the exact
    distribution of textbooks. Its variance, a quarter of the sum of the squared ranks
    of those differences, is that of z, and of p above `EXACT_UP_TO` data sets. There p
    is corrected for continuity by half the smallest of their ranks: among many zeros,
    or sizes that are all equal, the steps of R+ are as wide as this. Below 0.1 it is
    not below the exact p by more than 0.001; with many ties or zeros it can be above.

    The other two `zeros` are those of SciPy's ``wilcoxon``, which calls ``drop``
    ``wilcox``. Under ``pratt`` the ranks of the zeros leave the mean and the variance
    of the rank sum under ``approximate`` too. Where nothing but zeros is left z is 0.
    """
    differences = check_over_datasets("signed_rank", differences, least=2)
    exact = is_exact(method, differences.shape[-1])
    if zeros not in ZEROS:
        raise ValueError(
            f"signed_rank: zeros is {zeros!r}; give one of {', '.join(ZEROS)}."
        )
    return rank_and_test(differences, method=method, zeros=zeros, exact=exact)


def rank_and_test(
    differences: Floats, *, method: str, exact: bool, zeros: str = "split"
) -> SignedRank:
    """Compute `signed_rank` of checked arguments, with an exact p or without."""
    count = np.sum(differences == 0, axis=-1)
    ignored = {"split": count % 2, "drop": count, "pratt": 0 * count}[zeros]
    n = differences.shape[-1] - ignored
    # Without the ignored zeros all ranks above the zeros are lower by their number.
    ranks = shared_ranks(np.abs(differences)) - ignored[..., np.newaxis]
    ranks = np.where(differences == 0, 0, ranks)
    column = np.sum(ranks, axis=-1, where=differences > 0)
    row = np.sum(ranks, axis=-1, where=differences < 0)
    kept = count - ignored
    if method == "approximate":
        squares = sum_of_squares(n) - (zeros == "pratt") * sum_of_squares(kept)
    else:
        squares = np.sum(ranks**2, axis=-1)
    share = kept * (kept + 1) / 4 if zeros == "split" else 0 * kept
    step = 0 * kept if method == "approximate" else smallest_rank(ranks)
    # Where no rank is in a sum, 0 / 0 is taken as 0.
    width = np.where(squares == 0, 1, np.sqrt(squares))
    both = column + share, row + share
    smaller, larger = np.minimum(*both), np.maximum(*both)
    z = ((smaller - larger) / width)[()]
    if exact:
        p = _exact(ranks, column, row)
    else:
        # Corrected for continuity by half a step.
        one_sided = ndtr((row - column + step) / width)
        p = one_sided, 2 * ndtr(np.minimum(smaller - larger + step, 0) / width)
    return SignedRank(*both, smaller, z, n, *p)


def is_exact(method: str, datasets: int) -> bool:
    """Return whether `method` gives the exact p for this number of data sets."""
    if method not in METHODS:
        raise ValueError(
            f"signed_rank: method is {method!r}; give one of {', '.join(METHODS)}."
        )
    return method != "approximate" and datasets <= EXACT_UP_TO


def smallest_p(datasets: int) -> float:
    """Return the smallest two-sided p that the exact test can have.

    Notes
    -----
    Under the null hypothesis each of the ``2**datasets`` patterns of signs is equally
    probable; the two most extreme are all wins and all losses.
    """
    return min(1.0, 2.0 ** (1 - datasets))


def fewest_datasets(alpha: float, *, pairs: int = 1) -> int:
    """Return the fewest data sets on which the exact test can find a difference.

    Parameters
    ----------
    alpha : float
        Size of the test.
    pairs : int, default=1
        Number of pairs whose p are adjusted by Holm's procedure, which multiplies the
        smallest p by it.
    """
    return next(n for n in itertools.count(1) if pairs * smallest_p(n) < alpha)


def smallest_rank(ranks: Floats) -> Floats:
    """Return the smallest rank above zero, or zero if all are zero."""
    smallest = np.min(np.where(ranks == 0, np.inf, ranks), axis=-1)
    return np.where(np.isinf(smallest), 0, smallest)[()]


def sum_of_squares(n: Ints) -> Any:
    """Sum the squares of 1 to n."""
    return n * (n + 1) * (2 * n + 1) / 6


def _exact(ranks: Floats, column: Floats, row: Floats) -> tuple[Any, Any]:
    """Return the exact p-values, one-sided and two-sided, of sums of these ranks.

    A rank of zero takes no part.
    """
    # Average ranks are whole or half numbers.
    doubled = np.sort((2 * ranks).astype(np.int64), axis=-1)
    keys = doubled.reshape(-1, doubled.shape[-1])
    # Pairs with the same ranks share a distribution: without ties all of them do.
    rows = keys.view(np.dtype((np.void, keys.itemsize * keys.shape[-1])))[:, 0]
    _, first, which, sizes = np.unique(
        rows, return_index=True, return_inverse=True, return_counts=True
    )
    doubled_column, doubled_row = (
        (2 * np.asarray(sums)).astype(np.int64).ravel() for sums in (column, row)
    )
    tails = np.empty((2, len(keys)))
    order = np.argsort(which, kind="stable")
    for key, members in zip(first, np.split(order, np.cumsum(sizes))[:-1], strict=True):
        chances = upper_tail(keys[key])
        tails[0, members] = chances[doubled_column[members]]
        # R- has the distribution of R+.
        tails[1, members] = chances[doubled_row[members]]
    upper, lower = np.minimum(tails, 1).reshape(2, *column.shape)
    return upper[()], np.minimum(2 * np.minimum(upper, lower), 1)[()]


def upper_tail(ranks: Ints) -> Floats:
    """Return P(R+ >= s) for s = 0, 1, ..., of these ranks, or of twice the ranks."""
    # Numbers of ways to reach each sum, up to 2 ** datasets: floats hold them.
    ways = np.zeros(np.sum(ranks) + 1)
    ways[0], largest = 1, 0
    for rank in ranks[ranks > 0].tolist():
        largest += rank
        # A copy is faster than NumPy's own care for overlaps.
        ways[rank : largest + 1] += ways[: largest + 1 - rank].copy()
    return np.cumsum(ways[::-1])[::-1] / ways.sum()


def quick_p(
    differences: Floats, ranks: Floats, *, near: tuple[float, float]
) -> tuple[Floats, Floats]:
    """Compute the p of many sums, exactly where the approximation is within `near`.

    Parameters
    ----------
    differences, ranks : ndarray of shape (..., datasets)
        As in `signed_rank`, and their `ranks_of`.
    near : (float, float)
        Of one-sided p. The exact p of more than `RANKS_UP_TO` differences that are not
        zero is not computed.

    Returns
    -------
    side, p : ndarray of shape (...)
        1 where the column has the larger sum, -1 where the row has, else 0; and the
        one-sided p of the larger sum: half the two-sided.

    Notes
    -----
    The approximation is corrected for the steps of the rank sum and its kurtosis.
    """
    excess = np.sum(np.sign(differences) * ranks, axis=-1)
    side, size = np.sign(excess), np.abs(excess)
    squares = np.sum(ranks**2, axis=-1)
    largest = ndtr(-_standardise(size - smallest_rank(ranks), squares))
    if differences.shape[-1] > EXACT_UP_TO:
        return side, largest
    # The rank sums are whole multiples of half the greatest common divisor.
    half_step = np.gcd.reduce((2 * ranks).astype(np.int64), axis=-1) / 2
    z = _standardise(size - half_step, squares)
    kurtosis = -2 * _standardise(np.sum(ranks**4, axis=-1), squares**4)
    density = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    p = ndtr(-z) + density * kurtosis / 24 * (z**3 - 3 * z)
    ranked = np.sum(ranks > 0, axis=-1)
    # Among many zeros the steps are as wide as the smallest rank.
    is_near = (largest > near[0]) & (p < near[1]) | (ranked <= FEW)
    is_near &= ranked <= RANKS_UP_TO
    if np.any(is_near):
        p[is_near] = signed_rank(differences[is_near]).p_two_sided / 2
    return side, p


def ranks_of(differences: Floats) -> Floats:
    """Rank the sizes as `signed_rank` does where it splits zeros; these get 0."""
    zero = differences == 0
    ignored = np.sum(zero, axis=-1, keepdims=True) % 2
    ranks = shared_ranks(np.abs(differences)) - ignored
    return np.where(zero, 0, ranks)


def _standardise(values: Floats, squares: Floats) -> Floats:
    """Divide by the root of `squares`; 0 / 0 is taken as 0."""
    return values / np.where(squares == 0, 1, np.sqrt(squares))


def hodges_lehmann(differences: ArrayLike, *, confidence: float) -> Interval:
    """Estimate the pseudomedian over many data sets, with a confidence interval.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each of two or more data
        sets, a fraction, or the column's gain in another metric. Leading axes are
        pairs.
    confidence : float
        Least confidence of the interval, between 0 and 1: 0.95.

    Returns
    -------
    Interval
        Pseudomedian, the ends of its interval and their confidence.

    Raises
    ------
    ValueError
        With fewer than two data sets, if a difference is not finite, or if
        `confidence` is not between 0 and 1.

    Notes
    -----
    Hodges, Lehmann (1963; Annals of Mathematical Statistics 34, 598-611): the median of
    the Walsh averages, the means of each two differences and of each one with itself,
    of which q data sets have q (q + 1) / 2. It estimates the pseudomedian, the median
    of the averages of two independent differences, which is their median where they
    are distributed symmetrically.

    The interval is made of the differences that a two-sided signed-rank test would not
    reject: from the C-th smallest to the C-th largest Walsh average, both included. C
    is the largest for which fewer than C averages are below the median with a
    probability of (1 - `confidence`) / 2 at most, by the exact distribution of the rank
    sum of q distinct ranks up to `EXACT_UP_TO` data sets, and by its normal
    approximation with correction for continuity above. With ties and zeros among the
    differences the confidence is that which is given or higher, so that the interval
    can hold zero where `signed_rank`, which takes them into account, finds a
    difference. Five or fewer data sets have no interval of 0.95.
    """
    differences = check_over_datasets("hodges_lehmann", differences, least=2)
    check_share("hodges_lehmann", "confidence", confidence, "0.95")
    q = differences.shape[-1]
    averages = q * (q + 1) // 2
    end, achieved = _end_of_interval(q, confidence)
    # Places from 0; the two in the middle are one where their number is odd.
    places = [(averages - 1) // 2, averages // 2]
    places += [end - 1, averages - end] if end else []
    first, second = np.triu_indices(q)
    chosen = np.full((*differences.shape[:-1], 4), np.nan)
    for pair in np.ndindex(differences.shape[:-1]):
        walsh = (differences[pair][first] + differences[pair][second]) / 2
        chosen[pair][: len(places)] = np.partition(walsh, places)[places]
    median = (chosen[..., 0] + chosen[..., 1]) / 2
    return Interval(median, chosen[..., 2][()], chosen[..., 3][()], achieved)


def rank_biserial(differences: ArrayLike) -> Floats:
    """Compute the matched-pairs rank-biserial correlation of two classifiers.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        As in `hodges_lehmann`; equal ones must be equal floats.

    Returns
    -------
    ndarray of shape (...)
        From -1, where the row is better on every data set, to 1, where the column is.

    Raises
    ------
    ValueError
        With fewer than two data sets, or if a difference is not finite.

    Notes
    -----
    Kerby (2014; Comprehensive Psychology 3): (R+ - R-) / (R+ + R-) of the rank sums of
    `signed_rank`, the ranks of zeros split between both.
    """
    test = signed_rank(differences, method="approximate")
    total = test.rank_sum_column + test.rank_sum_row
    return (test.rank_sum_column - test.rank_sum_row) / total


@cache
def _end_of_interval(q: int, confidence: float) -> tuple[int, float]:
    """Return C of an interval over q data sets, 0 without one, and its confidence."""
    if q <= EXACT_UP_TO:
        # Fewest averages first; both tails of the distribution are alike.
        within = 1 - 2 * upper_tail(np.arange(1, q + 1))[::-1]
        end = int(np.sum(within >= confidence))
        achieved = within[end - 1]
    else:
        mean, deviation = q * (q + 1) / 4, np.sqrt(q * (q + 1) * (2 * q + 1) / 24)
        z = -ndtri((1 - confidence) / 2)
        end = int(np.floor(mean - z * deviation + 0.5))
        achieved = 1 - 2 * ndtr((end - 0.5 - mean) / deviation)
    return (end, float(achieved)) if end > 0 else (0, np.nan)
