"""The paired t-test: two classifiers, compared by their means on many data sets."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, check_differences, check_values
from tenbyten.statistics.rounding import rounded
from tenbyten.statistics.standardised import Standardised, standardise_mean


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
        If there are fewer than two data sets, or if a difference is not finite.

    Notes
    -----
    Section 3.1.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), which
    also says why not to: the differences must be commensurate, normal where data sets
    are few, and without outliers. Equal differences are `standardise`'s case of zero
    variance.
    """
    axes = {"data sets": (2, None)}
    differences = check_differences("paired_t", differences, axes)
    return standardise_mean(differences)


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
    relative = (column - row) / np.where(average == 0, 1, average)
    return rounded(relative)
