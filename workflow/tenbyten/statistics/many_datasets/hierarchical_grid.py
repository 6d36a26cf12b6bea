"""Compute the posterior of the hierarchical model's parameters on a grid."""

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator
from scipy.special import gamma, gammaln, stdtr

from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_datasets import hierarchical_model as model
from tenbyten.statistics.many_datasets.hierarchical_model import ALPHA, BETA, DELTA0

# nu - 1: a millesimal of the prior is below, a millionth above.
NU_MINUS_ONE = (1e-3, 400.0)
# Levels of the scale, and degrees of freedom.
LEVELS = 21
SHAPES = 25
# Locations at each level for the search, for the result.
LOCATIONS = (11, 13)
# Intervals into which interpolation divides one between levels, and locations.
REFINEMENT = (4, 10)
# Steps that a search takes at most; two or three are usual.
STAGES = 12
# Steps of the rope to which the border between rope and column is found.
BORDERS = 2**30
# Logarithm of the posterior, below its maximum, that is left out of the grid.
NEGLIGIBLE = 10.0


class Grid(NamedTuple):
    """Posterior probabilities on a grid.

    Attributes
    ----------
    delta0 : ndarray of shape (levels, locations)
        Locations, at each level of the scale.
    sigma0 : ndarray of shape (levels,)
        Levels of the scale.
    nu : ndarray of shape (shapes,)
        Degrees of freedom.
    log_density : ndarray of shape (levels, locations, shapes)
        Logarithm of the posterior times the grid's spacing, up to a constant.
    """

    delta0: Floats
    sigma0: Floats
    nu: Floats
    log_density: Floats


class _Region(NamedTuple):
    """Region to evaluate: logarithms, and centre and width of delta0 at each level."""

    log_sigma0: Floats
    log_nu: Floats
    centre: Floats
    width: Floats


def posterior(data: model.Datasets, search: model.Datasets, *, bound: float) -> Grid:
    """Compute the posterior of delta0, sigma0 and nu, on a grid placed where it is.

    `search` is `data` or simpler, to find the place; `bound` is the upper bound of
    sigma0. A ValueError is raised if the search for the place fails.

    Trapezoidal rules in log sigma0, log (nu - 1) and, at each level of sigma0, in the
    inverse hyperbolic sine of delta0 about its mean: of smooth integrands that vanish
    at both ends they are as good as any. The grid is narrowed in steps to where the
    posterior is.
    """
    region = widest = _first_region(search, bound)
    for _ in range(STAGES):
        grid = _with_prior(search, region, _likelihood(search, region, LOCATIONS[0]))
        density = np.exp(grid.log_density - grid.log_density.max())
        levels = _matters(density.sum(axis=(1, 2)))
        shapes = _matters(density.sum(axis=(0, 1)))
        log_sigma0, seen = _spread(region.log_sigma0, levels, widest.log_sigma0)
        log_nu, seen_too = _spread(region.log_nu, shapes, widest.log_nu)
        # Levels too far apart say little of nu.
        region = _narrow(region, grid, log_sigma0, log_nu if seen else region.log_nu)
        if seen and seen_too:
            return _refine(data, region)
    raise ValueError(
        f"hierarchical: no grid found for the posterior in {STAGES} steps; sigma0 is "
        f"near {grid.sigma0[levels][0]:.3g}: do the means or deviations of some data "
        f"sets differ by many orders of magnitude?"
    )


def regions(grid: Grid, weights: Floats, rope: float) -> tuple[float, float]:
    """Find how probable it is that the row, or the column, wins the next data set.

    `weights` are `probabilities(grid)`. The rest is the rope's. Given sigma0 and nu,
    the column is most probable where delta0 is above a border, the row where it is
    below the border's opposite. Each node represents the interval around it, and counts
    as far as that lies beyond the border.
    """
    border = _border(rope, grid.sigma0[:, None], grid.nu)
    middles = (grid.delta0[:, 1:] + grid.delta0[:, :-1]) / 2
    edges = np.hstack([grid.delta0[:, :1], middles, grid.delta0[:, -1:]])
    # Of each level and shape, up to each location.
    up_to = weights.copy()
    # Faster than cumsum along an axis that is not the last.
    for before in range(weights.shape[1] - 1):
        up_to[:, before + 1] += up_to[:, before]
    row = _up_to(-border, edges, weights, up_to)
    column = up_to[:, -1] - _up_to(border, edges, weights, up_to)
    return float(np.sum(row)), float(np.sum(column))


def _up_to(border, edges, weights, up_to):
    """Sum the weights below a border of each level and shape."""
    levels, shapes = np.ogrid[: border.shape[0], : border.shape[1]]
    middles = zip(edges[:, 1:-1], border, strict=True)
    index = np.array([nodes.searchsorted(wanted, "right") for nodes, wanted in middles])
    low, high = edges[levels, index], edges[levels, index + 1]
    share = np.clip((border - low) / (high - low), 0, 1) - 1
    return up_to[levels, index, shapes] + share * weights[levels, index, shapes]


def parameter_means(grid: Grid, weights: Floats) -> tuple[float, float, float]:
    """Return the posterior means of delta0, sigma0 and nu."""
    at_each = weights.sum(axis=2)
    return (
        float(np.sum(at_each * grid.delta0)),
        float(np.sum(at_each.sum(axis=1) * grid.sigma0)),
        float(np.sum(weights.sum(axis=(0, 1)) * grid.nu)),
    )


def probabilities(grid: Grid) -> Floats:
    """Return the posterior probabilities of the grid's nodes, which sum to one."""
    weights = grid.log_density - grid.log_density.max()
    np.exp(weights, out=weights)
    weights /= weights.sum()
    return weights


def log_prior_of_nu(nu: Floats) -> Floats:
    """Compute the logarithm of the prior density of nu, alpha and beta integrated out.

    nu - 1 is Gamma(alpha, beta), over the rectangle of alpha and beta.
    """
    alpha, both, beta = _gamma_factors()
    excess = nu[:, None] - 1
    density = np.sum((excess**alpha @ both) * np.exp(-excess * beta), axis=1)
    return np.log(density) - np.log(nu - 1)


@cache
def _gamma_factors():
    """Return nodes of alpha, the gamma density's factors of both, nodes of beta."""
    nodes, weights = np.polynomial.legendre.leggauss(24)
    alpha = np.mean(ALPHA) + np.ptp(ALPHA) / 2 * nodes
    beta = np.mean(BETA) + np.ptp(BETA) / 2 * nodes
    both = np.outer(weights, weights) / 4 * beta ** alpha[:, None]
    return alpha, both / gamma(alpha)[:, None], beta


def _likelihood(data, region, locations):
    """Compute the logarithm of the likelihood on a grid."""
    sigma0, nu = np.exp(region.log_sigma0), 1 + np.exp(region.log_nu)
    delta0, _ = _locations(data, region, locations)
    return model.log_likelihood(data, delta0, sigma0, nu)


def _refine(data, region):
    """Interpolate the posterior to a finer grid: its logarithm is smooth."""
    log = _likelihood(data, region, LOCATIONS[1])
    log = _interpolation(LOCATIONS[1], REFINEMENT[1]) @ log
    shape = (-1, *log.shape[1:])
    log = _interpolation(LEVELS, REFINEMENT[0]) @ log.reshape(LEVELS, -1)
    log = log.reshape(shape)
    return _with_prior(data, _between_levels(region), log)


def _with_prior(data, region, log):
    """Make a grid of the posterior from the likelihood on it."""
    nu = 1 + np.exp(region.log_nu)
    delta0, spacing = _locations(data, region, log.shape[1])
    # The ends of a trapezoidal rule; they may be bounds, where the density is not 0.
    spacing[:, [0, -1]] /= 2
    log[[0, -1]] -= np.log(2)
    log += log_prior_of_nu(nu) + region.log_nu
    log += (region.log_sigma0[:, None] + np.log(spacing))[..., None]
    return Grid(delta0, np.exp(region.log_sigma0), nu, log)


@cache
def _interpolation(count, intervals):
    """Return the matrix that takes values at nodes to the finer ones, by cubics."""
    return CubicSpline(range(count), np.eye(count))(_finer(count, intervals))


def _finer(count, intervals):
    """Index the nodes, and those that refinement puts between them."""
    return np.linspace(0, count - 1, (count - 1) * intervals + 1)


def _between_levels(region):
    """Interpolate the region to the finer levels."""
    finer, interpolation = REFINEMENT[0], _interpolation(LEVELS, REFINEMENT[0])
    levels = np.arange(LEVELS)
    return region._replace(
        log_sigma0=np.interp(_finer(LEVELS, finer), levels, region.log_sigma0),
        centre=interpolation @ region.centre,
        width=np.exp(interpolation @ np.log(region.width)),
    )


def _locations(data, region, count):
    """Return locations at each level, and their spacing, wide far from the centre."""
    bend = 2 / len(data.means)
    ends = (np.array(DELTA0) - region.centre[:, None]) / region.width[:, None]
    ends = np.clip(np.arcsinh(bend * ends) / bend, -6, 6)
    scale = np.linspace(*ends.T, count, axis=1)
    away = region.width[:, None] * np.sinh(bend * scale) / bend
    delta0 = region.centre[:, None] + away
    step = np.ptp(ends, axis=1) * region.width
    return np.clip(delta0, *DELTA0), step[:, None] * np.cosh(bend * scale)


def _first_region(data, bound):
    """Choose levels that span every likely scale; locations by weighting."""
    variances = model.simplify(data).variances[:, 0]
    smallest = 1e-3 / np.sqrt(np.sum(1 / variances))
    log_sigma0 = np.linspace(np.log(smallest), np.log(bound), LEVELS)
    log_nu = np.linspace(*np.log(NU_MINUS_ONE), SHAPES)
    precision = 1 / (variances + np.exp(2 * log_sigma0)[:, None])
    centre = np.full(LEVELS, np.median(data.means))
    for _ in range(20):
        # The weights of a Student's t with four degrees of freedom.
        away = precision * (data.means - centre[:, None]) ** 2
        weights = precision * 5 / (4 + away)
        centre = np.sum(weights * data.means, axis=1) / np.sum(weights, axis=1)
    width = 1 / np.sqrt(np.sum(weights, axis=1))
    return _Region(log_sigma0, log_nu, centre, width)


def _matters(marginal):
    """Mark the nodes between the first and the last that is not negligible."""
    index = np.flatnonzero(marginal > marginal.max() * np.exp(-NEGLIGIBLE))
    marks = np.zeros(len(marginal), dtype=bool)
    marks[index[0] : index[-1] + 1] = True
    return marks


def _narrow(region, grid, log_sigma0, log_nu):
    """Place the nodes anew, delta0 around its mean at each level of the grid."""
    weights = grid.log_density - grid.log_density.max(axis=(1, 2), keepdims=True)
    weights = np.exp(weights).sum(axis=2)
    weights /= weights.sum(axis=1, keepdims=True)
    centre = np.sum(weights * grid.delta0, axis=1)
    width = np.sqrt(np.sum(weights * (grid.delta0 - centre[:, None]) ** 2, axis=1))
    return _Region(
        log_sigma0,
        log_nu,
        PchipInterpolator(region.log_sigma0, centre)(log_sigma0),
        np.exp(PchipInterpolator(region.log_sigma0, np.log(width))(log_sigma0)),
    )


def _spread(nodes, marks, widest):
    """Space nodes from one before the first marked to one after the last.

    Where an end is marked the grid may be too narrow, and goes on by three steps;
    where few nodes are marked it is too coarse.
    """
    step = nodes[1] - nodes[0]
    index = np.flatnonzero(marks)
    first = nodes[index[0]] - step * (1 if index[0] else 3)
    last = nodes[index[-1]] + step * (1 if index[-1] < len(nodes) - 1 else 3)
    first, last = np.clip([first, last], widest[0], widest[-1])
    seen = len(index) >= 9 and first >= nodes[0] and last <= nodes[-1]
    return np.linspace(first, last, len(nodes)), seen


def _border(rope, sigma0, nu):
    """Find the location above which the column is most probable.

    From 0 to `rope`: at 0 the column is as probable as the row, at the rope's end as
    probable as all else. Between them the probability that it is not grows ever faster,
    so that Newton's method, begun at the rope's end, comes down to the border.
    """
    shape = np.broadcast_shapes(sigma0.shape, nu.shape)
    if rope == 0:
        return np.zeros(shape)
    step = rope / BORDERS
    sigma0, nu = (x.ravel() for x in np.broadcast_arrays(sigma0, nu))
    log_scale = gammaln((nu + 1) / 2) - gammaln(nu / 2) - np.log(nu * np.pi) / 2
    border, moving = np.full(len(nu), float(rope)), np.arange(len(nu))
    while len(moving):
        location, scale, df = border[moving], sigma0[moving], nu[moving]
        column, row = (location - rope) / scale, (-location - rope) / scale
        excess = 2 * stdtr(df, column) + stdtr(df, row) - 1
        densities = (
            np.exp(log_scale[moving] - (df + 1) / 2 * np.log1p(t**2 / df))
            for t in (column, row)
        )
        slope = (2 * next(densities) - next(densities)) / scale
        border[moving] = lower = np.clip(location - excess / slope, 0, location)
        moving = moving[location - lower > step / 100]
    # On a raster, whatever the last bit.
    return (np.clip(np.ceil(border / step), 1, None) * step).reshape(shape)
