"""How the cores of a job are shared by a classifier and its parts."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from threadpoolctl import threadpool_info
from watching_learner import mixed

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.instantiate import instantiate

FOREST = "sklearn.ensemble.RandomForestClassifier"
SEARCH = "sklearn.model_selection.GridSearchCV"


class Boosted(ClassifierMixin, BaseEstimator):
    """A foreign class whose `thread_count` its parent takes."""

    LIMITS: list = []  # noqa: RUF012 - what was seen

    def __init__(self, thread_count=None, part=None):
        self.thread_count = thread_count
        self.part = part

    def fit(self, X, y):
        """Keep how many threads the libraries have."""
        self.LIMITS.append(
            {pool["user_api"]: pool["num_threads"] for pool in threadpool_info()}
        )
        self.classes_ = [0]
        return self

    def predict(self, X):
        """Predict the first class."""
        return [0] * len(X)


class Inheriting(Boosted):
    """It names none of its parent's settings."""

    def __init__(self, **settings):
        super().__init__(**settings)

    def get_params(self, deep=True):
        """Return nothing."""
        return {}


def here(found):
    """Import path of a class of this file."""
    return f"{__name__}.{found.__name__}"


def made(path, threads, **settings):
    """An estimator for so many threads."""
    return instantiate(Classifier("it", path, settings), threads=threads)


@pytest.mark.parametrize(
    ("given", "threads", "set_to"),
    [
        (None, 4, 4),
        (0, 4, 4),
        (-1, 4, 4),
        (-2, 4, 3),
        (-9, 4, 1),
        (2, 4, 2),
        (4, 2, 2),  # The machine has fewer than the study asks for.
        (-1, 1, 1),
        (1, 1, 1),
    ],
)
def test_a_number_of_threads_is_what_the_job_has(given, threads, set_to):
    assert made(FOREST, threads, n_jobs=given).n_jobs == set_to
    assert made(here(Boosted), threads, thread_count=given).thread_count == set_to
    assert made(here(Inheriting), threads, thread_count=given).thread_count == set_to


def test_one_thread_is_set_only_where_none_may_mean_all():
    assert made(FOREST, 1).n_jobs is None
    assert made(here(Boosted), 1).thread_count == 1


def test_what_cannot_use_threads_is_left_alone():
    assert made("sklearn.tree.DecisionTreeClassifier", 4).get_params()
    assert made(here(Boosted), 4, part="2").part == "2"


def test_a_part_gets_the_threads_that_the_whole_leaves():
    def steps(**settings):
        return [
            ["scale", {"learner": "sklearn.preprocessing.StandardScaler"}],
            ["forest", {"learner": FOREST, "settings": settings}],
        ]

    pipeline = made("sklearn.pipeline.Pipeline", 4, steps=steps())
    assert pipeline["forest"].n_jobs == 4

    def search(own, **settings):
        estimator = {"learner": FOREST, "settings": settings}
        grid = {"max_depth": [1, 2]}
        found = made(SEARCH, 4, estimator=estimator, param_grid=grid, **own)
        return found.n_jobs, found.estimator.n_jobs

    assert search({}) == (4, None)
    assert search({"n_jobs": 2}) == (2, 2)
    assert search({}, n_jobs=2) == (2, 2)
    assert search({}, n_jobs=-1) == (4, 1)
    assert search({"n_jobs": 1}) == (1, 4)


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ({}, 1),
        ({"n_jobs": None}, 1),
        ({"n_jobs": -1}, 1),
        ({"n_jobs": 8}, 8),
        ({"n_estimators": 50, "nthread": 3}, 3),
        ({"n_jobs": 2, "estimator": {"learner": "a.B", "settings": {"n_jobs": 3}}}, 6),
        ({"steps": [["a", {"learner": "a.B", "settings": {"thread_count": 5}}]]}, 5),
        ({"params": {"num_threads": 7}, "n_threads": 2}, 14),
    ],
)
def test_threads_of_settings_are_counted_without_importing(settings, asked):
    assert ENGINE.threads_at_once(Classifier("it", "no.Such", settings)) == asked


def test_the_limits_of_libraries_are_the_job_s_for_foreign_classes_alone():
    dataset = mixed()
    folds = Folds(np.array([[1, 1, 1, 2, 2, 2]]), "weka", 1)
    Boosted.LIMITS.clear()
    asked = [Classifier("it", here(Boosted))]
    list(ENGINE.predict_folds(dataset, folds, asked, seed=1, threads=2))
    assert Boosted.LIMITS[0]["blas"] == 2
    assert set(Boosted.LIMITS[0].values()) == {2}
    list(ENGINE.predict_folds(dataset, folds, asked, seed=1))
    assert set(Boosted.LIMITS[-1].values()) == {1}


@pytest.mark.parametrize(
    ("path", "settings"),
    [
        (FOREST, {"n_estimators": 20}),
        ("sklearn.ensemble.HistGradientBoostingClassifier", {"max_iter": 10}),
        # Ties between neighbours would be broken otherwise by several of OpenMP's.
        ("sklearn.neighbors.KNeighborsClassifier", {"algorithm": "brute"}),
        (
            SEARCH,
            {
                "estimator": {"learner": FOREST, "settings": {"n_estimators": 5}},
                "param_grid": {"max_depth": [1, 3]},
                "cv": 2,
            },
        ),
    ],
)
def test_scikit_learn_gives_the_same_for_any_number_of_threads(path, settings):
    dataset = read_bundled("balance-scale")
    folds = weka_folds(dataset.classes, runs=1, folds=3, seed=1)
    asked = [Classifier("it", path, settings)]

    def given(threads):
        return [
            (p.predicted.tolist(), p.probabilities.tobytes())
            for p in ENGINE.predict_folds(
                dataset, folds, asked, seed=1, metrics=["auc"], threads=threads
            )
        ]

    alone = given(1)
    assert given(2) == alone
    assert given(5) == alone
