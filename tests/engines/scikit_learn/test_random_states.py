"""What a learner draws: settled by the study's seed, different in every fold."""

import numpy as np
import pytest
from watching_learner import RECORDER, THREE_FOLDS, mixed, predicted, stratified

from tenbyten.engines import Classifier

FOREST = Classifier(
    "forest",
    "sklearn.ensemble.RandomForestClassifier",
    {"n_estimators": 3, "max_features": 1},
)
BAGGING = Classifier(
    "bagging",
    "sklearn.ensemble.BaggingClassifier",
    {
        "estimator": {
            "learner": "sklearn.tree.ExtraTreeClassifier",
            "settings": {"max_features": 1},
        },
        "n_estimators": 2,
    },
)
SEARCH = Classifier(
    "search",
    "sklearn.model_selection.GridSearchCV",
    {
        "estimator": {"learner": "sklearn.neighbors.KNeighborsClassifier"},
        "param_grid": {"n_neighbors": [1, 6, 30]},
        "cv": {
            "learner": "sklearn.model_selection.StratifiedKFold",
            "settings": {"n_splits": 3, "shuffle": True},
        },
    },
)


@pytest.mark.parametrize("classifier", [FOREST, BAGGING, SEARCH], ids=lambda c: c.name)
def test_the_study_s_seed_settles_what_a_learner_draws(iris, classifier):
    folds = stratified(iris, runs=1, folds=3)
    # Whatever the global generator holds must not matter.
    np.random.seed(1)  # noqa: NPY002
    first = predicted(iris, folds, classifier)
    np.random.seed(2)  # noqa: NPY002
    assert predicted(iris, folds, classifier) == first
    others = [predicted(iris, folds, classifier, seed=seed) for seed in (2, 3, 4)]
    assert any(other != first for other in others)


def test_every_run_and_fold_has_a_seed_of_its_own(seen, iris):
    folds = stratified(iris, runs=2, folds=3)
    predicted(iris, folds, Classifier("it", RECORDER))
    assert len({fold["seed"] for fold in seen}) == 6
    assert all(0 <= fold["seed"] < 2**31 for fold in seen)


def test_a_seed_that_is_set_is_kept(seen):
    fixed = Classifier("it", RECORDER, {"random_state": 7})
    predicted(mixed(), THREE_FOLDS, fixed)
    assert [fold["seed"] for fold in seen] == [7, 7, 7]
