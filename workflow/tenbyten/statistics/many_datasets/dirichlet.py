"""Helpers shared by both Bayesian tests over data sets: checks, and counts of draws.

Both tests draw the thetas, probabilities of three regions: that on a data set the row
is better, that neither is, that the column is.
"""

import numpy as np
import numpy.typing as npt

from tenbyten.statistics.checks import Floats, check_differences, check_rope

# Regions of a difference, in the order of their thetas; the prior lies in one.
REGIONS = ("row", "rope", "column")
# The thetas of a draw add up to one with an error of some 1e-13 for 1000 data sets.
ROUNDING = 1e-12


def count_largest(thetas: Floats) -> Floats:
    """Count the draws in which the theta of each region is the largest.

    Parameters
    ----------
    thetas : ndarray of shape (..., draws, 3)
        Of row, rope, column; they add up to one.

    Returns
    -------
    ndarray of shape (..., 3)
        They add up to `draws`. A draw in which two or three are the largest, to
        within 1e-12, is split evenly between these.
    """
    # Three long arrays: numpy is slow along an axis of three.
    regions = np.ascontiguousarray(np.moveaxis(thetas, -1, 0))
    largest = np.max(regions, axis=0) - regions <= ROUNDING
    return np.moveaxis(np.sum(largest / np.sum(largest, axis=0), axis=-1), 0, -1)


def check_arguments(
    test: str,
    differences: npt.ArrayLike,
    *,
    rope: float,
    seed: int,
    prior_strength: float,
    prior_place: str,
    draws: int,
    largest: float,
) -> Floats:
    """Check the arguments of a Bayesian test.

    Returns
    -------
    ndarray of shape (..., datasets)
        The differences.

    Raises
    ------
    ValueError
        Naming the argument, its value, and what to give.
    """
    axes = {"data sets": (1, None)}
    differences = check_differences(test, differences, axes, largest=largest)
    check_rope(test, rope, largest)
    if not 0 <= prior_strength < np.inf:
        raise ValueError(
            f"{test}: prior_strength is {prior_strength}; give 0 or more: 1 weighs "
            f"as much as one data set."
        )
    if prior_place not in REGIONS:
        raise ValueError(
            f"{test}: prior_place is {prior_place!r}; give one of {', '.join(REGIONS)}."
        )
    if draws < 1 or seed is None:
        raise ValueError(
            f"{test}: draws is {draws} and seed is {seed}; give at least one draw "
            f"and an integer seed."
        )
    return differences
