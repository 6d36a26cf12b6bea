"""The t-test on one split: the test instances of one training and test part."""

import numpy as np
import numpy.typing as npt

from tenbyten.statistics.checks import check_differences
from tenbyten.statistics.standardised import (
    Standardised,
    mean_and_variance,
    standardise,
)


def one_split_t(differences: npt.ArrayLike) -> Standardised:
    """Compare two trained classifiers by their losses on each test instance.

    Parameters
    ----------
    differences : ndarray of shape (..., tested)
        Loss of the row minus loss of the column on each test instance of one split. For
        accuracy: 1 where only the column is correct, -1 where only the row is, else 0.
        Leading axes are data sets and pairs.

    Returns
    -------
    Standardised
        The mean difference, its error, the statistic, infinite degrees of freedom
        (the statistic is looked up in the normal distribution), and both p-values.

    Raises
    ------
    ValueError
        If there are fewer than two test instances or if a difference is not finite.

    Notes
    -----
    Section 4 of [1]_, number 1, equation 14; Table 1, row 1. The normal
    distribution stands for Student's t because the test part is meant to be
    large, "greater than 50, say". One split says nothing of how training sets
    vary: the null hypothesis is about these two trained classifiers, not about
    their learners. For learners the test is liberal.

    References
    ----------
    .. [1] Nadeau, Bengio (2003). Machine Learning 52, 239-281.
    """
    differences = check_differences(
        "one_split_t", differences, {"test instances": (2, None)}
    )
    mean, variance = mean_and_variance(differences)
    error = np.sqrt(variance / differences.shape[-1])
    return standardise(mean, error, df=np.inf)
