"""What tests of scikit-learn's engine share: a learner that watches, data, folds."""

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import RepeatedStratifiedKFold
from threadpoolctl import threadpool_info

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.engines.scikit_learn import ENGINE

NAN = np.nan
SCALE = ["scale", {"learner": "sklearn.preprocessing.StandardScaler"}]
RECORDER = "watching_learner.Recorder"


class Recorder(ClassifierMixin, BaseEstimator):
    """Predict the first training class, and keep in `SEEN` what came."""

    SEEN: ClassVar[list] = []

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        """Keep what came and how many threads there are."""
        threads = {pool["num_threads"] for pool in threadpool_info()}
        self.SEEN.append(
            {"X": X, "y": y, "seed": self.random_state, "threads": threads}
        )
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        """Keep what came."""
        self.SEEN[-1]["test"] = X
        return np.full(len(X), self.classes_[0])


def stratified(dataset, *, runs, folds):
    """Folds of scikit-learn, as an assignment."""
    splitter = RepeatedStratifiedKFold(n_splits=folds, n_repeats=runs, random_state=1)
    test_fold = np.zeros((runs, len(dataset.values)), dtype=int)
    for i, (_, rows) in enumerate(splitter.split(dataset.values, dataset.classes)):
        test_fold[i // folds, rows] = i % folds + 1
    return Folds(test_fold, "scikit_learn", 1)


def mixed():
    """Six instances: a number, a colour of which one label never occurs, a class."""
    attributes = (
        Attribute("colour", ("red", "green", "blue", "white")),
        Attribute("size"),
        Attribute("class", ("no", "yes")),
    )
    values = [
        [0, 1.0, 0],
        [1, NAN, 1],
        [NAN, 3.0, 0],
        [1, 8.0, 1],
        [2, 100.0, 0],
        [NAN, NAN, 1],
    ]
    return Dataset("mixed", attributes, np.array(values))


# Fold 1 tests the last two instances, fold 2 the first two, fold 3 the middle ones.
THREE_FOLDS = Folds(np.array([[2, 2, 3, 3, 1, 1]]), "weka", 1)


def predicted(dataset, folds, *classifiers, seed=1):
    """Predictions by classifier, run and fold."""
    predictions = ENGINE.predict_folds(dataset, folds, classifiers, seed=seed)
    return {(p.classifier, p.run, p.fold): p.predicted.tolist() for p in predictions}
