"""Grow a tree on training rows without missing values.

All weights are one and all counts whole numbers, so the order of the rows has no
influence, and the logarithms come from a table.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees import growing
from tenbyten.learners.trees.nodes import (
    TrainingRows,
    at_least,
    branches_taken,
    equal,
    greater,
)


def grow(rows: TrainingRows, min_leaf: int) -> tuple[growing.Nodes, int, growing.Lists]:
    """Grow the whole tree; return nodes, the number in use, and the nodes' rows."""
    by_number = np.argsort(rows.numbers, axis=1, kind="stable").astype(np.uint32)
    small = growing.small_attributes(rows.n_values, rows.all_numbers.shape[1])
    logs = growing.information_table(len(rows.classes))
    nodes = growing.new_nodes(rows.n_classes, np.int32)
    scratch = new_scratch(rows)
    nodes, used, order = _grow(nodes, rows, by_number, small, min_leaf, logs, scratch)
    # Every row takes one branch, so the bag of a child is the rows of the child.
    total, weights = nodes.total.astype(np.float64), nodes.weights.astype(np.float64)
    bags = {"bag_total": total, "bag_weights": weights}
    nodes = nodes._replace(total=total, weights=weights, **bags)
    lists = growing.Lists(
        order.astype(np.int64), np.ones(len(order)), np.array([len(order)])
    )
    return nodes, used, lists


@kernel
def _grow(nodes, rows, by_number, small, min_leaf, logs, scratch):
    """Grow the tree below node 0; `by_number` is reordered in place."""
    n_rows = len(rows.classes)
    n_attributes = len(rows.n_values)
    order = np.arange(n_rows).astype(np.uint32)
    moved = np.empty(n_rows, dtype=np.uint32)
    branch_of = np.empty(n_rows, dtype=np.int32)
    gains, ratios, cuts = np.zeros((3, n_attributes))
    nodes.stop[0] = n_rows
    for c in rows.classes:
        nodes.weights[0, c] += 1
    nodes.total[0] = n_rows
    used = np.int64(1)
    stack = [0]
    while stack:
        node = stack.pop()
        if growing.must_be_leaf(nodes, node, min_leaf):
            continue
        start, stop = nodes.start[node], nodes.stop[node]
        evaluate(
            rows, by_number[:, start:stop], order[start:stop], nodes.weights[node],
            min_leaf, logs, scratch, gains, ratios, cuts,
        )  # fmt: skip
        chosen = growing.choose(gains, ratios, small)
        if chosen < 0:
            continue
        branches = max(rows.n_values[chosen], 2)
        while used + branches > len(nodes.test):
            nodes = growing.double(nodes)
        growing.set_test(nodes, node, rows, chosen, cuts[chosen], used)
        _distribute_rows(nodes, node, rows, order, branch_of, moved)
        for numeric in range(len(by_number)):
            _keep_order(nodes, node, by_number[numeric], branch_of, moved)
        for child in range(used + branches - 1, used - 1, -1):
            stack.append(child)
        used += branches
    return nodes, used, order


@kernel
def _distribute_rows(nodes, node, rows, order, branch_of, moved):
    """Hand the rows of `node` to its children, each a stretch of `order`."""
    start, stop = nodes.start[node], nodes.stop[node]
    first = nodes.first[node]
    last = first + nodes.branches[node]
    here = order[start:stop]
    taken = branches_taken(nodes.attribute[node], nodes.cut[node], rows, here)
    counts = nodes.weights[first:last]
    classes = rows.classes
    counts[:] = 0
    for i in range(len(here)):
        branch_of[here[i]] = taken[i]
        counts[taken[i], classes[here[i]]] += 1
    at = start
    for child in range(first, last):
        nodes.start[child] = at
        nodes.total[child] = nodes.weights[child].sum()
        at += nodes.total[child]
        nodes.stop[child] = at
    _keep_order(nodes, node, order, branch_of, moved)


@kernel
def _keep_order(nodes, node, order, branch_of, moved):
    """Bring the rows of each child of `node` together, else in their old order."""
    start, stop = nodes.start[node], nodes.stop[node]
    first = nodes.first[node]
    filled = np.empty(nodes.branches[node], dtype=np.int32)
    for child in range(len(filled)):
        filled[child] = nodes.start[first + child]
    for i in range(start, stop):
        row = order[i]
        moved[filled[branch_of[row]]] = row
        filled[branch_of[row]] += 1
    # Slices, as their indices from 0 on are copied many at a time.
    to, from_ = order[start:stop], moved[start:stop]
    for i in range(len(to)):
        to[i] = from_[i]


class Scratch(NamedTuple):
    """Memory that the evaluation of attributes uses again and again."""

    table: np.ndarray
    sizes: np.ndarray
    present: np.ndarray
    left: np.ndarray
    right: np.ndarray


def new_scratch(rows: TrainingRows) -> Scratch:
    """Scratch memory for `rows`."""
    classes = rows.n_classes
    sizes = (len(rows.label_of_cell), rows.n_values.max(initial=0), *[classes] * 3)
    return Scratch(*(np.zeros(size, dtype=np.int32) for size in sizes))


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def evaluate(
    rows, by_number, here, counts, min_leaf, logs, scratch, gains, ratios, cuts
):
    """Fill in gain (negative: not valid), ratio and cut of all attributes.

    `here` are the row numbers of the node, `by_number` the same in the order of each
    numeric attribute, `counts` their classes' frequencies.
    """
    kinds = 0
    old = 0.0
    for c in range(rows.n_classes):
        if counts[c] > 0:
            scratch.present[kinds] = c
            kinds += 1
            old += logs[counts[c]]
    old = logs[len(here)] - old
    _evaluate_labels(
        rows, here, scratch.present[:kinds], min_leaf, old, logs, scratch,
        gains, ratios,
    )  # fmt: skip
    for attribute in range(len(gains)):
        if rows.n_values[attribute] == 0:
            position = rows.position[attribute]
            gains[attribute], ratios[attribute], cuts[attribute] = _gain_of_cut(
                rows.numbers[position], by_number[position], rows.classes, counts,
                min_leaf, old, logs, scratch,
            )  # fmt: skip


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _evaluate_labels(rows, here, present, min_leaf, old, logs, scratch, gains, ratios):
    """Fill in gain and ratio of the nominal attributes.

    One function for all of them, as most nodes have so few rows that a call for each
    attribute would cost as much as the counting.
    """
    cells, n_classes = rows.cells, rows.n_classes
    table, sizes = scratch.table, scratch.sizes
    n = len(here)
    for attribute in range(len(gains)):
        n_labels = rows.n_values[attribute]
        if n_labels == 0:
            continue
        position = rows.position[attribute]
        for row in here:
            table[cells[position, row]] += 1
        large = 0
        for label in range(n_labels):
            size = 0
            for c in present:
                size += table[label * n_classes + c]
            sizes[label] = size
            large += size >= min_leaf
        if large < 2:
            for row in here:
                table[cells[position, row]] = 0
            gains[attribute] = -1.0
            continue
        new = 0.0
        split = 0.0
        for label in range(n_labels):
            if sizes[label] == 0:
                continue
            for c in present:
                new += logs[table[label * n_classes + c]]
                table[label * n_classes + c] = 0
            new -= logs[sizes[label]]
            split -= logs[sizes[label]]
        gains[attribute], ratios[attribute] = _gain_and_ratio(
            old + new, split + logs[n], n
        )


@kernel(forceinline=True)
def _gain_and_ratio(saved, split, n):
    """Gain and gain ratio of a test that saves and splits so many bits."""
    gain = 0.0 if equal(saved, 0.0) else saved / n
    return gain, 0.0 if equal(split, 0.0) else gain / (split / n)


@kernel
def _gain_of_cut(numbers, ordered, classes, counts, min_leaf, old, logs, scratch):
    """Gain, gain ratio and best cut of a numeric attribute; gain -1 if not valid."""
    n = len(ordered)
    smallest = growing.smallest_side(n, len(counts), min_leaf)
    if greater(2 * smallest, n):
        return -1.0, 0.0, 0.0
    left, right = scratch.left, scratch.right
    for k in range(len(counts)):
        left[k], right[k] = 0, counts[k]
    best = 0.0
    best_index = -1
    tried = 0
    for i in range(n - 1):
        c = classes[ordered[i]]
        left[c] += 1
        right[c] -= 1
        if not numbers[ordered[i]] + 1e-5 < numbers[ordered[i + 1]]:
            continue
        if not (at_least(i + 1, smallest) and at_least(n - i - 1, smallest)):
            continue
        tried += 1
        new = 0.0
        for k in left:
            new += logs[k]
        new -= logs[i + 1]
        for k in right:
            new += logs[k]
        new -= logs[n - i - 1]
        gain, _ = _gain_and_ratio(old + new, 0.0, n)
        if greater(gain, best):
            best = gain
            best_index = i
    if best_index < 0:
        return -1.0, 0.0, 0.0
    # The price of having chosen among so many cuts (Quinlan 1996).
    best -= growing.information_of_choice(tried) / n
    if at_least(0.0, best):
        return -1.0, 0.0, 0.0
    split = -logs[best_index + 1] - logs[n - best_index - 1] + logs[n]
    ratio = 0.0 if equal(split, 0.0) else best / (split / n)
    below, above = numbers[ordered[best_index]], numbers[ordered[best_index + 1]]
    return best, ratio, growing.midpoint(below, above)
