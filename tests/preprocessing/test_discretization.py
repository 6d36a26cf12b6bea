"""MDL discretisation: decisions by hand, and against a plain reading of the method."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from tenbyten.preprocessing.discretization import bins_of, mdl_cuts

ROWS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=0, max_size=60
)


def entropy(counts):
    """Entropy in bits, as the method states it."""
    n = sum(counts)
    total = 0.0
    for count in counts:
        total -= count * math.log(count) if count else 0.0
    return (total + n * math.log(n)) / (n * math.log(2)) if n else 0.0


def split_entropy(left, right):
    """Mean entropy of two parts, as the method states it."""
    total = 0.0
    for part in (left, right):
        for count in part:
            total += count * math.log(count) if count else 0.0
        total -= sum(part) * math.log(sum(part))
    return -total / ((sum(left) + sum(right)) * math.log(2))


def plain_cuts(rows, n_classes):
    """Cut points of sorted (value, class) rows, one candidate after the other."""
    n = len(rows)
    if n < 2:
        return []

    def count(part):
        classes = [c for _, c in part]
        return [classes.count(c) for c in range(n_classes)]

    whole = count(rows)
    best, found = entropy(whole), None
    for i in range(n - 1):
        if rows[i][0] < rows[i + 1][0]:
            left, right = count(rows[: i + 1]), count(rows[i + 1 :])
            if split_entropy(left, right) < best:
                best, found = split_entropy(left, right), (i, left, right)
    if found is None or entropy(whole) - best <= 0:
        return []
    i, left, right = found
    k, k_left, k_right = (np.count_nonzero(c) for c in (whole, left, right))
    delta = math.log(3.0**k - 2) / math.log(2) - (
        k * entropy(whole) - k_right * entropy(right) - k_left * entropy(left)
    )
    if entropy(whole) - best <= (math.log(n - 1) / math.log(2) + delta) / n:
        return []
    cut = (rows[i][0] + rows[i + 1][0]) / 2
    return [
        *plain_cuts(rows[: i + 1], n_classes),
        cut,
        *plain_cuts(rows[i + 1 :], n_classes),
    ]


@pytest.mark.parametrize(
    ("classes", "cuts"),
    [
        ("ab", [1.5]),
        ("aabb", [2.5]),
        ("abab", []),
        ("aaabbb", [3.5]),
        ("aaaabaaa", []),
        ("aabaabbabb", []),
        ("aaaaaaaabbbbbbbbcccccccc", [8.5, 16.5]),
        ("a", []),
        ("", []),
    ],
)
def test_decisions_are_those_worked_out_by_hand(classes, cuts):
    values = np.arange(1.0, len(classes) + 1)
    codes = np.array(["abc".index(c) for c in classes], dtype=np.int64)
    assert mdl_cuts(values, codes, 3).tolist() == cuts


def test_iris_is_cut_as_weka_cuts_it():
    iris = load_iris()
    # Two rows of scikit-learn's iris are not those of the UCI file.
    iris.data[34] = iris.data[37] = (4.9, 3.1, 1.5, 0.1)
    cuts = [mdl_cuts(column, iris.target, 3).tolist() for column in iris.data.T]
    assert cuts == [[5.55, 6.15], [2.95, 3.3499999999999996], [2.45, 4.75], [0.8, 1.75]]


@settings(max_examples=300)
@given(ROWS)
def test_cuts_are_those_of_the_plain_method(rows):
    values = np.array([float(value) for value, _ in rows])
    classes = np.array([c for _, c in rows], dtype=np.int64)
    assert mdl_cuts(values, classes, 3).tolist() == plain_cuts(
        sorted((float(value), c) for value, c in rows), 3
    )


def test_a_value_equal_to_a_cut_is_in_the_bin_below():
    bins = bins_of(np.array([1.0, 1.5, 2.0, np.nan, 9.0]), np.array([1.5, 3.0]))
    np.testing.assert_array_equal(bins, [0, 0, 1, np.nan, 2])
