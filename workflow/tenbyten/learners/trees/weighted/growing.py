"""Grow a tree on training rows with missing values or weights.

A row whose value is missing goes down every branch of a test, with a part of its
weight. Sums over such weights depend in their last bits on the order of the rows, so
that order is WEKA's: at each node the rows are sorted by every numeric attribute in
turn, each sort starting from the order that the one before left.
"""

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees import growing
from tenbyten.learners.trees.choosing import choose, small_attributes
from tenbyten.learners.trees.nodes import TrainingRows, branches_taken, longer
from tenbyten.learners.trees.weighted.choosing import evaluate, new_scratch
from tenbyten.learners.trees.weighted.passing import count_classes, share_missing, split


def grow(rows: TrainingRows, min_leaf: int) -> tuple[growing.Nodes, int, growing.Lists]:
    """Grow the whole tree; return nodes, the number in use, and the nodes' rows."""
    small = small_attributes(rows.n_values, rows.given.shape[1])
    nodes = growing.new_nodes(rows.n_classes, np.float64)
    return _grow(nodes, rows, small, min_leaf, new_scratch(rows))


@kernel
def _grow(nodes, rows, small, min_leaf, scratch):
    """Grow the tree below node 0."""
    n_rows = len(rows.classes)
    lists = growing.Lists(np.arange(n_rows), rows.weight.copy(), np.array([n_rows]))
    nodes.stop[0] = n_rows
    weight_of = np.empty(n_rows)
    gains, ratios, cuts = np.zeros((3, len(rows.n_values)))
    tried = np.arange(len(rows.n_values))
    used = np.int64(1)
    stack = [0]
    while stack:
        node = stack.pop()
        start, stop = nodes.start[node], nodes.stop[node]
        here, weights = lists.row[start:stop], lists.weight[start:stop]
        count_classes(nodes, node, rows, here, weights)
        if growing.is_settled(nodes, node, min_leaf):
            continue
        weight_of[here] = weights
        evaluate(
            rows, here, weight_of, nodes.total[node], min_leaf, scratch, gains, ratios,
            cuts,
        )  # fmt: skip
        weights[:] = weight_of[here]
        chosen = choose(tried, gains, ratios, small)
        if chosen < 0:
            continue
        branches = max(rows.n_values[chosen], 2)
        while used + branches > len(nodes.test):
            nodes = growing.doubled(nodes)
        growing.set_test(nodes, node, rows, chosen, cuts[chosen], used)
        _keep_bags(nodes, node, scratch)
        taken = branches_taken(nodes.attribute[node], nodes.cut[node], rows, here)
        share_missing(nodes, node, rows, here, weights, taken)
        lists = spread(nodes, node, lists, taken)
        for child in range(used + branches - 1, used - 1, -1):
            stack.append(child)
        used += branches
    return nodes, used, lists


@kernel
def _keep_bags(nodes, node, scratch):
    """Copy the bags of the attribute chosen to `node` and its children."""
    attribute = nodes.attribute[node]
    nodes.total[node] = scratch.known[attribute]
    nodes.weights[node] = scratch.classes[attribute]
    for branch in range(nodes.branches[node]):
        child = nodes.first[node] + branch
        nodes.bag_total[child] = scratch.total[scratch.start[attribute] + branch]
        nodes.bag_weights[child] = scratch.weights[scratch.start[attribute] + branch]


@kernel
def spread(nodes, node, lists, taken):
    """Hand the rows of `node` to its children, as lists behind all others."""
    start, stop = nodes.start[node], nodes.stop[node]
    first, branches = nodes.first[node], nodes.branches[node]
    row, weight = lists.row[start:stop], lists.weight[start:stop]
    shares = nodes.bag_total[first : first + branches] / nodes.total[node]
    bounds, row, weight = split(row, weight, taken, shares)
    used = lists.used[0]
    if used + len(row) > len(lists.row):
        more = max(len(lists.row), len(row))
        lists = growing.Lists(
            longer(lists.row, more), longer(lists.weight, more), lists.used
        )
    to_row, to_weight = lists.row, lists.weight
    for i in range(len(row)):
        to_row[used + i], to_weight[used + i] = row[i], weight[i]
    lists.used[0] = used + len(row)
    for branch in range(branches):
        nodes.start[first + branch] = used + bounds[branch]
        nodes.stop[first + branch] = used + bounds[branch + 1]
    return lists
