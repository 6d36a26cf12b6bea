"""Helpers shared by both Bayesian tests over data sets: checks, and counts of draws.

Both tests draw the thetas, probabilities of three regions: that on a data set the row
is better, that neither is, that the column is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, check_differences, check_rope

# Regions of a difference, in the order of their thetas; the prior lies in one.
REGIONS = ("row", "rope", "column")
# The thetas of a draw add up to one with an error of some 1e-13 for 1000 data sets.
ROUNDING = 1e-12


def count_largest(thetas: Floats) -> Floats:
    """Count the draws in which the theta of each region is the largest.

    Thetas have the shape (..., draws, 3), row, rope, column; counts (..., 3). A draw in
    which two or three are the largest, to within 1e-12, is split evenly between these.
    """
    # Three long arrays: numpy is slow along an axis of three.
    regions = np.ascontiguousarray(np.moveaxis(thetas, -1, 0))
    largest = np.max(regions, axis=0) - regions <= ROUNDING
    ties = np.sum(largest, axis=0, dtype=np.uint8)
    counts = np.zeros((*regions.shape[:-1],))
    # Few draws have ties, and marks are counted faster than shares are added.
    for shared in range(1, len(REGIONS) + 1):
        marks = largest & (ties == shared)
        counts += np.count_nonzero(marks, axis=-1) / shared
    return np.moveaxis(counts, 0, -1)


class Settings(NamedTuple):
    """Arguments of `bayesian_sign` and `bayesian_signed_rank`, which describe them."""

    rope: float
    seed: int
    prior_strength: float
    prior_place: str = "rope"
    draws: int = 50_000
    largest: float = 1.0

    def check(self, test: str, differences: ArrayLike) -> Floats:
        """Return the differences, of shape (..., datasets), if nothing is wrong."""
        axes = {"data sets": (1, None)}
        differences = check_differences(test, differences, axes, largest=self.largest)
        check_rope(test, self.rope, self.largest)
        if not 0 <= self.prior_strength < np.inf:
            raise ValueError(
                f"{test}: prior_strength is {self.prior_strength}; give 0 or more: 1 "
                f"weighs as much as one data set."
            )
        if self.prior_place not in REGIONS:
            raise ValueError(
                f"{test}: prior_place is {self.prior_place!r}; give one of "
                f"{', '.join(REGIONS)}."
            )
        if self.draws < 1 or self.seed is None:
            raise ValueError(
                f"{test}: draws is {self.draws} and seed is {self.seed}; give at "
                f"least one draw and an integer seed."
            )
        return differences
