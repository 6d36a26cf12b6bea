"""Nemenyi's test: every two of many classifiers, compared by their ranks."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import studentized_range

from tenbyten.statistics.checks import Floats, check_alpha
from tenbyten.statistics.many_classifiers.ranks import error_of_ranks, z_of_ranks
from tenbyten.statistics.many_classifiers.studentized import p_of_range


def nemenyi(averages: ArrayLike, *, datasets: int) -> Floats:
    """Compare every two classifiers over many data sets by their average ranks.

    Parameters
    ----------
    averages : ndarray of shape (..., classifiers)
    datasets : int

    Returns
    -------
    ndarray of shape (..., classifiers, classifiers)
        p-values of every two classifiers, two-sided, adjusted for all pairs; 1 on the
        diagonal. A p-value is alpha just where they differ by `critical_difference`.

    Notes
    -----
    Section 3.2.2 of Demsar (2006), the formula for CD (not numbered), solved for alpha:
    the studentised range of the classifiers, with infinite degrees of freedom, at z
    times the root of 2.
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
    alpha : float
        Chance of one or more false differences among all pairs.

    Notes
    -----
    Section 3.2.2 of Demsar (2006), the formula for CD (not numbered). q is the
    studentised range with infinite degrees of freedom divided by the root of 2; Table
    5(a) is a rounding of it.
    """
    check_alpha("nemenyi", alpha)
    q = studentized_range.isf(alpha, classifiers, np.inf) / np.sqrt(2)
    return float(q * error_of_ranks(classifiers=classifiers, datasets=datasets))
