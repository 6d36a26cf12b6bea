"""Prune a tree grown on training rows without missing values."""

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees.complete.growing import spread
from tenbyten.learners.trees.nodes import LABELS, LEAF, at_least
from tenbyten.learners.trees.pruning import (
    largest_branch,
    leaf_errors,
    make_leaf,
    take_over,
)


@kernel
def prune(nodes, used, order, rows, confidence, subtree_raising):
    """Replace subtrees by leaves or by their largest branch, from the bottom up.

    Parameters
    ----------
    nodes : Nodes
        Changed in place.
    used : int
        Number of nodes in use.
    order : ndarray of shape (rows,), uint32
        The order of the rows; changed in place.
    rows : TrainingRows
        Complete rows.
    confidence : Confidence
        Confidence factor of the error estimate.
    subtree_raising : bool
        Whether a subtree may be replaced by its largest branch.
    """
    errors = np.zeros(used)
    for node in range(used):
        if nodes.test[node] == LEAF:
            errors[node] = leaf_errors(nodes, node, confidence)
    touched = np.zeros(used, dtype=np.int32)
    reached = np.empty(len(order), dtype=np.int32)
    moved = np.empty(len(order), dtype=np.uint32)
    visit = 0
    stack = [0]
    # Children of the nodes on the stack that are pruned already.
    done = [0]
    while stack:
        node = stack[-1]
        first, branches = nodes.first[node], nodes.branches[node]
        if nodes.test[node] == LEAF:
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
            visit += 1
            of_branch = _branch_errors(
                nodes, node, largest, order, rows, confidence, errors, touched, visit,
                reached,
            )  # fmt: skip
        if at_least(of_tree + 0.1, of_leaf) and at_least(of_branch + 0.1, of_leaf):
            make_leaf(nodes, node)
            errors[node] = of_leaf
        elif at_least(of_tree + 0.1, of_branch):
            take_over(nodes, node, largest)
            _spread_all(nodes, node, rows, order, confidence, errors, reached, moved)
            done[-1] = 0
            continue
        else:
            errors[node] = of_tree
        stack.pop()
        done.pop()


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _branch_errors(
    nodes, node, top, order, rows, confidence, errors, touched, visit, reached
):
    """Estimated errors of the child `top` if it got all rows of `node`.

    Only the rows of the other children are moved, and moved back again; `errors`
    holds for every part of the tree that they do not touch.
    """
    if nodes.test[top] == LEAF:
        return leaf_errors(nodes, node, confidence)
    # Read once: handing a tuple of arrays to a function for each row costs too much.
    test, attribute, cut, first = nodes.test, nodes.attribute, nodes.cut, nodes.first
    total, weights = nodes.total, nodes.weights
    classes, position = rows.classes, rows.position
    cells, numbers, label_of_cell = rows.cells, rows.numbers, rows.label_of_cell
    start, stop = nodes.start[node], nodes.stop[node]
    stay_from, stay_to = nodes.start[top], nodes.stop[top]
    for i in range(start, stop):
        if stay_from <= i < stay_to:
            continue
        row = order[i]
        at = top
        touched[at] = visit
        while test[at] != LEAF:
            column = position[attribute[at]]
            if test[at] == LABELS:
                at = first[at] + label_of_cell[cells[column, row]]
            else:
                at = first[at] + (0 if at_least(cut[at], numbers[column, row]) else 1)
            touched[at] = visit
        total[at] += 1
        weights[at, classes[row]] += 1
        reached[i] = at
    expected = _touched_errors(nodes, top, confidence, errors, touched, visit)
    for i in range(start, stop):
        if not stay_from <= i < stay_to:
            total[reached[i]] -= 1
            weights[reached[i], classes[order[i]]] -= 1
    return expected


@kernel
def _touched_errors(nodes, top, confidence, errors, touched, visit):
    """Sum the estimated errors below `top`, as nested sums in the order of children."""
    stack = [(top, nodes.first[top])]
    sums = [0.0]
    while True:
        node, child = stack.pop()
        if child == nodes.first[node] + nodes.branches[node]:
            total = sums.pop()
            if not stack:
                return total
            sums[-1] += total
            continue
        stack.append((node, child + 1))
        if touched[child] != visit:
            sums[-1] += errors[child]
        elif nodes.test[child] == LEAF:
            sums[-1] += leaf_errors(nodes, child, confidence)
        else:
            stack.append((child, nodes.first[child]))
            sums.append(0.0)


@kernel
def _spread_all(nodes, top, rows, order, confidence, errors, branch_of, moved):
    """Hand the rows of `top` down to all nodes below it."""
    stack = [top]
    while stack:
        node = stack.pop()
        if nodes.test[node] == LEAF:
            errors[node] = leaf_errors(nodes, node, confidence)
            continue
        spread(nodes, node, rows, order, branch_of, moved)
        for child in range(nodes.first[node], nodes.first[node] + nodes.branches[node]):
            stack.append(child)
