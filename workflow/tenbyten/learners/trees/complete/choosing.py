"""Evaluate attributes as tests: gains and gain ratios from counts."""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.trees.choosing import (
    information_of_choice,
    midpoint,
    smallest_side,
)
from tenbyten.learners.trees.nodes import TrainingRows, at_least, equal, greater


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
    rows, by_number, here, counts, tried, min_leaf, logs, scratch, gains, ratios, cuts
):
    """Fill in gain (negative: not valid), ratio and cut of the attributes `tried`.

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
        rows, here, tried, scratch.present[:kinds], min_leaf, old, logs, scratch,
        gains, ratios,
    )  # fmt: skip
    for attribute in tried:
        if rows.n_values[attribute] == 0:
            position = rows.position[attribute]
            gains[attribute], ratios[attribute], cuts[attribute] = _gain_of_cut(
                rows.numbers[position], by_number[position], rows.classes, counts,
                min_leaf, old, logs, scratch,
            )  # fmt: skip


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _evaluate_labels(
    rows, here, tried, present, min_leaf, old, logs, scratch, gains, ratios
):
    """Fill in gain and ratio of the nominal attributes `tried`.

    One function for all of them, as most nodes have so few rows that a call for each
    attribute would cost as much as the counting.
    """
    cells, n_classes = rows.cells, rows.n_classes
    table, sizes = scratch.table, scratch.sizes
    n = len(here)
    for attribute in tried:
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
    smallest = smallest_side(n, len(counts), min_leaf)
    if greater(2 * smallest, n):
        return -1.0, 0.0, 0.0
    left, right = scratch.left, scratch.right
    for k in range(len(counts)):
        left[k], right[k] = 0, counts[k]
    best = 0.0
    found = -1
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
            found = i
    if found < 0:
        return -1.0, 0.0, 0.0
    # The price of having chosen among so many cuts (Quinlan 1996).
    best -= information_of_choice(tried) / n
    if at_least(0.0, best):
        return -1.0, 0.0, 0.0
    split = -logs[found + 1] - logs[n - found - 1] + logs[n]
    ratio = 0.0 if equal(split, 0.0) else best / (split / n)
    below, above = numbers[ordered[found]], numbers[ordered[found + 1]]
    return best, ratio, midpoint(below, above)
