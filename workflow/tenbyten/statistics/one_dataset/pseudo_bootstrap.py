"""The pseudo-bootstrap: the resampling of one data set, repeated."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import check_differences, check_rho
from tenbyten.statistics.rounding import rounded
from tenbyten.statistics.standardised import (
    Standardised,
    mean_and_variance,
    standardise,
)


def pseudo_bootstrap(differences: ArrayLike) -> Standardised:
    """Compare two classifiers on one data set by the pseudo-bootstrap.

    It takes the repetitions for independent and finds differences where there are none;
    it is here to be compared with `corrected_pseudo_bootstrap`.

    Parameters
    ----------
    differences : ndarray of shape (..., repetitions, splits)
        Accuracy of the column minus that of the row on the test part of each random
        split, a fraction. A repetition is the mean over its splits (J of the paper),
        all drawn anew from the same data set with training parts of one size. The first
        repetition is the estimate; the others (R of the paper, two at least) tell how
        it varies. The folds of a cross-validation are no such splits. Leading axes are
        data sets and pairs.

    Returns
    -------
    Standardised
        With ``repetitions - 2`` degrees of freedom; the estimate is the first mean.

    Raises
    ------
    ValueError
        If there are fewer than three repetitions or no split, or if a difference is not
        finite.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), number 5; Table 1,
    row 5. Liberal, as the resampled t-test. Means of repetitions are rounded at 1e-12,
    so that repetitions whose differences stand in another order do not vary.
    """
    return _standardise(differences, 0, "pseudo_bootstrap")


def corrected_pseudo_bootstrap(differences: ArrayLike, *, rho: float) -> Standardised:
    """Compare two classifiers on one data set by the corrected pseudo-bootstrap.

    Parameters
    ----------
    differences : ndarray of shape (..., repetitions, splits)
        Accuracy of the column minus that of the row on each test part, a fraction,
        drawn as for `pseudo_bootstrap`. Leading axes are data sets and pairs.
    rho : float
        Correlation between the splits, from 0 to below 1; the paper takes the size of
        the test part over that of the data set.

    Returns
    -------
    Standardised
        With ``repetitions - 2`` degrees of freedom; the estimate is the first mean.

    Raises
    ------
    ValueError
        If there are fewer than three repetitions or no split, if a difference is not
        finite, or if `rho` is out of its range.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), number 7; Table 1,
    row 7: the variance between repetitions times ``1 + splits * rho / (1 - rho)``. With
    n1 instances for training and n2 for testing and ``rho = n2 / (n1 + n2)`` (section
    3.1), ``rho / (1 - rho)`` is the n2 / n1 of the table.
    """
    check_rho("corrected_pseudo_bootstrap", rho)
    return _standardise(differences, rho, "corrected_pseudo_bootstrap")


def _standardise(differences: ArrayLike, rho: float, caller: str) -> Standardised:
    """Compute the test for a correlation between the splits."""
    axes = {"repetitions": (3, None), "splits": (1, None)}
    differences = check_differences(caller, differences, axes)
    repetitions, splits = differences.shape[-2:]
    means = rounded(np.mean(differences, axis=-1))
    _, variance = mean_and_variance(means[..., 1:])
    variance = variance * (1 + splits * rho / (1 - rho))
    return standardise(means[..., 0], np.sqrt(variance), df=repetitions - 2)
