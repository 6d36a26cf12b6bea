"""What t-tests and z-tests share: an estimated difference over its error."""

from typing import NamedTuple

import numpy as np
from scipy.stats import t

from tenbyten.statistics.one_dataset.differences import PLACES


class Standardised(NamedTuple):
    """A t-test or z-test of the null hypothesis that the difference is zero.

    Attributes
    ----------
    estimate : ndarray of shape (...)
        The difference as the test estimates it, in the unit of the differences.
    error : ndarray of shape (...)
        Estimated standard error of `estimate`, same unit; 0 where nothing varies.
    statistic : ndarray of shape (...)
        ``estimate / error``, positive where right is better.
    df : float
        Degrees of freedom; infinite for a z-test.
    p_one_sided : ndarray of shape (...)
        Of the null hypothesis that right is not better than left.
    p_two_sided : ndarray of shape (...)
        Of the null hypothesis that neither is better.
    """

    estimate: np.ndarray
    error: np.ndarray
    statistic: np.ndarray
    df: float
    p_one_sided: np.ndarray
    p_two_sided: np.ndarray


def standardise(estimate, variance, *, df):
    """Divide an estimate by its error and look the ratio up in Student's t.

    Parameters
    ----------
    estimate, variance : ndarray of shape (...)
        Estimated difference, and the estimated variance of that estimate.
    df : float
        Degrees of freedom; ``np.inf`` for the standard normal.

    Returns
    -------
    Standardised
        The statistic and both p.

    Notes
    -----
    Section 4 of [1]_, equation 12, with a difference of zero as the null
    hypothesis. Where the variance is zero and the estimate too, the statistic,
    0 / 0, is taken as 0: one-sided p is 1/2 and two-sided p is 1. Where only the
    variance is zero it is infinite, and one-sided p is 0 or 1.

    References
    ----------
    .. [1] Nadeau, Bengio (2003). Machine Learning 52, 239-281.
    """
    error = np.sqrt(variance)
    point = error == 0
    limit = np.where(estimate == 0, 0, np.copysign(np.inf, estimate))
    statistic = np.where(point, limit, estimate / np.where(point, 1, error))[()]
    # With infinite degrees of freedom SciPy's t is the standard normal.
    one_sided, two_sided = t.sf(statistic, df), 2 * t.sf(np.abs(statistic), df)
    return Standardised(estimate, error, statistic, df, one_sided, two_sided)


def mean_and_variance(values):
    """Mean and variance over the last axis, the variance of equal values exactly 0.

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


def mean_of_splits(differences):
    """Mean over the last axis, equal for equal differences in any order.

    Parameters
    ----------
    differences : ndarray of shape (..., splits)
        As fractions of accuracy.

    Returns
    -------
    ndarray of shape (...)
        Rounded at 1e-12; a floating-point mean depends on the order by 1e-16, and
        means that should be equal would vary.
    """
    # Adding 0.0 turns -0.0 into 0.0.
    return np.round(np.mean(differences, axis=-1), PLACES) + 0.0


def check_differences(differences, *, caller, axes):
    """Differences as an array of numbers, or an error.

    Parameters
    ----------
    differences : ndarray of shape (..., *axes)
        What a test was given.
    caller : str
        The test, named in errors.
    axes : dict of str to (int, int or None)
        The last axes: what each holds, the least and the most it may have.

    Returns
    -------
    ndarray
        The same, as floats.

    Raises
    ------
    ValueError
        If an axis is missing, too short or too long, or if a difference is not
        finite.
    """
    differences = np.asarray(differences, dtype=float)
    found = differences.shape[-len(axes) :]
    fits = len(found) == len(axes) and all(
        least <= n and (most is None or n <= most)
        for n, (least, most) in zip(found, axes.values(), strict=True)
    )
    if not fits:
        wanted = ", ".join(
            f"{least} {name}" if least == most else f"{least} or more {name}"
            for name, (least, most) in axes.items()
        )
        raise ValueError(
            f"{caller}: differences of shape {differences.shape}; the last axes hold "
            f"{wanted}: give that many, in that order."
        )
    wrong = ~np.isfinite(differences)
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"{caller}: the difference at {where} is {differences[where]}; the test "
            f"needs every one: fill in what is missing."
        )
    return differences
