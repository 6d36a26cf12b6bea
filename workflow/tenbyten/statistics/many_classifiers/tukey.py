"""Tukey's test: every two of many classifiers, compared by their means."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, check_means
from tenbyten.statistics.many_classifiers.repeated_anova import decompose, divide
from tenbyten.statistics.many_classifiers.studentized import p_of_range


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


def tukey(means: ArrayLike) -> Tukey:
    """Compare every two classifiers over many data sets by their means.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set.

    Returns
    -------
    Tukey
        Differences and p-values of every two classifiers.

    Raises
    ------
    ValueError
        If a mean is not finite, or there are fewer than two data sets or classifiers.

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
    row, column = np.triu_indices(classifiers, 1)
    q = divide(
        np.abs(difference[..., row, column]),
        np.sqrt(residual / datasets)[..., np.newaxis],
        rounding=rounding[..., np.newaxis],
    )
    p = np.ones(difference.shape)
    p[..., row, column] = p[..., column, row] = p_of_range(
        q, classifiers=classifiers, df=df
    )
    return Tukey(difference, p)
