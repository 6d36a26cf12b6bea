"""Grow a tree and choose its tests: kernels shared by both kinds of training rows.

The measures of a test are those of Quinlan (1993), section 2.2, and Quinlan (1996).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Ints
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
def double(nodes):
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
def must_be_leaf(nodes, node, min_leaf):
    """Return whether a node is a leaf for its little weight or its single class."""
    total, weights = nodes.total[node], nodes.weights[node]
    return greater(2 * min_leaf, total) or equal(total, weights[majority(weights)])


@kernel
def set_test(nodes, node, rows, attribute, cut, first):
    """Let `node` test an attribute."""
    nodes.test[node] = LABELS
    if rows.n_values[attribute] == 0:
        nodes.test[node] = CUT
        nodes.cut[node] = largest_up_to(rows.all_numbers[rows.position[attribute]], cut)
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


_LN2 = 0.6931471805599453


@kernel(forceinline=True)
def information(x):
    """``x log2(x)``, 0 for x below a millionth."""
    return 0.0 if x < 1e-6 else x * np.log(x) / _LN2


@kernel
def information_table(n):
    """Tabulate `information` for the whole numbers from 0 to `n`."""
    table = np.empty(n + 1)
    for i in range(n + 1):
        table[i] = information(i)
    return table


def small_attributes(n_values: Ints, n_rows: int) -> npt.NDArray[np.bool_]:
    """Return whether each attribute counts in the average gain.

    Those with fewer labels than three tenths of all given rows; all of them if there
    is no such attribute.
    """
    small = 0.3 * n_rows - n_values > 1e-6
    return small if small.any() else np.ones_like(small)


@kernel
def information_of_choice(n):
    """Return the bits needed to name one of `n` cuts."""
    return np.log(n) / _LN2


@kernel
def smallest_side(weight, n_classes, min_leaf):
    """Return the least weight on either side of a cut."""
    tenth = 0.1 * weight / n_classes
    if at_least(min_leaf, tenth):
        return float(min_leaf)
    return 25.0 if greater(tenth, 25.0) else tenth


@kernel
def midpoint(below, above):
    """Cut between two neighbouring values: `below` where rounding leaves no middle."""
    middle = (below + above) / 2
    return middle if below <= middle < above else below


@kernel
def choose(gains, ratios, small):
    """Return the attribute of best ratio, of about average gain or more; -1: none."""
    total = 0.0
    n = 0
    for attribute in range(len(gains)):
        if gains[attribute] >= 0 and small[attribute]:
            total += gains[attribute]
            n += 1
    chosen = -1
    best = 0.0
    for attribute in range(len(gains)):
        gain = gains[attribute]
        worth = n > 0 and gain >= 0 and gain >= total / n - 1e-3
        if worth and greater(ratios[attribute], best):
            best = ratios[attribute]
            chosen = attribute
    return chosen
