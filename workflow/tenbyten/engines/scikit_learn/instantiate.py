"""Make Python classifiers from import paths and settings."""

import inspect
import math
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from scipy.stats import loguniform, randint, uniform
from sklearn.base import is_classifier, is_regressor
from sklearn.ensemble import StackingClassifier
from sklearn.linear_model import LogisticRegression

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.scikit_learn.import_paths import is_learner
from tenbyten.engines.scikit_learn.lookup import find
from tenbyten.engines.scikit_learn.parameters import check_names, check_parameters
from tenbyten.engines.scikit_learn.parts import parts_of
from tenbyten.engines.scikit_learn.threads import share_threads
from tenbyten.metrics import METRICS, needs_probabilities

_INTERFACE = ("fit", "predict", "get_params", "set_params")


def instantiate(
    classifier: Classifier, metrics: Sequence[str] = (), *, threads: int = 1
) -> Any:
    """Make the untrained estimator of a classifier, for a job of so many `threads`.

    Its class, or function in the user's modules, is imported and called, and so are
    those within its settings. An `estimator` that is made already is copied.

    Raises
    ------
    ValueError
        Naming the classifier, and within settings the keys that lead there: if an
        import path leads to nothing of its kind, a setting is unknown or of a value
        that scikit-learn refuses, the class is no classifier, a `preprocessing` other
        than ``impute`` is given, which only other engines have, or one of the `metrics`
        needs probabilities and the classifier gives none.
    """
    where = f"classifier {classifier.name}"
    foreign = [name for name in classifier.preprocessing if name != "impute"]
    if foreign:
        raise ValueError(
            f"{where}: the scikit_learn engine has no preprocessing {foreign[0]!r}; "
            f"make a transformer of scikit-learn a step of a pipeline in `settings`."
        )
    learner = deepcopy(classifier.estimator)
    if learner is None:
        learner = _instance(classifier.learner, classifier.settings, where, threads)
    try:
        for part in parts_of(learner):
            if isinstance(part, StackingClassifier) and part.final_estimator is None:
                # Made when it is trained, and until then without probabilities.
                part.final_estimator = LogisticRegression()
        fault = _fault(learner)
        vague = needs_probabilities(metrics) and not hasattr(learner, "predict_proba")
    except Exception as error:
        raise ValueError(
            f"{where}: {classifier.learner} cannot use its settings "
            f"{classifier.settings!r} ({type(error).__name__}: {error}); correct them."
        ) from error
    if fault:
        raise ValueError(
            f"{where}: {classifier.learner} {fault}; give the import path of a "
            f"classifier, or of a function that returns one."
        )
    if vague:
        _refuse_without_probabilities(learner, classifier, metrics)
    return learner


def _refuse_without_probabilities(
    learner: Any, classifier: Classifier, metrics: Sequence[str]
) -> None:
    """Refuse a classifier that gives no probabilities where metrics need them."""
    asking = [name for name in metrics if METRICS[name].of_probabilities]
    has_scores = hasattr(learner, "decision_function")
    only = " (it has decision_function only)" if has_scores else ""
    raise ValueError(
        f"classifier {classifier.name}: {classifier.learner} with the settings "
        f"{classifier.settings!r} has no predict_proba{only}, which the metrics "
        f"{', '.join(asking)} need; set what makes it give probabilities, wrap it as "
        f"the `estimator` of sklearn.calibration.CalibratedClassifierCV, or leave it "
        f"or these metrics out."
    )


def _fault(learner: Any) -> str:
    """Say why an estimator is no classifier; empty if it is one."""
    lacking = [method for method in _INTERFACE if not hasattr(learner, method)]
    if lacking:
        return f"has no `{lacking[0]}`"
    if is_classifier(learner):
        return ""
    return "is a regressor" if is_regressor(learner) else "is no classifier"


def _instance(path: Any, settings: Any, where: str, threads: int) -> Any:
    """Make an object by the class or function at an import path."""
    found = find(path, where)
    check_names(settings, inspect.signature(found), path, where)
    shared, left = share_threads(found, settings, threads)
    made = _value(shared, _at(where, "settings"), left)
    try:
        instance = found(**made)
        check_parameters(instance)
    except Exception as error:
        raise ValueError(
            f"{where}: {path} cannot be made with the settings {settings!r}: {error}; "
            f"correct them."
        ) from error
    return instance


def _value(value: Any, where: str, threads: int) -> Any:
    """Make what mappings within a value stand for: {learner, settings} and ranges."""
    if is_learner(value):
        settings = value.get("settings") or {}
        return _instance(value["learner"], settings, where, threads)
    if isinstance(value, dict):
        if {"low", "high"} <= value.keys() and ".param_distributions" in where:
            return _range(value, where)
        _refuse_misspelt(value, where)
        return {key: _value(x, _at(where, key), threads) for key, x in value.items()}
    if isinstance(value, list | tuple):
        items = (_value(x, _at(where, n), threads) for n, x in enumerate(value))
        return type(value)(items)
    return value


def _range(value: dict[str, Any], where: str) -> Any:
    """Make the distribution of a range: of integers if both ends are and it has no log.

    A search draws from it by its own `random_state`.
    """
    low, high, log = value["low"], value["high"], value.get("log", False)
    is_range = value.keys() <= {"low", "high", "log"} and isinstance(log, bool)
    for end in (low, high):
        is_range &= type(end) in (int, float) and math.isfinite(end)
    if not is_range or not low < high or (log and low <= 0):
        raise ValueError(
            f"{where} is {value!r}; a range is {{low: 1e-3, high: 1e3, log: true}}, of "
            f"two numbers, `low` below `high` and, with `log: true`, above 0."
        )
    if log:
        return loguniform(low, high)
    if isinstance(low, int) and isinstance(high, int):
        return randint(low, high + 1)
    return uniform(low, high - low)


def _at(where: str, key: Any) -> str:
    """Add a key to the place of a value, which begins with the classifier's name."""
    return f"{where}.{key}" if ": settings" in where else f"{where}: {key}"


def _refuse_misspelt(value: dict[Any, Any], where: str) -> None:
    """Refuse an import path beside which something else than `settings` stands."""
    path = value.get("learner")
    if isinstance(path, str) and "." in path:
        unknown = next(key for key in value if key not in ("learner", "settings"))
        raise ValueError(
            f"{where}: unknown key {unknown!r} beside learner {path}; keyword "
            f"arguments stand under `settings`."
        )
