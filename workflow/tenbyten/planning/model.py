"""A model of the differences of two classifiers, and the power of the signed-rank test.

The difference on data set i in run j and fold k is ``mu + a_i + b_ij + e_ijk``. What
the overlap of the training sets makes common to all runs stays in a_i and does not
shrink with the number of runs; the variance of the mean of one run, s_i^2, does.

Notes
-----
A planned comparison is taken to draw its data sets from a population made of the
pilot's: their effects, shrunken by the share of the pilot's own noise (empirical Bayes;
their variance by Paule and Mandel (1982). Journal of Research of the National Bureau of
Standards 87, 377-385), with a normal share of ``n^-0.4`` (a kernel with Silverman's
bandwidth, chosen so that the variance stays), and the noise of the runs that are
planned for. The population is shifted so that its pseudomedian, the median of the
averages of two independent differences, is the difference that is asked for: this is
what the signed-rank test decides on. Every quantity is symmetric in the pilot's runs.

The power is that of the exact test by a beta approximation to the rank sum, whose mean
and variance under the alternative follow from three moments of the population (Lehmann
(1975). Nonparametrics. Holden-Day, section 4.2), against exact critical values up to
`_EXACT` data sets. Lehmann's own approximation is normal; on 12 data sets, where the
sum is near its end, it is off by up to 0.12, ours by up to 0.03.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import betaincc, ndtri

from tenbyten.statistics.checks import Floats, Ints
from tenbyten.statistics.many_datasets.signed_rank import upper_tail

# The search for a number of data sets ends there; of more than `_EXACT`, critical
# values are those of the normal approximation.
MOST, _EXACT = 2000, 60
# The normal parts of the population, as equally probable values of variance 1.
_NORMAL = ndtri((np.arange(7) + 0.5) / 7)
_NORMAL /= _NORMAL.std()
# The variance of a run's mean by that of its folds' mean, where one run is known: folds
# of one run are correlated. Between runs it is measured, worth four of them before.
RATIO, RATIOS, _WORTH, _LARGEST_RATIO = 0.5, (0.1, 0.9), 4, 1.5


class Effects(NamedTuple):
    """Effects and noise of a pair of classifiers, as a pilot measured them.

    Attributes
    ----------
    means : ndarray of shape (..., datasets)
        Mean difference on each data set.
    noise : ndarray of shape (..., datasets)
        Variance of the mean of one run.
    runs : int
        Runs that the means are of.
    """

    means: Floats
    noise: Floats
    runs: int


def effects_of(runs: Floats, within: Floats, *, ratio: float = RATIO) -> Effects:
    """Estimate the variance of a run's mean on each data set.

    Parameters
    ----------
    runs : ndarray of shape (datasets, runs)
        Mean difference of each run.
    within : ndarray of shape (datasets,)
        Variance of the folds of a run by their number, on average over the runs.
    ratio : float
        The variance of a run's mean by `within`, where there is one run.
    """
    count, noise = runs.shape[1], ratio * within
    if count > 1:
        between = runs.var(axis=1, ddof=1)
        pooled = np.full_like(between, between.mean())
        if within.sum() > 0:
            pooled = min(between.sum() / within.sum(), _LARGEST_RATIO) * within
        noise = (_WORTH * pooled + (count - 1) * between) / (_WORTH + count - 1)
    return Effects(runs.mean(axis=1), noise, count)


class Population(NamedTuple):
    """Effects of data sets, centred, and what is added to them.

    Attributes
    ----------
    effects, noise : ndarray of shape (..., datasets)
        Effects, shrunken; and the variance of the mean of one run.
    added : ndarray of shape (...)
        Variance of the normal share of the effects.
    """

    effects: Floats
    noise: Floats
    added: Floats


def population_of(pilot: Effects, *, spread: float = 1.0) -> Population:
    """Shrink the effects of a pilot, for each of its leading axes.

    `spread` multiplies their standard deviation.
    """
    n, error = pilot.means.shape[-1], pilot.noise / pilot.runs
    variance = pilot.means.var(axis=-1, keepdims=True)
    low, high = np.zeros_like(variance), 4 * variance + 1e-12
    for _ in range(40):
        between = (low + high) / 2
        weights = 1 / (between + error + 1e-12)
        centre = np.sum(weights * pilot.means, axis=-1, keepdims=True)
        centre /= np.sum(weights, axis=-1, keepdims=True)
        above = np.sum(weights * (pilot.means - centre) ** 2, axis=-1, keepdims=True)
        is_low = above > n - 1
        low, high = np.where(is_low, between, low), np.where(is_low, high, between)
    between = np.maximum((low + high) / 2, 0.02 * variance)
    share = np.divide(
        between, between + error, out=np.ones_like(error), where=between + error > 0
    )
    effects = (pilot.means - centre) * np.sqrt(share)
    effects -= effects.mean(axis=-1, keepdims=True)
    squares = np.sum(effects**2, axis=-1, keepdims=True) / (n - 1)
    effects *= spread * np.sqrt(between / np.maximum(squares, 1e-12))
    between = spread**2 * between
    quarters = np.quantile(effects, [0.25, 0.75], axis=-1, keepdims=True)
    narrow = ((quarters[1] - quarters[0]) / 1.349) ** 2
    # Less of a normal share where the tails are heavy.
    tails = np.divide(narrow, between, out=np.ones_like(narrow), where=between > 0)
    normal = n**-0.4 * np.minimum(1, tails)
    added = (normal * between)[..., 0]
    return Population(effects * np.sqrt(1 - normal), pilot.noise, added)


def centred(population: Population, runs: float) -> Floats:
    """Return the differences for a number of runs, sorted, with pseudomedian 0.

    Of shape (..., 7 * datasets), each as probable as any other.
    """
    variance = population.added[..., np.newaxis] + population.noise / runs
    parts = np.sqrt(variance)[..., np.newaxis] * _NORMAL
    values = population.effects[..., np.newaxis] + parts
    values = np.sort(values.reshape(*population.effects.shape[:-1], -1), axis=-1)
    shifts = np.array([pseudomedian(x) for x in values.reshape(-1, values.shape[-1])])
    return values - shifts.reshape(*values.shape[:-1], 1)


def pseudomedian(values: Floats) -> float:
    """Return the median of the averages of two independent draws of sorted values."""
    # Two draws are both in the lower 0.71 with a probability above one half.
    cut, half = int(0.29 * len(values)), len(values) ** 2 / 2
    low, high, turned = values[cut], values[-1 - cut], -values[::-1]
    for _ in range(24):
        middle = (low + high) / 2
        below = values.searchsorted(turned + 2 * middle, side="right").sum()
        low, high = (middle, high) if below < half else (low, middle)
    return float((low + high) / 2)


class Moments(NamedTuple):
    """P(X > 0), P(X + X' > 0) and P(X + X' > 0 and X + X'' > 0) of a population."""

    first: Floats
    second: Floats
    third: Floats


def moments_of(values: Floats) -> Moments:
    """Compute the moments of sorted values, of shape (..., count); zeros count half."""
    count, found = values.shape[-1], []
    for x in values.reshape(-1, count):
        ends = np.append(-x[::-1], 0)
        sides = x.searchsorted(ends, side="left") + x.searchsorted(ends, side="right")
        above = 1 - sides / (2 * count)
        means = above[:-1].sum() / count, np.square(above[:-1]).sum() / count
        found.append((above[-1], *means))
    return Moments(*np.reshape(np.transpose(found), (3, *values.shape[:-1])))


@lru_cache
def critical_sums(alpha: float) -> Floats:
    """Return the rank sums from which on the upper tail is below `alpha`, less a half.

    By the number of data sets up to `MOST`; infinity where no sum is so rare.
    """
    n = np.arange(MOST + 1)
    width = np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    sums = n * (n + 1) / 4 - ndtri(alpha) * width
    for size in range(_EXACT + 1):
        rare = np.flatnonzero(upper_tail(np.arange(1, size + 1)) < alpha)
        sums[size] = rare[0] - 0.5 if len(rare) else np.inf
    sums.flags.writeable = False
    return sums


def power_of(moments: Moments, datasets: Ints | int, critical: Floats) -> Floats:
    """Approximate the probability that the rank sum reaches its critical value.

    Of each number of data sets and population, of which `moments` may be arrays.
    """
    (first, second, third), n = moments, np.asarray(datasets)
    pairs = n * (n - 1) / 2
    mean = n * first + pairs * second
    variance = (
        n * first * (1 - first)
        + pairs * (2 * (first - second) ** 2 + 3 * second * (1 - second))
        + 2 * pairs * (n - 2) * (third - second**2)
    )
    # A sum, from 0 to the largest, stands for half a unit on either side.
    units = n * (n + 1) / 2 + 1
    share, end = (mean + 0.5) / units, np.minimum((critical[n] + 0.5) / units, 1)
    size = share * (1 - share) * units**2 / np.maximum(variance, 1e-9) - 1
    return betaincc(share * size, (1 - share) * size, end)


def needed_of(moments: Moments, power: float, critical: Floats) -> Floats:
    """Find the fewest data sets with a power; infinity if `MOST` do not suffice."""
    low = np.full(np.shape(moments.first), 2)
    high = np.full_like(low, MOST)
    while np.any(high - low > 1):
        middle = (low + high) // 2
        is_enough = power_of(moments, middle, critical) >= power
        low, high = np.where(is_enough, low, middle), np.where(is_enough, middle, high)
    return np.where(power_of(moments, MOST, critical) < power, np.inf, high)
