"""Tukey's and Dunnett's tests: many classifiers, compared by their means."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, Ints, check_control, check_means
from tenbyten.statistics.many_classifiers.omnibus import decompose, divide
from tenbyten.statistics.many_classifiers.studentized import p_of_maximum, p_of_range


class Tukey(NamedTuple):
    """Comparisons of every two classifiers, by means.

    Attributes
    ----------
    difference : ndarray of shape (..., classifiers, classifiers)
        Mean of the column less mean of the row: positive where the column is the
        higher.
    p : ndarray of shape (..., classifiers, classifiers)
        Two-sided, adjusted for all pairs; 1 on the diagonal.
    """

    difference: Floats
    p: Floats


def tukey(means: ArrayLike, *, pairs: tuple[Ints, Ints] | None = None) -> Tukey:
    """Compare every two classifiers over many data sets by their means.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set.
    pairs : tuple of two sequences of int, optional
        Positions of the classifiers of the pairs whose p is computed, nan elsewhere;
        by default all. Each p is adjusted for all pairs.

    Returns
    -------
    Tukey
        Differences and p-values of every two classifiers.

    Raises
    ------
    ValueError
        If a mean is not finite, or with fewer than two data sets or classifiers.

    Notes
    -----
    Section 3.2.1 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), in
    words: the difference over the standard error, whose square is the residual variance
    of the repeated-measures analysis of variance divided by the number of data sets;
    the studentised range with the residual's degrees of freedom. It shares the
    assumptions of `repeated_anova`, and their violation weighs more here (same
    section). Two classifiers: the paired t-test.

    Where nothing but the classifier explains the means p is 0, or 1 for two equal
    classifiers.
    """
    means = check_means("tukey", means)
    datasets, classifiers = means.shape[-2:]
    effects, residual, df, rounding = decompose(means)
    difference = effects[..., np.newaxis, :] - effects[..., :, np.newaxis]
    row, column = pairs or np.triu_indices(classifiers, 1)
    size = np.abs(difference[..., row, column])
    error = np.sqrt(residual / datasets)[..., np.newaxis]
    q = divide(size, error, rounding=rounding[..., np.newaxis])
    exceeded = p_of_range(q, classifiers=classifiers, df=df)
    p = np.where(np.eye(classifiers), np.ones(difference.shape), np.nan)
    p[..., row, column] = p[..., column, row] = exceeded
    return Tukey(difference, p)


class Dunnett(NamedTuple):
    """Comparisons of a control with the other classifiers, by means.

    Attributes
    ----------
    difference : ndarray of shape (..., classifiers - 1)
        Mean of the other less mean of the control: positive where the other is the
        higher.
    statistic : ndarray of shape (..., classifiers - 1)
        t, of the sign of the difference.
    p : ndarray of shape (..., classifiers - 1)
        Two-sided, adjusted for all comparisons.
    """

    difference: Floats
    statistic: Floats
    p: Floats


def dunnett(means: ArrayLike, *, control: int) -> Dunnett:
    """Compare a control with every other classifier by their means.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set.
    control : int
        Index of the control among the classifiers, from 0.

    Returns
    -------
    Dunnett
        Differences, t and p-values of the other classifiers, in their order.

    Raises
    ------
    ValueError
        With fewer than two data sets or classifiers, if a mean is not finite,
        or if `control` is no classifier's index.

    Notes
    -----
    Section 3.2.1 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), in
    words: the difference over its standard error, whose square is here twice the
    residual variance of the repeated-measures analysis of variance divided by the
    number of data sets, the variance of a difference of two means (the paper leaves the
    twice to the critical value, as in Tukey's test). p is that of the multivariate
    t-distribution with the residual's degrees of freedom, in which any two differences,
    sharing the control, have the correlation 1/2. The test shares the assumptions of
    `repeated_anova`. Two classifiers: the paired t-test.

    Where nothing but the classifier explains the means p is 0, or 1 for a classifier
    equal to the control.
    """
    means = check_means("dunnett", means)
    datasets, classifiers = means.shape[-2:]
    check_control("dunnett", control, classifiers)
    effects, residual, df, rounding = decompose(means)
    against = effects - effects[..., control, np.newaxis]
    difference = np.delete(against, control, axis=-1)
    error = np.sqrt(2 * residual / datasets)[..., np.newaxis]
    size = divide(np.abs(difference), error, rounding=rounding[..., np.newaxis])
    p = p_of_maximum(size, others=classifiers - 1, df=df)
    return Dunnett(difference, np.copysign(size, difference), p)
