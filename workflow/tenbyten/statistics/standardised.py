"""Divide an estimated difference by its error: the part t-tests and z-tests share."""

from typing import NamedTuple

import numpy as np
from scipy.stats import t

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
    p_one_sided : ndarray of shape (...)
        Of the null hypothesis that the column is not better than the row.
    p_two_sided : ndarray of shape (...)
        Of the null hypothesis that neither is better.
    """

    estimate: Floats
    error: Floats
    statistic: Floats
    df: float
    p_one_sided: Floats
    p_two_sided: Floats


def standardise(estimate: Floats, error: Floats, *, df: float) -> Standardised:
    """Divide an estimate by its error and look the ratio up in Student's t.

    Parameters
    ----------
    estimate, error : ndarray of shape (...)
        Estimated difference, and the standard error of that estimate.
    df : float
        Degrees of freedom; ``np.inf`` for the standard normal.

    Returns
    -------
    Standardised
        The statistic and both p-values.

    Notes
    -----
    Section 4 of [1]_, equation 12, with a difference of zero as the null
    hypothesis. Where the error is zero and the estimate too, the statistic, 0 / 0,
    is taken as 0: one-sided p is 1/2 and two-sided p is 1. Where only the error is
    zero it is infinite, and one-sided p is 0 or 1.

    References
    ----------
    .. [1] Nadeau, Bengio (2003). Machine Learning 52, 239-281.
    """
    point = error == 0
    limit = np.where(estimate == 0, 0, np.copysign(np.inf, estimate))
    statistic = np.where(point, limit, estimate / np.where(point, 1, error))[()]
    # With infinite degrees of freedom SciPy's t is the standard normal.
    one_sided, two_sided = t.sf(statistic, df), 2 * t.sf(np.abs(statistic), df)
    return Standardised(estimate, error, statistic, df, one_sided, two_sided)


def mean_and_variance(values: Floats) -> tuple[Floats, Floats]:
    """Take mean and variance over the last axis; of equal values it is exactly 0.

    Parameters
    ----------
    values : ndarray of shape (..., n)
        At least two numbers.

    Returns
    -------
    mean, variance : ndarray of shape (...)
        The variance has n - 1 in its denominator.
    """
    constant = np.ptp(values, axis=-1) == 0
    # The mean of equal floats can differ from them in the last bit.
    mean = np.where(constant, values[..., 0], np.mean(values, axis=-1))
    variance = np.where(constant, 0, np.var(values, axis=-1, ddof=1))
    return mean[()], variance[()]
