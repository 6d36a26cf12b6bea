"""The sign test and the paired t-test: two classifiers, compared on many data sets."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, Ints, check_over_datasets, check_values
from tenbyten.statistics.p_values import Standardised, fair_upper_tail, standardise_mean
from tenbyten.statistics.rounding import rounded


class SignTest(NamedTuple):
    """Numbers of wins and losses, and the p-values of the sign test.

    Attributes
    ----------
    wins, ties, losses : ndarray of shape (...), int
        Data sets on which the column is better, neither, the row.
    n : ndarray of shape (...), int
        Data sets that count: all but one tie of an odd number of ties.
    p_one_sided, p_two_sided : ndarray of shape (...)
        Of the null hypothesis that the column is not better, and that neither is.
    """

    wins: Ints
    ties: Ints
    losses: Ints
    n: Ints
    p_one_sided: Floats
    p_two_sided: Floats


def sign_test(differences: ArrayLike) -> SignTest:
    """Compare two classifiers over many data sets by the sign test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each data set, or the
        column's gain in another metric. Only the sign counts, and equal accuracies must
        give 0 (`mean_differences` sees to that). Leading axes are pairs.

    Returns
    -------
    SignTest
        Counts and both p-values.

    Raises
    ------
    ValueError
        With no data set, or if a difference is not finite.

    Notes
    -----
    Section 3.1.4 of Demsar (2006; Journal of Machine Learning Research 7, 1-30): under
    the null hypothesis the number of wins is binomial with a chance of 1/2, ties are
    split evenly, and of an odd number of ties one is ignored. p is exact, not that of
    the normal approximation given there for many data sets; two-sided it is twice the
    smaller tail, at most 1.
    """
    differences = check_over_datasets("sign_test", differences)
    wins = np.sum(differences > 0, axis=-1)
    losses = np.sum(differences < 0, axis=-1)
    ties = differences.shape[-1] - wins - losses
    n = differences.shape[-1] - ties % 2
    counted = wins + ties // 2
    one_sided = fair_upper_tail(counted, n)
    two_sided = np.minimum(2 * fair_upper_tail(np.maximum(counted, n - counted), n), 1)
    return SignTest(wins, ties, losses, n, one_sided, two_sided)


def paired_t(differences: ArrayLike) -> Standardised:
    """Compare two classifiers over many data sets by the paired t-test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each of two or more data
        sets, a fraction; or from `relative_differences`. Leading axes are pairs.

    Returns
    -------
    Standardised
        With ``datasets - 1`` degrees of freedom; the estimate is the mean difference.

    Raises
    ------
    ValueError
        With fewer than two data sets, or if a difference is not finite.

    Notes
    -----
    Section 3.1.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), which
    also says why not to: the differences must be commensurate, normal where data sets
    are few, and without outliers. Equal differences are `standardise`'s case of zero
    variance.
    """
    return standardise_mean(check_over_datasets("paired_t", differences, least=2))


def relative_differences(
    mean_row: ArrayLike, mean_column: ArrayLike, *, largest: float = 1.0
) -> Floats:
    """Divide differences of mean accuracy by the average of both.

    Parameters
    ----------
    mean_row, mean_column : ndarray of shape (..., datasets)
        Mean accuracies on each data set, fractions; or means of another metric, from 0
        to `largest`. Leading axes are pairs; those of the two broadcast.
    largest : float, default=1.0
        Largest mean: 1 for accuracies, infinite without bounds.

    Returns
    -------
    ndarray of shape (..., datasets)
        Column minus row over their average, from -2 to 2, rounded at 1e-12 so that
        equal ones are equal floats; 0 where both are 0.

    Raises
    ------
    ValueError
        If a mean is not finite or not from 0 to `largest`, or if the numbers of data
        sets differ.

    Notes
    -----
    Section 3.1.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), end of
    the paragraphs on commensurability; there the row minus the column.
    """
    row, column = np.asarray(mean_row, float), np.asarray(mean_column, float)
    for name, mean in (("mean_row", row), ("mean_column", column)):
        check_values("relative_differences", name, mean, largest)
    if row.shape[-1:] != column.shape[-1:]:
        raise ValueError(
            f"relative_differences: the shapes are {row.shape} and {column.shape}; "
            f"give the same data sets for both."
        )
    average = (row + column) / 2
    return rounded((column - row) / np.where(average == 0, 1, average))
