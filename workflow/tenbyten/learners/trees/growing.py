"""Nodes of a tree under construction: kernels shared by both kinds of training rows."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tenbyten.kernels import kernel
from tenbyten.learners.trees.nodes import (
    CUT,
    LABELS,
    at_least,
    equal,
    greater,
    longer,
    majority,
)


class Nodes(NamedTuple):
    """A tree under construction; node 0 is the root, children follow their parents.

    `test` to `branches` and `total` to `bag_weights` as in `Tree`, the last four of
    whole numbers while a tree is grown on complete rows. `start` and `stop` delimit the
    rows of a node in the lists of rows that go with the tree.
    """

    test: np.ndarray
    attribute: np.ndarray
    cut: np.ndarray
    first: np.ndarray
    branches: np.ndarray
    start: np.ndarray
    stop: np.ndarray
    total: np.ndarray
    weights: np.ndarray
    bag_total: np.ndarray
    bag_weights: np.ndarray


class Lists(NamedTuple):
    """Row numbers and weights of all nodes, and how much room they take."""

    row: np.ndarray
    weight: np.ndarray
    used: np.ndarray


def new_nodes(n_classes: int, dtype: npt.DTypeLike) -> Nodes:
    """Make room for some leaves without rows, their weights of type `dtype`."""
    n, by_class = 64, (64, n_classes)
    return Nodes(
        test=np.zeros(n, dtype=np.int8),
        attribute=np.zeros(n, dtype=np.int32),
        cut=np.zeros(n),
        first=np.zeros(n, dtype=np.int32),
        branches=np.zeros(n, dtype=np.int32),
        start=np.zeros(n, dtype=np.int64),
        stop=np.zeros(n, dtype=np.int64),
        total=np.zeros(n, dtype=dtype),
        weights=np.zeros(by_class, dtype=dtype),
        bag_total=np.zeros(n, dtype=dtype),
        bag_weights=np.zeros(by_class, dtype=dtype),
    )


@kernel
def doubled(nodes):
    """Copy nodes into twice the room."""
    more = len(nodes.test)
    return Nodes(
        longer(nodes.test, more),
        longer(nodes.attribute, more),
        longer(nodes.cut, more),
        longer(nodes.first, more),
        longer(nodes.branches, more),
        longer(nodes.start, more),
        longer(nodes.stop, more),
        longer(nodes.total, more),
        longer(nodes.weights, more),
        longer(nodes.bag_total, more),
        longer(nodes.bag_weights, more),
    )


@kernel
def is_settled(nodes, node, min_leaf):
    """Return whether a node is a leaf for its little weight or its single class."""
    total, weights = nodes.total[node], nodes.weights[node]
    return greater(2 * min_leaf, total) or equal(total, weights[majority(weights)])


@kernel
def set_test(nodes, node, rows, attribute, cut, first):
    """Let `node` test an attribute."""
    nodes.test[node] = LABELS
    if rows.n_values[attribute] == 0:
        nodes.test[node] = CUT
        nodes.cut[node] = largest_up_to(rows.given[rows.position[attribute]], cut)
    nodes.attribute[node] = attribute
    nodes.first[node] = first
    nodes.branches[node] = max(rows.n_values[attribute], 2)


@kernel
def largest_up_to(numbers, cut):
    """Return the largest number not above `cut`, within the tolerance, in order."""
    largest = -np.finfo(np.float64).max
    for number in numbers:
        if greater(number, largest) and at_least(cut, number):
            largest = number
    return largest
