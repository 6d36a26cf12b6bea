"""Make Python classifiers from import paths and settings, perhaps a stranger's."""

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from sklearn.base import is_classifier, is_regressor

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import resembling
from tenbyten.engines.scikit_learn.import_paths import is_learner
from tenbyten.engines.scikit_learn.threads import share_threads
from tenbyten.metrics import METRICS, needs_probabilities

_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")
_INTERFACE = ("fit", "predict", "get_params", "set_params")


def instantiate(
    classifier: Classifier, metrics: Sequence[str] = (), *, threads: int = 1
) -> Any:
    """Make the untrained estimator of a classifier, for a job of so many `threads`.

    To import a class runs its module. The standard library, which has no classifier,
    is refused before that; a class is called only if it has `fit`, `predict`,
    `get_params` and `set_params`, or, within settings, `get_params` or the `split` and
    `get_n_splits` of a splitter.

    Raises
    ------
    ValueError
        If an import path leads to no class, a setting is unknown, the class does
        not accept its settings or is no classifier, `options` or a `preprocessing`
        other than ``impute`` are given, which only other engines have, or one of the
        `metrics` needs probabilities and the classifier gives none.
    """
    where = f"classifier {classifier.name}"
    if classifier.options:
        raise ValueError(
            f"{where}: the options {classifier.options!r} are for WEKA; give a "
            f"scikit-learn class `settings`."
        )
    foreign = [name for name in classifier.preprocessing if name != "impute"]
    if foreign:
        raise ValueError(
            f"{where}: the scikit_learn engine has no preprocessing {foreign[0]!r}; "
            f"make a transformer of scikit-learn a step of a pipeline in `settings`."
        )
    asked = classifier.learner, classifier.settings
    learner = _instance(*asked, where, threads, _refuse_others)
    try:
        fault = _lack(learner) or _kind(learner)
        vague = needs_probabilities(metrics) and not hasattr(learner, "predict_proba")
    except Exception as error:
        raise ValueError(
            f"{where}: {classifier.learner} cannot use its settings "
            f"{classifier.settings!r} ({type(error).__name__}: {error}); correct them."
        ) from error
    if fault:
        raise ValueError(
            f"{where}: {classifier.learner} {fault}; give a classifier's import path."
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


def _lack(learner: Any) -> str:
    """Say what a class or an estimator lacks of a classifier; nothing if nothing."""
    lacking = [method for method in _INTERFACE if not hasattr(learner, method)]
    return f"has no `{lacking[0]}`" if lacking else ""


def _kind(learner: Any) -> str:
    """Say what an estimator is instead of a classifier; nothing if it is one."""
    if is_classifier(learner):
        return ""
    return "is a regressor" if is_regressor(learner) else "is no classifier"


def _instance(
    path: str,
    settings: Any,
    where: str,
    threads: int,
    refuse: Callable[[type, str, str], None],
) -> Any:
    """Make an object of the class at an import path, if `refuse` lets it pass."""
    found = _class(path, where)
    refuse(found, path, where)
    if not isinstance(settings, dict):
        raise ValueError(
            f"{where}: the settings of {path} are {settings!r}; give a mapping of its "
            f"keyword arguments."
        )
    parameters = inspect.signature(found).parameters.values()
    various = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    known = [p.name for p in parameters if p.kind not in various]
    unknown = [name for name in settings if name not in known]
    if unknown and not any(p.kind is p.VAR_KEYWORD for p in parameters):
        near = resembling(str(unknown[0]), known)
        raise ValueError(
            f"{where}: {path} has no setting {unknown[0]!r}"
            f"{near and f' (did you mean {near}?)'}; its settings are "
            f"{', '.join(known)}."
        )
    shared, left = share_threads(found, settings, threads)
    made = {name: _value(value, where, left) for name, value in shared.items()}
    try:
        return found(**made)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{where}: {path} cannot be made with the settings {settings!r}: {error}; "
            f"correct them."
        ) from error


def _value(value: Any, where: str, threads: int) -> Any:
    """Make each mapping {learner, settings} within the value of a setting."""
    if is_learner(value):
        asked = value["learner"], value.get("settings") or {}
        return _instance(*asked, where, threads, _refuse_foreign_parts)
    if isinstance(value, dict):
        return {key: _value(item, where, threads) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_value(item, where, threads) for item in value)
    return value


def _class(path: str, where: str) -> type:
    """Import the class at an import path."""
    module_name, _, name = str(path).rpartition(".")
    if not _IMPORT_PATH.fullmatch(str(path)):
        raise ValueError(
            f"{where}: cannot import {path!r}: it is not the import path of a class, "
            f"such as package.module.Class; correct it."
        )
    if module_name.partition(".")[0] in sys.stdlib_module_names:
        raise ValueError(
            f"{where}: {path} is of Python's standard library, which has no "
            f"classifiers; correct the import path."
        )
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise ValueError(
            f"{where}: cannot import {path!r}: {error}; correct the import path or "
            f"install what it needs."
        ) from error
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        near = resembling(name, dir(module))
        raise ValueError(
            f"{where}: {module_name} has no class {name!r}"
            f"{near and f' (did you mean {near}?)'}; correct the import path."
        )
    return found


def _refuse_others(found: type, path: str, where: str) -> None:
    """Refuse a class that is no estimator, without calling it."""
    if fault := _lack(found):
        raise ValueError(f"{where}: {path} {fault}; give a classifier's import path.")


def _refuse_foreign_parts(found: type, path: str, where: str) -> None:
    """Refuse a class that no classifier is made of, without calling it."""
    parts = {"get_params"}, {"split", "get_n_splits"}
    if not any(all(hasattr(found, method) for method in part) for part in parts):
        raise ValueError(
            f"{where}: {path}, within its settings, has no `get_params` and is no "
            f"splitter; give the import path of an estimator, transformer, kernel or "
            f"splitter."
        )
