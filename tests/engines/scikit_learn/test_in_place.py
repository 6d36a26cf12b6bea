"""Classifiers that write into what they get, held against plain scikit-learn."""

import os
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

import tenbyten


def _write(X, y=None):
    if isinstance(X, pd.DataFrame):
        X.loc[:, "b"] = X["b"] * 100 + 7
    else:
        X *= 100
        X += 7


def _impute(X, y=None):
    X[np.isnan(X) if isinstance(X, np.ndarray) else X.isna()] = 0
    X[:2] = X[2:4] if isinstance(X, np.ndarray) else X.iloc[0]


def _columns(X, y=None):
    if isinstance(X, pd.DataFrame):
        X.insert(0, "more", 1.0)
        del X["b"]
        X.columns._values[0] = X["colour"].cat.categories._values[0] = "changed"
    else:
        X[:, 0], X[:, 1] = 1, 0


def _sort(X, y=None):
    if isinstance(X, pd.DataFrame):
        X[:] = X.sort_values("a").to_numpy()
    else:
        X.sort(axis=0)


def _labels(X, y=None):
    if y is not None:
        y[:] = 1 - y


class Meddler(ClassifierMixin, BaseEstimator):
    """Predict by a tree, and write into what it gets, and at `predict` into all."""

    def __init__(self, write, estimator=None):
        self.write = write
        self.estimator = estimator

    def fit(self, X, y):
        """Write before it trains, and keep what it wrote into."""
        self.write(X, y)
        own = self.estimator or HistGradientBoostingClassifier(max_iter=5)
        self.own_, self.kept_ = clone(own).fit(X, y), (X, y)
        self.classes_ = self.own_.classes_
        return self

    def predict(self, X):
        """Give an array of its own, into which `predict_proba` writes."""
        self.given_ = self._called("predict", X)
        return self.given_

    def predict_proba(self, X):
        """Write into all that it has had so far."""
        self.given_[:] = 0
        return self._called("predict_proba", X)

    def _called(self, name, X):
        self.write(X)
        found = getattr(self.own_, name)(X)
        self.write(*self.kept_) if self.write is not _columns else None
        return found


def _leave(X, y=None):
    os.chdir("/")


NUMERIC = load_breast_cancer().data[:180, :6]
Y = load_breast_cancer().target[:180]
RAW = pd.DataFrame(NUMERIC, columns=list("abcdef")).assign(
    colour=pd.Categorical(np.where(NUMERIC[:, 0] > 15, "red", "blue"))
)
RAW.loc[::7, "c"] = np.nan
SPLITTER = RepeatedStratifiedKFold(n_splits=2, n_repeats=1, random_state=1)


def copied(value):
    """Copy to the labels of categories, which a copy of pandas shares."""
    return pickle.loads(pickle.dumps(value))


@threadpool_limits.wrap(limits=1)
def plainly(learner, X):
    """Count and measure by scikit-learn alone, every call with copies."""
    found = []
    for training, test in SPLITTER.split(Y, Y):
        rows = [X.iloc[x] if X is RAW else X[x] for x in (training, test)]
        fitted = clone(learner).fit(copied(rows[0]), copied(Y[training]))
        correct = np.sum(fitted.predict(copied(rows[1])) == Y[test])
        second = fitted.predict_proba(copied(rows[1]))[:, 1]
        found.append((int(correct), roc_auc_score(Y[test], second)))
    return found


@pytest.mark.parametrize("columns", ["encoded", "ordinal", "raw"])
def test_what_a_classifier_writes_into_changes_nobody_s_counts(columns):
    X = RAW if columns == "raw" else NUMERIC
    trees = HistGradientBoostingClassifier(max_iter=3)
    learners = {
        x.__name__: Meddler(x) for x in (_write, _impute, _columns, _sort, _labels)
    }
    learners |= {"with": Meddler(_labels, trees), "victim": trees}
    if columns != "raw":
        scaled = StandardScaler(copy=False)
        learners |= {"scaled": make_pipeline(scaled, GaussianNB())}
        learners |= {"last": KNeighborsClassifier(3)}
    expected = {name: plainly(learner, X) for name, learner in learners.items()}
    given, backwards = copied((X, Y)), list(learners)[::-1]
    for names in (list(learners), backwards, ["victim", "with"], ["with"]):
        table = tenbyten.evaluate(
            {"it": (X, Y)},
            {x: {"estimator": learners[x], "columns": columns} for x in names},
            **{"runs": 1, "folds": 2, "splitter": "scikit_learn"},
            metrics=["auc", "fit_seconds"],
        )
        for name, found in table.groupby("classifier"):
            pairs = zip(found["correct"], found["auc"], strict=True)
            assert list(pairs) == [pytest.approx(x) for x in expected[name]], name
    assert np.array_equal(Y, given[1])
    assert X.equals(given[0]) if columns == "raw" else np.array_equal(X, given[0])


def test_a_classifier_that_leaves_the_working_folder_is_brought_back(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    tenbyten.evaluate({"it": (NUMERIC, Y)}, {"it": Meddler(_leave)}, runs=1, folds=2)
    assert os.getcwd() == str(tmp_path)
