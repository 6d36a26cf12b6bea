"""Classifiers that cannot be made from their import path and settings."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from watching_learner import SCALE

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE


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
    ("SVC", {}, "'SVC' is a name without its module; write its .* sklearn.svm.SVC"),
    ("sklearn.svm.SCV", {}, r"sklearn.svm has no class 'SCV' \(did you mean .*SVC\?\)"),
    ("sklearn.svm.libsvm", {}, "sklearn.svm has no class 'libsvm'"),
    ("sklearn.metrics.accuracy_score", {}, "accuracy_score is no class; give"),
    ("sklearn.svm.SVC", {"gama": 1}, r"no setting 'gama' \(did you mean gamma\?\)"),
    ("sklearn.svm.SVC", {"qqq": 1}, "no setting 'qqq'; its settings are C, kernel"),
    ("sklearn.svm.SVR", {}, "sklearn.svm.SVR is a regressor"),
    ("sklearn.cluster.KMeans", {}, "sklearn.cluster.KMeans is no classifier"),
    ("sklearn.preprocessing.StandardScaler", {}, "has no `predict`"),
    ("collections.UserDict", {}, "UserDict has no `fit`; give the import path"),
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
]


@pytest.mark.parametrize(("learner", "settings", "message"), WRONG)
def test_a_classifier_that_cannot_be_is_refused(learner, settings, message):
    with pytest.raises(ValueError, match=f"^classifier it: .*{message}"):
        ENGINE.check([Classifier("it", learner, settings)])


def test_a_class_that_does_not_say_that_it_classifies_is_refused():
    with pytest.raises(ValueError, match="Modest is no classifier; give"):
        ENGINE.check([Classifier("it", here("Modest"))])


def test_settings_that_the_class_refuses_are_named():
    with pytest.raises(ValueError, match="'size': -1}: size is negative; correct"):
        ENGINE.check([Classifier("it", here("Careless"), {"size": -1})])


def test_what_belongs_to_another_engine_is_refused():
    nb = "sklearn.naive_bayes.GaussianNB"
    ENGINE.check([Classifier("it", nb, preprocessing=("impute",))])
    with pytest.raises(ValueError, match=r"it: .* no preprocessing 'discretize'"):
        ENGINE.check([Classifier("it", nb, preprocessing=("discretize",))])
