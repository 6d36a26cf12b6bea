"""The imputer and the discretiser as scikit-learn transformers."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from tenbyten.preprocessing.transformers import MDLDiscretizer, MeanModeImputer

TABLE = pd.DataFrame(
    {
        "label": pd.Categorical(["x", "y", None, "y"], categories=["z", "y", "x"]),
        "number": [1.0, np.nan, 3.0, 2.0],
        "text": ["u", None, "v", "v"],
        "whole": pd.array([1, None, 2, 2], dtype="Int64"),
    },
    index=[7, 8, 9, 10],
)


def test_missing_cells_of_a_frame_are_replaced():
    imputer = MeanModeImputer().fit(TABLE)
    assert imputer.statistics_.tolist() == ["y", 2.0, "v", 5 / 3]
    imputed = imputer.transform(TABLE)
    assert imputed["label"].tolist() == ["x", "y", "y", "y"]
    assert imputed["label"].cat.categories.tolist() == ["z", "y", "x"]
    assert imputed["number"].tolist() == [1, 2, 3, 2]
    assert imputed["text"].tolist() == ["u", "v", "v", "v"]
    assert imputed["whole"].tolist() == [1, 5 / 3, 2, 2]
    assert imputed.index.tolist() == [7, 8, 9, 10]
    assert TABLE.isna().sum().sum() == 4


def test_missing_cells_of_an_array_are_replaced():
    numbers = np.array([[1.0, np.nan], [2.0, 5.0]])
    assert MeanModeImputer().fit_transform(numbers).tolist() == [[1, 5], [2, 5]]
    labels = np.array([["a", None], ["a", "b"], [None, "b"]], dtype=object)
    assert MeanModeImputer().fit_transform(labels).tolist() == [["a", "b"]] * 3


def test_other_rows_get_the_training_rows_means():
    imputer = MeanModeImputer().fit(np.array([[1.0], [3.0]]))
    assert imputer.transform(np.array([[np.nan], [10.0]])).tolist() == [[2.0], [10.0]]


def test_numbers_become_intervals_and_labels_stay():
    classes = [0, 1, 1, 0]
    table = TABLE.assign(number=[1.0, 4.0, 3.0, 2.0])[["number", "label"]]
    binned = MDLDiscretizer().fit(table, classes).transform(table)
    intervals = binned["number"].cat.categories
    assert intervals.left.tolist() == [-np.inf, 2.5]
    assert intervals.right.tolist() == [2.5, np.inf]
    assert binned["number"].cat.codes.tolist() == [0, 1, 1, 0]
    assert binned["label"].equals(table["label"])
    assert binned.index.equals(table.index)


def test_a_missing_number_stays_missing_and_an_uncut_column_has_one_interval():
    table = np.array([[1.0, 5.0], [np.nan, 5.0], [2.0, 5.0]])
    discretizer = MDLDiscretizer().fit(table, ["a", "b", "b"])
    binned = discretizer.transform(table)
    assert discretizer.cuts_[0].tolist() == [1.5]
    assert binned.columns.tolist() == ["x0", "x1"]
    assert binned["x0"].cat.codes.tolist() == [0, -1, 1]
    assert binned["x1"].cat.categories.tolist() == [pd.Interval(-np.inf, np.inf)]


@pytest.mark.parametrize("transformer", [MeanModeImputer(), MDLDiscretizer()])
def test_transforming_before_fitting_is_refused(transformer):
    with pytest.raises(NotFittedError):
        transformer.transform(TABLE)
