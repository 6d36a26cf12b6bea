"""The Bonferroni-Dunn test: a control classifier against all others, by ranks."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from tenbyten.statistics.checks import (
    Floats,
    check_alpha,
    check_control,
    check_enough,
)
from tenbyten.statistics.many_classifiers.adjusted_p import adjust
from tenbyten.statistics.many_classifiers.ranks import error_of_ranks, z_of_ranks


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
        classifiers or data sets, or if `control` is none of the classifiers.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    formula for z (not numbered); of k classifiers p is held against alpha / (k - 1),
    here the adjusted p against alpha. That is below alpha just where the classifier
    differs from the control by more than `critical_difference`.
    """
    against = z_of_ranks(averages, datasets=datasets)
    classifiers = against.shape[-1]
    check_control("bonferroni_dunn", control, classifiers)
    z = np.delete(against[..., control, :], control, axis=-1)
    p = 2 * ndtr(-np.abs(z))
    return BonferroniDunn(z, p, adjust(p, method="bonferroni"))


def critical_difference(*, classifiers: int, datasets: int, alpha: float) -> float:
    """Compute the rank difference from which a classifier differs from a control.

    Parameters
    ----------
    classifiers, datasets : int
        Numbers of ranked classifiers, the control included, and of data sets.
    alpha : float
        Chance of one or more false differences from the control, between 0 and 1.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If `alpha` is not between 0 and 1, or if there are fewer than two classifiers or
        data sets.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    formula for CD (not numbered) with the two-sided critical value of the normal
    distribution for ``alpha / (classifiers - 1)``; Table 5(b) is a rounding of it.
    """
    check_alpha("bonferroni_dunn", alpha)
    check_enough("bonferroni_dunn", datasets, classifiers)
    q = -ndtri(alpha / (classifiers - 1) / 2)
    return float(q * error_of_ranks(classifiers=classifiers, datasets=datasets))
