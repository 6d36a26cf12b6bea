"""The paired t-test: two classifiers, compared by their means on many data sets."""

import numpy as np

from tenbyten.statistics.one_dataset.differences import PLACES
from tenbyten.statistics.standardised import (
    check_differences,
    mean_and_variance,
    standardise,
)


def paired_t(differences):
    """Compare two classifiers over many data sets by the paired t-test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Of right minus left on each data set: of mean accuracies, absolute, or from
        `relative_differences`. Leading axes are pairs.

    Returns
    -------
    Standardised
        Mean difference, its error, the statistic and both p.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, or if a difference is not finite.

    Notes
    -----
    Section 3.1.2 of [1]_, which also says why not to: the differences must be
    commensurate, normal where data sets are few, and without outliers. Equal
    differences are `standardise`'s case of zero variance.

    References
    ----------
    .. [1] Demsar (2006). Journal of Machine Learning Research 7, 1-30.
    """
    axes = {"data sets": (2, None)}
    differences = check_differences(differences, caller="paired_t", axes=axes)
    datasets = differences.shape[-1]
    mean, variance = mean_and_variance(differences)
    return standardise(mean, variance / datasets, df=datasets - 1)


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
