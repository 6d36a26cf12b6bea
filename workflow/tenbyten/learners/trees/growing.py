"""Grow a tree: what complete and weighted training rows share."""

import numpy as np
from numba import njit

from tenbyten.learners.trees.nodes import CUT, LABELS, at_least, greater


@njit(cache=True, error_model="numpy")
def set_test(nodes, node, rows, attribute, cut, first):
    """Let `node` test an attribute."""
    nodes.test[node] = LABELS
    if rows.n_values[attribute] == 0:
        nodes.test[node] = CUT
        nodes.cut[node] = largest_up_to(rows.numbers[rows.place[attribute]], cut)
    nodes.attribute[node] = attribute
    nodes.first[node] = first
    nodes.branches[node] = max(rows.n_values[attribute], 2)


@njit(cache=True, error_model="numpy")
def largest_up_to(numbers, cut):
    """Largest of `numbers` not above `cut`, within the tolerance, by their order."""
    largest = -np.finfo(np.float64).max
    for number in numbers:
        if greater(number, largest) and at_least(cut, number):
            largest = number
    return largest
