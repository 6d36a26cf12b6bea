"""Friedman's test and Iman and Davenport's: whether classifiers differ at all."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2, f

from tenbyten.statistics.checks import Floats, check_alpha, check_average_ranks

# The denominator of F is zero where all data sets agree; this is zero in floats.
_ROUNDING = 1e-12


class Omnibus(NamedTuple):
    """A test of the null hypothesis that all classifiers perform the same.

    Attributes
    ----------
    statistic : ndarray of shape (...)
        Chi-squared or F; F is infinite where all data sets agree.
    df1, df2 : float
        Its degrees of freedom; chi-squared has no second.
    p : ndarray of shape (...)
        Of the null hypothesis.
    critical : float
        The statistic beyond which it is rejected.
    """

    statistic: Floats
    df1: float
    df2: float
    p: Floats
    critical: float


def friedman(averages: ArrayLike, *, datasets: int, alpha: float) -> Omnibus:
    """Test whether classifiers differ over many data sets, by their ranks.

    Parameters
    ----------
    averages : ndarray of shape (..., classifiers)
        Average ranks of two or more classifiers, from `average_ranks` or published.
    datasets : int
        Number of data sets that were ranked, two or more.
    alpha : float
        Size of the test, between 0 and 1, for the critical value.

    Returns
    -------
    Omnibus
        Chi-squared with ``classifiers - 1`` degrees of freedom, p and the critical
        value.

    Raises
    ------
    ValueError
        If `averages` do not sum to what ranks do, if there are fewer than two
        classifiers or data sets, or if `alpha` is not between 0 and 1.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    first formula (not numbered): ties share their average rank and the statistic is not
    corrected for them (SciPy's is, and is the larger where there are ties). p is that
    of the chi-squared distribution, an approximation for which the paper asks, as a
    rule of thumb, for more than 10 data sets and more than 5 classifiers; its own
    example has 14 and 4.
    """
    statistic, df = _chi_squared("friedman", averages, datasets, alpha)
    p, critical = chi2.sf(statistic, df), float(chi2.isf(alpha, df))
    return Omnibus(statistic, df, np.nan, p, critical)


def iman_davenport(averages: ArrayLike, *, datasets: int, alpha: float) -> Omnibus:
    """Test whether classifiers differ, less conservatively than `friedman`.

    Parameters
    ----------
    averages, datasets, alpha
        As in `friedman`.

    Returns
    -------
    Omnibus
        F, its degrees of freedom, p and the critical value.

    Raises
    ------
    ValueError
        As `friedman`.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    second formula (not numbered), made of Friedman's statistic without correction for
    ties. p is that of the F-distribution, an approximation too, for which the paper
    gives no rule.
    """
    chi_squared, df1 = _chi_squared("iman_davenport", averages, datasets, alpha)
    df2 = df1 * (datasets - 1)
    rest = datasets * df1 - chi_squared
    agree = rest <= _ROUNDING * datasets * df1
    ratio = (datasets - 1) * chi_squared / np.where(agree, 1, rest)
    statistic = np.where(agree, np.inf, ratio)[()]
    p, critical = f.sf(statistic, df1, df2), float(f.isf(alpha, df1, df2))
    return Omnibus(statistic, df1, df2, p, critical)


def _chi_squared(
    test: str, averages: ArrayLike, datasets: int, alpha: float
) -> tuple[Floats, int]:
    """Compute Friedman's statistic and its degrees of freedom."""
    averages = check_average_ranks(test, averages, datasets)
    check_alpha(test, alpha)
    k = averages.shape[-1]
    # The paper's bracket, in a form that is never negative.
    squares = np.sum((averages - (k + 1) / 2) ** 2, axis=-1)
    return 12 * datasets / (k * (k + 1)) * squares, k - 1
