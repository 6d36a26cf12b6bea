"""The kernels that grow, prune and graft trees: those of both kinds of rows agree."""

import numpy as np
import pytest
from random_datasets import arrays, assert_same, random_dataset

from tenbyten.learners.trees.j48 import ArrayJ48, graft
from tenbyten.learners.trees.nodes import encode
from tenbyten.learners.trees.predicting import distribution


@pytest.mark.parametrize("seed", range(40))
def test_the_order_of_complete_rows_does_not_matter(seed):
    values, n_values, classes, n_classes = arrays(random_dataset(seed), complete=True)
    rows = encode(values, n_values, classes, n_classes)
    order = np.random.default_rng(seed).permutation(len(classes))
    mixed = encode(values[order], n_values, classes[order], n_classes)
    tree = ArrayJ48().grow(rows)
    assert_same(tree, ArrayJ48().grow(mixed))
    assert_same(graft(tree, rows), graft(tree, mixed))


def test_there_may_be_more_cells_than_sixteen_bits_tell_apart():
    # Three classes of 30,000 labels; only two labels have rows.
    values = np.repeat([[7.0], [29_999.0]], 5, axis=0)
    classes = np.repeat([0, 2], 5)
    tree = ArrayJ48().grow(encode(values, np.array([30_000]), classes, 3))
    assert tree.leaves == 30_000
    assert distribution(tree, values, False).argmax(axis=1).tolist() == classes.tolist()


def test_there_may_be_no_attribute():
    rows = encode(np.empty((3, 0)), np.empty(0, dtype=np.int64), np.array([0, 1, 1]), 2)
    tree = graft(ArrayJ48().grow(rows), rows)
    given = distribution(tree, np.empty((1, 0)), False)
    assert given.tolist() == [[1 / 3, 2 / 3]]


@pytest.mark.parametrize("nominal", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_both_kernels_give_the_same_trees_grafts_and_predictions(seed, nominal):
    data = arrays(random_dataset(seed), complete=True, nominal=nominal)
    rows = encode(*data)
    for settings in ({}, {"unpruned": True}, {"subtree_raising": False}):
        tree = ArrayJ48(**settings).grow(rows)
        other = ArrayJ48(**settings).grow(rows._replace(complete=False))
        assert_same(tree, other)
        grafted = graft(tree, rows)
        np.testing.assert_array_equal(
            distribution(grafted, data[0], False), distribution(tree, data[0], False)
        )
