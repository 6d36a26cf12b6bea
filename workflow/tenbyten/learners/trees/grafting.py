"""Graft tests onto the leaves of a tree: kernels shared by both kinds of training rows.

Webb (1999), "Decision tree grafting from the all-tests-but-one partition": a leaf is
given tests for values that none of its own rows has, on the evidence of the rows that
fail at most one of the tests on the way to it.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Floats, Ints
from tenbyten.learners.trees.nodes import (
    CUT,
    LABEL,
    LEAF,
    TrainingRows,
    Tree,
    longer,
    majority,
)

# Normal deviate that a graft must exceed (one-sided 5 %).
CRITICAL = 1.64
# Weight of a branch that no training row takes.
_NO_ROWS = 0.01

# A test that may be, or is, grafted: the old leaf and its class; the attribute and its
# label or cut; the branch that gets the new leaf (1 for the larger side of a cut, else
# 0), its majority class and Laplace accuracy; the weight of the old leaf's rows that go
# to the new leaf (as the tolerance of a cut may let them) and to the other side.
TEST = np.dtype(
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


class Grafts(NamedTuple):
    """Tests that may be grafted onto one leaf, or are grafted onto several."""

    # (capacity,), TEST: once chosen, those of a leaf together and the strongest first.
    test: np.ndarray
    # (capacity, n_classes), float64: by class, the weight of the rows that speak for
    # the new leaf, and of the old leaf's rows that go there and to the other side.
    weights: Floats
    diverted: Floats
    rest: Floats


class Leaves(NamedTuple):
    """Parents, classes and Laplace accuracies of the nodes of a tree, (nodes,) each."""

    # 0 for the root.
    parent: Ints
    # The node's class; that of the parent's rows if it is empty.
    own: Ints
    laplace: Floats


def describe_leaves(tree: Tree) -> Leaves:
    """Prepare a pruned tree for grafting."""
    nodes = np.arange(len(tree.test))
    # The children of the nodes, in the order of the nodes, are all nodes but the root.
    parent = np.concatenate(([0], np.repeat(nodes, tree.branches)))
    speaks = np.where(tree.empty, parent, nodes)
    own = majorities(tree.weights)[speaks]
    laplace = (tree.weights[speaks, own] + 1) / (tree.total[speaks] + 2)
    in_bag = tree.empty & (tree.bag_total > 1e-6)
    if in_bag.any():
        own[in_bag] = majorities(tree.bag_weights[in_bag])
        laplace[in_bag] = (tree.weights[parent, own] + 1)[in_bag] / (
            tree.total[parent] + 2
        )[in_bag]
    return Leaves(parent, own, laplace)


@kernel
def majorities(weights):
    """Return the majority class of each row."""
    classes = np.empty(len(weights), dtype=np.int64)
    for i in range(len(weights)):
        classes[i] = majority(weights[i])
    return classes


def new_grafts(capacity: int, n_classes: int) -> Grafts:
    """Make room for tests."""
    room = (capacity, n_classes)
    return Grafts(
        np.zeros(capacity, TEST), np.empty(room), np.empty(room), np.empty(room)
    )


def new_candidates(rows: TrainingRows) -> Grafts:
    """Make room for all tests that one leaf can get."""
    return new_grafts(int(np.maximum(rows.n_values, 2).sum()), rows.n_classes)


@kernel
def _enlarge(grafts, least):
    """The same tests, with room for at least `least`."""
    n = len(grafts.test)
    if least <= n:
        return grafts
    more = max(least - n, n)
    return Grafts(
        longer(grafts.test, more),
        longer(grafts.weights, more),
        longer(grafts.diverted, more),
        longer(grafts.rest, more),
    )


@kernel
def deviate(x, n, rate):
    """Return the normal deviate of `x` successes in `n` trials, corrected."""
    return ((x - 0.5) - n * rate) / np.sqrt(n * rate * (1 - rate))


@kernel
def is_stronger(x, n, laplace):
    """Return whether `x` rows of one class in `n` are better evidence than a leaf's."""
    return (x + 1) / (n + 2) > laplace and deviate(x, n, laplace) > CRITICAL


@kernel
def may_gain(weights, own, laplace):
    """Return whether some other class is frequent enough for a graft."""
    for c in range(len(weights)):
        if c != own and is_stronger(weights[c], weights[c], laplace):
            return True
    return False


@kernel
def add_candidate(candidates, n_candidates, attribute, cut, side, weights, total):
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
def add_chain(grafts, used, leaf, own, candidates, n_candidates):
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


def add_grafts(tree: Tree, n_values: Ints, grafts: Grafts, used: int) -> Tree:
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
