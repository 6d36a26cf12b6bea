"""The paired t-test: two classifiers, compared by their means on many data sets.

Source: Demsar (2006). Journal of Machine Learning Research 7, 1-30.
"""

import numpy as np
import numpy.typing as npt

from tenbyten.statistics.checks import Floats, check_differences, first_of
from tenbyten.statistics.rounding import rounded
from tenbyten.statistics.standardised import (
    Standardised,
    mean_and_variance,
    standardise,
)


def paired_t(differences: npt.ArrayLike) -> Standardised:
    """Compare two classifiers over many data sets by the paired t-test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Column minus row on each data set: of mean accuracies, absolute, or from
        `relative_differences`. Leading axes are pairs.

    Returns
    -------
    Standardised
        Mean difference, its error, the statistic and both p-values.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, or if a difference is not finite.

    Notes
    -----
    Section 3.1.2 of Demsar (2006), which also says why not to: the differences must be
    commensurate, normal where data sets are few, and without outliers. Equal
    differences are `standardise`'s case of zero variance.
    """
    axes = {"data sets": (2, None)}
    differences = check_differences("paired_t", differences, axes)
    datasets = differences.shape[-1]
    mean, variance = mean_and_variance(differences)
    return standardise(mean, np.sqrt(variance / datasets), df=datasets - 1)


def relative_differences(
    mean_row: npt.ArrayLike, mean_column: npt.ArrayLike, *, largest: float = 1.0
) -> Floats:
    """Divide differences of mean accuracy by the average of both.

    Parameters
    ----------
    mean_row, mean_column : ndarray of shape (..., datasets)
        Mean accuracies on each data set, fractions; or means of another metric, which
        is never negative. Leading axes are pairs; those of the two broadcast.
    largest : float, default=1.0
        The largest mean that there can be.

    Returns
    -------
    ndarray of shape (..., datasets)
        Column minus row over their average, from -2 to 2, rounded at 1e-12 so that
        equal ones are equal floats; 0 where both are 0.

    Raises
    ------
    ValueError
        If a mean is not between 0 and `largest`, or if the data sets are not as many.

    Notes
    -----
    Section 3.1.2 of Demsar (2006), end of the paragraphs on commensurability; there the
    row minus the column.
    """
    row, column = np.asarray(mean_row, float), np.asarray(mean_column, float)
    for name, mean in (("mean_row", row), ("mean_column", column)):
        wrong = ~(np.isfinite(mean) & (mean >= 0) & (mean <= largest))
        if np.any(wrong):
            where = first_of(wrong)
            raise ValueError(
                f"relative_differences: `{name}` is {mean[where]} at {where}; means "
                f"lie between 0 and {largest:g}: divide percentages by 100, fill in "
                f"what is missing."
            )
    if row.shape[-1:] != column.shape[-1:]:
        raise ValueError(
            f"relative_differences: the shapes are {row.shape} and {column.shape}; "
            f"give the same data sets for both."
        )
    average = (row + column) / 2
    relative = (column - row) / np.where(average == 0, 1, average)
    return rounded(relative)
