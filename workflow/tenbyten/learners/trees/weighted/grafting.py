"""Graft a tree on any training rows: numeric attributes, missing values.

A row has two weights: at the node (0 if it fails a test above) and in the partition
of the rows that fail at most one test. A missing value fails a test in part.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Floats, Ints
from tenbyten.learners.sorting import sort_rows
from tenbyten.learners.trees import grafting
from tenbyten.learners.trees.nodes import (
    CUT,
    LEAF,
    TrainingRows,
    Tree,
    branches_taken,
)


class _Part(NamedTuple):
    """Rows of a node's partition, their weights at the node and in the partition."""

    row: Ints
    inner: Floats
    outer: Floats


def graft(tree: Tree, rows: TrainingRows) -> Tree:
    """Graft `tree`, grown on `rows`."""
    memory = grafting.new_candidates(rows), grafting.new_grafts(16, rows.n_classes)
    grafts, used = _graft(tree, grafting.describe_leaves(tree), rows, *memory)
    return grafting.add_grafts(tree, rows.n_values, grafts, used)


@kernel
def _graft(tree, leaves, rows, candidates, grafts):
    """Find the grafts of all leaves; return them and their number."""
    test, attribute, cut = tree.test, tree.attribute, tree.cut
    first, branches = tree.first, tree.branches
    used = np.int64(0)
    order = np.arange(len(rows.classes))
    if not rows.complete:
        # The order that growing left at the root.
        for numeric in range(len(rows.numbers)):
            sort_rows(order, rows.numbers[numeric])
    # As in WEKA, whatever the rows weighed when the tree was grown.
    ones = np.ones(len(order))
    nowhere = np.full(len(rows.n_values), -np.inf)
    # Node; its parent's partition, the branches that those rows take, the branch to
    # the node, the number of branches; lower and upper bounds of the attributes.
    above = _Part(order, ones, ones)
    stack = [(0, above, np.zeros_like(order), 0, 1, nowhere, -nowhere)]
    if test[0] == LEAF:
        stack.pop()
    while stack:
        node, above, taken, j, n_branches, lower, upper = stack.pop()
        part = _descend(above, taken, j, n_branches)
        tested = attribute[node]
        taken = branches_taken(tested, cut[node], rows, part.row)
        n_branches = np.int64(branches[node])
        for j in range(n_branches):
            child = first[node] + j
            lower_below, upper_below = lower, upper
            if test[node] == CUT:
                lower_below, upper_below = lower.copy(), upper.copy()
                bounds = upper_below if j == 0 else lower_below
                bounds[tested] = cut[node]
            if test[child] != LEAF:
                below = (child, part, taken, j, n_branches)
                stack.append((*below, lower_below, upper_below))
                continue
            at_leaf = _descend(part, taken, j, n_branches)
            n_candidates = _find(
                attribute, leaves, child, rows, at_leaf, lower_below, upper_below,
                candidates,
            )  # fmt: skip
            own, before = leaves.own[child], used
            grafts, used = grafting.add_chain(
                grafts, used, child, own, candidates, n_candidates
            )
            _fill_in(rows, at_leaf, grafts, before, used)
    return grafts, used


@kernel
def _descend(part, branch, taken, n_branches):
    """The partition one branch below."""
    right = 0.0
    known = 0.0
    for i in range(len(branch)):
        if branch[i] >= 0:
            known += part.inner[i]
            if branch[i] == taken:
                right += part.inner[i]
    share = 1 / n_branches if known == 0 else right / known
    n = 0
    below = _Part(
        np.empty_like(part.row), np.empty_like(part.inner), np.empty_like(part.outer)
    )
    for i in range(len(branch)):
        inner, outer = part.inner[i], part.outer[i]
        if branch[i] < 0:
            outer -= (outer - inner) * (1 - share)
            inner *= share
        elif branch[i] != taken:
            outer = inner
            inner = 0.0
        if outer > 0:
            below.row[n] = part.row[i]
            below.inner[n] = inner
            below.outer[n] = outer
            n += 1
    return _Part(below.row[:n].copy(), below.inner[:n].copy(), below.outer[:n].copy())


@kernel
def _find(tested, leaves, leaf, rows, part, lower, upper, candidates):
    """Find the tests for a leaf; return how many."""
    own, laplace = leaves.own[leaf], leaves.laplace[leaf]
    weights = np.zeros(rows.n_classes)
    whole = np.bool_(True)
    for i in range(len(part.row)):
        weights[rows.classes[part.row[i]]] += part.outer[i]
        whole &= part.outer[i] == 1
    n_candidates = np.int64(0)
    if not grafting.may_gain(weights, own, laplace):
        return n_candidates
    on_path = np.zeros(len(rows.n_values), dtype=np.bool_)
    at = leaf
    while at != 0:
        at = leaves.parent[at]
        on_path[tested[at]] = True
    for attribute in range(len(rows.n_values)):
        if rows.n_values[attribute] == 0:
            n_candidates = _find_cuts(
                rows, attribute, part, own, laplace, lower[attribute],
                upper[attribute], candidates, n_candidates,
            )  # fmt: skip
        elif not on_path[attribute]:
            n_candidates = _find_labels(
                rows, attribute, part, whole, laplace, candidates, n_candidates
            )
    return n_candidates


@kernel
def _find_labels(rows, attribute, part, whole, laplace, candidates, n_candidates):
    """Add the tests for a label of one attribute; return how many there are now."""
    n_labels = rows.n_values[attribute]
    cells, label_of_cell = rows.cells[rows.position[attribute]], rows.label_of_cell
    inside = np.zeros(n_labels, dtype=np.bool_)
    unseen = n_labels
    for i in range(len(part.row)):
        if part.inner[i] > 0:
            label = label_of_cell[cells[part.row[i]]]
            if label == n_labels:
                return n_candidates
            unseen -= not inside[label]
            inside[label] = True
            if unseen == 0:
                return n_candidates
    counts = np.zeros((n_labels + 1) * rows.n_classes)
    if whole:
        for row in part.row:
            counts[cells[row]] += 1
    else:
        # Sums of parts depend on the order, which is that of WEKA's sort by label.
        labels = np.full(len(part.row), np.nan)
        for i in range(len(labels)):
            label = label_of_cell[cells[part.row[i]]]
            if label < n_labels:
                labels[i] = label
        order = np.arange(len(labels))
        sort_rows(order, labels)
        for i in order:
            counts[cells[part.row[i]]] += part.outer[i]
    for label in range(n_labels):
        weights = counts[label * rows.n_classes :][: rows.n_classes]
        total = most = 0.0
        for weight in weights:
            total += weight
            most = max(most, weight)
        if inside[label] or total == 0:
            continue
        # If any class is better evidence than the leaf's, the largest is.
        if grafting.is_stronger(most, total, laplace):
            n_candidates = grafting.add_candidate(
                candidates, n_candidates, attribute, float(label), 0, weights, total
            )
    return n_candidates


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _find_cuts(
    rows, attribute, part, own, laplace, lower, upper, candidates, n_candidates
):
    """Add the best cut on each side of a leaf's values; return how many there are."""
    column = rows.numbers[rows.position[attribute]]
    low, high = np.inf, -np.inf
    values = np.empty(len(part.row))
    for i in range(len(part.row)):
        row = part.row[i]
        values[i] = column[row]
        if part.inner[i] > 0:
            if not np.isnan(values[i]):
                low = min(low, values[i])
                high = max(high, values[i])
            elif rows.classes[row] == own:
                return n_candidates
    order = np.arange(len(values))
    sort_rows(order, values)
    for side in range(2):
        if side == 1 and not values[order[0]] < upper:
            break
        bound, end = (upper, high) if side else (lower, low)
        cut, total, weights = _best_cut(
            order, values, part, rows, laplace, bound, end, side
        )
        if not np.isnan(cut):
            n_candidates = grafting.add_candidate(
                candidates, n_candidates, attribute, cut, side, weights, total
            )
    return n_candidates


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _best_cut(order, values, part, rows, laplace, bound, end, side):
    """Best cut from the low side up to `end` (0), or from the high side down (1).

    Returns the cut (NaN: none), total weight and class weights beyond it.
    """
    n = len(order)
    weights = np.zeros(rows.n_classes)
    total = 0.0
    best = laplace
    best_weight, best_total, best_cut = 0.0, 0.0, np.nan
    best_weights = weights
    i = 0
    while i < n:
        value = values[order[n - 1 - i if side else i]]
        if np.isnan(value) or (value > bound if side else value <= bound):
            i += 1
            continue
        if value <= end if side else value >= end:
            break
        beyond = value
        while i < n:
            at = order[n - 1 - i if side else i]
            beyond = values[at]
            if beyond != value:
                break
            weights[rows.classes[part.row[at]]] += part.outer[at]
            total += part.outer[at]
            i += 1
        for weight in weights:
            if (weight + 1) / (total + 2) > best:
                best = (weight + 1) / (total + 2)
                best_weight, best_total = weight, total
                best_weights = weights.copy()
                best_cut = value if i == n else (value + beyond) / 2
    if not grafting.deviate(best_weight, best_total, laplace) > grafting.CRITICAL:
        best_cut = np.nan
    return best_cut, best_total, best_weights


@kernel
def _fill_in(rows, part, grafts, start, stop):
    """Say how the rows at a leaf spread over the tests grafted onto it."""
    row, left = np.empty_like(part.row), np.empty_like(part.inner)
    n = 0
    for i in range(len(part.row)):
        if part.inner[i] > 0:
            row[n], left[n] = part.row[i], part.inner[i]
            n += 1
    for i in range(start, stop):
        graft = grafts.test[i]
        is_cut = rows.n_values[graft.attribute] == 0
        away = graft.side if is_cut else int(graft.cut)
        taken = branches_taken(graft.attribute, graft.cut, rows, row[:n])
        diverted, rest = grafts.diverted[i], grafts.rest[i]
        diverted[:] = 0.0
        rest[:] = 0.0
        graft.diverted = 0.0
        graft.rest = 0.0
        for j in range(n):
            if taken[j] < 0:
                continue
            if taken[j] == away:
                diverted[rows.classes[row[j]]] += left[j]
                graft.diverted += left[j]
                left[j] = 0.0
            else:
                rest[rows.classes[row[j]]] += left[j]
                graft.rest += left[j]
