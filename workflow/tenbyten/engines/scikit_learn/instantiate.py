"""Python classifiers from import paths and settings, which may be a stranger's."""

import difflib
import importlib
import inspect
import re
import sys

from sklearn.base import is_classifier, is_regressor

from tenbyten.metrics import METRICS, needs_probabilities

_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")
_MANNERS = ("fit", "predict", "get_params", "set_params")


def import_paths(classifier):
    """Name all that making a classifier imports, without importing it.

    Parameters
    ----------
    classifier : Classifier

    Returns
    -------
    list of str
        Its own import path, then those of the mappings {learner, settings} within
        its settings, each once, in the order of the settings.
    """
    found = [classifier.learner, *_named_in(classifier.settings)]
    return list(dict.fromkeys(map(str, found)))


def make_learner(classifier, metrics=()):
    """Make the untrained learner of a classifier.

    Parameters
    ----------
    classifier : Classifier
        What a study asks of the scikit-learn engine.
    metrics : sequence of str, default=()
        What is measured besides accuracy (`tenbyten.metrics.METRICS`).

    Returns
    -------
    estimator

    Raises
    ------
    ValueError
        As `scikit_learn.check_classifiers`.

    Notes
    -----
    To import a class runs its module. The standard library, which has no classifier,
    is refused before that; a class is called only if it has `fit`, `predict`,
    `get_params` and `set_params`, or, within settings, `get_params` or the `split` and
    `get_n_splits` of a splitter.
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
    learner = _instance(classifier.learner, classifier.settings, where, _refuse_others)
    try:
        lacking = [manner for manner in _MANNERS if not hasattr(learner, manner)]
        fault = f"has no `{lacking[0]}`" if lacking else _kind(learner)
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


def _refuse_without_probabilities(learner, classifier, metrics):
    """Say what to do about a classifier that gives no probabilities."""
    asking = [name for name in metrics if METRICS[name].of_probabilities]
    only = ""
    if hasattr(learner, "decision_function"):
        only = " (it has decision_function only)"
    raise ValueError(
        f"classifier {classifier.name}: {classifier.learner} with the settings "
        f"{classifier.settings!r} has no predict_proba{only}, which the metrics "
        f"{', '.join(asking)} need; set what makes it give probabilities, wrap it as "
        f"the `estimator` of sklearn.calibration.CalibratedClassifierCV, or leave it "
        f"or these metrics out."
    )


def _kind(learner):
    """What `learner` is instead of a classifier; nothing if it is one."""
    if is_classifier(learner):
        return ""
    return "is a regressor" if is_regressor(learner) else "is no classifier"


def _instance(path, settings, where, refuse):
    """Make an object of the class at an import path, if `refuse` lets it pass."""
    found = _class(path, where)
    refuse(found, path, where)
    if not isinstance(settings, dict):
        raise ValueError(
            f"{where}: the settings of {path} are {settings!r}; give a mapping of its "
            f"keyword arguments."
        )
    parameters = inspect.signature(found).parameters.values()
    known = [
        p.name for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    ]
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        for name in settings:
            if name not in known:
                raise ValueError(
                    f"{where}: {path} has no setting {name!r}"
                    f"{_suggestion(str(name), known)}; its settings are "
                    f"{', '.join(known)}."
                )
    made = {name: _value(value, where) for name, value in settings.items()}
    try:
        return found(**made)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{where}: {path} cannot be made with the settings {settings!r}: {error}; "
            f"correct them."
        ) from error


def _value(value, where):
    """Value of a setting, in which each mapping {learner, settings} is made."""
    if _is_learner(value):
        settings = value.get("settings") or {}
        return _instance(value["learner"], settings, where, _refuse_foreign_parts)
    if isinstance(value, dict):
        return {key: _value(item, where) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_value(item, where) for item in value)
    return value


def _is_learner(value):
    """Whether a value within settings is a mapping {learner, settings}."""
    return (
        isinstance(value, dict)
        and "learner" in value
        and value.keys() <= {"learner", "settings"}
    )


def _named_in(value):
    """Yield the import paths in a value of settings, as `_value` meets them."""
    if _is_learner(value):
        yield value["learner"]
        value = value.get("settings")
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return
    for item in value:
        yield from _named_in(item)


def _class(path, where):
    """Class at an import path."""
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
        raise ValueError(
            f"{where}: {module_name} has no class {name!r}"
            f"{_suggestion(name, dir(module))}; correct the import path."
        )
    return found


def _refuse_others(found, path, where):
    """Refuse a class that is no estimator, without calling it."""
    lacking = [manner for manner in _MANNERS if not hasattr(found, manner)]
    if lacking:
        raise ValueError(
            f"{where}: {path} has no `{lacking[0]}`; give a classifier's import path."
        )


def _refuse_foreign_parts(found, path, where):
    """Refuse a class that no classifier is made of, without calling it."""
    parts = {"get_params"}, {"split", "get_n_splits"}
    if not any(all(hasattr(found, manner) for manner in part) for part in parts):
        raise ValueError(
            f"{where}: {path}, within its settings, has no `get_params` and is no "
            f"splitter; give the import path of an estimator, transformer, kernel or "
            f"splitter."
        )


def _suggestion(name, known):
    """Name what resembles a misspelt name."""
    matches = difflib.get_close_matches(name, known)
    return f" (did you mean {' or '.join(matches)}?)" if matches else ""
