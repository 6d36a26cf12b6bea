"""Graft a tree on nominal training rows without missing values, by counting.

The rows that fail at most one test on the way to a leaf are the rows of its parent and
some that fail a test further up. Those of the parent are counted once for all of its
leaves.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees import grafting
from tenbyten.learners.trees.nodes import LEAF, TrainingRows, Tree, longer


class _Tables(NamedTuple):
    """Counts of cells over the rows of one node, made as they are asked for."""

    # (attributes,), int64: where each attribute's cells start in `counts`.
    start: np.ndarray
    # int32: rows of the node in each cell.
    counts: np.ndarray
    # (attributes,), int32: the node that the attribute's counts are of.
    node: np.ndarray
    # int32, scratch: rows in each cell of one attribute, zero between uses.
    others: np.ndarray
    # bool, scratch: labels of one attribute that occur.
    seen: np.ndarray


def graft(tree: Tree, rows: TrainingRows) -> Tree:
    """Graft `tree`, grown on the complete nominal `rows`."""
    memory = grafting.new_candidates(rows), grafting.new_grafts(16, rows.n_classes)
    grafts, used = _graft(
        tree, grafting.describe_leaves(tree), rows, _new_tables(rows), *memory
    )
    return grafting.add_grafts(tree, rows.n_values, grafts, used)


def _new_tables(rows):
    """Empty tables for `rows`."""
    sizes = rows.n_values * rows.n_classes
    return _Tables(
        np.cumsum(sizes) - sizes,
        np.zeros(sizes.sum(), dtype=np.int32),
        np.full(len(sizes), -1, dtype=np.int32),
        np.zeros(sizes.max(initial=0), dtype=np.int32),
        np.zeros(rows.n_values.max(initial=0), dtype=np.bool_),
    )


@kernel
def _graft(tree, leaves, rows, tables, candidates, grafts):
    """Find the grafts of all leaves; return them and their number."""
    test, attribute, first = tree.test, tree.attribute, tree.first
    branches, weights = tree.branches, tree.weights
    used = np.int64(0)
    order = np.arange(len(rows.classes)).astype(np.uint32)
    # Rows that fail exactly one test, for each node on the way to the present one.
    failing = np.empty(2 * len(order), dtype=np.uint32)
    moved = np.empty_like(order)
    # Node, its rows in `order`, its parent's rows there, the parent's failing rows
    # that pass the parent's test in this branch, free room in `failing`.
    stack = [(0, 0, len(order), 0, len(order), 0, 0, 0)]
    if test[0] == LEAF:
        stack.pop()
    while stack:
        node, start, stop, from_, to, passing, passed, free = stack.pop()
        failing, end = _fail(
            failing, free, order, start, stop, from_, to, passing, passed
        )
        cells = rows.cells[rows.position[attribute[node]]]
        bounds = _part(order, start, stop, cells, rows, branches[node], moved)
        borders = _part(failing, free, end, cells, rows, branches[node], moved)
        for branch in range(branches[node]):
            child = first[node] + branch
            inside = order[bounds[branch] : bounds[branch + 1]]
            others = failing[borders[branch] : borders[branch + 1]]
            if test[child] != LEAF:
                stack.append(
                    (
                        child, bounds[branch], bounds[branch + 1], start, stop,
                        borders[branch], borders[branch + 1], end,
                    )
                )  # fmt: skip
                continue
            n_candidates = _find(
                attribute, weights[node], leaves, child, rows, order[start:stop],
                inside, others, tables, candidates,
            )  # fmt: skip
            own, before = leaves.own[child], used
            grafts, used = grafting.add_chain(
                grafts, used, child, own, candidates, n_candidates
            )
            # All rows stay at the leaf: none of them has a grafted value.
            for i in range(before, used):
                grafts.diverted[i] = 0.0
                grafts.test[i].diverted = 0.0
                for c in range(rows.n_classes):
                    grafts.rest[i, c] = weights[child, c]
                grafts.test[i].rest = len(inside)
    return grafts, used


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _fail(failing, free, order, start, stop, from_, to, passing, passed):
    """Write the rows that fail one test on the way to a node behind the others."""
    end = free + (passed - passing) + (to - from_) - (stop - start)
    if end > len(failing):
        failing = longer(failing, 2 * end - len(failing))
    at = free
    for i in range(passing, passed):
        failing[at] = failing[i]
        at += 1
    for i in range(from_, to):
        if not start <= i < stop:
            failing[at] = order[i]
            at += 1
    return failing, end


@kernel
def _part(order, start, stop, cells, rows, branches, moved):
    """Bring the rows of each label together; return where each label's rows start."""
    label_of_cell = rows.label_of_cell
    bounds = np.zeros(branches + 1, dtype=np.int64)
    for i in range(start, stop):
        bounds[label_of_cell[cells[order[i]]] + 1] += 1
    bounds[0] = start
    for label in range(branches):
        bounds[label + 1] += bounds[label]
    filled = bounds.copy()
    for i in range(start, stop):
        label = label_of_cell[cells[order[i]]]
        moved[filled[label] - start] = order[i]
        filled[label] += 1
    for i in range(start, stop):
        order[i] = moved[i - start]
    return bounds


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _find(
    tested, weights_here, leaves, leaf, rows, here, inside, others, tables, candidates
):
    """Find the tests for a leaf; return how many.

    Its partition is the rows of its parent, `here`, and the `others`; `inside` are
    the rows at the leaf itself.
    """
    parent, own, laplace = leaves.parent[leaf], leaves.own[leaf], leaves.laplace[leaf]
    weights = weights_here.copy()
    for row in others:
        weights[rows.classes[row]] += 1
    n_candidates = np.int64(0)
    if not grafting.may_gain(weights, own, laplace):
        return n_candidates
    on_path = np.zeros(len(rows.n_values), dtype=np.bool_)
    at = leaf
    while at != 0:
        at = leaves.parent[at]
        on_path[tested[at]] = True
    for attribute in range(len(rows.n_values)):
        if on_path[attribute] or _see(rows, attribute, inside, tables.seen):
            continue
        cells = rows.cells[rows.position[attribute]]
        n_cells = rows.n_values[attribute] * rows.n_classes
        counts = tables.counts[tables.start[attribute] :][:n_cells]
        if tables.node[attribute] != parent:
            tables.node[attribute] = parent
            counts[:] = 0
            for row in here:
                counts[cells[row]] += 1
        for row in others:
            tables.others[cells[row]] += 1
        for label in range(rows.n_values[attribute]):
            if tables.seen[label]:
                continue
            first = label * rows.n_classes
            total = most = 0
            for cell in range(first, first + rows.n_classes):
                count = counts[cell] + tables.others[cell]
                total += count
                most = max(most, count)
            # If any class is better evidence than the leaf's, the largest is.
            if total > 0 and grafting.is_stronger(float(most), float(total), laplace):
                for c in range(rows.n_classes):
                    weights[c] = counts[first + c] + tables.others[first + c]
                n_candidates = grafting.add_candidate(
                    candidates,
                    n_candidates,
                    attribute,
                    float(label),
                    0,
                    weights,
                    float(total),
                )
        tables.others[:n_cells] = 0
    return n_candidates


@kernel
def _see(rows, attribute, inside, seen):
    """Mark the labels that occur in some rows; say whether all do."""
    n_labels = rows.n_values[attribute]
    seen[:n_labels] = False
    cells = rows.cells[rows.position[attribute]]
    label_of_cell = rows.label_of_cell
    unseen = n_labels
    for row in inside:
        label = label_of_cell[cells[row]]
        if not seen[label]:
            seen[label] = True
            unseen -= 1
            if unseen == 0:
                return True
    return False
