"""Prune a tree: what complete and weighted training rows share."""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numba import njit

from tenbyten.learners.trees.nodes import LEAF, equal


class Confidence(NamedTuple):
    """What the error estimate needs to know of the confidence factor.

    Attributes
    ----------
    factor : float
        The confidence factor, rounded to single precision as WEKA holds it.
    deviate : float
        The standard normal deviate exceeded with that probability.
    """

    factor: float
    deviate: float


def confidence(confidence_factor):
    """Prepare a confidence factor for the error estimate."""
    factor = np.float32(confidence_factor)
    return Confidence(
        float(factor), NormalDist().inv_cdf(float(np.float32(1) - factor))
    )


@njit(cache=True, error_model="numpy")
def estimated_errors(n, errors, confidence):
    """Errors to expect of a leaf with weight `n`, of which `errors` are wrong.

    Upper confidence limit of the binomial distribution (Quinlan 1993, section 4.2),
    by the normal approximation with continuity correction where there is an error.
    """
    return 0.0 if equal(n, 0.0) else errors + _added_errors(n, errors, confidence)


@njit(cache=True, error_model="numpy")
def _added_errors(n, errors, confidence):
    """What the estimate adds to the observed errors."""
    if confidence.factor > 0.5:
        return 0.0
    if errors < 1:
        base = n * (1 - confidence.factor ** (1 / n))
        if errors == 0:
            return base
        return base + errors * (_approximate_errors(n, 1.0, confidence) - base)
    return _approximate_errors(n, errors, confidence)


@njit(cache=True, error_model="numpy")
def _approximate_errors(n, errors, confidence):
    """Added errors by the normal approximation, for one error or more."""
    if errors + 0.5 >= n:
        return n - errors if n > errors else 0.0
    z = confidence.deviate
    f = (errors + 0.5) / n
    limit = f + z * z / (2 * n)
    limit += z * np.sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return n * (limit / (1 + z * z / n)) - errors


@njit(cache=True, error_model="numpy")
def make_leaf(nodes, node):
    """Cut off all below `node`."""
    nodes.test[node] = LEAF
    nodes.branches[node] = 0


@njit(cache=True, error_model="numpy")
def take_over(nodes, node, child):
    """Let `node` have the test and the children of its own `child`."""
    nodes.test[node] = nodes.test[child]
    nodes.attribute[node] = nodes.attribute[child]
    nodes.cut[node] = nodes.cut[child]
    nodes.first[node] = nodes.first[child]
    nodes.branches[node] = nodes.branches[child]


@njit(cache=True, error_model="numpy")
def kept(first, branches):
    """Nodes still in the tree, level by level, and the new place of their children."""
    old = np.empty(len(first), dtype=np.int64)
    new_first = np.empty(len(first), dtype=np.int32)
    old[0] = 0
    free = 1
    at = 0
    while at < free:
        new_first[at] = free
        for branch in range(branches[old[at]]):
            old[free] = first[old[at]] + branch
            free += 1
        at += 1
    return old[:free], new_first[:free]
