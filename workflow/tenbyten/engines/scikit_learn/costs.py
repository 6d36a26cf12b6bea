"""Estimate how long scikit-learn's classifiers take, by a table of the known ones."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tenbyten.engines.costs import ON_NUMERIC, UNKNOWN, Cost
from tenbyten.engines.scikit_learn.import_paths import is_learner

# Seconds of a fold with three classes, of each iteration or tree, and how many of these
# there are by default.
_KNOWN: dict[str, tuple[Cost, int]] = {
    "RandomForestClassifier": (Cost(9e-4, 5e-8, 1.3, 0.5), 100),
    "ExtraTreesClassifier": (Cost(8e-4, 1.6e-8, 1.3, 0.5), 100),
    "BaggingClassifier": (Cost(1e-3, 9e-8, n=1.3), 10),
    "AdaBoostClassifier": (Cost(1.2e-3, 1.2e-7), 50),
    "GradientBoostingClassifier": (Cost(1.5e-3, 3.2e-7, n=1.1), 100),
    "HistGradientBoostingClassifier": (Cost(6e-4, 4e-8, per_attribute=2.5e-4), 100),
    "MLPClassifier": (Cost(1e-4, 1.3e-6, m=0.2), 200),
    "XGBClassifier": (Cost(0, 1e-4, 0.4, 0.65), 100),
    "LGBMClassifier": (Cost(0, 5e-5, 0.4, 0.65), 100),
    "CatBoostClassifier": (Cost(2e-3, 7e-5, 0.4, 0.65), 1000),
    "SVC": (Cost(1e-3, 5e-10, n=2), 1),
    "NuSVC": (Cost(1e-3, 5e-10, n=2), 1),
    "KNeighborsClassifier": (Cost(2e-3, 2e-11, n=2), 1),
    "GaussianProcessClassifier": (Cost(0.01, 1e-9, n=3, m=0), 1),
    "LabelPropagation": (Cost(1e-3, 2e-8, n=2, m=0), 1),
    "LabelSpreading": (Cost(1e-3, 2e-8, n=2, m=0), 1),
}
_KNOWN |= {name: (cost, 1) for name, cost in ON_NUMERIC.items()}
_LIKE_LOGISTIC_REGRESSION = """
    BernoulliNB ComplementNB DecisionTreeClassifier DummyClassifier ExtraTreeClassifier
    GaussianNB LinearDiscriminantAnalysis LinearSVC LogisticRegression MultinomialNB
    PassiveAggressiveClassifier Perceptron QuadraticDiscriminantAnalysis RidgeClassifier
    SGDClassifier
"""
_KNOWN |= dict.fromkeys(_LIKE_LOGISTIC_REGRESSION.split(), (Cost(2e-3, 2e-7), 1))
_PACKAGES = ("sklearn", "tenbyten", "xgboost", "lightgbm", "catboost")
_ITERATIONS = ("n_estimators", "iterations", "num_boost_round", "num_trees", "max_iter")
# How often a class trains its parts by default; what ends in CV, five times.
_FITS = {
    "AdaBoostClassifier": 50,
    "BaggingClassifier": 10,
    "OneVsOneClassifier": 3,
    "OneVsRestClassifier": 3,
    "RFECV": 50,
    "SequentialFeatureSelector": 50,
    "StackingClassifier": 5,
}
# Seconds, thirty years, and what is counted.
_LONGEST = 1e9
# A transformer, or a class that does no more than train its parts.
_SMALL = Cost(1e-3, 1e-7)


def seconds_of_fold(
    path: str, settings: Mapping[str, Any], instances: int, attributes: int
) -> float:
    """Estimate the seconds of a fold for the class at an import path.

    Its parts are added as often as it trains them. A class that is not known, neither
    itself nor by its parts, is taken for `UNKNOWN`. Settings may be anything, as nobody
    has made the class yet; they make no estimate longer than `_LONGEST`.
    """
    package, _, name = path.rpartition(".")
    top, size = package.partition(".")[0], (instances, attributes)
    parts = sum(
        seconds_of_fold(str(part["learner"]), _mapping(part.get("settings")), *size)
        for part in _parts(settings)
    )
    if top in _PACKAGES and name in _KNOWN:
        cost, times = _KNOWN[name]
        own = cost.seconds(*size)
        own *= 1 if times == 1 else _count(settings, _ITERATIONS, times)
    else:
        small = top in _PACKAGES[:2] and (parts or not name.endswith("Classifier"))
        own = (_SMALL if small else UNKNOWN).seconds(*size)
    fits = _FITS.get(name, 5 * name.endswith("CV"))
    if fits:
        keys = ("cv", *_ITERATIONS)
        parts *= 1 + _candidates(settings) * _count(settings, keys, fits)
    return min(own + parts, _LONGEST)


def _count(settings: Mapping[str, Any], keys: Iterable[str], default: int) -> float:
    """Return the first of some settings that is a number, or a default."""
    given = (settings[key] for key in keys if isinstance(settings.get(key), int))
    return min(max(next(given, default), 0), _LONGEST)


def _candidates(settings: Mapping[str, Any]) -> float:
    """Count the settings that a search tries; 1 without a search."""
    if "param_distributions" in settings:
        return _count(settings, ["n_iter"], 10)
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
