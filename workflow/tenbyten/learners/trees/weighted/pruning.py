"""Prune a tree grown on training rows with missing values."""

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees.nodes import LEAF, at_least, branches_taken, majority
from tenbyten.learners.trees.pruning import (
    estimated_errors,
    largest_branch,
    leaf_errors,
    make_leaf,
    take_over,
)
from tenbyten.learners.trees.weighted.growing import spread
from tenbyten.learners.trees.weighted.passing import (
    count_bags,
    count_classes,
    shares_if_passed,
    split,
)


@kernel
def prune(nodes, used, lists, rows, confidence, subtree_raising):
    """Replace subtrees by leaves or by their largest branch, from the bottom up.

    Parameters
    ----------
    nodes : WeightedNodes
        Changed in place.
    used : int
        Number of nodes in use.
    lists : Lists
        The rows of the nodes.
    rows : TrainingRows
        The training rows.
    confidence : Confidence
        Confidence factor of the error estimate.
    subtree_raising : bool
        Whether a subtree may be replaced by its largest branch.
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
            errors[node] = leaf_errors(nodes, node, confidence)
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
        of_leaf = leaf_errors(nodes, node, confidence)
        of_branch = np.inf
        largest = largest_branch(nodes, node)
        if subtree_raising:
            of_branch = _branch_errors(
                nodes, node, largest, lists, rows, confidence, moved
            )
        if at_least(of_tree + 0.1, of_leaf) and at_least(of_branch + 0.1, of_leaf):
            make_leaf(nodes, node)
        elif at_least(of_tree + 0.1, of_branch):
            take_over(nodes, node, largest)
            lists = _spread_all(nodes, node, rows, lists)
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
        taken = branches_taken(
            nodes.test[at], nodes.attribute[at], nodes.cut[at], rows, row
        )
        shares = shares_if_passed(nodes.branches[at], weight, taken)
        bounds, row, weight = split(row, weight, taken, shares)
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
def _spread_all(nodes, top, rows, lists):
    """Hand the rows of `top` down to all nodes below it, counting them anew."""
    stack = [top]
    while stack:
        node = stack.pop()
        start, stop = nodes.start[node], nodes.stop[node]
        row, weight = lists.row[start:stop], lists.weight[start:stop]
        if nodes.test[node] == LEAF:
            count_classes(nodes, node, rows, row, weight)
            continue
        taken = branches_taken(
            nodes.test[node], nodes.attribute[node], nodes.cut[node], rows, row
        )
        count_bags(nodes, node, rows, row, weight, taken)
        lists = spread(nodes, node, lists, taken)
        for child in range(nodes.first[node], nodes.first[node] + nodes.branches[node]):
            stack.append(child)
    return lists
