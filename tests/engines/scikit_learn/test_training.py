"""Classifiers by import path: encoding, mapping back, warnings, failures."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from watching_learner import (
    NAN,
    RECORDER,
    SCALE,
    THREE_FOLDS,
    mixed,
    predicted,
)

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds import Folds
from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.training import Columns


class Odd(ClassifierMixin, BaseEstimator):
    """Predict whatever `predicted` says; fail or warn if told so."""

    def __init__(self, predicted=(0, 0), fail="", warn=""):
        self.predicted = predicted
        self.fail = fail
        self.warn = warn

    def fit(self, X, y):
        """Learn nothing, or fail."""
        if self.fail:
            raise ArithmeticError(self.fail)
        return self

    def predict(self, X):
        """Say what was given, perhaps with a warning."""
        if self.warn:
            warnings.warn(f"{self.warn} {np.sum(X)}", UserWarning, stacklevel=1)
        return np.array(self.predicted)


def here(name):
    """Import path of a class of this file."""
    return f"{__name__}.{name}"


@pytest.mark.parametrize(
    ("learner", "settings", "own"),
    [
        ("linear_model.LogisticRegression", {}, LogisticRegression()),
        ("neighbors.KNeighborsClassifier", {"n_neighbors": 3}, KNeighborsClassifier(3)),
    ],
)
def test_it_gives_the_accuracies_of_cross_val_score(
    iris, iris_folds, learner, settings, own
):
    last = {"learner": f"sklearn.{learner}", "settings": settings}
    steps = {"steps": [SCALE, ["c", last]]}
    classifier = Classifier("it", "sklearn.pipeline.Pipeline", steps)
    accuracies = [
        np.mean(prediction.predicted == iris.classes[prediction.rows])
        for prediction in ENGINE.predict_folds(iris, iris_folds, [classifier], seed=1)
    ]
    splitter = RepeatedStratifiedKFold(n_splits=10, n_repeats=2, random_state=1)
    plain = make_pipeline(StandardScaler(), own)
    expected = cross_val_score(plain, iris.values[:, :-1], iris.classes, cv=splitter)
    assert accuracies == expected.tolist()
    assert len(set(accuracies)) > 1


def test_attributes_are_encoded_and_imputed_from_the_training_fold_by_hand(seen):
    predicted(mixed(), THREE_FOLDS, Classifier("it", RECORDER))
    # Fold 1 trains on the first four: mean size 4, colour most often green. Size,
    # then red, green, blue and white, which nobody has.
    assert seen[0]["X"].tolist() == [
        [1, 1, 0, 0, 0],
        [4, 0, 1, 0, 0],
        [3, 0, 1, 0, 0],
        [8, 0, 1, 0, 0],
    ]
    # Blue is unknown to this training fold; the last instance is all missing.
    assert seen[0]["test"].tolist() == [[100, 0, 0, 1, 0], [4, 0, 1, 0, 0]]
    assert seen[0]["y"].tolist() == [0, 1, 0, 1]


def test_an_attribute_missing_in_the_whole_training_fold_is_no_error(seen):
    dataset = mixed()
    values = dataset.values.copy()
    values[:4, :2] = NAN
    predicted(dataset.with_values(values), THREE_FOLDS, Classifier("it", RECORDER))
    assert seen[0]["X"].tolist() == [[0, 1, 0, 0, 0]] * 4


def test_a_warning_is_logged_once_with_its_count_whatever_the_filters(caplog):
    warnings.simplefilter("ignore")
    noisy = Classifier("it", here("Odd"), {"warn": "sum  of test\nset is"})
    predicted(mixed(), THREE_FOLDS, noisy)
    assert caplog.messages == [
        "mixed, it (3 times): UserWarning: sum of test set is 106.0"
    ]


def test_warnings_before_a_failure_are_logged_and_not_shown(caplog, recwarn):
    failing = Classifier("it", here("Odd"), {"warn": "sum", "predicted": [0]})
    with pytest.raises(RuntimeError):
        predicted(mixed(), THREE_FOLDS, failing)
    assert caplog.messages == ["mixed, it: UserWarning: sum 106.0"]
    assert not recwarn.list


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"predicted": [0]}, r"shape \(1,\) for 2 test instances"),
        ({"predicted": [[0, 1], [0, 1]]}, r"shape \(2, 2\) for 2 test instances"),
        ({"predicted": [1, 2]}, r"predicted .*2.*no declared class \(0 to 1\)"),
        ({"predicted": [0, -1]}, "predicted .*-1.*no declared class"),
        ({"predicted": [0, NAN]}, "predicted .*nan.*no declared class"),
        ({"predicted": [0.5, 0]}, "predicted .*0.5.*no declared class"),
        ({"predicted": ["0", "1"]}, "predicted .*'0'.*no declared class"),
        ({"fail": "no luck"}, "ArithmeticError: no luck"),
    ],
)
def test_a_fold_that_goes_wrong_is_named(settings, message):
    classifier = Classifier("it", here("Odd"), settings)
    said = f"^mixed, it, run 1, fold 1: .*{message}"
    with pytest.raises(RuntimeError, match=said) as raised:
        predicted(mixed(), THREE_FOLDS, classifier)
    # The original exception is chained.
    assert isinstance(raised.value.__cause__, ArithmeticError) == ("fail" in settings)


# Counts of these classifiers before classifiers of other packages were adapted. The
# first of three training sets lacks class 1.
TREE = {"learner": "sklearn.tree.ExtraTreeClassifier"}
BOOSTING = "ensemble.HistGradientBoostingClassifier"
RECORDED = [
    ("ensemble.RandomForestClassifier", {"n_estimators": 5}, [34, 28, 35]),
    ("svm.SVC", {"class_weight": {0: 1.0, 1: 5.0, 2: 0.3}}, [40, 24, 29]),
    ("linear_model.LogisticRegression", {"class_weight": {2: 3.0}}, [40, 41, 42]),
    (BOOSTING, {"max_iter": 5, "min_samples_leaf": 2}, [32, 28, 36]),
    ("neural_network.MLPClassifier", {"max_iter": 20}, [21, 24, 35]),
    (
        "ensemble.BaggingClassifier",
        {"estimator": TREE, "n_estimators": 3},
        [37, 28, 34],
    ),
]


@pytest.mark.parametrize(("learner", "settings", "recorded"), RECORDED)
def test_not_one_count_of_scikit_learn_s_own_has_changed(learner, settings, recorded):
    dataset = read_bundled("balance-scale")
    dataset = dataset.with_values(dataset.values[np.r_[0:625:7, 1:625:11]])
    fold = np.arange(len(dataset.values)) % 3 + 1
    fold[dataset.classes == 1] = 1
    classifier = Classifier("it", f"sklearn.{learner}", settings)
    right = [
        int(np.sum(p.predicted == dataset.classes[p.rows]))
        for p in ENGINE.predict_folds(
            dataset, Folds(fold[None], "weka", 1), [classifier], seed=1
        )
    ]
    assert right == recorded


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


@pytest.mark.parametrize("rows", [0, 3])
def test_a_table_of_no_attributes_or_labels_has_a_frame(rows):
    attributes = Attribute("none", ()), Attribute("class", ("a", "b"))
    values = np.column_stack([np.full(rows, NAN), np.zeros(rows)])
    frame = Columns(Dataset("it", attributes, values)).frame
    assert frame.shape == (rows, 1)
    assert frame["none"].isna().all()
    frame = Columns(Dataset("it", attributes[1:], values[:, 1:])).frame
    assert frame.shape == (rows, 0)
