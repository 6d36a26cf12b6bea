"""The resampled t-test: random train/test splits of one data set."""

from numpy.typing import ArrayLike

from tenbyten.statistics.checks import check_differences
from tenbyten.statistics.standardised import Standardised, standardise_mean


def resampled_t(differences: ArrayLike) -> Standardised:
    """Compare two classifiers on one data set by the plain resampled t-test.

    It takes the splits for independent and finds differences where there are none; it
    is here to be compared with `corrected_resampled_t`, which needs the same
    differences.

    Parameters
    ----------
    differences : ndarray of shape (..., splits)
        Accuracy of the column minus that of the row on the test part of each of two or
        more random splits (J of the paper), a fraction. Each split draws its training
        part anew, of one size for all. The folds of a cross-validation are no such
        splits; the statistic is then the paired t over folds. Leading axes are data
        sets and pairs.

    Returns
    -------
    Standardised
        With ``splits - 1`` degrees of freedom; the estimate is the mean difference.

    Raises
    ------
    ValueError
        If there are fewer than two splits or if a difference is not finite.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), number 2, equation
    15; Table 1, row 2. The variance of the mean is the sample variance over the number
    of splits. The test is liberal, more so with more splits.
    """
    differences = check_differences("resampled_t", differences, {"splits": (2, None)})
    return standardise_mean(differences)
