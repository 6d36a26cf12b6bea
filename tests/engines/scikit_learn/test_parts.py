"""The parts of a learner are found, and each seed that is not set is drawn."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.ensemble import AdaBoostClassifier, RandomForestClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from tenbyten.engines.scikit_learn.parts import Seeds


def seeded(learner, key):
    """A learner of which every seed is drawn."""
    Seeds(learner).draw(key)
    return learner


class Drawing(BaseEstimator):
    """Something with a seed of another name."""

    def __init__(self, random_seed=None):
        self.random_seed = random_seed


@pytest.mark.parametrize(
    "library", ["xgboost.XGB", "lightgbm.LGBM", "catboost.CatBoost"]
)
def test_a_booster_s_seed_is_drawn_unless_it_is_set_by_any_name(library):
    package, _, prefix = library.partition(".")
    found = getattr(pytest.importorskip(package), f"{prefix}Classifier")
    drawn = [
        seeded(found(learning_rate=0.1), (1, 1, fold)).get_params()
        for fold in (1, 2, 1)
    ]
    name = "random_seed" if package == "catboost" else "random_state"
    first, second, again = (params[name] for params in drawn)
    assert first == again != second
    assert 0 <= first < 2**31
    for name in ("random_state", "random_seed", "seed")[: 3 - (package == "catboost")]:
        before = found(**{name: 7}).get_params()
        assert seeded(found(**{name: 7}), (1, 1, 1)).get_params() == before


def test_seeds_are_drawn_in_the_order_of_the_parts():
    pipeline = make_pipeline(Drawing(), DecisionTreeClassifier(), Drawing(3))
    first, tree, second = (part for _, part in seeded(pipeline, (1, 2, 3)).steps)
    words = np.random.SeedSequence((1, 2, 3)).generate_state(2) >> 1
    assert [first.random_seed, tree.random_state] == words.tolist()
    assert second.random_seed == 3


def test_an_estimator_s_seed_is_drawn_before_those_of_its_settings_by_the_alphabet():
    grid = {"random_state": [None], "x": [RandomForestClassifier()]}
    folds = StratifiedKFold(2, shuffle=True)
    search = GridSearchCV(AdaBoostClassifier(DecisionTreeClassifier()), grid, cv=folds)
    found = seeded(search, (7, 2, 10))
    boosting, (forest,) = found.estimator, found.param_grid["x"]
    parts = found.cv, boosting, boosting.estimator, forest
    words = np.random.SeedSequence((7, 2, 10)).generate_state(4) >> 1
    assert [part.random_state for part in parts] == words.tolist()
