"""MDL discretisation: decisions by hand, and WEKA's of iris."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from tenbyten.preprocessing.discretization import assign_bins, mdl_cuts


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


def test_a_value_equal_to_a_cut_is_in_the_bin_below():
    bins = assign_bins(np.array([1.0, 1.5, 2.0, np.nan, 9.0]), np.array([1.5, 3.0]))
    np.testing.assert_array_equal(bins, [0, 0, 1, np.nan, 2])
