"""Intervals over many data sets: of the mean by the bootstrap, of the median."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from tenbyten.statistics.checks import Floats, check_over_datasets, check_share
from tenbyten.statistics.p_values import fair_upper_tail
from tenbyten.statistics.rounding import rounded

# Counts of the resampled data sets in memory at a time: 8 MB.
_COUNTS = 2**20


class Interval(NamedTuple):
    """Estimate of a typical difference, and its confidence interval.

    Attributes
    ----------
    estimate : ndarray of shape (...)
        Mean, median or pseudomedian of the differences, in their unit.
    low, high : ndarray of shape (...)
        Ends of the interval; NaN if too few data sets have one.
    confidence : float
        Confidence that the interval achieves, at least the one asked for; NaN without
        an interval.
    """

    estimate: Floats
    low: Floats
    high: Floats
    confidence: float


def mean_interval(
    differences: ArrayLike, *, confidence: float, seed: int, resamples: int = 10_000
) -> Interval:
    """Estimate the mean over many data sets, with a bootstrap interval.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each data set, a fraction,
        or the column's gain in another metric. Leading axes are pairs.
    confidence : float
        Confidence of the interval, between 0 and 1: 0.95. It is nominal: for few data
        sets the interval covers less.
    seed : int
        Seed of the resamples, which all pairs share (common random numbers), so that
        the result of a pair does not depend on the other pairs.
    resamples : int, default=10_000
        Number of resamples: one or more. A pair takes 8 bytes of memory for each.

    Returns
    -------
    Interval
        Mean, and the ends of its interval.

    Raises
    ------
    ValueError
        With no data set, if a difference is not finite, or if `confidence` or
        `resamples` is out of its range.

    Notes
    -----
    The bias-corrected and accelerated bootstrap, BCa: Efron (1987; Journal of the
    American Statistical Association 82, 171-185); Efron, Tibshirani (1993; An
    Introduction to the Bootstrap, section 14.3). The bias is that of the share of
    resamples below the mean, those equal to it counted half, the acceleration that of
    the jackknife, which for a mean is a sixth of the skewness over the root of the
    number of data sets.

    On few data sets, three or fewer at 0.95, no interval is given: the resamples that
    hold a single data set, a share of ``datasets ** -datasets`` each, would fill a
    tail, and the ends would be the smallest and the largest difference. On more data
    sets with equal differences the interval is a point.
    """
    differences = check_over_datasets("mean_interval", differences)
    check_share("mean_interval", "confidence", confidence, "0.95")
    if resamples < 1:
        raise ValueError(
            f"mean_interval: resamples is {resamples}; give one or more: 10000."
        )
    pairs = differences.reshape(-1, differences.shape[-1])
    n, tail = pairs.shape[1], (1 - confidence) / 2
    total, shape = rounded(np.sum(pairs, axis=1)), differences.shape[:-1]
    if float(n) ** -n > tail:
        none = np.full(shape, np.nan)[()]
        return Interval((total / n).reshape(shape)[()], none, none, np.nan)
    # Rounded sums, so that the order of adding makes no difference.
    drawn = np.sort(rounded(_resampled_sums(pairs, seed, resamples)), axis=1)
    ahead = drawn - total[:, np.newaxis]
    # Large ones have errors that rounding at 1e-12 does not reach.
    error = 0.5e-12 * np.maximum(np.sum(np.abs(pairs), axis=1, keepdims=True), 1)
    below = np.sum(ahead < -error, axis=1) + np.sum(np.abs(ahead) <= error, axis=1) / 2
    away = pairs - total[:, np.newaxis] / n
    spread = np.sum(away**2, axis=1) ** 1.5
    equal = np.ptp(pairs, axis=1) == 0
    acceleration = np.sum(away**3, axis=1) / (6 * np.where(equal, 1, spread))
    # Half a resample beyond the last keeps the bias finite.
    bias = ndtri(np.clip(below, 0.5, resamples - 0.5) / resamples)
    ends, each, last = [], np.arange(len(drawn)), resamples - 1
    for z in (ndtri(tail), -ndtri(tail)):
        place = ndtr(bias + (bias + z) / (1 - acceleration * (bias + z))) * last
        first = np.floor(place).astype(int)
        lower, upper = drawn[each, first], drawn[each, np.minimum(first + 1, last)]
        end = lower + (place - first) * (upper - lower)
        ends.append(np.where(equal, pairs[:, 0], end / n))
    mean = np.where(equal, pairs[:, 0], total / n)
    mean, low, high = (x.reshape(shape)[()] for x in (mean, *ends))
    return Interval(mean, low, high, confidence)


def median_interval(differences: ArrayLike, *, confidence: float) -> Interval:
    """Estimate the median over many data sets, with an interval by order statistics.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each data set, a fraction,
        or the column's gain in another metric. Leading axes are pairs.
    confidence : float
        Least confidence of the interval, between 0 and 1: 0.95.

    Returns
    -------
    Interval
        Median, the ends of its interval and the confidence that they achieve.

    Raises
    ------
    ValueError
        With no data set, if a difference is not finite, or if `confidence` is
        not between 0 and 1.

    Notes
    -----
    From the C-th smallest to the C-th largest difference, both included, with the
    largest C for which fewer than C differences are below the median with a probability
    of (1 - `confidence`) / 2 at most: the binomial with a chance of 1/2, exact for any
    continuous distribution and at least as high for others (Thompson (1936; Annals of
    Mathematical Statistics 7, 122-128); David, Nagaraja (2003; Order Statistics, 3rd
    edition, section 7.1)). It holds the medians that `sign_test` does not reject, but
    for its treatment of ties. Five or fewer data sets have no interval of 0.95: it is
    unbounded.
    """
    differences = check_over_datasets("median_interval", differences)
    check_share("median_interval", "confidence", confidence, "0.95")
    n = differences.shape[-1]
    # By C, of 1 to n / 2: the probability that neither tail holds so few.
    within = 1 - 2 * fair_upper_tail(n + 1 - np.arange(1, n // 2 + 1), n)
    end = int(np.sum(within >= confidence))
    ascending = np.sort(differences, axis=-1)
    median = (ascending[..., (n - 1) // 2] + ascending[..., n // 2]) / 2
    if not end:
        none = np.full(median.shape, np.nan)[()]
        return Interval(median[()], none, none, np.nan)
    low, high = ascending[..., end - 1][()], ascending[..., n - end][()]
    return Interval(median[()], low, high, float(within[end - 1]))


def _resampled_sums(pairs: Floats, seed: int, resamples: int) -> Floats:
    """Sum each pair's differences over resampled data sets: (pairs, resamples)."""
    rng = np.random.default_rng(seed)
    n = pairs.shape[1]
    sums = np.empty((len(pairs), resamples))
    at_once = max(1, _COUNTS // n)
    for first in range(0, resamples, at_once):
        some = min(at_once, resamples - first)
        drawn = rng.integers(n, size=(some, n)) + n * np.arange(some)[:, np.newaxis]
        counts = np.bincount(drawn.ravel(), minlength=some * n).reshape(some, n)
        sums[:, first : first + some] = pairs @ counts.T.astype(float)
    return sums
