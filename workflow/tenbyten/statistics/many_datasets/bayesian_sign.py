"""The Bayesian sign test: two classifiers, compared on many data sets."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_datasets.dirichlet import REGIONS, Settings, count_largest
from tenbyten.statistics.one_dataset.correlated_t import Probabilities


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
    # Pairs with the same counts have the same draws.
    counts = _counts(differences, settings)
    each, pair = np.unique(counts.reshape(-1, 3), axis=0, return_inverse=True)
    found = np.array([count_largest(_thetas(line, settings)) for line in each])
    shares = np.reshape(found[pair.ravel()] / draws, counts.shape)
    return Probabilities(*(shares[..., region][()] for region in range(3)))


def _counts(differences: Floats, settings: Settings) -> Floats:
    """Count the data sets of each region, and the prior: of shape (..., 3)."""
    row = np.sum(differences < -settings.rope, axis=-1)
    column = np.sum(differences > settings.rope, axis=-1)
    within = differences.shape[-1] - row - column
    counts = np.stack([row, within, column], axis=-1).astype(float)
    counts[..., REGIONS.index(settings.prior_place)] += settings.prior_strength
    return counts


def _thetas(counts: Floats, settings: Settings) -> Floats:
    """Draw for each pair from the same seed."""
    thetas = np.empty((*counts.shape[:-1], settings.draws, 3))
    for index in np.ndindex(counts.shape[:-1]):
        rng = np.random.default_rng(settings.seed)
        thetas[index] = rng.standard_gamma(counts[index], (settings.draws, 3))
    return thetas / np.sum(thetas, axis=-1, keepdims=True)
