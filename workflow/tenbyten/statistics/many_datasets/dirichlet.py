"""What the Bayesian tests over data sets share: the prior, and what draws say.

Both draw the probabilities of three regions, the thetas: that on a data set left is
better, that neither is, that right is.
"""

import numpy as np

PRIOR_PLACES = ("left", "rope", "right")
# The thetas of a draw add up to one with an error of some 1e-13 for 1000 data sets.
ROUNDING = 1e-12


def count_largest(thetas):
    """Count the draws in which the theta of each region is the largest.

    Parameters
    ----------
    thetas : ndarray of shape (..., draws, 3)
        Of left, rope, right; they add up to one.

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
    caller, differences, *, rope, seed, prior_strength, prior_place, draws, largest
):
    """Refuse what no posterior can be drawn from.

    Returns
    -------
    ndarray of shape (..., datasets)
        The differences.

    Raises
    ------
    ValueError
        Naming the argument, its value, and what to give.
    """
    differences = np.asarray(differences, dtype=float)
    if differences.ndim == 0 or differences.shape[-1] == 0:
        raise ValueError(
            f"{caller}: no data set in an array of shape {differences.shape}; the "
            f"test needs at least one: give the subset more data sets."
        )
    wrong = ~(np.isfinite(differences) & (np.abs(differences) <= largest))
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"{caller}: the difference at {where} is {differences[where]}; it is a "
            f"number between {-largest:g} and {largest:g}: divide percentages by 100, "
            f"fill in what is missing."
        )
    if not 0 <= rope < largest:
        raise ValueError(
            f"{caller}: rope is {rope}; give a number from 0 to below {largest:g}: as "
            f"a fraction of accuracy, 0.01 is one percentage point."
        )
    if not 0 <= prior_strength < np.inf:
        raise ValueError(
            f"{caller}: prior_strength is {prior_strength}; give 0 or more: 1 weighs "
            f"as much as one data set."
        )
    if prior_place not in PRIOR_PLACES:
        raise ValueError(
            f"{caller}: prior_place is {prior_place!r}; give one of "
            f"{', '.join(PRIOR_PLACES)}."
        )
    if draws < 1 or seed is None:
        raise ValueError(
            f"{caller}: draws is {draws} and seed is {seed}; give at least one draw "
            f"and an integer seed."
        )
    return differences
