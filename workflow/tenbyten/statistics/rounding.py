"""Round and rank values so that equal values are equal floats and share a rank."""

import numpy as np
import numpy.typing as npt
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats

# Decimal places that survive in a difference of two values given as floats.
DECIMALS = 12


def rounded(values: npt.NDArray[np.float64] | np.float64) -> npt.NDArray[np.float64]:
    """Round at 1e-12, which floating-point errors of some 1e-16 do not reach."""
    # Adding 0.0 turns -0.0 into 0.0.
    return np.round(values, DECIMALS) + 0.0


def decimals(values: npt.NDArray[np.float64]) -> int | None:
    """Count the decimal places that values are written with; None if above 12."""
    slack = 4 * np.spacing(np.abs(values))
    for places in range(DECIMALS + 1):
        if np.all(np.abs(values - np.round(values, places)) <= slack):
            return places
    return None


def error_of_mean(error: ArrayLike, n: ArrayLike) -> npt.NDArray[np.float64]:
    """Return the least mean of n differences that rounding alone does not explain.

    Parameters
    ----------
    error : array_like
        One unit of the last digit that values are written with.
    n : array_like of int
        Number of folds that the mean is over.

    Notes
    -----
    The rounding of a value errs by less than half a unit, with a standard deviation of
    ``unit / sqrt(12)`` where all errors are as likely, and the errors of n differences
    of two values cancel: their mean has ``unit / sqrt(6 n)``. ``unit / sqrt(n)`` are
    2.4 of it. Of pairs of classifiers of equal mean accuracy, simulated in 100 folds of
    15 to 1,000 instances and written with 2 to 4 digits, no more than 2.2 percent
    differed by as much.
    """
    return np.asarray(error) / np.sqrt(n)


def merge_close(
    values: npt.NDArray[np.float64], width: float
) -> npt.NDArray[np.float64]:
    """Give values that are close to each other their mean.

    Parameters
    ----------
    values : ndarray
        Of any shape; NaN stays.
    width : float
        Values of a group are less than this apart. Each group begins with the smallest
        value that is in none yet.

    Returns
    -------
    ndarray
        Of the shape of `values`.
    """
    merged = values.copy()
    left = ~np.isnan(values)
    while np.any(left):
        group = left & (values < np.min(values[left]) + width)
        merged[group], left = np.mean(values[group]), left & ~group
    return merged


def shared_ranks(values: Floats) -> Floats:
    """Rank values along the last axis from 1; equal ones share their average rank.

    As SciPy's ``rankdata``, without the import of ``scipy.stats``.
    """
    n = values.shape[-1]
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, axis=-1)
    # Whether a value is the first of its equals, and whether it is the last.
    last = np.ones(values.shape, dtype=bool)
    last[..., :-1] = ascending[..., 1:] != ascending[..., :-1]
    first = np.roll(last, 1, axis=-1)
    place = np.arange(1, n + 1)
    low = np.maximum.accumulate(np.where(first, place, 0), axis=-1)
    high = np.where(last, place, n)[..., ::-1]
    high = np.minimum.accumulate(high, axis=-1)[..., ::-1]
    shared = np.empty(values.shape)
    np.put_along_axis(shared, order, (low + high) / 2, axis=-1)
    return shared
