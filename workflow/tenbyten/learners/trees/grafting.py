"""Graft tests onto the leaves of a tree, whichever kernels grew it.

Webb (1999), "Decision tree grafting from the all-tests-but-one partition": a leaf is
given tests for values that none of its own rows has, on the evidence of the rows that
fail at most one of the tests on the way to it.

A row has two weights: at the node (0 if it fails a test above) and in the partition
of the rows that fail at most one test. A missing value fails a test in part.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Floats, Ints
from tenbyten.learners.sorting import sort_rows
from tenbyten.learners.trees.nodes import (
    CUT,
    LABEL,
    LEAF,
    TrainingRows,
    Tree,
    branches_taken,
    longer,
    majority,
)

# Normal deviate that a graft must exceed (one-sided 5 %).
_CRITICAL = 1.64
# Weight of a branch that no training row takes.
_NO_ROWS = 0.01

# A test that may be, or is, grafted: the old leaf and its class; the attribute and its
# label or cut; the branch that gets the new leaf (1 for the larger side of a cut, else
# 0), its majority class and Laplace accuracy; the weight of the old leaf's rows that go
# to the new leaf (as the tolerance of a cut may let them) and to the other side.
_TEST = np.dtype(
    [
        ("leaf", np.int32),
        ("own", np.int32),
        ("attribute", np.int32),
        ("cut", np.float64),
        ("side", np.int32),
        ("majority", np.int32),
        ("strength", np.float64),
        ("diverted", np.float64),
        ("rest", np.float64),
    ]
)


class _Grafts(NamedTuple):
    """Tests that may be grafted onto one leaf, or are grafted onto several."""

    # (capacity,), _TEST: once chosen, those of a leaf together and the strongest first.
    test: np.ndarray
    # (capacity, n_classes), float64: by class, the weight of the rows that speak for
    # the new leaf, and of the old leaf's rows that go there and to the other side.
    weights: Floats
    diverted: Floats
    rest: Floats


class _Leaves(NamedTuple):
    """Parents, classes and Laplace accuracies of the nodes of a tree, (nodes,) each."""

    # 0 for the root.
    parent: Ints
    # The node's class; that of the parent's rows if it is empty.
    own: Ints
    laplace: Floats


class _Part(NamedTuple):
    """Rows of a node's partition, their weights at the node and in the partition."""

    row: Ints
    inner: Floats
    outer: Floats


def graft(tree: Tree, rows: TrainingRows) -> Tree:
    """Graft `tree`, grown on `rows`."""
    # All tests that one leaf can get.
    most = int(np.maximum(rows.n_values, 2).sum())
    candidates, grafts = (_new_grafts(x, rows.n_classes) for x in (most, 16))
    grafts, used = _graft(tree, _describe_leaves(tree), rows, candidates, grafts)
    return _add_grafts(tree, rows.n_values, grafts, used)


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
            grafts, used = _add_chain(
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
    if not _may_gain(weights, own, laplace):
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
    """Add the tests for a label of one attribute; return the number of all tests."""
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
        if _is_stronger(most, total, laplace):
            n_candidates = _add_candidate(
                candidates, n_candidates, attribute, float(label), 0, weights, total
            )
    return n_candidates


# Many parameters: a kernel gets its arrays and its memory one by one.
@kernel
def _find_cuts(
    rows, attribute, part, own, laplace, lower, upper, candidates, n_candidates
):
    """Add the best cut on each side of a leaf's values; return the number of tests."""
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
            n_candidates = _add_candidate(
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
    if not _deviate(best_weight, best_total, laplace) > _CRITICAL:
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


def _describe_leaves(tree: Tree) -> _Leaves:
    """Prepare a pruned tree for grafting."""
    nodes = np.arange(len(tree.test))
    # The children of the nodes, in the order of the nodes, are all nodes but the root.
    parent = np.concatenate(([0], np.repeat(nodes, tree.branches)))
    speaks = np.where(tree.empty, parent, nodes)
    own = _majorities(tree.weights)[speaks]
    laplace = (tree.weights[speaks, own] + 1) / (tree.total[speaks] + 2)
    in_bag = tree.empty & (tree.bag_total > 1e-6)
    if in_bag.any():
        own[in_bag] = _majorities(tree.bag_weights[in_bag])
        laplace[in_bag] = (tree.weights[parent, own] + 1)[in_bag] / (
            tree.total[parent] + 2
        )[in_bag]
    return _Leaves(parent, own, laplace)


@kernel
def _majorities(weights):
    """Return the majority class of each row."""
    classes = np.empty(len(weights), dtype=np.int64)
    for i in range(len(weights)):
        classes[i] = majority(weights[i])
    return classes


def _new_grafts(capacity: int, n_classes: int) -> _Grafts:
    """Make room for tests."""
    room = (capacity, n_classes)
    return _Grafts(
        np.zeros(capacity, _TEST), np.empty(room), np.empty(room), np.empty(room)
    )


@kernel
def _enlarge(grafts, least):
    """The same tests, with room for at least `least`."""
    n = len(grafts.test)
    if least <= n:
        return grafts
    more = max(least - n, n)
    return _Grafts(
        longer(grafts.test, more),
        longer(grafts.weights, more),
        longer(grafts.diverted, more),
        longer(grafts.rest, more),
    )


@kernel
def _deviate(x, n, rate):
    """Return the normal deviate of `x` successes in `n` trials, corrected."""
    return ((x - 0.5) - n * rate) / np.sqrt(n * rate * (1 - rate))


@kernel
def _is_stronger(x, n, laplace):
    """Return whether `x` rows of one class in `n` are better evidence than a leaf's."""
    return (x + 1) / (n + 2) > laplace and _deviate(x, n, laplace) > _CRITICAL


@kernel
def _may_gain(weights, own, laplace):
    """Return whether some other class is frequent enough for a graft."""
    for c in range(len(weights)):
        if c != own and _is_stronger(weights[c], weights[c], laplace):
            return True
    return False


@kernel
def _add_candidate(candidates, n_candidates, attribute, cut, side, weights, total):
    """Write down a test; return the number of them."""
    most = majority(weights)
    test = candidates.test[n_candidates]
    test.attribute = attribute
    test.cut = cut
    test.side = side
    test.majority = most
    test.strength = (weights[most] + 1) / (total + 2)
    for c in range(len(weights)):
        candidates.weights[n_candidates, c] = weights[c]
    return n_candidates + 1


@kernel
def _add_chain(grafts, used, leaf, own, candidates, n_candidates):
    """Move the candidates worth it to `grafts`, the strongest first.

    Of equally strong ones the last added comes first. The weakest are left out as
    long as they give the leaf's own class. Returns grafts and the number of them;
    `diverted` and `rest` are not filled in.
    """
    test = candidates.test
    order = np.empty(n_candidates, dtype=np.int64)
    for candidate in range(n_candidates):
        at = candidate
        while at > 0 and test[order[at - 1]].strength > test[candidate].strength:
            order[at] = order[at - 1]
            at -= 1
        order[at] = candidate
    weakest = 0
    while weakest < n_candidates and test[order[weakest]].majority == own:
        weakest += 1
    grafts = _enlarge(grafts, used + n_candidates - weakest)
    for i in range(n_candidates - 1, weakest - 1, -1):
        grafts.test[used] = test[order[i]]
        grafts.test[used].leaf = leaf
        grafts.test[used].own = own
        for c in range(grafts.weights.shape[1]):
            grafts.weights[used, c] = candidates.weights[order[i], c]
        used += 1
    return grafts, used


def _add_grafts(tree: Tree, n_values: Ints, grafts: _Grafts, used: int) -> Tree:
    """Return the pruned tree with the first `used` tests of `grafts`."""
    test = grafts.test[:used]
    n = len(tree.test)
    larger = Tree(
        *(
            np.concatenate((part, np.zeros((2 * used, *part.shape[1:]), part.dtype)))
            for part in tree
        )
    )
    i = np.arange(used)
    new = n + 2 * i + test["side"]
    other = n + 2 * i + 1 - test["side"]
    follows = test["leaf"][1:] == test["leaf"][:-1]
    # A test takes the place of the old leaf, or of the other side of the test before.
    node = test["leaf"].copy()
    node[1:][follows] = other[:-1][follows]
    ends = np.append(~follows, True)[:used]
    larger.test[n:] = LEAF
    larger.attribute[n:] = -1
    larger.test[node] = np.where(n_values[test["attribute"]] == 0, CUT, LABEL)
    larger.attribute[node] = test["attribute"]
    larger.cut[node] = test["cut"]
    larger.first[node] = n + 2 * i
    larger.branches[node] = 2
    larger.empty[node] = False
    larger.grafted[new] = True
    larger.weights[new] = grafts.weights[:used]
    larger.weights[other[ends]] = grafts.rest[:used][ends]
    nothing = ends & (test["rest"] == 0)
    larger.weights[other[nothing], test["own"][nothing]] = _NO_ROWS
    # Rows with a missing value are shared out by these weights.
    larger.bag_weights[new] = grafts.diverted[:used]
    larger.bag_total[new] = _without_zeros(test["diverted"])
    larger.bag_total[other] = _without_zeros(test["rest"])
    # Summed class by class, as in WEKA: it shows in the last bit.
    larger.total[n:] = np.add.accumulate(larger.weights[n:], axis=1)[:, -1]
    larger.total[node] = larger.bag_total[new] + larger.bag_total[other]
    return larger


def _without_zeros(weight):
    """Replace zero weights by WEKA's 0.01."""
    return np.where(weight == 0, _NO_ROWS, weight)
