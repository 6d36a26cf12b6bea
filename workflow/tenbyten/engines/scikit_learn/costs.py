"""Estimate how long scikit-learn's classifiers take, by what their settings train."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tenbyten.engines.engine import Cost, ample_seconds
from tenbyten.engines.scikit_learn.import_paths import is_learner

# Of packages whose classes are known well enough: seconds of a fold, and of each
# iteration where there are some.
_BOOSTERS = ("xgboost.", "lightgbm.", "catboost.")
_PACKAGES = ("sklearn.", "tenbyten.", *_BOOSTERS)
_BOOSTING = Cost(2e-3, 7e-5, 0.4, 0.65)
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
    try:
        return min(_seconds(path, settings, instances, attributes), _LONGEST)
    except (TypeError, AttributeError):
        return ample_seconds(instances, attributes)


def _seconds(path: str, settings: Mapping[str, Any], *size: int) -> float:
    name = path.rpartition(".")[2]
    parts = sum(
        seconds_of_fold(part["learner"], part.get("settings") or {}, *size)
        for part in _parts(settings)
    )
    if _ITERATIVE.search(name):
        default = 10 if parts else 1000 if name.startswith("CatBoost") else 100
        times = _count(settings, _ITERATIONS, default)
    else:
        times = 0 if name in _ONCE else _count(settings, ("cv",), 5)
    if parts:
        return parts * (1 + times * _candidates(settings))
    if not path.startswith(_PACKAGES):
        return ample_seconds(*size)
    if _ITERATIVE.search(name):
        cost = _BOOSTING if path.startswith(_BOOSTERS) else _ITERATION
        return times * cost.seconds(*size)
    names, cost = _QUADRATIC
    return (cost if names.search(name) else _SIMPLE).seconds(*size)


def _count(settings: Mapping[str, Any], keys: tuple[str, ...], default: int) -> float:
    """Return a setting that is a number, or its default."""
    value = next((settings[key] for key in keys if key in settings), default)
    return min(max(value, 0), _LONGEST) if isinstance(value, int) else default


def _candidates(settings: Mapping[str, Any]) -> float:
    """Count the settings that a search tries; 1 without a search."""
    if "param_distributions" in settings:
        return _count(settings, ("n_iter",), 10)
    grids = settings.get("param_grid", {})
    grids = grids if isinstance(grids, list) else [grids]
    sizes = (math.prod(map(len, grid.values()), start=1.0) for grid in grids)
    return min(sum(sizes), _LONGEST)


def _parts(value: Any) -> Iterator[Any]:
    """Yield the mappings {learner, settings} directly within settings."""
    for item in value.values() if isinstance(value, Mapping) else value:
        if is_learner(item):
            yield item
        elif isinstance(item, dict | list | tuple):
            yield from _parts(item)
