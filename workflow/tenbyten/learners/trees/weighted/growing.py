"""Grow a tree on training rows with missing values or weights.

A row whose value is missing goes down every branch of a test, with a part of its
weight. Sums over such weights depend in their last bits on the order of the rows, so
that order is WEKA's: at each node the rows are sorted by every numeric attribute in
turn, each sort starting from the order that the one before left.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Floats, Ints
from tenbyten.learners.sorting import sort_rows
from tenbyten.learners.trees import growing
from tenbyten.learners.trees.nodes import (
    TrainingRows,
    at_least,
    branches_taken,
    equal,
    greater,
    longer,
)
from tenbyten.learners.trees.weighted.passing import count_classes, share_missing, split


def grow(rows: TrainingRows, min_leaf: int) -> tuple[growing.Nodes, int, growing.Lists]:
    """Grow the whole tree; return nodes, the number in use, and the nodes' rows."""
    small = growing.small_attributes(rows.n_values, rows.all_numbers.shape[1])
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
    used = np.int64(1)
    stack = [0]
    while stack:
        node = stack.pop()
        start, stop = nodes.start[node], nodes.stop[node]
        here, weights = lists.row[start:stop], lists.weight[start:stop]
        count_classes(nodes, node, rows, here, weights)
        if growing.must_be_leaf(nodes, node, min_leaf):
            continue
        weight_of[here] = weights
        evaluate(
            rows, here, weight_of, nodes.total[node], min_leaf, scratch, gains, ratios,
            cuts,
        )  # fmt: skip
        weights[:] = weight_of[here]
        chosen = growing.choose(gains, ratios, small)
        if chosen < 0:
            continue
        branches = max(rows.n_values[chosen], 2)
        while used + branches > len(nodes.test):
            nodes = growing.double(nodes)
        growing.set_test(nodes, node, rows, chosen, cuts[chosen], used)
        _keep_bags(nodes, node, scratch)
        taken = branches_taken(nodes.attribute[node], nodes.cut[node], rows, here)
        share_missing(nodes, node, rows, here, weights, taken)
        lists = distribute_rows(nodes, node, lists, taken)
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
def distribute_rows(nodes, node, lists, taken):
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


class Scratch(NamedTuple):
    """Memory for evaluating attributes; the bags of the chosen one are read from it.

    A bag is the part of a node's rows, of known value, that take one branch of a test.
    """

    # (attributes,), int64: index of each attribute's first bag.
    start: Ints
    # (bags,) and (bags, n_classes): weight of each bag, and the same by class.
    total: Floats
    weights: Floats
    # (attributes,) and (attributes, n_classes): weight of the rows of known value.
    known: Floats
    classes: Floats


def new_scratch(rows: TrainingRows) -> Scratch:
    """Scratch memory for `rows`."""
    n_bags = np.maximum(rows.n_values, 2)
    return Scratch(
        np.cumsum(n_bags) - n_bags,
        np.zeros(n_bags.sum()),
        np.zeros((n_bags.sum(), rows.n_classes)),
        np.zeros(len(n_bags)),
        np.zeros((len(n_bags), rows.n_classes)),
    )


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def evaluate(rows, here, weight_of, weight, min_leaf, scratch, gains, ratios, cuts):
    """Fill in gain, ratio and cut of all attributes; leave `here` sorted."""
    for attribute in range(len(gains)):
        if rows.n_values[attribute] == 0:
            sort_rows(here, rows.numbers[rows.position[attribute]])
            gains[attribute], ratios[attribute], cuts[attribute] = _gain_of_cut(
                rows, attribute, here, weight_of, weight, min_leaf, scratch
            )
        else:
            gains[attribute], ratios[attribute] = _gain_of_labels(
                rows, attribute, here, weight_of, weight, min_leaf, scratch
            )


@kernel
def _gain_of_labels(rows, attribute, here, weight_of, weight, min_leaf, scratch):
    """Fill in the bags of a nominal attribute; gain (-1: not valid) and ratio."""
    start = scratch.start[attribute]
    stop = start + rows.n_values[attribute]
    totals, weights = scratch.total[start:stop], scratch.weights[start:stop]
    cells = rows.cells[rows.position[attribute]]
    known = _count_parts(
        cells, rows.label_of_cell, rows.classes, here, weight_of, totals, weights,
        scratch.classes[attribute],
    )  # fmt: skip
    scratch.known[attribute] = known
    large = 0
    for total in totals:
        large += at_least(total, min_leaf)
    if large < 2:
        return -1.0, 0.0
    old = _entropy(scratch.classes[attribute], known)
    gain = _gain(weights, totals, old, known, weight)
    return gain, _ratio(gain, totals, known, weight)


@kernel
def _count_parts(
    cells, label_of_cell, classes, here, weight_of, totals, weights, class_weights
):
    """Fill in bags in the order of the rows; return the weight of the known ones."""
    totals[:] = 0.0
    weights[:] = 0.0
    class_weights[:] = 0.0
    known = 0.0
    for row in here:
        label = label_of_cell[cells[row]]
        if label < len(totals):
            c = classes[row]
            weights[label, c] += weight_of[row]
            totals[label] += weight_of[row]
            class_weights[c] += weight_of[row]
            known += weight_of[row]
    return known


@kernel
def _gain_of_cut(rows, attribute, here, weight_of, weight, min_leaf, scratch):
    """Fill in the bags of the best cut; gain (-1: not valid), ratio and cut."""
    column = rows.numbers[rows.position[attribute]]
    start = scratch.start[attribute]
    totals = scratch.total[start : start + 2]
    weights = scratch.weights[start : start + 2]
    _fill_bags(rows, attribute, here, weight_of, -1, scratch)
    known = scratch.known[attribute]
    n_known = 0
    while n_known < len(here) and not np.isnan(column[here[n_known]]):
        n_known += 1
    smallest = growing.smallest_side(known, rows.n_classes, min_leaf)
    if greater(2 * smallest, n_known):
        return -1.0, 0.0, 0.0
    old = _entropy(scratch.classes[attribute], known)
    best = 0.0
    best_index = -1
    tried = np.int64(0)
    for i in range(n_known - 1):
        row = here[i]
        weights[0, rows.classes[row]] += weight_of[row]
        weights[1, rows.classes[row]] -= weight_of[row]
        totals[0] += weight_of[row]
        totals[1] -= weight_of[row]
        if not column[row] + 1e-5 < column[here[i + 1]]:
            continue
        if at_least(totals[0], smallest) and at_least(totals[1], smallest):
            tried += 1
            gain = _gain(weights, totals, old, known, weight)
            if greater(gain, best):
                best = gain
                best_index = i
    if best_index < 0:
        return -1.0, 0.0, 0.0
    best -= growing.information_of_choice(tried) / weight
    if at_least(0.0, best):
        return -1.0, 0.0, 0.0
    _fill_bags(rows, attribute, here, weight_of, best_index, scratch)
    cut = growing.midpoint(column[here[best_index]], column[here[best_index + 1]])
    return best, _ratio(best, totals, known, weight), cut


@kernel
def _fill_bags(rows, attribute, here, weight_of, last, scratch):
    """Fill the left bag with rows up to index `last`, the right one with the rest."""
    column = rows.numbers[rows.position[attribute]]
    start = scratch.start[attribute]
    scratch.total[start : start + 2] = 0.0
    scratch.weights[start : start + 2] = 0.0
    scratch.classes[attribute] = 0.0
    for i in range(len(here)):
        row = here[i]
        if np.isnan(column[row]):
            break
        bag = start + (i > last)
        scratch.weights[bag, rows.classes[row]] += weight_of[row]
        scratch.total[bag] += weight_of[row]
        scratch.classes[attribute, rows.classes[row]] += weight_of[row]
    # The sum of two sums, not of all weights in turn: it shows in the last bit.
    scratch.known[attribute] = scratch.total[start] + scratch.total[start + 1]


@kernel
def _entropy(weights, total):
    """Bits needed to name the classes of some weights."""
    bits = 0.0
    for w in weights:
        bits += growing.information(w)
    return growing.information(total) - bits


@kernel
def _gain(weights, total, old, known, weight):
    """Information gain of a test, as far as its value is known."""
    bits = 0.0
    for bag in range(len(total)):
        for w in weights[bag]:
            bits += growing.information(w)
        bits -= growing.information(total[bag])
    saved = (1 - (weight - known) / weight) * (old + bits)
    return 0.0 if equal(saved, 0.0) else saved / known


@kernel
def _ratio(gain, total, known, weight):
    """Gain ratio of a test; rows whose value is missing count as one more branch."""
    split = 0.0
    if greater(known, 0.0):
        for t in total:
            split -= growing.information(t)
        split -= growing.information(weight - known)
        split += growing.information(weight)
    return 0.0 if equal(split, 0.0) else gain / (split / weight)
