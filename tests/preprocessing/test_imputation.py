"""Mean and mode imputation, on arrays and on whole data sets."""

import numpy as np

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.making import impute
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing

NAN = np.nan


def test_mean_and_mode_by_hand():
    values = np.array([[1.0, 2], [NAN, 0], [4.0, NAN], [4.0, 2]])
    replacements = means_and_modes(values, np.array([0, 3]))
    assert replacements.tolist() == [3.0, 2.0]
    replaced = replace_missing(values, replacements)
    assert replaced.tolist() == [[1.0, 2], [3.0, 0], [4.0, 2], [4.0, 2]]


def test_the_lowest_of_equally_frequent_labels_is_taken():
    values = np.array([[2.0], [1.0], [2.0], [1.0], [0.0]])
    assert means_and_modes(values, np.array([3])).tolist() == [1.0]


def test_zero_stands_in_where_no_value_is_known():
    values = np.full((3, 2), NAN)
    assert means_and_modes(values, np.array([0, 2])).tolist() == [0.0, 0.0]


def test_the_mean_is_summed_in_row_order():
    # Every other order of these four gives another sum.
    values = np.array([[1e16], [1.0], [1.0], [-1e16]])
    assert means_and_modes(values, np.array([0])).tolist() == [0.0]


def test_a_data_set_is_imputed_but_for_its_class():
    named = {"n": None, "l": ("a", "b"), "c": ("p", "q")}
    attributes = tuple(map(Attribute, named, named.values()))
    values = np.array([[1.0, NAN, 0], [NAN, 1, NAN], [2.0, 1, 1]])
    dataset = Dataset("tiny", attributes, values)
    imputed = impute(dataset)
    np.testing.assert_array_equal(imputed.values, [[1, 1, 0], [1.5, 1, NAN], [2, 1, 1]])
    assert imputed.attributes == attributes
    assert np.isnan(dataset.values).sum() == 3
