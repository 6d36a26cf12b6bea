"""Classifiers of other packages keep scikit-learn's promises: labels, shapes, names."""

import copy
import itertools
import pickle
import warnings

import numpy as np
import pytest
from joblib.externals.loky import get_reusable_executor
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    StratifiedKFold,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from tenbyten.engines.scikit_learn.foreign_labels import adapt

xgboost = pytest.importorskip("xgboost")
lightgbm = pytest.importorskip("lightgbm")
catboost = pytest.importorskip("catboost")

RNG = np.random.default_rng(1)
# Classes 0, 2 and 3 of four, and of class 3 so few that folds lack it.
Y = np.array([0] * 30 + [2] * 30 + [3] * 2)
X = np.column_stack([3 * Y + RNG.normal(size=len(Y)), RNG.normal(size=(len(Y), 2))])


class Strict(ClassifierMixin, BaseEstimator):
    """Nearest mean, of classes that must be numbered densely, as a column."""

    def __init__(self, class_weight=None, costs=None):
        self.class_weight = class_weight
        self.costs = costs

    def fit(self, X, y):
        """Take the means of the classes 0, 1, 2 and on."""
        self.classes_ = np.unique(y)
        if self.classes_.tolist() != list(range(len(self.classes_))):
            raise ValueError(f"holes: {self.classes_}")
        self.means_ = np.array([X[y == c].mean(axis=0) for c in self.classes_])
        self.seen_ = self.class_weight
        return self

    def predict(self, X):
        """Say which mean is nearest."""
        distances = np.linalg.norm(X[:, None] - self.means_, axis=2)
        return self.classes_[np.argmin(distances, axis=1)][:, None]


def boosters(**settings):
    """One of each kind, small and quick."""
    return [
        xgboost.XGBClassifier(n_estimators=5, n_jobs=1, **settings),
        xgboost.XGBRFClassifier(n_estimators=5, n_jobs=1, **settings),
        lightgbm.LGBMClassifier(
            n_estimators=5, n_jobs=1, min_child_samples=1, verbosity=-1, **settings
        ),
        catboost.CatBoostClassifier(
            iterations=5,
            thread_count=1,
            logging_level="Silent",
            allow_writing_files=False,
            **settings,
        ),
    ]


def adapted(learner):
    adapt(learner)
    return learner


def name_of(value):
    return type(value).__name__


every = pytest.mark.parametrize("learner", [*boosters(), Strict()], ids=name_of)
boosting = pytest.mark.parametrize("learner", boosters(), ids=name_of)


@every
def test_classes_that_are_no_dense_numbers_are_mapped_there_and_back(learner):
    dense = clone(learner).fit(X, np.searchsorted([0, 2, 3], Y))
    learner = adapted(clone(learner)).fit(X, Y)
    predicted = learner.predict(X)
    assert predicted.shape == Y.shape
    expected = np.array([0, 2, 3])[np.ravel(dense.predict(X)).astype(int)]
    assert predicted.tolist() == expected.tolist()
    assert learner.classes_.tolist() == [0, 2, 3]
    assert learner.score(X, Y) == np.mean(predicted == Y)
    # An instance of a class that the training set lacked is wrong.
    assert learner.score(X, np.where(Y == 2, 1, Y)) == np.mean(
        predicted * (Y != 2) == Y
    )
    if hasattr(learner, "predict_proba"):
        assert np.array_equal(learner.predict_proba(X), dense.predict_proba(X))


@boosting
def test_with_dense_classes_nothing_changes(learner):
    y = np.searchsorted([0, 2, 3], Y)
    plain, changed = clone(learner).fit(X, y), adapted(clone(learner)).fit(X, y)
    assert np.ravel(plain.predict(X)).tolist() == changed.predict(X).tolist()
    assert np.array_equal(plain.predict_proba(X), changed.predict_proba(X))
    assert plain.get_params() == changed.get_params()


@every
def test_what_is_adapted_looks_and_is_copied_like_what_it_was(learner):
    changed = adapted(clone(learner))
    assert (repr(changed), str(type(changed))) == (repr(learner), str(type(learner)))
    assert changed.get_params() == learner.get_params()
    assert is_classifier(changed)
    assert isinstance(changed, type(learner))
    for method in ("predict_proba", "decision_function", "partial_fit"):
        assert hasattr(changed, method) == hasattr(learner, method)
    changed.fit(X, Y)
    twins = clone(changed).fit(X, Y), copy.copy(changed), copy.deepcopy(changed)
    for twin in (*twins, pickle.loads(pickle.dumps(changed))):
        assert type(twin) is type(changed)
        assert twin.predict(X).tolist() == changed.predict(X).tolist()
        assert twin.classes_.tolist() == [0, 2, 3]


def test_scikit_learn_s_own_and_ours_are_left_as_they_are():
    learners = [SVC(), DecisionTreeClassifier(), make_pipeline(LogisticRegression())]
    for learner in learners:
        before = type(learner)
        assert type(adapted(learner)) is before


@every
def test_no_candidate_of_a_search_lacks_a_score(learner):
    setting = "costs" if isinstance(learner, Strict) else "max_depth"
    grid = {f"{name_of(learner).lower()}__{setting}": [1, 2]}
    pipeline = make_pipeline(StandardScaler(), clone(learner))
    # Of the two instances of class 3, every fold has one at most in training.
    cv = StratifiedKFold(5)
    search = adapted(GridSearchCV(pipeline, grid, cv=cv))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class")
        search.fit(X[:-1], Y[:-1])
    assert np.all(np.isfinite(search.cv_results_["mean_test_score"]))
    assert set(search.predict(X)) <= {0, 2, 3}
    assert search.score(X, Y) > 0.9


@pytest.fixture(scope="module", autouse=True)
def processes():
    """End the processes that joblib keeps: other tests need some with other paths."""
    yield
    get_reusable_executor().shutdown(wait=True)


# Other processes cannot import a class of this file.
@pytest.mark.parametrize(
    ("learner", "n_jobs"),
    [(Strict(), 1), *itertools.product(boosters(), [1, 2])],
    ids=lambda value: value if isinstance(value, int) else name_of(value),
)
def test_ensembles_train_it_on_folds_that_lack_a_class(learner, n_jobs):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class")
        lacking = list(StratifiedKFold(5).split(X[:-1], Y[:-1]))
    own = [("own", clone(learner)), ("tree", DecisionTreeClassifier())]
    ensembles = [VotingClassifier(own, n_jobs=n_jobs)]
    if hasattr(learner, "predict_proba"):
        ensembles += [
            VotingClassifier(own, voting="soft", n_jobs=n_jobs),
            StackingClassifier(own, cv=lacking, n_jobs=n_jobs),
            CalibratedClassifierCV(clone(learner), cv=lacking, n_jobs=n_jobs),
            BaggingClassifier(clone(learner), 3, n_jobs=n_jobs, random_state=1),
        ]
    if not isinstance(learner, Strict):
        ensembles.append(AdaBoostClassifier(clone(learner), n_estimators=2))
    for ensemble in ensembles:
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", "The least populated class|Number of clas"
            )
            predicted = adapted(ensemble).fit(X[:-1], Y[:-1]).predict(X)
        assert set(predicted) <= {0, 2, 3}
        # XGBoost's leaves are too light for the weights of AdaBoost, which sum to 1.
        if not isinstance(ensemble, AdaBoostClassifier):
            assert np.mean(predicted == Y) > 0.9, ensemble


@pytest.mark.parametrize("learner", boosters()[:3], ids=name_of)
def test_a_training_set_of_one_class_has_one_column_of_probabilities(learner):
    changed = adapted(clone(learner)).fit(X, np.full(len(Y), 2))
    assert set(changed.predict(X)) == {2}
    assert changed.predict_proba(X).shape == (len(Y), 1)
    assert np.all(changed.predict_proba(X) > 0.999)


def weighted(learner, weights, **changes):
    name = "class_weights" if "CatBoost" in name_of(learner) else "class_weight"
    return clone(learner).set_params(**{name: weights})


@pytest.mark.parametrize("learner", boosters()[2:], ids=name_of)
def test_weights_of_classes_keep_their_meaning_where_one_is_absent(learner):
    overlapping = X + 4 * RNG.normal(size=X.shape)
    train = overlapping, np.searchsorted([0, 2, 3], Y)
    probabilities = []
    for weights in ({0: 1, 1: 2, 2: 9}, {0: 1, 1: 9, 2: 2}):
        plain = weighted(learner, weights).fit(*train)
        probabilities.append(plain.predict_proba(overlapping))
        of_four = {0: weights[0], 1: 77, 2: weights[1], 3: weights[2]}
        given = [of_four]
        if "CatBoost" in name_of(learner):
            given.append(list(of_four.values()))
        for value in given:
            changed = weighted(adapted(clone(learner)), value).fit(overlapping, Y)
            assert np.array_equal(changed.predict_proba(overlapping), probabilities[-1])
            name = "class_weights" if isinstance(value, list) else None
            assert value in changed.get_params().values(), name
            assert value in clone(changed).get_params().values()
    assert not np.array_equal(*probabilities)


def test_weights_that_are_no_classes_are_left_alone():
    for weights in (None, "balanced", {"x": 1}, [1, 2]):
        assert adapted(Strict(weights)).fit(X, Y).seen_ == weights
    assert adapted(Strict({0: 1, 1: 2, 3: 4})).fit(X, Y).seen_ == {0: 1, 2: 4}
    assert adapted(Strict([5, 6, 7, 8])).fit(X, Y).seen_ == [5, 7, 8]
