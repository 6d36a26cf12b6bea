"""Friedman's test and Iman and Davenport's: whether classifiers differ at all."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc, chdtri, fdtrc, fdtri

from tenbyten.statistics.checks import Floats, check_alpha, check_means
from tenbyten.statistics.many_classifiers.omnibus import Approximate, Omnibus, complete
from tenbyten.statistics.many_classifiers.ranks import rank_classifiers

# The denominator of F is zero where all data sets agree; this is zero in floats.
_ROUNDING = 1e-12


def friedman(
    means: ArrayLike, *, alpha: float, seed: int, method: str = "auto"
) -> Omnibus:
    """Test whether classifiers differ over many data sets, by their ranks.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set;
        two of each at least. Equal results must be equal floats. Ranks are as good.
    alpha : float
        Size of the test, between 0 and 1, for the critical value.
    seed : int
        Seed of the random arrangements.
    method : {"auto", "approximate"}, default="auto"
        ``auto``: p by permutation as far as it goes, see the notes. ``approximate``:
        that of the distribution, as in the paper, for any number of results.

    Returns
    -------
    Omnibus
        Chi-squared with ``classifiers - 1`` degrees of freedom, p and, where p is
        approximate, the critical value.

    Raises
    ------
    ValueError
        If there are fewer than two data sets or classifiers, if a mean is not finite,
        if `alpha` is not between 0 and 1, or if `method` is neither.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    first formula (not numbered), corrected for ties as SciPy's is: divided by what is
    left of the variance of the ranks where ties share their average rank. The paper's
    is not corrected, and is the smaller where there are ties.

    Under the null hypothesis each order of the results on a data set is as likely as
    any other. Of the (classifiers!) ^ (datasets - 1) arrangements of q data sets, p is
    the share with a statistic as large as this one: of all where they are at most
    100,000 (two classifiers up to 17 data sets, three up to 7, four up to 4, five up to
    3), else of as many random ones, as (b + 1) / (B + 1), up to 500 results (data sets
    times classifiers). Beyond, it is that of the chi-squared distribution. All that are
    tied give 0 and p = 1.
    """
    (test,) = complete(approximate_friedman(means, alpha), seed=seed, method=method)
    return test


def iman_davenport(
    means: ArrayLike, *, alpha: float, seed: int, method: str = "auto"
) -> Omnibus:
    """Test whether classifiers differ, by F instead of Friedman's chi-squared.

    Parameters
    ----------
    means, alpha, seed, method
        As in `friedman`.

    Returns
    -------
    Omnibus
        F, its degrees of freedom, p and, where p is approximate, the critical value.

    Raises
    ------
    ValueError
        As `friedman`.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    second formula (not numbered), made of Friedman's statistic with correction for
    ties. F and chi-squared order all arrangements of the results alike: where p is not
    approximate it is that of `friedman`; beyond it is that of the F-distribution.
    """
    by_f = approximate_iman_davenport(means, alpha)
    (test,) = complete(by_f, seed=seed, method=method)
    return test


def approximate_friedman(means: ArrayLike, alpha: float) -> Approximate:
    """Test by chi-squared, and rank the classifiers: `friedman` before `complete`."""
    ranks, statistic = _chi_squared("friedman", means, alpha)
    df = ranks.shape[-1] - 1
    p, critical = chdtrc(df, statistic), float(chdtri(df, alpha))
    return Approximate(
        Omnibus(statistic, df, np.nan, p, critical, "approximate"), ranks
    )


def approximate_iman_davenport(means: ArrayLike, alpha: float) -> Approximate:
    """Test by F, and rank the classifiers: `iman_davenport` before `complete`."""
    ranks, chi_squared = _chi_squared("iman_davenport", means, alpha)
    datasets, df1 = ranks.shape[-2], ranks.shape[-1] - 1
    df2 = df1 * (datasets - 1)
    rest = datasets * df1 - chi_squared
    agree = rest <= _ROUNDING * datasets * df1
    ratio = (datasets - 1) * chi_squared / np.where(agree, 1, rest)
    statistic = np.where(agree, np.inf, ratio)[()]
    p, critical = fdtrc(df1, df2, statistic), float(fdtri(df1, df2, 1 - alpha))
    return Approximate(Omnibus(statistic, df1, df2, p, critical, "approximate"), ranks)


def _chi_squared(test: str, means: ArrayLike, alpha: float) -> tuple[Floats, Floats]:
    """Compute the ranks and Friedman's statistic, corrected for ties."""
    check_alpha(test, alpha)
    ranks = rank_classifiers(check_means(test, means))
    classifiers = ranks.shape[-1]
    deviations = ranks - (classifiers + 1) / 2
    between = np.sum(np.sum(deviations, axis=-2) ** 2, axis=-1)
    # Without ties it is q k (k^2 - 1) / 12; 0 / 0 is taken as 0.
    total = np.sum(deviations**2, axis=(-2, -1))
    statistic = (classifiers - 1) * between / np.where(total == 0, 1, total)
    return ranks, statistic[()]
