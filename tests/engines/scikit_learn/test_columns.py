"""Attributes as classifiers get them: encoded, ordinal, and raw as a DataFrame."""

import numpy as np
import pandas as pd
import pytest
from watching_learner import NAN, RECORDER, THREE_FOLDS, mixed, predicted

from tenbyten.dataset import Attribute, Dataset
from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn.columns import Columns


def given(columns):
    """A classifier that keeps what it gets."""
    return Classifier(columns, RECORDER, columns=columns)


def test_ordinal_columns_are_imputed_label_indices_in_file_order_by_hand(seen):
    predicted(mixed(), THREE_FOLDS, given("ordinal"))
    # Fold 1 trains on the first four: colour most often green, mean size 4.
    assert seen[0]["X"].tolist() == [[0, 1], [1, 4], [1, 3], [1, 8]]
    assert seen[0]["test"].tolist() == [[2, 100], [1, 4]]


def test_raw_columns_are_a_frame_with_names_categories_and_missing_values(seen):
    predicted(mixed(), THREE_FOLDS, given("raw"))
    colours = ["red", "green", "blue", "white"]
    expected = pd.DataFrame(
        {
            "colour": pd.Categorical(["red", "green", None, "green"], colours),
            "size": [1.0, NAN, 3.0, 8.0],
        }
    )
    pd.testing.assert_frame_equal(seen[0]["X"], expected)
    test = {"colour": pd.Categorical(["blue", None], colours), "size": [100.0, NAN]}
    frame = seen[0]["test"].reset_index(drop=True)
    pd.testing.assert_frame_equal(frame, pd.DataFrame(test))


def test_classifiers_of_one_panel_get_what_each_asks_for(seen):
    forms = "encoded", "raw", "ordinal", "encoded"
    asked = [given(form)._replace(name=str(i)) for i, form in enumerate(forms)]
    predicted(mixed(), THREE_FOLDS, *asked)
    shapes = [(4, 5), (4, 2), (4, 2), (4, 5)]
    assert [fold["X"].shape for fold in seen] == 3 * shapes
    assert [type(fold["X"]).__name__ for fold in seen[:3]] == [
        "ndarray",
        "DataFrame",
        "ndarray",
    ]


def test_a_change_of_a_training_set_by_its_owner_changes_no_other(seen):
    dataset = mixed()
    frame = Columns(dataset).frame
    frame.loc[0, "size"] = -1
    assert dataset.values[0, 1] == 1


@pytest.mark.parametrize("rows", [0, 3])
def test_a_table_of_no_attributes_or_labels_has_a_frame(rows):
    attributes = Attribute("none", ()), Attribute("class", ("a", "b"))
    values = np.column_stack([np.full(rows, NAN), np.zeros(rows)])
    frame = Columns(Dataset("it", attributes, values)).frame
    assert frame.shape == (rows, 1)
    assert frame["none"].isna().all()
    frame = Columns(Dataset("it", attributes[1:], values[:, 1:])).frame
    assert frame.shape == (rows, 0)
