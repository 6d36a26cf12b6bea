"""What the five learners share as scikit-learn classifiers."""

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline

from tenbyten.datasets import Attribute
from tenbyten.learners import AODE, HNB, NaiveBayes
from tenbyten.learners.estimators import Learner
from tenbyten.learners.learner import ArrayLearner, predicted_classes
from tenbyten.preprocessing.transformers import MDLDiscretizer, MeanModeImputer

LABELS = ["red", "green", "blue"]
X = pd.DataFrame(
    {
        "colour": pd.Categorical(["red", "blue", None, "red"], LABELS),
        "size": [1.0, 2.0, np.nan, 4.0],
        "ripe": [True, False, True, True],
        "shop": ["a", "b", "a", None],
    }
)
y = pd.Series(pd.Categorical(["no", "yes", "no", "yes"], ["yes", "maybe", "no"]))


class Silent(ArrayLearner, Learner):
    """A learner that says nothing of any class."""

    def fit_values(self, values, n_values, classes, n_classes):
        """Keep what is given."""
        self.values_, self.n_values_ = values, n_values
        self.classes_of_rows_, self.n_classes_ = classes, n_classes

    def distribution_of_values(self, values):
        """Give no class a probability."""
        return np.zeros((len(values), self.n_classes_))


def test_a_frame_becomes_label_numbers_in_declared_order():
    silent = Silent().fit(X, y)
    nan = np.nan
    expected = [[0, 1, 1, 0], [2, 2, 0, 1], [nan, nan, 1, 0], [0, 4, 1, nan]]
    np.testing.assert_array_equal(silent.values_, expected)
    assert silent.n_values_.tolist() == [3, 0, 2, 2]
    assert silent.classes_of_rows_.tolist() == [2, 0, 2, 0]


def test_declared_classes_count_even_where_they_do_not_occur():
    learner = NaiveBayes().fit(X, y)
    assert learner.classes_.tolist() == ["yes", "maybe", "no"]
    # (1 + 0) / (3 + 4) before the attributes.
    assert learner.prior_.tolist() == [3 / 7, 1 / 7, 3 / 7]


def test_names_and_labels_are_there_for_printing():
    learner = NaiveBayes().fit(X, y.rename("buy"))
    assert learner.attributes_[:2] == (
        Attribute("colour", ("red", "green", "blue")),
        Attribute("size"),
    )
    assert learner.class_attribute_ == Attribute("buy", ("yes", "maybe", "no"))
    assert learner.feature_names_in_.tolist() == list(X)


def test_labels_are_found_by_name_whatever_their_order_in_prediction():
    learner = NaiveBayes().fit(X, y)
    other = X.assign(
        colour=X["colour"].cat.reorder_categories(["blue", "red", "green"]),
        shop=X["shop"].astype("category"),
    )
    np.testing.assert_array_equal(
        learner.predict_proba(other), learner.predict_proba(X)
    )


def test_strings_in_an_array_are_labels_and_none_is_missing():
    table = np.array([["b", 1], ["a", 2], [None, 3.5], ["b", np.nan]], dtype=object)
    silent = Silent().fit(table, [0, 1, 0, 1])
    np.testing.assert_array_equal(
        silent.values_, [[1, 1], [0, 2], [np.nan, 3.5], [1, np.nan]]
    )
    assert silent.n_values_.tolist() == [2, 0]


def test_numbers_in_an_array_are_labels_to_a_learner_of_nominal_attributes():
    table = np.array([[7, 0], [7, 3], [9, 3]])
    learner = AODE().fit(table, ["p", "q", "q"])
    assert learner.attributes_[0].labels == ("7", "9")
    named = pd.DataFrame(table.astype(str))
    np.testing.assert_array_equal(
        learner.predict_proba(table),
        AODE().fit(named, ["p", "q", "q"]).predict_proba(named),
    )


def test_integers_that_may_be_missing_are_numbers():
    table = pd.DataFrame({"n": pd.array([1, None, 3], dtype="Int64")})
    np.testing.assert_array_equal(
        Silent().fit(table, [0, 1, 1]).values_, [[1], [np.nan], [3]]
    )


def test_learners_work_in_pipelines_and_searches():
    rng = np.random.default_rng(1)
    classes = rng.integers(0, 3, 120)
    table = rng.normal(size=(120, 4)) + classes[:, None]
    table[rng.random(table.shape) < 0.1] = np.nan
    learner = make_pipeline(MeanModeImputer(), MDLDiscretizer(), AODE())
    assert cross_val_score(learner, table, classes, cv=5).mean() > 0.6
    search = GridSearchCV(learner, {"aode__frequency_limit": [1, 10]}, cv=3)
    assert search.fit(table, classes).best_score_ > 0.6


def test_the_first_of_equal_classes_is_predicted():
    distribution = np.array(
        [[0.2, 0.4, 0.4], [0, 0, 0], [np.nan, 0.1, 0.1], [-1, 0, np.nan]]
    )
    assert predicted_classes(distribution).tolist() == [1, -1, 1, -1]


def test_an_unclassified_row_is_refused():
    with pytest.raises(ValueError, match="Silent: row 0 is left unclassified"):
        Silent().fit(X, y).predict(X)


def test_a_new_label_is_taken_as_missing_and_told():
    learner = NaiveBayes().fit(X, y)
    new = X.assign(colour=["red", "pink", "red", "red"])
    missing = X.assign(colour=["red", None, "red", "red"])
    expected = learner.predict_proba(missing)
    for table in (new, new.astype({"colour": "category"})):
        with pytest.warns(UserWarning, match=r"'colour': label 'pink' .*'red', 'gr"):
            found = learner.predict_proba(table)
        np.testing.assert_array_equal(found, expected)


def test_a_new_label_is_refused_where_missing_values_are():
    table = pd.DataFrame({"colour": ["red", "blue", "red", "blue"]})
    learner = HNB().fit(table, ["a", "b", "a", "b"])
    with (
        pytest.warns(UserWarning, match="label 'pink' was not there in fit"),
        pytest.raises(ValueError, match="HNB: cannot handle missing values"),
    ):
        learner.predict(table.replace("red", "pink"))


@pytest.mark.parametrize("learner", [AODE, HNB])
def test_intervals_in_an_array_are_labels(learner):
    """A ColumnTransformer puts what MDLDiscretizer makes into a plain array."""
    numbers, classes = load_iris(return_X_y=True, as_frame=True)
    table = numbers.assign(side=np.where(np.arange(150) % 7 < 3, "a", "b"))
    cut = ColumnTransformer(
        [("cut", MDLDiscretizer(), list(numbers))], remainder="passthrough"
    )
    model = make_pipeline(cut, learner())
    found = model.fit(table, classes).predict_proba(table)
    whole = make_pipeline(MDLDiscretizer(), learner())
    expected = whole.fit(table, classes).predict_proba(table)
    np.testing.assert_array_equal(found, expected)


def test_a_column_of_another_kind_is_refused():
    learner = NaiveBayes().fit(X, y)
    # The cell that is no number is named, wherever it is.
    said = "column 'size': numeric when fitted, but holds 'b' now"
    with pytest.raises(ValueError, match=said):
        learner.predict(X.assign(size=["1", "b", "c", "2"]))


@pytest.mark.parametrize(
    ("column", "error", "message"),
    [
        (pd.to_datetime(["2020-01-01"] * 4), TypeError, "dtype datetime64"),
        (pd.Series(["a", 1, 2, 3], dtype=object), TypeError, "strings and numbers"),
        (pd.Series([[1], [2], [3], [4]]), TypeError, r"column 'z': .*it holds \[1\]"),
        (np.array([1j, 2, 3, 4]), ValueError, "Complex data not supported"),
        ([1, np.inf, 2, 3], ValueError, "infinity .* row 1 of column 'z'"),
        ([None] * 4, ValueError, "column 'z': every value is missing and no label"),
    ],
)
def test_a_column_that_cannot_be_read_is_refused(column, error, message):
    with pytest.raises(error, match=message):
        NaiveBayes().fit(X.assign(z=column), y)


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        (None, "requires y to be passed"),
        (["p", "p", "p", "p"], "cannot handle unary class: 'class' has one class"),
        (pd.Categorical(["p", None, "q", "p"]), "the class of row 1 is missing"),
        ([0.5, 1.5, 2.5, 3.5], "Unknown label type"),
        (["p", "q"], "inconsistent numbers of samples"),
    ],
)
def test_classes_that_cannot_be_learnt_are_refused(classes, message):
    with pytest.raises(ValueError, match=message):
        NaiveBayes().fit(X, classes)


@pytest.mark.parametrize("learner", [AODE(), HNB()])
def test_numeric_attributes_are_refused_where_weka_refuses_them(learner):
    with pytest.raises(ValueError, match=r"numeric attributes \('size', 1 in all\)"):
        learner.fit(X, y)
    with pytest.raises(ValueError, match=r"column 0: 0\.5 is numeric"):
        learner.fit(np.array([[0.5], [1.0]]), [0, 1])


def test_missing_values_are_refused_by_hnb_in_fit_and_in_predict():
    table = X[["colour", "shop"]]
    with pytest.raises(
        ValueError, match=r"missing values.*2 in all, the first in row 2"
    ):
        HNB().fit(table, y)
    learner = HNB().fit(table.iloc[:2], y.iloc[:2])
    with pytest.raises(ValueError, match="the first in row 0, attribute 1"):
        learner.predict(table.iloc[2:3])


@pytest.mark.parametrize("learner", [AODE(), HNB()])
def test_underflow_is_refused_as_weka_refuses_it(learner):
    rng = np.random.default_rng(0)
    table = rng.permuted(np.tile(np.arange(8), (400, 1)), axis=1).T
    with pytest.raises(
        ValueError, match="the product of so many probabilities is zero"
    ):
        learner.fit(table, np.arange(8) % 2).predict(rng.permuted(table, axis=0))


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (AODE(frequency_limit=0), "frequency_limit is 0; it must be an integer"),
        (AODE(frequency_limit=1.5), "frequency_limit is 1.5"),
        (NaiveBayes(discretize="yes"), "discretize is 'yes'; it must be True or False"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(learner, message):
    with pytest.raises(ValueError, match=message):
        learner.fit(X, y)
