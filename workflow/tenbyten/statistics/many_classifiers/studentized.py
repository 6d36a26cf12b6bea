"""Distributions behind Nemenyi's, Tukey's and Dunnett's tests: their upper tails."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtri, gammaincinv, ndtr

from tenbyten.statistics.checks import Floats

# Both integrands are analytic and vanish at the ends, so that the trapezoidal rule
# converges exponentially; half of these steps changes no p by more than 1e-14.
_STEP = 0.1
_NORMAL = np.arange(-300, 301) * _STEP
_DENSITY = _STEP * np.exp(-(_NORMAL**2) / 2) / np.sqrt(2 * np.pi)
_ABOVE = ndtr(-_NORMAL)
# Steps of the standard error's logarithm: in its own standard deviations, and at most.
_STEP_OF_ERROR, _LONGEST_STEP = 1 / 3, 0.1
# Probability of the standard error that is cut off at either end.
_CUT_OFF = 1e-20


def p_of_range(q: ArrayLike, *, classifiers: int, df: float) -> Floats:
    """Compute the probability that the studentised range of equals exceeds `q`.

    `q` is the range of the classifiers' means in standard errors of one mean, of any
    shape and not negative; `df` are the standard error's degrees of freedom, infinite
    where it is known.

    scipy.stats.studentized_range gives the same, but takes 15 ms for one value where
    `df` is finite (190 pairs of 20 classifiers: 3 s) and subtracts from one, so that
    below 1e-10 only noise remains. Here the lower tail is never formed and small p keep
    their order; absolute errors are below 1e-12. Where `df` is finite, p that are far
    below 1e-20 come out too small.
    """
    others = classifiers - 1

    def exceeded(width: Floats) -> Floats:
        # One mean is the smallest, at z; all others lie above it, not all within.
        beyond = ndtr(-_NORMAL - width) / _ABOVE
        return classifiers * _ABOVE**others * _any_of(beyond, others)

    return _average(exceeded, q, df)


def range_exceeded(p: float, *, classifiers: int) -> float:
    """Find the studentised range that equals exceed with probability `p`.

    With infinite degrees of freedom; the inverse of `p_of_range`, by bisection.
    """
    low, high = 0.0, 100.0
    while low < (middle := (low + high) / 2) < high:
        exceeded = p_of_range(middle, classifiers=classifiers, df=np.inf)
        low, high = (middle, high) if exceeded > p else (low, middle)
    return high


def p_of_maximum(t: ArrayLike, *, others: int, df: float) -> Floats:
    """Compute the probability that any of `others` is beyond `t` from a control.

    `t` is the size of the difference from the control in standard errors of a
    difference, of any shape; `others` classifiers are compared with the control; `df`
    is as in `p_of_range`.

    It is the two-sided tail of the multivariate t-distribution whose correlations are
    all 1/2. scipy.stats.multivariate_t has it by random points, to three or four
    decimals; with equal correlations two integrals are enough.
    """

    def exceeded(width: Floats) -> Floats:
        # The control is at z; any of the others lies farther from it than width.
        return _any_of(ndtr(-_NORMAL - width) + ndtr(_NORMAL - width), others)

    return _average(exceeded, np.sqrt(2) * np.asarray(t, dtype=float), df)


def _any_of(p: Floats, count: int) -> Floats:
    """Compute the probability of any of `count` independent events."""
    with np.errstate(divide="ignore"):
        return -np.expm1(count * np.log1p(-np.minimum(p, 1)))


def _average(
    exceeded: Callable[[Floats], Floats], widths: ArrayLike, df: float
) -> Floats:
    """Integrate over z and over the standard error; `widths` times it is passed on."""
    widths = np.asarray(widths, dtype=float)
    p = np.zeros(widths.shape)
    for error, weight in zip(*_errors(df), strict=True):
        p += weight * (exceeded(widths[..., np.newaxis] * error) @ _DENSITY)
    return np.clip(p, 0, 1)[()]


def _errors(df: float) -> tuple[Floats, Floats]:
    """Return values of the standard error, whose true value is one, and weights."""
    if np.isinf(df):
        return np.ones(1), np.ones(1)
    step = min(_STEP_OF_ERROR / np.sqrt(2 * df), _LONGEST_STEP)
    ends = np.array([2 * gammaincinv(df / 2, _CUT_OFF), chdtri(df, _CUT_OFF)])
    lowest, highest = np.log(ends / df) / 2
    logarithm = np.arange(lowest, highest + step, step)
    # df times its square is chi-squared; the density of its logarithm, of which the
    # sum takes the constant away.
    density = np.exp(df * (logarithm - np.expm1(2 * logarithm) / 2))
    return np.exp(logarithm), density / np.sum(density)
