"""Estimate how long scikit-learn's classifiers take, by what their settings train."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tenbyten.engines.costs import Cost, ample_seconds
from tenbyten.engines.scikit_learn.import_paths import is_learner

# Of packages whose classes are known well enough: seconds of a fold, and of each
# iteration where there are some.
_BOOSTERS, _BOOSTING = (
    ("xgboost.", "lightgbm.", "catboost."),
    Cost(2e-3, 7e-5, 0.4, 0.65),
)
_PACKAGES = ("sklearn.", "tenbyten.", *_BOOSTERS)
_SIMPLE, _ITERATION = Cost(1e-3, 5e-8, n=1.4, m=0.7), Cost(9e-4, 5e-8, n=1.3, m=0.5)
_QUADRATIC = re.compile("^(Nu)?SVC$|^GaussianProcess"), Cost(1e-3, 5e-10, n=2)
_ITERATIVE = re.compile("Forest|Trees|Bagging|Boost|XGB|LGBM|MLP")
_ITERATIONS = ("n_estimators", "iterations", "num_boost_round", "num_trees", "max_iter")
# Classes that train their parts once; others do for each fold or iteration.
_ONCE = ("Pipeline", "ColumnTransformer", "FeatureUnion", "VotingClassifier")
# Seconds, thirty years, and what is counted.
_LONGEST = 1e9


def seconds_of_fold(
    path: str, settings: Mapping[str, Any], instances: int, attributes: int
) -> float:
    """Estimate the seconds of a fold for the class at an import path.

    Its parts are added as often as it trains them. Settings may be anything, as nobody
    has made the class yet; they make no estimate longer than `_LONGEST`.
    """
    name, size = path.rpartition(".")[2], (instances, attributes)
    parts = sum(
        seconds_of_fold(str(part["learner"]), _mapping(part.get("settings")), *size)
        for part in _parts(settings)
    )
    if parts:
        own, times = 0.0, (0 if name in _ONCE else _count(settings, ("cv",), 5))
        if _ITERATIVE.search(name):
            times = _count(settings, _ITERATIONS, 10)
    elif not path.startswith(_PACKAGES):
        own, times = ample_seconds(*size), 0
    elif _ITERATIVE.search(name):
        default = 1000 if name.startswith("CatBoost") else 100
        cost = _BOOSTING if path.startswith(_BOOSTERS) else _ITERATION
        own = _count(settings, _ITERATIONS, default) * cost.seconds(*size)
        times = 0
    else:
        names, cost = _QUADRATIC
        own = (cost if names.search(name) else _SIMPLE).seconds(*size)
        times = 0
    return min(own + parts * (1 + times * _candidates(settings)), _LONGEST)


def _count(settings: Mapping[str, Any], keys: tuple[str, ...], default: int) -> float:
    """Return a setting that is a number, or its default."""
    value = next((settings[key] for key in keys if key in settings), default)
    return min(max(value, 0), _LONGEST) if isinstance(value, int) else default


def _candidates(settings: Mapping[str, Any]) -> float:
    """Count the settings that a search tries; 1 without a search."""
    if "param_distributions" in settings:
        return _count(settings, ("n_iter",), 10)
    grids = settings.get("param_grid")
    sizes = (
        math.prod((len(x) for x in grid.values() if isinstance(x, list)), start=1.0)
        for grid in map(_mapping, grids if isinstance(grids, list) else [grids])
    )
    return min(max(1, sum(sizes)), _LONGEST)


def _mapping(value: Any) -> Mapping[str, Any]:
    """Return a mapping, or an empty one in place of anything else."""
    return value if isinstance(value, Mapping) else {}


def _parts(value: Any) -> Iterator[Any]:
    """Yield the mappings {learner, settings} directly within settings."""
    for item in value.values() if isinstance(value, Mapping) else value:
        if is_learner(item):
            yield item
        elif isinstance(item, dict | list | tuple):
            yield from _parts(item)
