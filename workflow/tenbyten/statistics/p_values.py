"""P-values that several tests share: of t-tests, z-tests and counted wins."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, stdtr

from tenbyten.statistics.checks import Floats


class Standardised(NamedTuple):
    """A t-test or z-test of the null hypothesis that the difference is zero.

    Attributes
    ----------
    estimate : ndarray of shape (...)
        The difference as the test estimates it, in the unit of the differences.
    error : ndarray of shape (...)
        Estimated standard error of `estimate`, same unit; 0 where nothing varies.
    statistic : ndarray of shape (...)
        ``estimate / error``, positive where the column is better.
    df : float
        Degrees of freedom; infinite for a z-test.
    p_one_sided, p_two_sided : ndarray of shape (...)
        p of the null hypothesis that the column is not better, and that neither is.
    """

    estimate: Floats
    error: Floats
    statistic: Floats
    df: float
    p_one_sided: Floats
    p_two_sided: Floats


def standardise(estimate: Floats, error: Floats, *, df: float) -> Standardised:
    """Divide an estimate by its standard error and look the ratio up in Student's t.

    All are of shape (...); ``np.inf`` degrees of freedom are the standard normal.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), equation 12, with
    a difference of zero as the null hypothesis. Where the error is zero and the
    estimate too, the statistic, 0 / 0, is taken as 0: one-sided p is 1/2 and two-sided
    p is 1. Where only the error is zero it is infinite, and one-sided p is 0 or 1.
    """
    point = error == 0
    limit = np.where(estimate == 0, 0, np.copysign(np.inf, estimate))
    statistic = np.where(point, limit, estimate / np.where(point, 1, error))[()]
    # With infinite degrees of freedom SciPy's t is the standard normal.
    one_sided, two_sided = stdtr(df, -statistic), 2 * stdtr(df, -np.abs(statistic))
    return Standardised(estimate, error, statistic, df, one_sided, two_sided)


def standardise_mean(values: Floats, *, df: float | None = None) -> Standardised:
    """Test the mean over the last axis of independent values: n - 1 `df` by default."""
    n = values.shape[-1]
    mean, variance = mean_and_variance(values)
    return standardise(mean, np.sqrt(variance / n), df=n - 1 if df is None else df)


def mean_and_variance(values: Floats) -> tuple[Floats, Floats]:
    """Take mean and variance over the last axis, of two numbers or more.

    The variance has n - 1 in its denominator; of equal values it is exactly 0.
    """
    constant = np.ptp(values, axis=-1) == 0
    # The mean of equal floats can differ from them in the last bit.
    mean = np.where(constant, values[..., 0], np.mean(values, axis=-1))
    return mean[()], np.where(constant, 0, np.var(values, axis=-1, ddof=1))[()]


def fair_upper_tail(wins: ArrayLike, n: ArrayLike) -> Floats:
    """Compute the probability of `wins` or more among `n`, each with a chance of 1/2.

    Both are whole numbers that broadcast, `n` not negative. It is
    ``scipy.stats.binom.sf(wins - 1, n, 0.5)``, without the import of ``scipy.stats``.
    """
    wins, n = np.asarray(wins), np.asarray(n)
    inside = (wins > 0) & (wins <= n)
    tail = betainc(np.where(inside, wins, 1), np.where(inside, n - wins + 1, 1), 0.5)
    return np.where(inside, tail, wins <= 0)[()]
