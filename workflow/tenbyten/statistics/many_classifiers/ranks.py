"""Average ranks of many classifiers; the Nemenyi and Bonferroni-Dunn tests by them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from tenbyten.statistics.checks import (
    Floats,
    check_alpha,
    check_average_ranks,
    check_control,
    check_enough,
    check_means,
)
from tenbyten.statistics.many_classifiers.adjusted_p import adjust
from tenbyten.statistics.many_classifiers.studentized import p_of_range, range_exceeded
from tenbyten.statistics.rounding import shared_ranks


def rank_classifiers(means: ArrayLike, *, higher_is_better: bool = True) -> Floats:
    """Rank the classifiers on each data set; the best has rank 1.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set;
        two of each at least. Equal results must be equal floats.
    higher_is_better : bool, default=True
        False for a measure such as an error or a loss.

    Returns
    -------
    ndarray of shape (..., datasets, classifiers)
        Ranks; classifiers that tie share the average of their ranks.

    Raises
    ------
    ValueError
        If a mean is not finite, or with fewer than two data sets or classifiers.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), first
    paragraph.
    """
    means = check_means("rank_classifiers", means)
    return shared_ranks(-means if higher_is_better else means)


def average_ranks(means: ArrayLike, *, higher_is_better: bool = True) -> Floats:
    """Average the ranks of each classifier over the data sets.

    Parameters
    ----------
    means, higher_is_better
        As in `rank_classifiers`.

    Returns
    -------
    ndarray of shape (..., classifiers)
        R of the formulas, the lowest for the best; of k classifiers they sum to
        ``k (k + 1) / 2``.

    Raises
    ------
    ValueError
        As `rank_classifiers`.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), second
    paragraph.
    """
    return np.mean(rank_classifiers(means, higher_is_better=higher_is_better), axis=-2)


def z_of_ranks(averages: ArrayLike, *, datasets: int) -> Floats:
    """Standardise the difference between the average ranks of every two classifiers.

    Parameters
    ----------
    averages, datasets
        As in `nemenyi`.

    Returns
    -------
    ndarray of shape (..., classifiers, classifiers)
        Rank of the row less rank of the column, in standard errors, positive where the
        column is better.

    Notes
    -----
    Section 3.2.2 of Demsar (2006), the formula for z (not numbered). Under the null
    hypothesis that all classifiers perform the same z is taken as standard normal. As
    printed there, the standard error is not corrected for ties.
    """
    averages = check_average_ranks("z_of_ranks", averages, datasets)
    error = error_of_ranks(classifiers=averages.shape[-1], datasets=datasets)
    return (averages[..., :, np.newaxis] - averages[..., np.newaxis, :]) / error


def error_of_ranks(*, classifiers: int, datasets: int) -> float:
    """Compute the standard error of the difference of two average ranks.

    Section 3.2.2 of Demsar (2006), the root in the critical difference and in z.
    """
    return float(np.sqrt(classifiers * (classifiers + 1) / (6 * datasets)))


def nemenyi(averages: ArrayLike, *, datasets: int) -> Floats:
    """Compare every two classifiers over many data sets by their average ranks.

    Parameters
    ----------
    averages : ndarray of shape (..., classifiers)
        Average ranks of two or more classifiers, from `average_ranks` or published.
    datasets : int
        Number of data sets that were ranked, two or more.

    Returns
    -------
    ndarray of shape (..., classifiers, classifiers)
        p-values of every two classifiers, two-sided, adjusted for all pairs; 1 on the
        diagonal. A p-value is alpha just where they differ by `critical_difference`.

    Raises
    ------
    ValueError
        If `averages` do not sum to what ranks do, or with fewer than two
        classifiers or data sets.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    formula for CD (not numbered), solved for alpha: the studentised range of the
    classifiers, with infinite degrees of freedom, at z times the root of 2.
    """
    z = z_of_ranks(averages, datasets=datasets)
    classifiers = z.shape[-1]
    row, column = np.triu_indices(classifiers, 1)
    p = np.ones(z.shape)
    p[..., row, column] = p[..., column, row] = p_of_range(
        np.sqrt(2) * np.abs(z[..., row, column]), classifiers=classifiers, df=np.inf
    )
    return p


def critical_difference(*, classifiers: int, datasets: int, alpha: float) -> float:
    """Compute the rank difference from which two of many classifiers differ.

    Parameters
    ----------
    classifiers, datasets : int
        Numbers of ranked classifiers and of data sets.
    alpha : float
        Chance of one or more false differences among all pairs, between 0 and 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If `alpha` is not between 0 and 1, or with fewer than two classifiers or
        data sets.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    formula for CD (not numbered). q is the studentised range with infinite degrees of
    freedom divided by the root of 2; Table 5(a) is a rounding of it.
    """
    check_alpha("nemenyi", alpha)
    check_enough("nemenyi", datasets, classifiers)
    q = range_exceeded(alpha, classifiers=classifiers) / np.sqrt(2)
    return float(q * error_of_ranks(classifiers=classifiers, datasets=datasets))


class BonferroniDunn(NamedTuple):
    """Comparisons of a control with the other classifiers, by average ranks.

    Attributes
    ----------
    z : ndarray of shape (..., classifiers - 1)
        Rank of the control less rank of the other, in standard errors: positive where
        the other is better.
    p_unadjusted, p : ndarray of shape (..., classifiers - 1)
        Two-sided: of this comparison alone, and adjusted for their number.
    """

    z: Floats
    p_unadjusted: Floats
    p: Floats


def bonferroni_dunn(
    averages: ArrayLike, *, control: int, datasets: int
) -> BonferroniDunn:
    """Compare a control with every other classifier by their average ranks.

    Parameters
    ----------
    averages : ndarray of shape (..., classifiers)
        Average ranks of two or more classifiers, from `average_ranks` or published.
    control : int
        Index of the control among the classifiers, from 0.
    datasets : int
        Number of data sets that were ranked, two or more.

    Returns
    -------
    BonferroniDunn
        z and p-values of the other classifiers, in their order.

    Raises
    ------
    ValueError
        If `averages` do not sum to what ranks do, if there are fewer than two
        classifiers or data sets, or if `control` is no classifier's index.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    formula for z (not numbered); of k classifiers p is held against alpha / (k - 1),
    here the adjusted p against alpha. Table 5(b) is a rounding of the z from which p is
    below 0.05 and 0.10.
    """
    against = z_of_ranks(averages, datasets=datasets)
    check_control("bonferroni_dunn", control, against.shape[-1])
    z = np.delete(against[..., control, :], control, axis=-1)
    p = 2 * ndtr(-np.abs(z))
    return BonferroniDunn(z, p, adjust(p, method="bonferroni"))
