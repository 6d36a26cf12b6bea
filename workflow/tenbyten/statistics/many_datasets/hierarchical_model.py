"""Priors and likelihood of the hierarchical model.

In the likelihood the parameters of each data set are integrated out. On each data set
it is a Student's t of the difference, and differences come from another Student's t.
Both are normal distributions of random precision, and two normal distributions convolve
to a normal distribution: there remains a sum over nodes of both precisions. Only the
weights of the second, not its nodes, depend on its degrees of freedom, so that all
degrees of freedom share one evaluation.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import roots_genlaguerre

from tenbyten.statistics.checks import Floats

# Bounds of the uniform priors of alpha and beta, and of delta0.
ALPHA = (0.5, 5.0)
BETA = (0.05, 0.15)
DELTA0 = (-1.0, 1.0)
# Upper bounds of the uniform priors of sigma_i and sigma0, in spreads of the data.
SPREADS = 1000
# Range of degrees of freedom in which a data set's precision takes few nodes of
# Gauss's rule; with more, the rule's weights overflow.
GAUSS_NODES, GAUSS_DF = 5, (50, 300)
# The least likelihood, near the smallest number that keeps its digits.
FLOOR = 1e-300
# Numbers in the largest array: what the processor's cache holds.
CHUNK = 60_000


class Datasets(NamedTuple):
    """Likelihoods of the differences on the data sets: mixtures of normals.

    Attributes
    ----------
    means : ndarray of shape (datasets,)
        Locations, fractions of accuracy.
    variances, weights : ndarray of shape (datasets, nodes)
        Of the normal distributions; the weights of a data set sum to one.
    """

    means: Floats
    variances: Floats
    weights: Floats


def mixtures(means: Floats, scales: Floats, df: Floats) -> Datasets:
    """Write the Student's t of each data set as a mixture of normal distributions.

    Locations and scales are fractions of accuracy, degrees of freedom one or more; all
    are of shape (datasets,). Each data set gets as many nodes as the one with the
    greatest need.
    """
    rules = {value: _rule_of_a_dataset(value) for value in np.unique(df)}
    nodes = max(len(precisions) for precisions, _ in rules.values())
    precisions = np.ones((len(means), nodes))
    weights = np.zeros((len(means), nodes))
    for value, (precision, weight) in rules.items():
        precisions[df == value, : len(precision)] = precision
        weights[df == value, : len(precision)] = weight
    return Datasets(means, scales[:, None] ** 2 / precisions, weights)


def simplify(data: Datasets) -> Datasets:
    """Take one normal distribution for each data set, of the same mean precision."""
    precisions = np.sum(data.weights / data.variances, axis=1, keepdims=True)
    return Datasets(data.means, 1 / precisions, np.ones_like(precisions))


def log_likelihood(
    data: Datasets, delta0: Floats, sigma0: Floats, nu: Floats
) -> Floats:
    """Compute the log likelihood of the parameters that the data sets share.

    They are those of a `hierarchical_grid.Grid`. The likelihood has the shape (levels,
    locations, shapes) and is known up to a constant.
    """
    precisions = np.exp(_LOG_PRECISIONS)
    weights = _gamma_weights(_LOG_PRECISIONS, _STEPS, nu)
    total = np.zeros((*delta0.shape, len(nu)))
    step = max(1, CHUNK // (delta0.size * len(precisions)))
    for start in range(0, len(data.means), step):
        part = Datasets(*(values[start : start + step] for values in data))
        densities = _densities(part, delta0, sigma0, precisions)
        total += np.log(np.maximum(densities @ weights, FLOOR)).sum(axis=0)
    return total


def _densities(data, delta0, sigma0, precisions):
    """Sum the normal densities of delta0 over the nodes of each data set.

    They have the shape (datasets, levels, locations, precisions).
    """
    squares = (data.means[:, None, None, None] - delta0[..., None]) ** 2
    between = sigma0[:, None, None] ** 2 / precisions
    densities = 0
    for own, weight in zip(data.variances.T, data.weights.T, strict=True):
        own, weight = own[:, None, None, None], weight[:, None, None, None]
        total = own + between
        of_node = squares * (-0.5 / total)
        np.exp(of_node, out=of_node)
        of_node *= weight / np.sqrt(total)
        densities += of_node
    return densities


def _rule_of_a_dataset(df):
    """Return precisions and weights of a Student's t of `df` degrees of freedom.

    Below the nodes of the trapezoidal rule are eight deviations of a data set's own
    mean, and four standard deviations of the logarithm.
    """
    if GAUSS_DF[0] <= df <= GAUSS_DF[1]:
        precisions, weights = roots_genlaguerre(GAUSS_NODES, df / 2 - 1)
        return precisions / (df / 2), weights / weights.sum()
    deviation = np.sqrt(2 / df)
    lowest = -np.log(1 + 36 / df) - 3 * deviation
    highest = min(3 * deviation, np.log(1 + 5 * deviation + 4 / df))
    logs, steps = _nodes(1.5 * deviation / (1 + deviation / 3), lowest, highest)
    return np.exp(logs), _gamma_weights(logs, steps, np.array([df]))[:, 0]


def _gamma_weights(logs, steps, df):
    """Weigh precisions: gamma of mean 1, for each of `df`, summing to one."""
    half = df / 2
    weights = np.exp(half * (logs[:, None] - np.exp(logs)[:, None] + 1) - 1)
    weights *= steps[:, None]
    return weights / weights.sum(axis=0)


def _nodes(finest, lowest, highest):
    """Return logarithms of precisions for the trapezoidal rule, and the steps between.

    The steps grow from `finest` at a precision of 1, around which a gamma of many
    degrees of freedom is concentrated, by a fifth of the distance from there.
    """
    growth = 0.2
    ends = np.arcsinh(growth * np.array([lowest, highest]) / finest) / growth
    index = np.arange(np.floor(ends[0]), np.ceil(ends[1]) + 1)
    return finest * np.sinh(growth * index) / growth, finest * np.cosh(growth * index)


# The finest step suits 300 degrees of freedom; the lowest precision suits a data set
# 3000 scales away.
_LOG_PRECISIONS, _STEPS = _nodes(0.12, -16.0, 3.5)
