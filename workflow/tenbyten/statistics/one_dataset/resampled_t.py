"""The resampled t-test: random train/test splits of one data set."""

import numpy as np
import numpy.typing as npt

from tenbyten.statistics.checks import check_differences
from tenbyten.statistics.standardised import (
    Standardised,
    mean_and_variance,
    standardise,
)


def resampled_t(differences: npt.ArrayLike) -> Standardised:
    """Compare two classifiers on one data set by the plain resampled t-test.

    It takes the splits for independent and finds differences where there are none;
    it is here to be compared with `corrected_resampled_t`, which needs the same
    differences.

    Parameters
    ----------
    differences : ndarray of shape (..., splits)
        Accuracy of the column minus accuracy of the row on the test part of each of the
        random splits (J of the paper), as a fraction. Each split draws its training
        part anew, of one size for all. The folds of a cross-validation are no such
        splits; the statistic is then the paired t over folds. Leading axes are data
        sets and pairs.

    Returns
    -------
    Standardised
        The mean difference, its error, the statistic with ``splits - 1`` degrees of
        freedom, and both p-values.

    Raises
    ------
    ValueError
        If there are fewer than two splits or if a difference is not finite.

    Notes
    -----
    Section 4 of [1]_, number 2, equation 15; Table 1, row 2. The variance of the
    mean is the sample variance over the number of splits. What the paper says of
    it holds: the test is liberal, more so with more splits.

    References
    ----------
    .. [1] Nadeau, Bengio (2003). Machine Learning 52, 239-281.
    """
    differences = check_differences("resampled_t", differences, {"splits": (2, None)})
    splits = differences.shape[-1]
    mean, variance = mean_and_variance(differences)
    return standardise(mean, np.sqrt(variance / splits), df=splits - 1)
