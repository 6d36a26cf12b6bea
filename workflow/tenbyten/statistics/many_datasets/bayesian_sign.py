"""The Bayesian sign test: two classifiers, compared on many data sets.

This and the Bayesian signed-rank test draw the thetas, probabilities of three regions:
that on a data set the row is better, that neither is, that the column is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, check_differences, check_rope
from tenbyten.statistics.one_dataset.correlated_t import Probabilities

# Regions of a difference, in the order of their thetas; the prior lies in one.
REGIONS = ("row", "rope", "column")
# The thetas of a draw add up to one with an error of some 1e-13 for 1000 data sets.
ROUNDING = 1e-12


def bayesian_sign(
    differences: ArrayLike,
    *,
    rope: float,
    seed: int,
    prior_strength: float = 1.0,
    prior_place: str = "rope",
    draws: int = 50_000,
    largest: float = 1.0,
) -> Probabilities:
    """Compare two classifiers over many data sets by the Bayesian sign test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each data set, a fraction,
        or the column's gain in another metric. Leading axes are pairs.
    rope : float
        Half-width of the region of practical equivalence, in the unit of the
        differences, from 0 to below `largest`.
    seed : int
        Seed of the draws. Each pair is drawn from the same seed, so that its result
        does not depend on the other pairs.
    prior_strength : float, default=1.0
        Weight of the prior, in data sets: 0 or more.
    prior_place : {"row", "rope", "column"}, default="rope"
        Region in which the prior lies.
    draws : int, default=50_000
        Number of draws from the posterior: one or more.
    largest : float, default=1.0
        Largest difference of either sign: 1 for accuracies, infinite without bounds.

    Returns
    -------
    Probabilities
        Shares of the draws in which row, rope, column is the most probable region of a
        data set; they sum to one.

    Raises
    ------
    ValueError
        If there is no data set, if a difference is not finite or exceeds `largest`, or
        if another argument is out of its range.

    Notes
    -----
    The data sets below the rope, within it and above it are counted; the rope is
    closed, so that for a `rope` of 0 it holds the ties. The posterior of the regions'
    probabilities is a Dirichlet distribution with these counts, to one of which
    `prior_strength` is added (Benavoli, Corani, Demsar, Zaffalon (2017; Time for a
    change, Journal of Machine Learning Research 18 (77), 1-36), the section on the
    Bayesian sign test). A region with neither data sets nor prior has the probability 0
    in every draw; baycomp, the authors' program, adds 0.0001 to every count. A draw
    with two largest probabilities would be split between them.

    The Monte Carlo error of a probability p is ``sqrt(p (1 - p) / draws)``: at most
    0.0023 for 50,000 draws.
    """
    settings = Settings(rope, seed, prior_strength, prior_place, draws, largest)
    differences = settings.check("bayesian_sign", differences)
    row = np.sum(differences < -rope, axis=-1)
    column = np.sum(differences > rope, axis=-1)
    within = differences.shape[-1] - row - column
    counts = np.stack([row, within, column], axis=-1).astype(float)
    counts[..., REGIONS.index(prior_place)] += prior_strength
    # Pairs with the same counts have the same draws.
    each, pair = np.unique(counts.reshape(-1, 3), axis=0, return_inverse=True)
    found = np.empty(each.shape)
    for place, line in enumerate(each):
        thetas = np.random.default_rng(seed).standard_gamma(line, (draws, 3))
        thetas /= np.sum(thetas, axis=-1, keepdims=True)
        found[place] = count_largest(thetas)
    shares = np.reshape(found[pair.ravel()] / draws, counts.shape)
    return Probabilities(*(shares[..., region][()] for region in range(3)))


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
