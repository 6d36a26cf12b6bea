"""Effect sizes over many data sets: how large the difference of two classifiers is."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from tenbyten.statistics.checks import Floats, check_differences
from tenbyten.statistics.many_datasets.signed_rank import (
    EXACT_UP_TO,
    signed_rank,
    upper_tail,
)


class HodgesLehmann(NamedTuple):
    """Pseudomedian of differences, and its confidence interval.

    Attributes
    ----------
    median : ndarray of shape (...)
        Hodges-Lehmann estimate, in the unit of the differences.
    low, high : ndarray of shape (...)
        Ends of the interval; NaN where so few data sets have none.
    confidence : float
        Confidence that the interval achieves, the one asked for at least; NaN where
        there is no interval.
    """

    median: Floats
    low: Floats
    high: Floats
    confidence: float


def hodges_lehmann(differences: ArrayLike, *, confidence: float) -> HodgesLehmann:
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
    HodgesLehmann
        Pseudomedian, the ends of its interval and their confidence.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, if a difference is not finite, or if
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
    sum of q distinct ranks up to `signed_rank.EXACT_UP_TO` data sets, and by its normal
    approximation with correction for continuity above. With ties and zeros among the
    differences the confidence is that which is given or higher, so that the interval
    can hold zero where `signed_rank`, which takes them into account, finds a
    difference. Five or fewer data sets have no interval of 0.95.
    """
    differences = check_differences(
        "hodges_lehmann", differences, {"data sets": (2, None)}
    )
    if not 0 < confidence < 1:
        raise ValueError(
            f"hodges_lehmann: confidence is {confidence}; give a number between 0 and "
            f"1: 0.95."
        )
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
    return HodgesLehmann(median, chosen[..., 2][()], chosen[..., 3][()], achieved)


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
        If there are fewer than two data sets, or if a difference is not finite.

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
