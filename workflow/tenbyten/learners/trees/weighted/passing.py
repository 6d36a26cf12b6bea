"""Pass training rows, some with missing values, through the test of a node.

`nodes` are those under construction (`growing.Nodes`); `taken` is the branch that each
row takes (`branches_taken`).
"""

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees.nodes import equal, greater


@kernel
def count_classes(nodes, node, rows, row, weight):
    """Count the rows of `node` by class, in the order in which they arrive."""
    weights = nodes.weights[node]
    weights[:] = 0.0
    total = 0.0
    classes = rows.classes
    for i in range(len(row)):
        weights[classes[row[i]]] += weight[i]
        total += weight[i]
    nodes.total[node] = total


@kernel
def count_bags(nodes, node, rows, row, weight, taken):
    """Count rows by branch and class: those with a known value, then the others."""
    first = nodes.first[node]
    last = first + nodes.branches[node]
    bag_total, bag_weights = nodes.bag_total[first:last], nodes.bag_weights[first:last]
    weights, classes = nodes.weights[node], rows.classes
    weights[:] = 0.0
    bag_total[:] = 0.0
    bag_weights[:] = 0.0
    total = 0.0
    for i in range(len(row)):
        if taken[i] >= 0:
            c = classes[row[i]]
            bag_weights[taken[i], c] += weight[i]
            bag_total[taken[i]] += weight[i]
            weights[c] += weight[i]
            total += weight[i]
    nodes.total[node] = total
    share_missing(nodes, node, rows, row, weight, taken)


@kernel
def share_missing(nodes, node, rows, row, weight, taken):
    """Add the rows whose value is missing to `node` and, in shares, to its bags."""
    first = nodes.first[node]
    last = first + nodes.branches[node]
    bag_total, bag_weights = nodes.bag_total[first:last], nodes.bag_weights[first:last]
    weights, classes = nodes.weights[node], rows.classes
    total = nodes.total[node]
    shares = _known_shares(bag_total, total)
    for i in range(len(row)):
        if taken[i] >= 0:
            continue
        c = classes[row[i]]
        weights[c] += weight[i]
        total += weight[i]
        for branch in range(len(shares)):
            bag_weights[branch, c] += shares[branch] * weight[i]
            bag_total[branch] += shares[branch] * weight[i]
    nodes.total[node] = total


@kernel
def _known_shares(bag_total, total):
    """Share of each branch in the rows whose value is known."""
    if equal(total, 0.0):
        return np.full(len(bag_total), 1 / len(bag_total))
    return bag_total / total


@kernel
def shares_if_passed(branches, weight, taken):
    """Share of each of so many branches in some rows, missing values shared out."""
    bag_total = np.zeros(branches)
    total = 0.0
    for i in range(len(taken)):
        if taken[i] >= 0:
            bag_total[taken[i]] += weight[i]
            total += weight[i]
    shares = _known_shares(bag_total, total)
    for i in range(len(taken)):
        if taken[i] < 0:
            total += weight[i]
            for branch in range(branches):
                bag_total[branch] += shares[branch] * weight[i]
    return bag_total / total


@kernel
def split(row, weight, taken, shares):
    """Split rows among branches, each part in the old order.

    A row whose value is missing goes to every branch that has a share. Returns where
    the rows of each branch start, row numbers and weights.
    """
    branches = len(shares)
    bounds = np.zeros(branches + 1, dtype=np.int64)
    for i in range(len(row)):
        if taken[i] >= 0:
            bounds[taken[i] + 1] += 1
            continue
        for branch in range(branches):
            bounds[branch + 1] += greater(shares[branch], 0.0)
    for branch in range(branches):
        bounds[branch + 1] += bounds[branch]
    at = bounds.copy()
    to_row = np.empty(bounds[-1], dtype=np.int64)
    to_weight = np.empty(bounds[-1])
    for i in range(len(row)):
        if taken[i] >= 0:
            to_row[at[taken[i]]] = row[i]
            to_weight[at[taken[i]]] = weight[i]
            at[taken[i]] += 1
            continue
        for branch in range(branches):
            if greater(shares[branch], 0.0):
                to_row[at[branch]] = row[i]
                to_weight[at[branch]] = shares[branch] * weight[i]
                at[branch] += 1
    return bounds, to_row, to_weight
