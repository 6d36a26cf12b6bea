"""The kernels that grow, prune and graft trees."""

import subprocess
import sys

import numpy as np
import pytest
from random_datasets import arrays, assert_same, random_dataset
from sklearn.datasets import load_iris
from weather import weather

from tenbyten.learners.bayes.counts import label_codes
from tenbyten.learners.trees.building import graft, grow_and_prune
from tenbyten.learners.trees.choosing import information_table, small_attributes
from tenbyten.learners.trees.complete.choosing import (
    evaluate,
    new_scratch,
)
from tenbyten.learners.trees.nodes import encode, encode_codes
from tenbyten.learners.trees.predicting import distribution


def root(values, n_values, classes):
    """Gains, ratios and cuts of all attributes at the root, three classes at most."""
    rows = encode(values, n_values, classes, 3)
    by_number = np.argsort(rows.numbers, axis=1, kind="stable").astype(np.uint32)
    gains, ratios, cuts = np.zeros((3, len(n_values)))
    evaluate(
        rows,
        by_number,
        np.arange(len(classes), dtype=np.uint32),
        np.bincount(classes, minlength=3).astype(np.int32),
        np.arange(len(n_values), dtype=np.int32),
        2,
        information_table(len(classes)),
        new_scratch(rows),
        gains,
        ratios,
        cuts,
    )
    return gains, ratios, cuts


def test_gains_and_ratios_of_the_weather():
    X, y = weather()
    codes = np.column_stack([X[name].cat.codes for name in X]).astype(float)
    gains, ratios, _ = root(codes, np.array([3, 3, 2, 2]), y.cat.codes.to_numpy(int))
    np.testing.assert_allclose(
        gains, [0.24674982, 0.02922257, 0.1518355, 0.04812703], atol=5e-9
    )
    np.testing.assert_allclose(
        ratios, [0.15642756, 0.01877265, 0.1518355, 0.04884862], atol=5e-9
    )


def test_gains_ratios_and_cuts_of_iris():
    # Less what it costs to have chosen among 31, 16, 36 and 20 cuts.
    X, y = load_iris(return_X_y=True)
    # WEKA's examples have two values otherwise: Fisher's own.
    X[34] = 4.9, 3.1, 1.5, 0.1
    X[37] = 4.9, 3.1, 1.5, 0.1
    gains, ratios, cuts = root(X, np.zeros(4, dtype=np.int64), y)
    np.testing.assert_allclose(
        gains, [0.52420471, 0.24124470, 0.88382967, 0.88948298], atol=5e-9
    )
    np.testing.assert_allclose(
        ratios, [0.54214034, 0.30343708, 0.96246725, 0.96862356], atol=5e-9
    )
    np.testing.assert_allclose(cuts, [5.55, 3.35, 2.45, 0.8], rtol=1e-15)


def test_an_attribute_with_labels_for_many_rows_is_not_small():
    small = small_attributes(np.array([2, 5, 6, 0]), 20)
    assert small.tolist() == [True, True, False, True]


def test_all_attributes_are_small_where_none_is():
    assert small_attributes(np.array([9, 7]), 20).tolist() == [True, True]


@pytest.mark.parametrize("seed", range(40))
def test_the_order_of_complete_rows_does_not_matter(seed):
    values, n_values, classes, n_classes = arrays(random_dataset(seed), complete=True)
    rows = encode(values, n_values, classes, n_classes)
    order = np.random.default_rng(seed).permutation(len(classes))
    mixed = encode(values[order], n_values, classes[order], n_classes)
    tree = grow_and_prune(rows)
    assert_same(tree, grow_and_prune(mixed))
    assert_same(graft(tree, rows), graft(tree, mixed))


@pytest.mark.parametrize("seed", range(60))
def test_grafting_leaves_the_predictions_of_training_rows(seed):
    data = arrays(random_dataset(seed), complete=True, nominal=True)
    rows = encode(*data)
    tree = grow_and_prune(rows, unpruned=True)
    np.testing.assert_array_equal(
        distribution(graft(tree, rows), data[0], False),
        distribution(tree, data[0], False),
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_rows_of_a_node_are_those_of_its_children(seed):
    rows = encode(*arrays(random_dataset(seed)))
    tree = grow_and_prune(rows)
    assert tree.total[0] == pytest.approx(len(rows.classes), rel=1e-12)
    np.testing.assert_allclose(tree.weights.sum(axis=1), tree.total, rtol=1e-12)
    for node in range(len(tree.test)):
        children = slice(tree.first[node], tree.first[node] + tree.branches[node])
        if tree.branches[node]:
            below = tree.total[children].sum()
            assert below == pytest.approx(tree.total[node], rel=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_probabilities_sum_to_one(seed):
    values, n_values, classes, n_classes = arrays(random_dataset(seed))
    rows = encode(values, n_values, classes, n_classes)
    tree = grow_and_prune(rows)
    for laplace in (False, True):
        given = distribution(tree, values, laplace)
        assert (given >= 0).all()
        np.testing.assert_allclose(given.sum(axis=1), 1, rtol=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_codes_are_read_as_values_are(seed):
    values, n_values, classes, n_classes = arrays(random_dataset(seed), nominal=True)
    of_values = encode(values, n_values, classes, n_classes)
    of_codes = encode_codes(label_codes(values), n_values, classes, n_classes)
    assert_same(of_values, of_codes)


def test_there_may_be_more_cells_than_sixteen_bits_tell_apart():
    # Three classes of 30,000 labels; only two labels have rows.
    values = np.repeat([[7.0], [29_999.0]], 5, axis=0)
    classes = np.repeat([0, 2], 5)
    tree = grow_and_prune(encode(values, np.array([30_000]), classes, 3))
    assert tree.leaves == 30_000
    assert distribution(tree, values, False).argmax(axis=1).tolist() == classes.tolist()


def test_there_may_be_no_attribute():
    rows = encode(np.empty((3, 0)), np.empty(0, dtype=np.int64), np.array([0, 1, 1]), 2)
    tree = graft(grow_and_prune(rows), rows)
    given = distribution(tree, np.empty((1, 0)), False)
    assert given.tolist() == [[1 / 3, 2 / 3]]


def test_the_array_halves_need_neither_scikit_learn_nor_pandas():
    heavy = "{'sklearn', 'pandas'} & set(sys.modules)"
    code = f"import sys, tenbyten.learners.trees.j48graft; sys.exit(bool({heavy}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
