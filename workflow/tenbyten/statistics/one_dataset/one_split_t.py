"""The t-test on one split: the test instances of one training and test part."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import check_differences
from tenbyten.statistics.standardised import Standardised, standardise_mean


def one_split_t(differences: ArrayLike) -> Standardised:
    """Compare two trained classifiers by their losses on each test instance.

    Parameters
    ----------
    differences : ndarray of shape (..., tested)
        Loss of the row minus loss of the column on each of two or more test instances
        of one split. For accuracy: 1 where only the column is correct, -1 where only
        the row is, else 0. Leading axes are data sets and pairs.

    Returns
    -------
    Standardised
        Looked up in the normal distribution; the estimate is the mean difference.

    Raises
    ------
    ValueError
        If there are fewer than two test instances or if a difference is not finite.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), number 1, equation
    14; Table 1, row 1. The normal distribution stands for Student's t because the test
    part is meant to be large, "greater than 50, say". One split says nothing of how
    training sets vary: the null hypothesis is about these two trained classifiers, not
    about their learners. For learners the test is liberal.
    """
    axes = {"test instances": (2, None)}
    differences = check_differences("one_split_t", differences, axes)
    return standardise_mean(differences, df=np.inf)
