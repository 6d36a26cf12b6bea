"""The Bayesian sign and signed-rank tests: two classifiers on many data sets.

Both draw the thetas, probabilities of three regions: that on a data set the row is
better, that neither is, that the column is.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenbyten.statistics.checks import Floats, check_over_datasets, check_rope
from tenbyten.statistics.one_dataset.correlated_t import Probabilities
from tenbyten.statistics.rounding import DECIMALS

# Regions of a difference, in the order of their thetas; the prior lies in one.
REGIONS = ("row", "rope", "column")
# The thetas of a draw add up to one with an error of some 1e-13 for 1000 data sets.
ROUNDING = 1e-12
# Draws computed side by side. On 1000 data sets their weights fit into half a MB, so
# that they stay in the cache while all pairs use them.
LANES = 64
# Floats of weights, or of thetas, in memory at a time: 16 MB.
_FLOATS = 2**21
# Where the pseudo-observation lies.
PRIOR_DIFFERENCE = {"row": -np.inf, "rope": 0.0, "column": np.inf}


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
        With no data set, if a difference is not finite or exceeds `largest`, or
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
    counts = count_regions(differences, rope, prior_strength, prior_place)
    # Pairs with the same counts have the same draws.
    each, pair = np.unique(counts.reshape(-1, 3), axis=0, return_inverse=True)
    counts_of_each = np.empty(each.shape)
    for place, line in enumerate(each):
        thetas = np.random.default_rng(seed).standard_gamma(line, (draws, 3))
        thetas /= np.sum(thetas, axis=-1, keepdims=True)
        counts_of_each[place] = count_largest(thetas)
    shares = np.reshape(counts_of_each[pair.ravel()] / draws, counts.shape)
    return Probabilities(*(shares[..., region][()] for region in range(3)))


def bayesian_signed_rank(
    differences: ArrayLike,
    *,
    rope: float,
    seed: int,
    prior_strength: float = 0.5,
    prior_place: str = "rope",
    draws: int = 50_000,
    largest: float = 1.0,
) -> Probabilities:
    """Compare two classifiers over many data sets by the Bayesian signed-rank test.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each data set, a fraction,
        or the column's gain in another metric. Leading axes are pairs.
    rope : float
        Half-width of the region of practical equivalence, in the unit of the
        differences, from 0 to below `largest`.
    seed : int
        Seed of the draws. All pairs are compared with the same weights of the data sets
        (common random numbers), so that the result of a pair does not depend on the
        other pairs.
    prior_strength : float, default=0.5
        Weight of the prior, in data sets: 0 or more.
    prior_place : {"row", "rope", "column"}, default="rope"
        Region in which the prior lies: a pseudo-observation of minus infinity, of 0, of
        infinity.
    draws : int, default=50_000
        Number of draws from the posterior: one or more.
    largest : float, default=1.0
        Largest difference of either sign: 1 for accuracies, infinite without bounds.

    Returns
    -------
    Probabilities
        Shares of the draws in which row, rope, column is the most probable region.

    Raises
    ------
    ValueError
        With no data set, if a difference is not finite or exceeds `largest`, or
        if another argument is out of its range.

    Notes
    -----
    A draw weighs the data sets and the pseudo-observation by a Dirichlet distribution
    with a parameter of 1 for each data set and of `prior_strength` for the
    pseudo-observation. The probability of the column in it is the sum of the products
    of two weights, over all ordered pairs of data sets, a data set with itself
    included, whose two differences add up to more than ``2 * rope``; that of the row
    likewise below ``-2 * rope``; that of rope is the rest (Benavoli, Mangili, Corani,
    Zaffalon, Ruggeri (2014; A Bayesian Wilcoxon signed-rank test based on the Dirichlet
    process, ICML 2014); Benavoli, Corani, Demsar, Zaffalon (2017; Time for a change,
    Journal of Machine Learning Research 18 (77), 1-36), the section on the Bayesian
    signed-rank test, for the rope).

    Ties: a sum that equals ``2 * rope`` or ``-2 * rope``, to within 1e-12, counts half
    for either side of the bound, as the Heaviside function of the former does at zero
    and as in baycomp, the authors' program. For a `rope` of 0 the probability of rope
    is therefore 0 in every draw, and the sums of zero are split between the row and the
    column. A draw whose largest probability is shared, as where all differences are
    zero and `rope` is 0, is split evenly between those regions.

    The Monte Carlo error of a probability p is ``sqrt(p (1 - p) / draws)``: at most
    0.0023 for 50,000 draws.
    """
    settings = Settings(rope, seed, prior_strength, prior_place, draws, largest)
    shares = signed_rank_at(differences, settings, ropes=[rope])
    return Probabilities(*(shares[..., 0, region][()] for region in range(3)))


def signed_rank_at(
    differences: ArrayLike, settings: "Settings", *, ropes: Sequence[float]
) -> Floats:
    """Compare by the Bayesian signed-rank test for each of some ropes.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        As in `bayesian_signed_rank`.
    settings : Settings
        Other arguments of the test; its rope does not count.
    ropes : sequence of float

    Returns
    -------
    ndarray of shape (..., ropes, 3)
        The very probabilities of `bayesian_signed_rank`, sooner than of one rope after
        the other.
    """
    for rope in ropes:
        own = settings._replace(rope=rope)
        checked = own.check("bayesian_signed_rank", differences)
    chunks = _thetas_in_chunks(checked, ropes, settings)
    counts = np.sum([count_largest(thetas) for thetas in chunks], axis=0)
    shares = np.moveaxis(counts / settings.draws, 0, 1)
    return shares.reshape(*checked.shape[:-1], len(ropes), 3)


def draw_signed_rank(
    differences: ArrayLike, *, prior_strength: float = 0.5, **settings: Any
) -> Floats:
    """Draw from the posterior: the very draws that `bayesian_signed_rank` counts.

    Parameters
    ----------
    differences, prior_strength, **settings
        As in `bayesian_signed_rank`.

    Returns
    -------
    ndarray of shape (..., draws, 3)
        Probabilities of row, rope, column, which sum to one. A pair takes 24 bytes a
        draw.
    """
    chosen = Settings(prior_strength=prior_strength, **settings)
    differences = chosen.check("draw_signed_rank", differences)
    chunks = _thetas_in_chunks(differences, [chosen.rope], chosen)
    thetas = np.concatenate([thetas for (thetas,) in chunks], axis=1)
    return thetas.reshape(*differences.shape[:-1], chosen.draws, 3)


def count_regions(
    differences: Floats,
    rope: float,
    prior_strength: float = 0.0,
    prior_place: str = "rope",
) -> Floats:
    """Count the data sets in each region, with the prior's weight in one.

    Differences have the shape (..., datasets), counts (..., 3): row, rope, column. The
    rope is closed.
    """
    row = np.sum(differences < -rope, axis=-1)
    column = np.sum(differences > rope, axis=-1)
    within = differences.shape[-1] - row - column
    counts = np.stack([row, within, column], axis=-1).astype(float)
    counts[..., REGIONS.index(prior_place)] += prior_strength
    return counts


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
        counts += np.count_nonzero(largest & (ties == shared), axis=-1) / shared
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
        differences = check_over_datasets(test, differences, largest=self.largest)
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


def _thetas_in_chunks(
    differences: Floats, ropes: Sequence[float], settings: Settings
) -> Iterator[Floats]:
    """Yield the thetas of some draws after the other: (ropes, pairs, draws, 3)."""
    pairs = differences.reshape(-1, differences.shape[-1])
    pseudo = np.full((len(pairs), 1), PRIOR_DIFFERENCE[settings.prior_place])
    values = np.hstack([pairs, pseudo])
    bounds = np.empty((len(ropes), *values.shape, 4), np.uint32)
    for i, rope in enumerate(ropes):
        orders, bounds[i] = partners(values, rope)
    datasets, families = pairs.shape[1], (len(ropes), len(pairs))
    widest = max(datasets + 1, 3 * len(ropes) * len(pairs))
    at_once = max(1, _FLOATS // (LANES * widest))
    remaining = settings.draws
    for weights in draw_weights(datasets, settings, at_once=at_once):
        thetas = np.empty((*families, len(weights), LANES, 3))
        _weigh(weights, orders, bounds, thetas)
        yield thetas.reshape(*families, -1, 3)[:, :, :remaining]
        remaining -= len(weights) * LANES


def draw_weights(
    datasets: int, settings: Settings, *, at_once: int
) -> Iterator[Floats]:
    """Draw the weights of the data sets, and last the pseudo-observation's.

    Yielded are weights of shape (blocks, datasets + 1, LANES), not normalised, of
    `at_once` blocks at most. The last block may have more draws than are wanted.
    """
    # A generator for each, so that the draws do not depend on the size of a chunk.
    data_rng, prior_rng = np.random.default_rng(settings.seed).spawn(2)
    remaining = -(-settings.draws // LANES)
    while remaining > 0:
        blocks = min(at_once, remaining)
        weights = np.empty((blocks, datasets + 1, LANES))
        weights[:, :-1] = data_rng.standard_exponential((blocks, datasets, LANES))
        prior = prior_rng.standard_gamma(settings.prior_strength, (blocks, LANES))
        weights[:, -1] = prior
        yield weights
        remaining -= blocks


def partners(
    differences: Floats, rope: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Find the data sets whose sum with a data set is beyond the rope.

    Returned are, of each pair, the order of the data sets from the lowest to the
    highest difference; and for each data set in that order how many have a sum with it
    below ``-2 * rope``; how many not above; how many below ``2 * rope``; not above.
    """
    orders = np.argsort(differences, axis=-1, kind="stable")
    bounds = np.empty((*differences.shape, 4), dtype=np.intp)
    for pair, order in enumerate(orders):
        ascending = differences[pair, order]
        for edge, bound in enumerate((-2 * rope, 2 * rope)):
            # Sums of equal differences can differ in the last bits.
            for column, rounding in enumerate((-(10.0**-DECIMALS), 10.0**-DECIMALS)):
                wanted = bound - ascending + rounding
                bounds[pair, :, 2 * edge + column] = ascending.searchsorted(wanted)
    return orders, bounds


def _weigh_plainly(weights: Any, orders: Any, bounds: Any, thetas: Any) -> None:
    """Do what `_weigh_in_loops` does, to the same digits."""
    blocks, n, lanes = weights.shape
    weights = weights.transpose(1, 0, 2).reshape(n, -1)
    below = np.zeros((n + 1, blocks * lanes))
    for pair, order in enumerate(orders):
        own = weights[order]
        np.cumsum(own, axis=0, out=below[1:])
        whole = 2 * below[n] * below[n]
        for rope in range(len(bounds)):
            under, upto, short, within = (below[x] for x in bounds[rope, pair].T)
            # Along the first axis NumPy adds one after the other, as the kernel does.
            row = np.add.reduce(own * (under + upto), axis=0)
            not_column = np.add.reduce(own * (short + within), axis=0)
            shares = row / whole, (not_column - row) / whole, 1 - not_column / whole
            regions = np.stack(shares, axis=-1).reshape(blocks, lanes, 3)
            regions[..., 2].clip(min=0, out=regions[..., 2])
            thetas[rope, pair] = regions


def _weigh_in_loops(weights, orders, bounds, thetas):
    """Fill in the thetas of every rope and pair in every draw.

    Parameters
    ----------
    weights : ndarray of shape (blocks, n, LANES)
        Of each data set in each draw, not normalised.
    orders : ndarray of shape (pairs, n)
    bounds : ndarray of shape (ropes, pairs, n, 4)
        From `partners`.
    thetas : ndarray of shape (ropes, pairs, blocks, LANES, 3)
        Overwritten.
    """
    blocks, n, _ = weights.shape
    # In the order of the pair's differences: one after the other is read faster.
    own, below = np.empty((n, LANES)), np.zeros((n + 1, LANES))
    row, not_column = np.empty(LANES), np.empty(LANES)
    for block in range(blocks):
        for pair in range(len(orders)):
            for i in range(n):
                weight = weights[block, orders[pair, i]]
                ordered, before, after = own[i], below[i], below[i + 1]
                for lane in range(LANES):
                    ordered[lane] = weight[lane]
                    after[lane] = before[lane] + weight[lane]
            for rope in range(len(bounds)):
                row[:] = 0
                not_column[:] = 0
                for i in range(n):
                    weight, bound = own[i], bounds[rope, pair, i]
                    under, upto = below[bound[0]], below[bound[1]]
                    short, within = below[bound[2]], below[bound[3]]
                    for lane in range(LANES):
                        row[lane] += weight[lane] * (under[lane] + upto[lane])
                        not_column[lane] += weight[lane] * (short[lane] + within[lane])
                total, found = below[n], thetas[rope, pair, block]
                for lane in range(LANES):
                    whole = 2 * total[lane] * total[lane]
                    found[lane, 0] = row[lane] / whole
                    found[lane, 1] = (not_column[lane] - row[lane]) / whole
                    found[lane, 2] = max(1 - not_column[lane] / whole, 0.0)


_weigh: Any = _weigh_plainly
# Without numba the same digits come later.
with suppress(ImportError):
    from tenbyten.kernels import kernel

    _weigh = kernel(_weigh_in_loops)
