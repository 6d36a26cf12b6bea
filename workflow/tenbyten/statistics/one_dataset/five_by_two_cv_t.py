"""Dietterich's t-test: five runs of two-fold cross-validation on one data set."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import check_differences
from tenbyten.statistics.standardised import Standardised, standardise


def five_by_two_cv_t(differences: ArrayLike) -> Standardised:
    """Compare two classifiers on one data set by the 5x2cv t-test.

    Parameters
    ----------
    differences : ndarray of shape (..., 5, 2)
        Accuracy of the column minus that of the row in each of the two folds of each of
        the five runs of two-fold cross-validation, a fraction. No other
        cross-validation will do. Leading axes are data sets and pairs.

    Returns
    -------
    Standardised
        With 5 degrees of freedom; the estimate is the first fold's of the first run.

    Raises
    ------
    ValueError
        If `differences` are not five runs of two folds or are not finite.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), number 3; Table 1,
    row 3; after Dietterich (1998; Neural Computation 10, 1895-1923): the variance is a
    tenth of the sum, over the runs, of the squared difference between both folds. The
    estimate is the first fold's alone, so that p depends on which fold and run come
    first. The paper remarks (equation 16) that the statistic is not exactly Student's
    t: its numerator and denominator are not independent. Both concern accuracy after
    training on half the data set.
    """
    axes = {"runs": (5, 5), "folds": (2, 2)}
    differences = check_differences("five_by_two_cv_t", differences, axes)
    between = differences[..., 0] - differences[..., 1]
    variance = np.sum(between**2, axis=-1) / 10
    return standardise(differences[..., 0, 0], np.sqrt(variance), df=5)
