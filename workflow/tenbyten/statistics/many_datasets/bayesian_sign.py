"""The Bayesian sign test: two classifiers, compared on many data sets."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_datasets.dirichlet import (
    REGIONS,
    check_arguments,
    count_largest,
)
from tenbyten.statistics.one_dataset.correlated_t import Probabilities


def bayesian_sign(
    differences: npt.ArrayLike,
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
        Mean accuracy of the column minus mean accuracy of the row on each data set, a
        fraction; or of another metric, positive where the column is better. Leading
        axes are pairs.
    rope : float
        Half-width of the region of practical equivalence, in the unit of the
        differences: a fraction of accuracy.
    seed : int
        Seed of the draws. Each pair is drawn from the same seed, so that its result
        does not depend on the other pairs.
    prior_strength : float, default=1.0
        Weight of the prior, in data sets.
    prior_place : {"row", "rope", "column"}, default="rope"
        Region in which the prior lies.
    draws : int, default=50_000
        Draws from the posterior.
    largest : float, default=1.0
        The largest difference that there can be, of either sign: 1 for accuracies,
        infinite for a metric without bounds.

    Returns
    -------
    Probabilities
        Shares of the draws in which row, rope, column is the most probable region of
        a data set; they sum to one.

    Raises
    ------
    ValueError
        If there is no data set, if a difference is no number or exceeds `largest`, or
        if an argument is out of its range.

    Notes
    -----
    The data sets below the rope, within it and above it are counted; the rope is
    closed, so that for a `rope` of 0 it holds the ties. The posterior of the
    regions' probabilities is a Dirichlet distribution with these counts, to one of
    which `prior_strength` is added ([1]_, the section on the Bayesian sign test). A
    region with neither data sets nor prior has the probability 0 in every draw;
    baycomp, the authors' program, adds 0.0001 to every count. A draw with two largest
    probabilities would be split between them.

    The Monte Carlo error of a probability p is ``sqrt(p (1 - p) / draws)``: at most
    0.0023 for 50,000 draws.

    References
    ----------
    .. [1] Benavoli, Corani, Demsar, Zaffalon (2017). Time for a change. Journal of
       Machine Learning Research 18 (77), 1-36.
    """
    settings: dict[str, Any] = {
        "prior_strength": prior_strength,
        "prior_place": prior_place,
    }
    settings |= {"rope": rope, "draws": draws, "seed": seed, "largest": largest}
    differences = check_arguments("bayesian_sign", differences, **settings)
    counts = np.empty((3, *differences.shape[:-1]))
    for index in np.ndindex(differences.shape[:-1]):
        thetas = draw_sign(differences[index], **settings)
        counts[:, *index] = count_largest(thetas)
    return Probabilities(*(share[()] for share in counts / draws))


def draw_sign(
    differences: npt.ArrayLike,
    *,
    rope: float,
    seed: int,
    prior_strength: float = 1.0,
    prior_place: str = "rope",
    draws: int = 50_000,
    largest: float = 1.0,
) -> Floats:
    """Draw from the posterior of the Bayesian sign test.

    Parameters
    ----------
    differences, rope, seed, prior_strength, prior_place, draws, largest
        As in `bayesian_sign`, which counts these very draws.

    Returns
    -------
    ndarray of shape (..., draws, 3)
        Probabilities of row, rope, column on a data set; each three sum to one.

    Raises
    ------
    ValueError
        As `bayesian_sign`.
    """
    differences = check_arguments(
        "draw_sign",
        differences,
        rope=rope,
        prior_strength=prior_strength,
        prior_place=prior_place,
        draws=draws,
        seed=seed,
        largest=largest,
    )
    row = np.sum(differences < -rope, axis=-1)
    column = np.sum(differences > rope, axis=-1)
    within = differences.shape[-1] - row - column
    counts = np.stack([row, within, column], axis=-1).astype(float)
    counts[..., REGIONS.index(prior_place)] += prior_strength
    thetas = np.empty((*counts.shape[:-1], draws, 3))
    for index in np.ndindex(counts.shape[:-1]):
        rng = np.random.default_rng(seed)
        thetas[index] = rng.standard_gamma(counts[index], (draws, 3))
    return thetas / np.sum(thetas, axis=-1, keepdims=True)
