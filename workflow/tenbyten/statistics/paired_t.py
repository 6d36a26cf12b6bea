"""The paired t-test: two classifiers, compared by their means on many data sets."""

from typing import NamedTuple

import numpy as np
from scipy.stats import t

from tenbyten.statistics.differences import PLACES


class PairedT(NamedTuple):
    """The t-test over data sets.

    Attributes
    ----------
    statistic : ndarray of shape (...)
        Positive where right is better.
    df : int
        Degrees of freedom.
    p_one_sided : ndarray of shape (...)
        Of the null hypothesis that right is not better than left.
    p_two_sided : ndarray of shape (...)
        Of the null hypothesis that neither is better.
    """

    statistic: np.ndarray
    df: int
    p_one_sided: np.ndarray
    p_two_sided: np.ndarray


def paired_t(differences):
    """Compare two classifiers over many data sets by the paired t-test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Of right minus left on each data set: of mean accuracies, absolute, or from
        `relative_differences`. Leading axes are pairs.

    Returns
    -------
    PairedT
        The statistic, its degrees of freedom and both p.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, or if a difference is not finite.

    Notes
    -----
    Section 3.1.2 of [1]_, which also says why not to: the differences must be
    commensurate, normal where data sets are few, and without outliers. Where all
    differences are zero the statistic, 0 / 0, is taken as 0: one-sided p is 1/2 and
    two-sided p is 1. Where all are equal and not zero it is infinite, and one-sided
    p is 0 or 1.

    References
    ----------
    .. [1] Demsar (2006). Journal of Machine Learning Research 7, 1-30.
    """
    differences = _check_differences(differences)
    n = differences.shape[-1]
    constant = np.ptp(differences, axis=-1) == 0
    mean = np.mean(differences, axis=-1)
    error = np.std(differences, axis=-1, ddof=1) / np.sqrt(n)
    first = differences[..., 0]
    limit = np.where(first == 0, 0, np.copysign(np.inf, first))
    statistic = np.where(constant, limit, mean / np.where(constant, 1, error))[()]
    return PairedT(
        statistic, n - 1, t.sf(statistic, n - 1), 2 * t.sf(np.abs(statistic), n - 1)
    )


def relative_differences(mean_left, mean_right, *, largest=1.0):
    """Differences of mean accuracy, divided by the average of both.

    Parameters
    ----------
    mean_left, mean_right : ndarray of shape (..., datasets)
        Mean accuracies on each data set, fractions; or means of another metric, which
        is never negative. Leading axes are pairs; those of the two broadcast.
    largest : float, default=1.0
        The largest mean that there can be.

    Returns
    -------
    ndarray of shape (..., datasets)
        Right minus left over their average, from -2 to 2, rounded at 1e-12 so that
        equal ones are equal floats; 0 where both are 0.

    Raises
    ------
    ValueError
        If a mean is not between 0 and `largest`, or if the data sets are not as many.

    Notes
    -----
    Section 3.1.2 of [1]_, end of the paragraphs on commensurability; there left
    minus right.

    References
    ----------
    .. [1] Demsar (2006). Journal of Machine Learning Research 7, 1-30.
    """
    left, right = np.asarray(mean_left, float), np.asarray(mean_right, float)
    for name, mean in (("mean_left", left), ("mean_right", right)):
        wrong = ~(np.isfinite(mean) & (mean >= 0) & (mean <= largest))
        if np.any(wrong):
            where = tuple(np.argwhere(wrong)[0].tolist())
            raise ValueError(
                f"relative_differences: `{name}` is {mean[where]} at {where}; means "
                f"lie between 0 and {largest:g}: divide percentages by 100, fill in "
                f"what is missing."
            )
    if left.shape[-1:] != right.shape[-1:]:
        raise ValueError(
            f"relative_differences: the shapes are {left.shape} and {right.shape}; "
            f"give the same data sets for both."
        )
    average = (left + right) / 2
    relative = (right - left) / np.where(average == 0, 1, average)
    # Adding 0.0 turns -0.0 into 0.0.
    return np.round(relative, PLACES) + 0.0


def _check_differences(differences):
    """Differences as an array, or an error."""
    differences = np.asarray(differences, dtype=float)
    datasets = differences.shape[-1] if differences.ndim else 0
    if datasets < 2:
        raise ValueError(
            f"paired_t: {datasets} data sets; the test needs at least two: give the "
            f"subset more data sets."
        )
    wrong = ~np.isfinite(differences)
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"paired_t: the difference at {where} is {differences[where]}; every data "
            f"set needs a number; fill in what is missing."
        )
    return differences
