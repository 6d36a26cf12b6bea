"""Collapse and prune a tree grown on training rows without missing values."""

import numpy as np
from numba import njit

from tenbyten.learners.trees.complete.growing import spread
from tenbyten.learners.trees.nodes import (
    CUT,
    LABELS,
    LEAF,
    Tree,
    at_least,
    sum_and_largest,
)
from tenbyten.learners.trees.pruning import estimated_errors, kept, make_leaf, take_over


@njit(cache=True, error_model="numpy")
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
            make_leaf(nodes, node)


@njit(cache=True, error_model="numpy")
def _training_errors(nodes, node):
    """Training errors of `node` if it is a leaf."""
    n, most = sum_and_largest(nodes.counts[node])
    return n - most


@njit(cache=True, error_model="numpy")
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
            errors[node] = _leaf_errors(nodes.counts[node], confidence)
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
        of_leaf = _leaf_errors(nodes.counts[node], confidence)
        of_branch = np.inf
        largest = _largest_branch(nodes, node)
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


@njit(cache=True, error_model="numpy")
def _leaf_errors(counts, confidence):
    """Estimated errors of a leaf with some class counts."""
    n, most = sum_and_largest(counts)
    return estimated_errors(float(n), float(n - most), confidence)


@njit(cache=True, error_model="numpy")
def _largest_branch(nodes, node):
    """Child of `node` with the most rows, the last of equal ones."""
    found = nodes.first[node]
    for child in range(found, found + nodes.branches[node]):
        rows = nodes.stop[child] - nodes.start[child]
        if rows >= nodes.stop[found] - nodes.start[found]:
            found = child
    return found


@njit(cache=True, error_model="numpy")
def _branch_errors(
    nodes, node, top, order, rows, confidence, errors, touched, visit, reached
):
    """Estimated errors of the child `top` if it got all rows of `node`.

    Only the rows of the other children are moved, and moved back again; `errors`
    holds for every part of the tree that they do not touch.
    """
    if nodes.test[top] == LEAF:
        return _leaf_errors(nodes.counts[node], confidence)
    # Read once: handing a tuple of arrays to a function for each row costs too much.
    test, attribute, cut, first = nodes.test, nodes.attribute, nodes.cut, nodes.first
    counts, classes, place = nodes.counts, rows.classes, rows.place
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
            column = place[attribute[at]]
            if test[at] == LABELS:
                at = first[at] + label_of_cell[cells[column, row]]
            else:
                at = first[at] + (0 if at_least(cut[at], numbers[column, row]) else 1)
            touched[at] = visit
        counts[at, classes[row]] += 1
        reached[i] = at
    total = _touched_errors(nodes, top, confidence, errors, touched, visit)
    for i in range(start, stop):
        if not stay_from <= i < stay_to:
            counts[reached[i], classes[order[i]]] -= 1
    return total


@njit(cache=True, error_model="numpy")
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
            sums[-1] += _leaf_errors(nodes.counts[child], confidence)
        else:
            stack.append((child, nodes.first[child]))
            sums.append(0.0)


@njit(cache=True, error_model="numpy")
def _spread_all(nodes, top, rows, order, confidence, errors, branch_of, moved):
    """Hand the rows of `top` down to all nodes below it."""
    stack = [top]
    while stack:
        node = stack.pop()
        if nodes.test[node] == LEAF:
            errors[node] = _leaf_errors(nodes.counts[node], confidence)
            continue
        spread(nodes, node, rows, order, branch_of, moved)
        for child in range(nodes.first[node], nodes.first[node] + nodes.branches[node]):
            stack.append(child)


def finish(nodes):
    """Copy the nodes still in the tree, level by level, into a `Tree`."""
    old, first = kept(nodes.first, nodes.branches)
    weights = nodes.counts[old].astype(np.float64)
    total = weights.sum(axis=1)
    test = nodes.test[old]
    return Tree(
        test,
        np.where(test == LEAF, -1, nodes.attribute[old]),
        np.where(test == CUT, nodes.cut[old], 0.0),
        first,
        nodes.branches[old],
        total == 0,
        np.zeros(len(old), dtype=np.bool_),
        total,
        weights,
        total,
        weights,
    )
