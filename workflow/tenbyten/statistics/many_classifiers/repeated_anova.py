"""Repeated-measures analysis of variance: whether classifiers differ at all."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtrc, fdtri

from tenbyten.statistics.checks import Floats, check_alpha, check_means
from tenbyten.statistics.many_classifiers.omnibus import Approximate, Omnibus, complete

# Means carry twelve decimals; what is smaller in proportion to them is rounding.
_ROUNDING = 1e-11


class Decomposition(NamedTuple):
    """Effects of the classifiers on the means, and the residual variance.

    Attributes
    ----------
    effects : ndarray of shape (..., classifiers)
        Mean of each classifier over the data sets less the mean of all.
    residual_variance : ndarray of shape (...)
        Mean square that neither classifier nor data set explains; 0 where it is
        nothing but rounding.
    df : int
        Its degrees of freedom.
    rounding : ndarray of shape (...)
        Below this a difference of two effects is nothing but rounding.
    """

    effects: Floats
    residual_variance: Floats
    df: int
    rounding: Floats


def repeated_anova(
    means: ArrayLike, *, alpha: float, seed: int, method: str = "auto"
) -> Omnibus:
    """Test whether classifiers differ over many data sets, by their means.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set.
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
        F, its degrees of freedom, p and, where p is approximate, the critical value.

    Raises
    ------
    ValueError
        If there are fewer than two data sets or classifiers, if a mean is not finite,
        if `alpha` is not between 0 and 1, or if `method` is neither.

    Notes
    -----
    Section 3.2.1 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), in
    words: the variability between the classifiers over the residual variability, that
    between the data sets taken out. Two classifiers: the square of the paired t.

    p is exact or by permutation of the results within each data set, under the rule of
    `friedman`; the null hypothesis is then that every order of the results on a data
    set is as likely as any other, whatever their distribution. With more than 500
    results p is that of the F-distribution, which supposes normal distributions and
    sphericity; results of classifiers probably violate both (same section), and p is
    not corrected for that.

    Where nothing but the classifier explains the means the statistic is infinite; where
    all classifiers have the same means on each data set it is, as 0 / 0, taken as 0,
    and p is 1.
    """
    (test,) = complete(approximate_anova(means, alpha), seed=seed, method=method)
    return test


def approximate_anova(means: ArrayLike, alpha: float) -> Approximate:
    """Test by F, on the means themselves: `repeated_anova` before `complete`."""
    check_alpha("repeated_anova", alpha)
    means = check_means("repeated_anova", means)
    datasets, classifiers = means.shape[-2:]
    effects, residual, df2, rounding = decompose(means)
    df1 = classifiers - 1
    between = np.sqrt(np.sum(effects**2, axis=-1) / df1)
    statistic = divide(between, np.sqrt(residual / datasets), rounding=rounding) ** 2
    p, critical = fdtrc(df1, df2, statistic), float(fdtri(df1, df2, 1 - alpha))
    return Approximate(Omnibus(statistic, df1, df2, p, critical, "approximate"), means)


def decompose(means: Floats) -> Decomposition:
    """Separate the effects of classifiers from those of data sets and the rest."""
    datasets, classifiers = means.shape[-2:]
    df = (datasets - 1) * (classifiers - 1)
    of_dataset = means - np.mean(means, axis=-1, keepdims=True)
    effects = np.mean(of_dataset, axis=-2)
    residual = of_dataset - effects[..., np.newaxis, :]
    rounding = _ROUNDING * np.max(np.abs(means), axis=(-2, -1))
    variance = np.sum(residual**2, axis=(-2, -1)) / df
    return Decomposition(
        effects, np.where(variance <= rounding**2, 0, variance)[()], df, rounding
    )


def divide(size: Floats, error: Floats, *, rounding: Floats) -> Floats:
    """Divide a difference by its error; by zero it is infinite, but 0 / 0 is 0."""
    limit = np.where(size > rounding, np.inf, 0)
    return np.where(error > 0, size / np.where(error > 0, error, 1), limit)[()]
