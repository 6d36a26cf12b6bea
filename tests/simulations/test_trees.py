"""S's trees: each default by hand, a slow reference from the rules, scikit-learn."""

from fractions import Fraction
from itertools import pairwise
from math import log

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from trees import (
    grow_classification,
    grow_regression,
    information_table,
    keep_members,
    leaf_value,
    new_tree,
    sort_columns,
)


def grow(columns, y, members=None):
    """Grow a tree, of classification if `y` has integers: tree and depth."""
    columns = np.atleast_2d(np.asarray(columns, dtype=float))
    y = np.asarray(y)
    members = np.ones(len(y), bool) if members is None else members
    rows = np.empty(columns.shape, np.uint32)
    n = keep_members(sort_columns(columns), members.astype(np.uint32), rows)
    tree = new_tree(n)
    if y.dtype == float:
        return tree, grow_regression(columns, y, rows, n, tree)
    table = information_table(n)
    return tree, grow_classification(columns, y, rows, n, tree, table)


def predict(grown, columns):
    """Return the value of each row's leaf."""
    columns = np.atleast_2d(np.asarray(columns, dtype=float))
    return np.array([leaf_value(*grown, columns, i) for i in range(columns.shape[1])])


def nested(tree, node=0):
    """Write a tree as nested tuples: column, cut, left and right, or a leaf's value."""
    if tree.left[node] == node:
        return float(tree.value[node])
    left = int(tree.left[node])
    children = nested(tree, left), nested(tree, left + 1)
    return int(tree.column[node]), float(tree.cut[node]), *children


# From the definition


def squares(y):
    """Deviance of a node of regression: exact, in fractions."""
    mean = Fraction(sum(y), len(y))
    return sum((value - mean) ** 2 for value in y)


def minus_two_log_likelihood(y):
    """Deviance of a node of classification."""
    counts = [y.count(k) for k in set(y)]
    return -2 * sum(n * log(n / len(y)) for n in counts)


def reference(rows, deviance, value, least=None):
    """Grow a tree on pairs of a row of x and y, as `nested` writes it."""
    ys = [y for _, y in rows]
    whole = deviance(ys)
    least = whole / 100 if least is None else least
    best, found = whole, None
    splits = candidates(rows) if len(rows) >= 10 and whole >= least else []
    for column, cut in splits:
        left = [y for x, y in rows if x[column] < cut]
        right = [y for x, y in rows if x[column] >= cut]
        if min(len(left), len(right)) < 5:
            continue
        parts = deviance(left) + deviance(right)
        # Logarithms are rounded; fractions are not.
        if parts < best - (0 if isinstance(parts, Fraction) else 1e-8):
            best, found = parts, (column, cut)
    if found is None:
        return value(ys)
    column, cut = found
    left = [(x, y) for x, y in rows if x[column] < cut]
    right = [(x, y) for x, y in rows if x[column] >= cut]
    children = (reference(part, deviance, value, least) for part in (left, right))
    return column, cut, *children


def candidates(rows):
    """List the column and the cut of every split."""
    for column in range(len(rows[0][0])):
        values = sorted({x[column] for x, _ in rows})
        for below, above in pairwise(values):
            yield column, (below + above) / 2


def pairs(columns, y, members):
    """Write the members as `reference` takes them."""
    return [(columns[:, i].tolist(), y[i].item()) for i in np.flatnonzero(members)]


def most_frequent(ys):
    """Return the most frequent class, of several the first."""
    return float(min(set(ys), key=lambda k: (-ys.count(k), k)))


@pytest.mark.parametrize("n", [12, 40, 120])
@pytest.mark.parametrize("values", [4, 1000])
@pytest.mark.parametrize("labels", [2, 9])
@pytest.mark.parametrize("kind", [float, int])
def test_trees_are_those_of_the_definition(n, values, labels, kind):
    rng = np.random.default_rng([n, values, labels])
    for _ in range(4):
        columns = rng.integers(values, size=(3, n)).astype(float)
        y = rng.integers(labels, size=n)
        is_high = columns[1] > values / 2
        y = y + 2 * is_high if kind is float else np.where(is_high, y // 2, y)
        members = rng.random(n) < 0.9
        tree, _ = grow(columns, y.astype(kind), members)
        if kind is float:
            rules = squares, lambda ys: sum(ys) / len(ys)
        else:
            rules = minus_two_log_likelihood, most_frequent
        assert nested(tree) == reference(pairs(columns, y, members), *rules)


# By scikit-learn, where a hundredth of the root's deviance stops nothing


def test_regression_predicts_as_scikit_learn():
    rng = np.random.default_rng(3)
    for _ in range(20):
        # Values that scikit-learn's single precision holds; y without ties.
        columns, new = rng.integers(2**20, size=(2, 2, 100)) / 1024
        y = rng.normal(size=100)
        theirs = DecisionTreeRegressor(min_samples_split=10, min_samples_leaf=5)
        wanted = theirs.fit(columns.T, y).predict(new.T)
        assert predict(grow(columns, y), new) == pytest.approx(wanted)


def test_the_first_split_of_classification_is_that_of_scikit_learn():
    rng = np.random.default_rng(4)
    for _ in range(20):
        columns = rng.integers(2**20, size=(5, 300)) / 1024
        y = rng.integers(26, size=300)
        theirs = DecisionTreeClassifier(
            criterion="entropy", min_samples_leaf=5, max_depth=1
        ).fit(columns.T, y)
        tree, _ = grow(columns, y)
        assert tree.column[0] == theirs.tree_.feature[0]
        assert tree.cut[0] == theirs.tree_.threshold[0]


# Each default by hand


@pytest.mark.parametrize("kind", [int, float])
def test_nine_rows_are_not_split_and_ten_are(kind):
    for n in (9, 10):
        y = (np.arange(n) >= 5).astype(kind)
        tree, depth = grow(np.arange(n), y)
        assert depth == (n == 10)
    assert nested(tree) == (0, 4.5, 0, 1)


# Deviance of the left node, and a hundredth of the root's.
@pytest.mark.parametrize(
    ("kind", "ones", "depth"),
    [
        (float, 3, 1),  # 600 x 3 / 603 = 2.985, 0.01 x 600 x 603 / 1203 = 3.007
        (float, 4, 2),  # 600 x 4 / 604 = 3.974, 3.010
        (int, 1, 1),  # 2 (601 log 601 - 600 log 600) = 14.8, 16.6
        (int, 2, 2),  # 2 (602 log 602 - 600 log 600 - 2 log 2) = 26.8, 16.7
    ],
)
def test_a_node_with_a_hundredth_of_the_roots_deviance_is_split(kind, ones, depth):
    # The root is cut behind the zeros; a few ones are left in front of them.
    y = np.repeat([1, 0, 1], [ones, 600, 600]).astype(kind)
    tree, found = grow(np.arange(len(y)), y)
    assert tree.cut[0] == 600 + ones - 0.5
    assert found == depth
