"""Nemenyi's test: every two of many classifiers, compared by their ranks."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, check_alpha, check_enough
from tenbyten.statistics.many_classifiers.ranks import error_of_ranks, z_of_ranks
from tenbyten.statistics.many_classifiers.studentized import p_of_range, range_exceeded


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
        If `averages` do not sum to what ranks do, or if there are fewer than two
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
        If `alpha` is not between 0 and 1, or if there are fewer than two classifiers or
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
