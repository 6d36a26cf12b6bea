"""Read a classifier's settings, importing nothing: import paths, faults, time."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import Cost, default_seconds

# Packages whose classes a dry run makes. All others are what the study runs.
OURS = ("sklearn", "tenbyten")

# A tuple of numbers as Python writes it.
_TUPLE = re.compile(r"\(([-+\d.eE\s]+,[-+\d.eE,\s]*)\)")


def import_paths(classifier: Classifier) -> list[str]:
    """Name all that making a classifier imports.

    Its own import path comes first, then those within its settings, each once, in the
    order of the settings.
    """
    whole = {"learner": classifier.learner, "settings": classifier.settings}
    return list(dict.fromkeys(map(str, _paths(whole))))


def _paths(part: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the import path of a mapping {learner, settings}, and those within it."""
    yield part["learner"]
    settings = part.get("settings")
    for within in _parts(settings) if isinstance(settings, dict | list | tuple) else ():
        yield from _paths(within)


def foreign_paths(classifier: Classifier) -> list[str]:
    """Name the import paths that are not of scikit-learn or of this package.

    A name without a module is nobody's.
    """
    tops = {path: path.partition(".") for path in import_paths(classifier)}
    return [path for path, (top, dot, _) in tops.items() if dot and top not in OURS]


def is_learner(value: Any) -> bool:
    """Return whether a value within settings is a mapping {learner, settings}."""
    if not isinstance(value, dict) or isinstance(value.get("learner"), list | dict):
        return False
    return {"learner"} <= value.keys() <= {"learner", "settings"}


def _items(value: Any, at: str = "settings") -> Iterator[tuple[str, Any, Any]]:
    """Yield all values within a mapping or a list, each after its place and key."""
    pairs: Any = ()
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list | tuple):
        pairs = enumerate(value)
    for key, item in pairs:
        yield f"{at}.{key}", key, item
        yield from _items(item, f"{at}.{key}")


def find_fault(settings: Any) -> str:
    """Say what no setting can be, with its place and what to do; empty if nothing.

    That is `memory`, a folder or an object that has one, also as a candidate of a grid,
    where the names of parts stand before it; and a tuple as Python writes it.
    """
    for place, key, item in _items(settings):
        if str(key).rpartition("__")[2] == "memory" and _is_cache(item):
            return (
                f"{place} is {item!r}, where scikit-learn keeps fitted parts and "
                f"unpickles them, whoever wrote them; take it out: counts are kept "
                f"without it."
            )
        if isinstance(item, str) and (numbers := _TUPLE.fullmatch(item)):
            listed = numbers[1].strip(" ,")
            return f"{place} is {item!r}, which YAML takes for text; write [{listed}]."
        if isinstance(item, str) and re.fullmatch(r"\([-+\d.eE\s]+", item):
            listed = item.strip("( ")
            return f"{place} is {item!r}, cut at its comma; write [{listed}, ...]."
    return ""


def _is_cache(value: Any) -> bool:
    """Return whether a value is text or an object, or has such candidates."""
    if isinstance(value, list | tuple | set):
        return any(map(_is_cache, value))
    return isinstance(value, str | dict)


range_wanted = (
    "a range is {low: 1e-3, high: 1e3, log: true}, of two numbers, `low` below `high` "
    "and, with `log: true`, above 0"
)


def is_range(value: Mapping[str, Any]) -> bool:
    """Return whether a mapping is a range that a search can draw from."""
    ends, log = [value["low"], value["high"]], value.get("log", False)
    if not (value.keys() <= {"low", "high", "log"} and isinstance(log, bool)):
        return False
    if not all(type(end) in (int, float) and math.isfinite(end) for end in ends):
        return False
    return ends[0] < ends[1] and not (log and ends[0] <= 0)


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


def estimate_seconds(
    path: str, settings: Mapping[str, Any], instances: int, attributes: int
) -> float:
    """Estimate the seconds of a fold for the class at an import path.

    Its parts are added as often as it trains them. Settings may be anything, as nobody
    has made the class yet; they make no estimate longer than `_LONGEST`.
    """
    try:
        return min(_seconds(path, settings, instances, attributes), _LONGEST)
    except (TypeError, AttributeError):
        return default_seconds(instances, attributes)


def _seconds(path: str, settings: Mapping[str, Any], *size: int) -> float:
    name = path.rpartition(".")[2]
    # A splitter has the number of folds, and neither it nor a scorer is trained.
    splitter: Any = settings.get("cv")
    if is_learner(splitter):
        settings = {**settings, "cv": splitter.get("settings", {}).get("n_splits", 5)}
    parts = sum(
        estimate_seconds(part["learner"], part.get("settings") or {}, *size)
        for part in _parts({**settings, "scoring": None})
    )
    if _ITERATIVE.search(name):
        default = 10 if parts else 1000 if name.startswith("CatBoost") else 100
        times = _count(settings, _ITERATIONS, default)
    else:
        times = 0 if name in _ONCE else _count(settings, ("cv",), 5)
    if parts:
        return parts * (1 + times * _candidates(settings))
    if not path.startswith(_PACKAGES):
        return default_seconds(*size)
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
