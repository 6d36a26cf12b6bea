"""Tests on one data set from other resampling than repeated cross-validation."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import check_differences, check_rho
from tenbyten.statistics.p_values import (
    Standardised,
    mean_and_variance,
    standardise,
    standardise_mean,
)
from tenbyten.statistics.rounding import rounded


def resampled_t(differences: ArrayLike) -> Standardised:
    """Compare two classifiers on one data set by the plain resampled t-test.

    It assumes independent splits and finds differences between equal classifiers; the
    simulations compare it with `corrected_resampled_t`, which needs the same
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
        With fewer than two splits or if a difference is not finite.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), number 2, equation
    15; Table 1, row 2. The variance of the mean is the sample variance over the number
    of splits. The test is liberal, more so with more splits.
    """
    differences = check_differences("resampled_t", differences, {"splits": (2, None)})
    return standardise_mean(differences)


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
        With fewer than two test instances or if a difference is not finite.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), number 1, equation
    14; Table 1, row 1. The normal distribution replaces Student's t because the test
    part is meant to be large, "greater than 50, say". One split says nothing of how
    training sets vary: the null hypothesis is about these two trained classifiers, not
    about their learners. For learners the test is liberal.
    """
    axes = {"test instances": (2, None)}
    differences = check_differences("one_split_t", differences, axes)
    return standardise_mean(differences, df=np.inf)


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


def pseudo_bootstrap(differences: ArrayLike, *, rho: float = 0.0) -> Standardised:
    """Compare two classifiers on one data set by the pseudo-bootstrap.

    Without `rho` it assumes independent repetitions and finds differences between equal
    classifiers; with it, it is the corrected pseudo-bootstrap.

    Parameters
    ----------
    differences : ndarray of shape (..., repetitions, splits)
        Accuracy of the column minus that of the row on the test part of each random
        split, a fraction. A repetition is the mean over its splits (J of the paper),
        all drawn anew from the same data set with training parts of one size. The first
        repetition is the estimate; the others (R of the paper, two at least) tell how
        it varies. The folds of a cross-validation are no such splits. Leading axes are
        data sets and pairs.
    rho : float, default=0.0
        Correlation between the splits, from 0 to below 1; the paper takes the size of
        the test part over that of the data set.

    Returns
    -------
    Standardised
        With ``repetitions - 2`` degrees of freedom; the estimate is the first mean.

    Raises
    ------
    ValueError
        With fewer than three repetitions or no split, if a difference is not
        finite, or if `rho` is out of its range.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), numbers 5 and 7;
    Table 1, rows 5 and 7. The correction multiplies the variance between repetitions by
    ``1 + splits * rho / (1 - rho)``. With n1 instances for training and n2 for testing
    and ``rho = n2 / (n1 + n2)`` (section 3.1), ``rho / (1 - rho)`` is the n2 / n1 of
    the table. Without it the test is liberal, as the resampled t-test. Means of
    repetitions are rounded at 1e-12, so that repetitions with the same differences in
    another order do not vary.
    """
    check_rho("pseudo_bootstrap", rho)
    axes = {"repetitions": (3, None), "splits": (1, None)}
    differences = check_differences("pseudo_bootstrap", differences, axes)
    repetitions, splits = differences.shape[-2:]
    means = rounded(np.mean(differences, axis=-1))
    _, variance = mean_and_variance(means[..., 1:])
    variance = variance * (1 + splits * rho / (1 - rho))
    return standardise(means[..., 0], np.sqrt(variance), df=repetitions - 2)


def conservative_z(differences: ArrayLike, halves: ArrayLike) -> Standardised:
    """Compare two classifiers on one data set by the conservative z-test.

    Parameters
    ----------
    differences : ndarray of shape (..., splits)
        Accuracy of the column minus that of the row on the test part of each random
        split of the whole data set (J of the paper), a fraction. Leading axes are data
        sets and pairs.
    halves : ndarray of shape (..., halvings, 2, splits)
        The same for as many random splits of each half of the data set, which is halved
        at random again and again (M of the paper). Both halves are split independently;
        the test parts are as large as those of `differences`, so that training parts
        are smaller by half the data set. The folds of a cross-validation are no such
        splits.

    Returns
    -------
    Standardised
        Looked up in the normal distribution; the estimate is the mean of `differences`.

    Raises
    ------
    ValueError
        With no split or no halving, if the leading axes or the numbers of splits
        of the two differ, or if a difference is not finite.

    Notes
    -----
    Equation 11 of Nadeau, Bengio (2003; Machine Learning 52, 239-281) (section 3.2) for
    the variance, half the mean squared difference between the means of both halves;
    equation 17 (section 4, number 4; Table 1, row 4) for the statistic. The variance is
    overestimated on purpose if, as the paper conjectures, it falls as the training part
    grows. Means are rounded at 1e-12, so that halves with the same differences in
    another order do not differ.
    """
    splits: dict[str, tuple[int, int | None]] = {"splits": (1, None)}
    axes = {"halvings": (1, None), "halves": (2, 2)} | splits
    differences = check_differences("conservative_z", differences, splits)
    halves = check_differences("conservative_z", halves, axes)
    if differences.shape != (*halves.shape[:-3], halves.shape[-1]):
        raise ValueError(
            f"conservative_z: `differences` has the shape {differences.shape}, "
            f"`halves` {halves.shape}; give both the same leading axes and each half "
            f"as many splits as the whole data set."
        )
    means = rounded(np.mean(halves, axis=-1))
    variance = np.mean((means[..., 0] - means[..., 1]) ** 2, axis=-1) / 2
    mean = rounded(np.mean(differences, axis=-1))
    return standardise(mean, np.sqrt(variance), df=np.inf)
