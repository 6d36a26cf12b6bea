"""Classifiers that cannot be made from their import path and settings."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler
from sklearn.svm import SVC
from watching_learner import SCALE

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.instantiate import check_parameters, find


class Modest(BaseEstimator):
    """Fit and predict, but say nothing of being a classifier."""

    def fit(self, X, y):
        """Learn nothing."""
        return self

    def predict(self, X):
        """Predict the first class."""
        return np.zeros(len(X))


class Careless(Modest):
    """Not to be made at all."""

    def __init__(self, size):
        if size < 0:
            raise ValueError("size is negative")
        self.size = size


def here(name):
    """Import path of a class of this file."""
    return f"{__name__}.{name}"


WRONG = [
    ("sklearn.svn.SVC", {}, "cannot import 'sklearn.svn.SVC': No module named"),
    ("sklearn.svm.SCV", {}, r"sklearn.svm has no class 'SCV'; did you mean .*SVC\?"),
    ("sklearn.metrics.accuracy_score", {}, "accuracy_score is no class; give"),
    ("sklearn.svm.SVC", {"gama": 1}, r"no setting 'gama'; did you mean gamma\?"),
    ("sklearn.svm.SVC", {"qqq": 1}, "no setting 'qqq'; its settings are C, kernel"),
    ("sklearn.svm.SVR", {}, "sklearn.svm.SVR is a regressor"),
    ("sklearn.cluster.KMeans", {}, "sklearn.cluster.KMeans is no classifier"),
    ("sklearn.preprocessing.StandardScaler", {}, "has no `predict`"),
    ("collections.UserDict", {}, "UserDict is of Python's own library, which has no"),
    ("numpy.ndarray", {"shape": 3}, "ndarray has no `fit`; give the import path"),
    ("sklearn.svm.SVC", [1], r"settings of sklearn.svm.SVC are \[1\]; give"),
    ("sklearn.pipeline.Pipeline", {"steps": [SCALE]}, "has no `predict`"),
    ("sklearn.ensemble.BaggingClassifier", {"estimator": 5}, "must be an object impl"),
    ("sklearn.pipeline.Pipeline", {}, "cannot be made .* 'steps'"),
    (
        "sklearn.ensemble.AdaBoostClassifier",
        {"estimator": {"learner": "sklearn.svm.SVC", "settings": {"D": 1}}},
        "sklearn.svm.SVC has no setting 'D'",
    ),
    (
        "sklearn.model_selection.GridSearchCV",
        {"estimator": {"learner": "sklearn.svm.SVR"}, "param_grid": {}},
        "is a regressor",
    ),
    (here("Modest"), {}, "Modest is no classifier; derive"),
    (here("Careless"), {"size": -1}, "'size': -1}: size is negative; correct"),
]


@pytest.mark.parametrize(("learner", "settings", "message"), WRONG)
def test_a_classifier_that_cannot_be_is_refused(learner, settings, message):
    with pytest.raises(ValueError, match=f"^classifier it: .*{message}"):
        ENGINE.check([Classifier("it", learner, settings)])


def test_what_belongs_to_another_engine_is_refused():
    nb = "sklearn.naive_bayes.GaussianNB"
    ENGINE.check([Classifier("it", nb, preprocessing=("impute",))])
    with pytest.raises(ValueError, match=r"it: .* no preprocessing 'discretize'"):
        ENGINE.check([Classifier("it", nb, preprocessing=("discretize",))])


INSTANCE = SVC()
CONSTANT = 3


def function():
    """One that a user wrote."""
    return INSTANCE


@pytest.mark.parametrize(
    ("path", "expected"),
    [("sklearn.svm.SVC", SVC), (f"{__name__}.function", function)],
)
def test_classes_and_functions_of_the_user_are_found(path, expected):
    assert find(path, "it") is expected


@pytest.mark.parametrize(
    "path",
    [
        "sklearn.impute.IterativeImputer",
        "sklearn.model_selection.HalvingGridSearchCV",
        "sklearn.model_selection.HalvingRandomSearchCV",
        "sklearn.compose.make_column_selector",
    ],
)
def test_what_scikit_learn_enables_or_makes_by_a_function_is_found(path):
    assert find(path, "it").__name__ == path.rpartition(".")[2]


NO_CLASS = [
    ("sklearn.pipeline.make_pipeline", "is no class; give the import path of a class,"),
    (here("INSTANCE"), "is no class; give the import path"),
    (here("CONSTANT"), "has no class 'CONSTANT'"),
    (here("functoin"), r"has no class 'functoin'; did you mean function\?"),
    (3, "'3' is a name without its module"),
    ("sklearn.naive_bayes.SVC", "no class 'SVC'; write its .* sklearn.svm.SVC"),
    ("sklearn.forest.SVC", "No module .*; write its import path, sklearn.svm.SVC"),
    ("nobodys.Forest", r"install the package nobodys or, .* nobodys\.py beside"),
    ("nobodys.own.Forest", r"install the package nobodys or, .* nobodys/own\.py"),
]


@pytest.mark.parametrize(("path", "message"), NO_CLASS)
def test_what_is_no_class_or_elsewhere_or_nowhere_is_refused(path, message):
    with pytest.raises(ValueError, match=f"^it: .*{message}"):
        find(path, "it")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("GaussianNB", "write its import path, sklearn.naive_bayes.GaussianNB"),
        ("StandardScaler", "write its import path, sklearn.preprocessing.Stan"),
        ("LGBMClassifier", "write its import path, lightgbm.LGBMClassifier"),
        ("J48graft", "write its import path, tenbyten.learners.J48graft"),
        ("RandomForrest", r".*mean sklearn.ensemble.RandomForestClassifier\?\); of"),
        ("Qqqq", "write its import path; of your own in mine.py .* it is mine.Qqqq"),
    ],
)
def test_the_module_of_a_class_is_named(name, said):
    for path in (name, f"sklearn.{name}"):
        with pytest.raises(ValueError, match=f"it: {path!r} is a name .*; {said}"):
            ENGINE.check([Classifier("it", path)])
    within = {"steps": [["a", {"learner": name}]]}
    asked = Classifier("it", "sklearn.pipeline.Pipeline", within)
    with pytest.raises(ValueError, match=rf"settings\.steps\.0\.1: {name!r} .*{said}"):
        ENGINE.check([asked])


REFUSED = [
    (SVC(C="1e-3x"), "The 'C' parameter of SVC must be a float in the range"),
    (SVC(C=-1), "Got -1 instead"),
    (MinMaxScaler(feature_range=[0, 1]), "YAML has no words for, write a func"),
    (FunctionTransformer("numpy.log1p"), "YAML has no words for, write a func"),
    (GridSearchCV(SVC(), {"D": [1]}), "Invalid parameter 'D' for estimator SVC()"),
    (GridSearchCV(SVC(), [{"C": [1]}, {"a__b": [1]}]), "Invalid parameter 'a'"),
    (RandomizedSearchCV(SVC(), {"D": [1]}), "Invalid parameter 'D'"),
    (GridSearchCV(SVC(), {}, scoring="f2"), "The 'scoring' parameter of GridSearchCV"),
    (GridSearchCV(SVC(), 5), "The 'param_grid' parameter"),
]


@pytest.mark.parametrize(("part", "message"), REFUSED)
def test_what_training_would_refuse_is_refused(part, message):
    with pytest.raises(ValueError, match=r"parameter|scoring") as raised:
        check_parameters(part)
    assert message in str(raised.value)


def test_what_training_takes_is_taken():
    for part in [
        SVC(C=1e-3),
        MLPClassifier(hidden_layer_sizes=[8, 4]),
        GridSearchCV(SVC(), [{"C": [1, 2], "kernel": ["rbf"]}, {"C": []}]),
        GridSearchCV(SVC(), {"C": (1, 2)}, scoring="f1_macro"),
        object(),
    ]:
        check_parameters(part)
