"""A classifier that fails in many ways, and its evaluation."""

import sys

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.cross_validation import evaluate_panel


class Failing(ClassifierMixin, BaseEstimator):
    """Fail in its own way at its third training set."""

    trained = 0

    def __init__(self, way="raise"):
        self.way = way

    def fit(self, X, y):
        """Fail, or learn nothing."""
        self.classes_ = np.unique(y)
        Failing.trained += 1
        if Failing.trained == 3:
            if self.way == "raise":
                raise ZeroDivisionError("no\nnumber")
            if self.way == "exit":
                sys.exit(0)
            if self.way == "memory":
                raise MemoryError
        return self

    def predict(self, X):
        """Predict the first class, or one that there is not."""
        strange = self.way == "class" and Failing.trained == 3
        return np.full(len(X), 99 if strange else 0)

    def predict_proba(self, X):
        """Give the first class everything, or NaN, or no other class anything."""
        if self.way == "few" and Failing.trained == 3:
            return np.ones((len(X), 1))
        strange = self.way == "nan" and Failing.trained == 3
        return np.tile([np.nan if strange else 1.0, 0, 0], (len(X), 1))


GOOD = Classifier("good", "sklearn.naive_bayes.GaussianNB")


def failing(way):
    """The classifier, by its import path."""
    Failing.trained = 0
    return Classifier("bad", "failing_learner.Failing", {"way": way})


def evaluate(classifiers, **settings):
    """Evaluate classifiers in two runs of two folds."""
    dataset = read_bundled("balance-scale")
    folds = weka_folds(dataset.classes, runs=2, folds=2, seed=1)
    return evaluate_panel(
        dataset, folds, Panel("scikit_learn", classifiers), seed=1, **settings
    )
