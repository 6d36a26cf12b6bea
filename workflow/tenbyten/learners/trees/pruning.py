"""Collapse and prune a tree, whichever kernels grew it.

Pruning weighs rows even where all weights are one: kernels that counted them would give
the same trees and save little.
"""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees.growing import Nodes
from tenbyten.learners.trees.nodes import (
    CUT,
    LEAF,
    Tree,
    at_least,
    branches_taken,
    equal,
    majority,
)
from tenbyten.learners.trees.weighted import passing
from tenbyten.learners.trees.weighted.growing import distribute_rows


class Confidence(NamedTuple):
    """A confidence factor and its normal deviate, for the error estimate."""

    # Rounded to single precision, as WEKA holds it.
    factor: float
    # The standard normal deviate exceeded with that probability.
    deviate: float


def confidence(confidence_factor: float) -> Confidence:
    """Prepare a confidence factor for the error estimate."""
    factor = np.float32(confidence_factor)
    return Confidence(
        float(factor), NormalDist().inv_cdf(float(np.float32(1) - factor))
    )


@kernel
def estimated_errors(n, errors, confidence):
    """Errors to expect of a leaf with weight `n`, of which `errors` are wrong.

    Upper confidence limit of the binomial distribution (Quinlan 1993, section 4.2),
    by the normal approximation with continuity correction from one error on.
    """
    return 0.0 if equal(n, 0.0) else errors + _added_errors(n, errors, confidence)


@kernel
def _added_errors(n, errors, confidence):
    """Return the part of the estimate beyond the observed errors."""
    if confidence.factor > 0.5:
        return 0.0
    if errors < 1:
        base = n * (1 - confidence.factor ** (1 / n))
        if errors == 0:
            return base
        return base + errors * (_approximate_errors(n, 1.0, confidence) - base)
    return _approximate_errors(n, errors, confidence)


@kernel
def _approximate_errors(n, errors, confidence):
    """Added errors by the normal approximation, for one error or more."""
    if errors + 0.5 >= n:
        return n - errors if n > errors else 0.0
    z = confidence.deviate
    f = (errors + 0.5) / n
    limit = f + z * z / (2 * n)
    limit += z * np.sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return n * (limit / (1 + z * z / n)) - errors


@kernel
def _leaf_errors(nodes, node, confidence):
    """Estimate the errors of `node` as a leaf."""
    errors = _training_errors(nodes, node)
    return estimated_errors(nodes.total[node], errors, confidence)


@kernel
def collapse(nodes, used):
    """Make a leaf of every node whose subtree makes no fewer training errors."""
    errors = np.zeros(used)
    for node in range(used - 1, -1, -1):
        first = nodes.first[node]
        if nodes.test[node] == LEAF:
            errors[node] = _training_errors(nodes, node)
        for child in range(first, first + nodes.branches[node]):
            errors[node] += errors[child]
    for node in range(used):
        if errors[node] >= _training_errors(nodes, node) - 1e-3:
            _make_leaf(nodes, node)


@kernel
def _training_errors(nodes, node):
    """Training errors of `node` if it is a leaf."""
    return nodes.total[node] - nodes.weights[node, majority(nodes.weights[node])]


@kernel
def prune(nodes, used, lists, rows, confidence, subtree_raising):
    """Replace subtrees by leaves or by their largest branch, from the bottom up.

    `nodes` change in place; `used` of them are in use, and `lists` holds their rows.
    Without `subtree_raising` only leaves replace subtrees.
    """
    errors = np.zeros(used)
    moved = np.zeros(used)
    stack = [0]
    # Children of the nodes on the stack that are pruned already.
    done = [0]
    while stack:
        node = stack[-1]
        first, branches = nodes.first[node], nodes.branches[node]
        if nodes.test[node] == LEAF:
            errors[node] = _leaf_errors(nodes, node, confidence)
            stack.pop()
            done.pop()
            continue
        if done[-1] < branches:
            stack.append(first + done[-1])
            done[-1] += 1
            done.append(0)
            continue
        of_tree = 0.0
        for child in range(first, first + branches):
            of_tree += errors[child]
        of_leaf = _leaf_errors(nodes, node, confidence)
        of_branch = np.inf
        largest = _largest_branch(nodes, node)
        if subtree_raising:
            of_branch = _branch_errors(
                nodes, node, largest, lists, rows, confidence, moved
            )
        if at_least(of_tree + 0.1, of_leaf) and at_least(of_branch + 0.1, of_leaf):
            _make_leaf(nodes, node)
        elif at_least(of_tree + 0.1, of_branch):
            _take_over(nodes, node, largest)
            lists = _distribute_all(nodes, node, rows, lists)
            done[-1] = 0
        else:
            errors[node] = of_tree
            stack.pop()
            done.pop()


@kernel
def _branch_errors(nodes, node, top, lists, rows, confidence, errors):
    """Estimated errors of the child `top` if it got all rows of `node`."""
    start, stop = nodes.start[node], nodes.stop[node]
    stack = [(top, lists.row[start:stop], lists.weight[start:stop])]
    visited = [top]
    while stack:
        at, row, weight = stack.pop()
        errors[at] = 0.0
        if nodes.test[at] == LEAF:
            errors[at] = _errors_at(rows, row, weight, confidence)
            continue
        taken = branches_taken(nodes.attribute[at], nodes.cut[at], rows, row)
        shares = passing.shares_if_passed(nodes.branches[at], weight, taken)
        bounds, row, weight = passing.split(row, weight, taken, shares)
        for branch in range(nodes.branches[at]):
            to, from_ = bounds[branch + 1], bounds[branch]
            child = nodes.first[at] + branch
            errors[child] = 0.0
            if to > from_:
                visited.append(child)
                stack.append((child, row[from_:to], weight[from_:to]))
    # Children come after their parents, so this sums from the bottom up.
    while visited:
        at = visited.pop()
        for child in range(nodes.first[at], nodes.first[at] + nodes.branches[at]):
            errors[at] += errors[child]
    return errors[top]


@kernel
def _errors_at(rows, row, weight, confidence):
    """Estimated errors of a leaf that some rows reach."""
    weights = np.zeros(rows.n_classes)
    total = 0.0
    for i in range(len(row)):
        weights[rows.classes[row[i]]] += weight[i]
        total += weight[i]
    return estimated_errors(total, total - weights[majority(weights)], confidence)


@kernel
def _distribute_all(nodes, top, rows, lists):
    """Hand the rows of `top` down to all nodes below it, counting them anew."""
    stack = [top]
    while stack:
        node = stack.pop()
        start, stop = nodes.start[node], nodes.stop[node]
        row, weight = lists.row[start:stop], lists.weight[start:stop]
        if nodes.test[node] == LEAF:
            passing.count_classes(nodes, node, rows, row, weight)
            continue
        taken = branches_taken(nodes.attribute[node], nodes.cut[node], rows, row)
        passing.count_bags(nodes, node, rows, row, weight, taken)
        lists = distribute_rows(nodes, node, lists, taken)
        for child in range(nodes.first[node], nodes.first[node] + nodes.branches[node]):
            stack.append(child)
    return lists


@kernel
def _largest_branch(nodes, node):
    """Return the child of `node` with the most weight, the last of equal ones."""
    best = 0.0
    first = nodes.first[node]
    largest = first
    for child in range(first, first + nodes.branches[node]):
        if at_least(nodes.bag_total[child], best):
            best = nodes.bag_total[child]
            largest = child
    return largest


@kernel
def _make_leaf(nodes, node):
    """Cut off all below `node`."""
    nodes.test[node] = LEAF
    nodes.branches[node] = 0


@kernel
def _take_over(nodes, node, child):
    """Let `node` have the test and the children of its own `child`."""
    nodes.test[node] = nodes.test[child]
    nodes.attribute[node] = nodes.attribute[child]
    nodes.cut[node] = nodes.cut[child]
    nodes.first[node] = nodes.first[child]
    nodes.branches[node] = nodes.branches[child]


@kernel
def _kept(first, branches):
    """Return the nodes still in the tree, level by level, and their new children."""
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


def finish(nodes: Nodes) -> Tree:
    """Copy the nodes still in the tree, level by level, into a `Tree`."""
    old, first = _kept(nodes.first, nodes.branches)
    test = nodes.test[old]
    weighing = (nodes.total, nodes.weights, nodes.bag_total, nodes.bag_weights)
    total, weights, bag_total, bag_weights = (part[old] for part in weighing)
    bag_total[0], bag_weights[0] = total[0], weights[0]
    return Tree(
        test,
        np.where(test == LEAF, -1, nodes.attribute[old]),
        np.where(test == CUT, nodes.cut[old], 0.0),
        first,
        nodes.branches[old],
        (test == LEAF) & (total < 1e-6),
        np.zeros(len(old), dtype=np.bool_),
        total,
        weights,
        bag_total,
        bag_weights,
    )
