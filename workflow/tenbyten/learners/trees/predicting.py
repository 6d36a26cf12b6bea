"""Predict class probabilities by a finished tree, and write the tree as text."""

from collections.abc import Sequence

import numpy as np

from tenbyten.datasets import Attribute
from tenbyten.kernels import kernel
from tenbyten.learners.trees.nodes import (
    CUT,
    LABELS,
    LEAF,
    Tree,
    at_least,
    equal,
    greater,
    majority,
)


@kernel
def distribution(tree, values, laplace):
    """Estimate class probabilities by the leaves that each row reaches.

    `laplace` increases each class weight of a leaf by one. Each row of the distribution
    sums to one up to rounding, and as long as no missing value leads to branches
    without weight.
    """
    # Read once: handing a tuple of arrays to a function for each row costs too much.
    test, attribute, cut, first = tree.test, tree.attribute, tree.cut, tree.first
    empty, weights, total = tree.empty, tree.weights, tree.total
    probabilities = np.zeros((len(values), tree.weights.shape[1]))
    root = np.int64(0)
    for row in range(len(values)):
        parent, node = _descend(test, attribute, cut, first, root, root, values[row])
        if test[node] != LEAF:
            summed = _sum_of_branches(tree, node, values[row], laplace)
            for c in range(len(summed)):
                probabilities[row, c] = summed[c]
        elif empty[node]:
            _add_empty_leaf(tree, parent, node, 1.0, laplace, probabilities[row])
        else:
            _add_leaf(weights[node], total[node], 1.0, laplace, probabilities[row])
    return probabilities


@kernel(forceinline=True)
def _descend(test, attribute, cut, first, parent, node, row):
    """Follow the known values of `row` to a leaf or to the test of a missing value."""
    while test[node] != LEAF:
        value = row[attribute[node]]
        if np.isnan(value):
            break
        parent = node
        if test[node] == LABELS:
            branch = int(value)
        elif test[node] == CUT:
            branch = 0 if at_least(cut[node], value) else 1
        else:
            branch = 0 if value == cut[node] else 1
        node = first[node] + branch
    return parent, node


@kernel
def _sum_of_branches(tree, top, row, laplace):
    """Sum the probabilities of all branches of `top`, for a `row` without its value.

    Each branch weighs as much as the training rows that took it. The sums are nested
    as the tests are.
    """
    stack = [(top, 1.0, np.int64(tree.first[top]))]
    sums = [np.zeros(tree.weights.shape[1])]
    while True:
        node, weight, child = stack.pop()
        if child == tree.first[node] + tree.branches[node]:
            total = sums.pop()
            if not stack:
                return total
            sums[-1] += total
            continue
        stack.append((node, weight, child + 1))
        if tree.empty[child]:
            continue
        weight *= tree.bag_total[child] / tree.total[node]
        parent, at = _descend(
            tree.test, tree.attribute, tree.cut, tree.first, node, child, row
        )
        if tree.test[at] != LEAF:
            stack.append((at, weight, np.int64(tree.first[at])))
            sums.append(np.zeros(tree.weights.shape[1]))
        elif tree.empty[at]:
            _add_empty_leaf(tree, parent, at, weight, laplace, sums[-1])
        else:
            _add_leaf(tree.weights[at], tree.total[at], weight, laplace, sums[-1])


@kernel
def _add_leaf(weights, total, weight, laplace, probabilities):
    """Add the class probabilities of a leaf, for a row of some weight."""
    for c in range(len(weights)):
        if laplace:
            share = (weights[c] + 1) / (total + len(weights))
        else:
            share = 0.0 if equal(total, 0.0) else weights[c] / total
        probabilities[c] += weight * share


@kernel
def _add_empty_leaf(tree, parent, leaf, weight, laplace, probabilities):
    """Add the class probabilities of an empty leaf: those of its parent's rows."""
    if greater(tree.bag_total[leaf], 0.0):
        weights, total = tree.bag_weights[leaf], tree.bag_total[leaf]
    else:
        weights, total = tree.weights[parent], tree.total[parent]
    _add_leaf(weights, total, weight, laplace, probabilities)


def tree_as_text(
    tree: Tree, attributes: Sequence[Attribute], class_attribute: Attribute
) -> str:
    """Write a tree down as WEKA does, a line for each branch.

    A leaf has its class and, in parentheses, the weight of its training rows and of
    those among them of other classes. A grafted leaf has the weight of the rows that
    spoke for it behind a bar.
    """
    if tree.test[0] == LEAF:
        return f": {leaf_as_text(tree, 0, 0, class_attribute)}"
    lines = []
    # Node, its parent, its depth; the next line's on top.
    stack = [(node, 0, 0) for node in _children(tree, 0)]
    while stack:
        node, parent, depth = stack.pop()
        branch = node - tree.first[parent]
        attribute = attributes[tree.attribute[parent]]
        outcome = outcome_as_text(tree, parent, branch, attribute)
        line = f"{'|   ' * depth}{attribute.name} {outcome}"
        if tree.test[node] == LEAF:
            line += f": {leaf_as_text(tree, parent, node, class_attribute)}"
        lines.append(line)
        stack += [(child, node, depth + 1) for child in _children(tree, node)]
    return "\n".join(lines)


def outcome_as_text(tree: Tree, node: int, branch: int, attribute: Attribute) -> str:
    """Write the outcome of a node's test that leads to a branch, such as ``<= 2.5``.

    `attribute` is the one that is tested.
    """
    if tree.test[node] == LABELS:
        return f"= {(attribute.labels or ())[branch]}"
    if tree.test[node] == CUT:
        return f"{('<=', '>')[branch]} {_number(tree.cut[node])}"
    label = (attribute.labels or ())[int(tree.cut[node])]
    return f"{('=', '!=')[branch]} {label}"


def leaf_as_text(tree: Tree, parent: int, leaf: int, class_attribute: Attribute) -> str:
    """Write the class of a leaf, its weight and its errors."""
    weights, total = tree.weights[leaf], tree.total[leaf]
    beside_graft = tree.grafted[tree.first[parent] :][: tree.branches[parent]].any()
    if leaf != parent and not beside_graft:
        weights, total = tree.bag_weights[leaf], tree.bag_total[leaf]
    own = majority(weights if total > 1e-6 else tree.weights[parent])
    # WEKA rounds what stays at a leaf after grafting to one decimal.
    text = _counts(weights, total, 1 if beside_graft and not tree.grafted[leaf] else 2)
    if tree.grafted[leaf]:
        diverted = tree.bag_weights[leaf]
        text = f"{_counts(diverted, diverted.sum(), 1)}|{text}"
    return f"{(class_attribute.labels or ())[own]} ({text})"


def _children(tree, node):
    """Children of a node, the last one first."""
    first = tree.first[node]
    return reversed(range(first, first + tree.branches[node]))


def _counts(weights, total, decimals):
    """A total weight and, above zero, that of all classes but the first largest."""
    errors = total - weights[majority(weights)]
    text = _rounded(total, decimals)
    return f"{text}/{_rounded(errors, 2)}" if errors > 1e-6 else text


def _rounded(weight, decimals):
    """A weight as Java prints it."""
    mask = 10**decimals
    return repr(int(weight * mask + 0.5) / mask)


def _number(x):
    """A cut with six decimals at most, as WEKA prints it."""
    whole, decimals = divmod(int(abs(x) * 1e6 + 0.5), 10**6)
    text = f"{whole}.{decimals:06}".rstrip("0").rstrip(".")
    return f"-{text}" if x < 0 and text != "0" else text
