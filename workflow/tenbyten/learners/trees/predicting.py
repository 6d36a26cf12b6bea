"""Predict class probabilities by a tree, missing values included."""

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees.nodes import CUT, LABELS, LEAF, at_least, equal, greater


@kernel
def distribution(tree, values, laplace):
    """Estimate class probabilities by the leaves that each row reaches.

    `laplace` increases each class weight of a leaf by one. Each row of the distribution
    sums to one up to rounding, and as long as no missing value leads to branches
    without weight.
    """
    # Read once: handing a tuple of arrays to a function for each row costs too much.
    test, attribute, cut, first = tree.test, tree.attribute, tree.cut, tree.first
    empty, weights, total = tree.empty, tree.weights, tree.total
    probabilities = np.zeros((len(values), tree.weights.shape[1]))
    root = np.int64(0)
    for row in range(len(values)):
        parent, node = _descend(test, attribute, cut, first, root, root, values[row])
        if test[node] != LEAF:
            summed = _sum_of_branches(tree, node, values[row], laplace)
            for c in range(len(summed)):
                probabilities[row, c] = summed[c]
        elif empty[node]:
            _add_empty_leaf(tree, parent, node, 1.0, laplace, probabilities[row])
        else:
            _add_leaf(weights[node], total[node], 1.0, laplace, probabilities[row])
    return probabilities


@kernel(forceinline=True)
def _descend(test, attribute, cut, first, parent, node, row):
    """Follow the known values of `row` to a leaf or to the test of a missing value."""
    while test[node] != LEAF:
        value = row[attribute[node]]
        if np.isnan(value):
            break
        parent = node
        if test[node] == LABELS:
            branch = int(value)
        elif test[node] == CUT:
            branch = 0 if at_least(cut[node], value) else 1
        else:
            branch = 0 if value == cut[node] else 1
        node = first[node] + branch
    return parent, node


@kernel
def _sum_of_branches(tree, top, row, laplace):
    """Sum the probabilities of all branches of `top`, for a `row` without its value.

    Each branch weighs as much as the training rows that took it. The sums are nested
    as the tests are.
    """
    stack = [(top, 1.0, np.int64(tree.first[top]))]
    sums = [np.zeros(tree.weights.shape[1])]
    while True:
        node, weight, child = stack.pop()
        if child == tree.first[node] + tree.branches[node]:
            total = sums.pop()
            if not stack:
                return total
            sums[-1] += total
            continue
        stack.append((node, weight, child + 1))
        if tree.empty[child]:
            continue
        weight *= tree.bag_total[child] / tree.total[node]
        parent, at = _descend(
            tree.test, tree.attribute, tree.cut, tree.first, node, child, row
        )
        if tree.test[at] != LEAF:
            stack.append((at, weight, np.int64(tree.first[at])))
            sums.append(np.zeros(tree.weights.shape[1]))
        elif tree.empty[at]:
            _add_empty_leaf(tree, parent, at, weight, laplace, sums[-1])
        else:
            _add_leaf(tree.weights[at], tree.total[at], weight, laplace, sums[-1])


@kernel
def _add_leaf(weights, total, weight, laplace, probabilities):
    """Add the class probabilities of a leaf, for a row of some weight."""
    for c in range(len(weights)):
        if laplace:
            share = (weights[c] + 1) / (total + len(weights))
        else:
            share = 0.0 if equal(total, 0.0) else weights[c] / total
        probabilities[c] += weight * share


@kernel
def _add_empty_leaf(tree, parent, leaf, weight, laplace, probabilities):
    """Add the class probabilities of an empty leaf: those of its parent's rows."""
    if greater(tree.bag_total[leaf], 0.0):
        weights, total = tree.bag_weights[leaf], tree.bag_total[leaf]
    else:
        weights, total = tree.weights[parent], tree.total[parent]
    _add_leaf(weights, total, weight, laplace, probabilities)
