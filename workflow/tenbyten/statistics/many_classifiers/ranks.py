"""Ranks of many classifiers on many data sets."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import (
    Floats,
    check_average_ranks,
    check_enough,
    check_means,
)
from tenbyten.statistics.tied_ranks import shared_ranks


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
        If a mean is not finite, or there are fewer than two data sets or classifiers.

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
    ranks = rank_classifiers(means, higher_is_better=higher_is_better)
    return np.mean(ranks, axis=-2)


def z_of_ranks(averages: ArrayLike, *, datasets: int) -> Floats:
    """Standardise the difference between the average ranks of every two classifiers.

    Of shape (..., classifiers, classifiers): rank of the row less rank of the column,
    in standard errors, positive where the column is better. Section 3.2.2 of Demsar
    (2006), the formula for z (not numbered). Under the null hypothesis that all
    classifiers perform the same z is taken as standard normal. As printed there, the
    standard error is not corrected for ties.
    """
    averages = check_average_ranks("z_of_ranks", averages, datasets)
    error = error_of_ranks(classifiers=averages.shape[-1], datasets=datasets)
    return (averages[..., :, np.newaxis] - averages[..., np.newaxis, :]) / error


def error_of_ranks(*, classifiers: int, datasets: int) -> float:
    """Compute the standard error of the difference of two average ranks.

    Section 3.2.2 of Demsar (2006), the root in the critical difference and in z.
    """
    check_enough("error_of_ranks", datasets, classifiers)
    return float(np.sqrt(classifiers * (classifiers + 1) / (6 * datasets)))
