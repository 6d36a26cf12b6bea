"""Estimate how long scikit-learn's classifiers take, by a table of the known ones."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from tenbyten.engines.costs import ON_NUMERIC, UNKNOWN, Cost
from tenbyten.engines.scikit_learn.import_paths import is_learner

# Seconds of a fold with three classes, and where a setting multiplies all of them, the
# setting and its default.
_KNOWN: dict[str, tuple[Cost, str, int]] = {
    "DecisionTreeClassifier": (Cost(1e-3, 9e-8, n=1.3), "", 1),
    "ExtraTreeClassifier": (Cost(1e-3, 4.5e-8), "", 1),
    "RandomForestClassifier": (Cost(9e-4, 5e-8, 1.3, 0.5), "n_estimators", 100),
    "ExtraTreesClassifier": (Cost(8e-4, 1.6e-8, 1.3, 0.5), "n_estimators", 100),
    "BaggingClassifier": (Cost(1e-3, 9e-8, n=1.3), "n_estimators", 10),
    "AdaBoostClassifier": (Cost(1.2e-3, 1.2e-7), "n_estimators", 50),
    "GradientBoostingClassifier": (Cost(1.5e-3, 3.2e-7, n=1.1), "n_estimators", 100),
    "HistGradientBoostingClassifier": (
        Cost(6e-4, 4e-8, per_attribute=2.5e-4),
        "max_iter",
        100,
    ),
    "SVC": (Cost(1e-3, 5e-10, n=2), "", 1),
    "NuSVC": (Cost(1e-3, 5e-10, n=2), "", 1),
    "LinearSVC": (Cost(1e-3, 3e-7), "", 1),
    "LogisticRegression": (Cost(2.5e-3, 2e-7), "", 1),
    "SGDClassifier": (Cost(2e-3, 5e-7), "", 1),
    "Perceptron": (Cost(2e-3, 5e-7), "", 1),
    "PassiveAggressiveClassifier": (Cost(2e-3, 5e-7), "", 1),
    "RidgeClassifier": (Cost(2e-3, 5e-8), "", 1),
    "KNeighborsClassifier": (Cost(2e-3, 2e-11, n=2), "", 1),
    "NearestCentroid": (Cost(1e-3, 3e-8), "", 1),
    "GaussianNB": (Cost(1e-3, 3e-8), "", 1),
    "BernoulliNB": (Cost(2e-3, 3e-8), "", 1),
    "MultinomialNB": (Cost(2e-3, 3e-8), "", 1),
    "ComplementNB": (Cost(2e-3, 3e-8), "", 1),
    "LinearDiscriminantAnalysis": (Cost(1e-3, 6e-8), "", 1),
    "QuadraticDiscriminantAnalysis": (Cost(1e-3, 6e-8), "", 1),
    "MLPClassifier": (Cost(1e-4, 1.3e-6, m=0.2), "max_iter", 200),
    "GaussianProcessClassifier": (Cost(0.01, 1e-9, n=3, m=0), "", 1),
    "LabelPropagation": (Cost(1e-3, 2e-8, n=2, m=0), "", 1),
    "LabelSpreading": (Cost(1e-3, 2e-8, n=2, m=0), "", 1),
    "DummyClassifier": (Cost(3e-4, 0), "", 1),
}
_KNOWN |= {name: (cost, "", 1) for name, cost in ON_NUMERIC.items()}
# Seconds of an iteration of boosters, by package and class, and the default number of
# iterations; settings may call it by any of these names.
_BOOSTERS = {
    ("xgboost", "XGBClassifier"): (Cost(0, 1e-4, 0.4, 0.65), 100),
    ("xgboost", "XGBRFClassifier"): (Cost(0, 1e-4, 0.4, 0.65), 100),
    ("lightgbm", "LGBMClassifier"): (Cost(0, 5e-5, 0.4, 0.65), 100),
    ("catboost", "CatBoostClassifier"): (Cost(2e-3, 7e-5, 0.4, 0.65), 1000),
}
_ITERATIONS = ("n_estimators", "iterations", "num_boost_round", "num_trees")
# Seconds, thirty years, and what is counted.
_LONGEST = 1e9
# A transformer, or a class that does no more than train its parts.
_SMALL = Cost(1e-3, 1e-7)
# How often a class trains its parts: a setting and its default, one more after it.
_FITS = {
    "AdaBoostClassifier": ("n_estimators", 50),
    "BaggingClassifier": ("n_estimators", 10),
    "CalibratedClassifierCV": ("cv", 5),
    "GridSearchCV": ("cv", 5),
    "HalvingGridSearchCV": ("cv", 5),
    "HalvingRandomSearchCV": ("cv", 5),
    "OneVsOneClassifier": ("", 3),
    "OneVsRestClassifier": ("", 3),
    "OutputCodeClassifier": ("", 6),
    "RFE": ("", 10),
    "RFECV": ("", 50),
    "RandomizedSearchCV": ("cv", 5),
    "SelfTrainingClassifier": ("max_iter", 10),
    "SequentialFeatureSelector": ("", 50),
    "StackingClassifier": ("cv", 5),
    "TunedThresholdClassifierCV": ("cv", 5),
}


def seconds_of_fold(
    path: str, settings: Mapping[str, Any], instances: int, attributes: int
) -> float:
    """Estimate the seconds of a fold for the class at an import path.

    Its parts are added as often as it trains them. A class that is not known, neither
    itself nor by its parts, is taken for `UNKNOWN`. Settings may be anything, as nobody
    has made the class yet; they make no estimate longer than `_LONGEST`.
    """
    package, _, name = path.rpartition(".")
    ours = package.startswith(("sklearn.", "tenbyten."))
    size = instances, attributes
    parts = sum(
        seconds_of_fold(str(part["learner"]), _mapping(part.get("settings")), *size)
        for part in _parts(settings)
    )
    booster = _BOOSTERS.get((package.partition(".")[0], name))
    if booster:
        cost, times = booster
        key = next((key for key in _ITERATIONS if key in settings), "")
        own = _count(settings, key, times) * cost.seconds(*size)
    elif ours and name in _KNOWN:
        cost, key, times = _KNOWN[name]
        own = _count(settings, key, times) * cost.seconds(*size)
    else:
        small = ours and (parts or not name.endswith("Classifier"))
        own = (_SMALL if small else UNKNOWN).seconds(*size)
    if not parts:
        return min(own, _LONGEST)
    key, times = _FITS.get(name, ("", 0))
    fits = 1 + _candidates(settings) * _count(settings, key, times)
    return min(own + parts * fits, _LONGEST)


def _count(settings: Mapping[str, Any], key: str, default: int) -> float:
    """Return a setting that is a number, or its default."""
    value = settings.get(key, default)
    return min(max(value, 0), _LONGEST) if isinstance(value, int) else default


def _candidates(settings: Mapping[str, Any]) -> float:
    """Count the settings that a search tries; 1 without a search."""
    if "param_distributions" in settings:
        return _count(settings, "n_iter", 10)
    grids = settings.get("param_grid")
    sizes = [
        math.prod((len(x) for x in map(_listed, grid.values()) if x), start=1.0)
        for grid in map(_mapping, grids if isinstance(grids, list) else [grids])
    ]
    return min(max(1, sum(sizes)), _LONGEST)


def _listed(value: Any) -> list[Any]:
    """Return the candidates of a name in a grid; none of what is no list."""
    return value if isinstance(value, list) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    """Return a mapping, or an empty one in place of anything else."""
    return value if isinstance(value, Mapping) else {}


def _parts(value: Any) -> Iterator[Any]:
    """Yield the mappings {learner, settings} directly within settings."""
    if isinstance(value, Mapping):
        value = value.values()
    for item in value:
        if is_learner(item):
            yield item
        elif isinstance(item, dict | list | tuple):
            yield from _parts(item)
