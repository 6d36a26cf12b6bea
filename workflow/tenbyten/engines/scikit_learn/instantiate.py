"""Make Python classifiers from import paths and settings."""

import difflib
import importlib
import inspect
import sys
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from scipy.stats import loguniform, randint, uniform
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.compose import make_column_selector
from sklearn.ensemble import StackingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.utils import all_estimators

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.scikit_learn.parts import find_parts, share_threads
from tenbyten.engines.scikit_learn.settings import (
    OURS,
    is_learner,
    is_range,
    range_wanted,
)
from tenbyten.engines.scikit_learn.tuning import Score, is_tuned
from tenbyten.learners import LEARNERS
from tenbyten.metrics import METRICS
from tenbyten.own_code import how_to_derive, in_one_line, own_calls, told_calls
from tenbyten.words import suggest

_INTERFACE = ("fit", "predict", "get_params", "set_params")
# Methods of estimators, kernels and splitters; and a scorer and a selector of columns,
# which are called.
_OF_PARTS, _CALLED = ("fit", "get_params", "split"), (Score, make_column_selector)
# Modules of scikit-learn that no study needs, some of which do things when imported;
# and the only packages of this one that have what a study needs.
_CLOSED = {"tests", "conftest", "externals", "_build_utils"}
_OPEN = {"learners", "preprocessing", "engines"}
# Classes that scikit-learn has only after an import.
_ENABLED_BY = {
    "sklearn.impute.IterativeImputer": "enable_iterative_imputer",
    "sklearn.model_selection.HalvingGridSearchCV": "enable_halving_search_cv",
    "sklearn.model_selection.HalvingRandomSearchCV": "enable_halving_search_cv",
}
# Classifiers of other packages that many people use.
_ELSEWHERE = {
    "LGBMClassifier": "lightgbm.LGBMClassifier",
    "XGBClassifier": "xgboost.XGBClassifier",
    "CatBoostClassifier": "catboost.CatBoostClassifier",
}


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
        found = find(classifier.learner, where)
        if inspect.isclass(found) and (fault := _fault(found, "fit")):
            raise ValueError(f"{where}: {classifier.learner} {fault}")
        learner = _instance(classifier.learner, classifier.settings, where, threads)
    scores = [learner.scoring.metric] if is_tuned(learner) else []
    asking = [name for name in (*metrics, *scores) if METRICS[name].of_probabilities]
    try:
        for part in find_parts(learner):
            if isinstance(part, StackingClassifier) and part.final_estimator is None:
                # Made when it is trained, and until then without probabilities.
                part.final_estimator = LogisticRegression()
        fault = _fault(learner)
        vague = asking and not hasattr(learner, "predict_proba")
        if not fault and how_to_derive(learner):
            clone(learner)
    except Exception as error:
        remedy = "correct them"
        # `get_params` misses it, or `clone` finds another one.
        name = getattr(error, "name", None) or str(error).split(" ")[-1]
        if name in inspect.signature(type(learner)).parameters:
            remedy = f"`__init__` must keep each of them: self.{name} = {name}"
        raise ValueError(
            f"{where}: {classifier.learner} cannot use its settings "
            f"{classifier.settings!r} ({in_one_line(error)}); {remedy}."
            f"{told_calls(error)}"
        ) from error
    if fault:
        raise ValueError(f"{where}: {classifier.learner} {fault}")
    if vague:
        has_scores = hasattr(learner, "decision_function")
        only = " (it has decision_function only)" if has_scores else ""
        raise ValueError(
            f"{where}: {classifier.learner} with the settings {classifier.settings!r} "
            f"has no predict_proba{only}, which the metrics {', '.join(asking)} need; "
            f"set what makes it give probabilities, wrap it as the `estimator` of "
            f"sklearn.calibration.CalibratedClassifierCV, or leave it or these metrics "
            f"out."
        )
    return learner


def _fault(learner: Any, *methods: str) -> str:
    """Say why an estimator is no classifier, and what to do; empty if it is one.

    Of a class that is not made yet only some `methods` are asked for.
    """
    wanted = methods or _INTERFACE
    lacking = [method for method in wanted if not hasattr(learner, method)]
    remedy = "; give the import path of a classifier, or of a function returning one."
    if lacking:
        return f"has no `{lacking[0]}`{remedy}"
    if methods or is_classifier(learner):
        return ""
    if is_regressor(learner):
        return f"is a regressor{remedy}"
    return f"is no classifier{how_to_derive(learner) or remedy}"


def _instance(path: Any, settings: Any, where: str, threads: int) -> Any:
    """Make an object by the class or function at an import path."""
    found = find(path, where)
    check_names(settings, inspect.signature(found), path, where)
    shared, left = share_threads(found, settings, threads)
    within = _at(where, "settings")
    arguments = {key: _value(x, _at(within, key), left) for key, x in shared.items()}
    try:
        instance = found(**arguments)
        check_parameters(instance)
    except Exception as error:
        said = in_one_line(error, plain=(ValueError, TypeError))
        attempted = f"made with the settings {settings!r}"
        if isinstance(arguments.get("scoring"), Score):
            path, attempted = settings["estimator"]["learner"], "tuned"
        raise ValueError(
            f"{where}: {path} cannot be {attempted}: {said}; "
            f"correct {'them' if settings else path}.{told_calls(error)}"
        ) from error
    is_plain = hasattr(instance, "fit") and not hasattr(instance, "get_params")
    if is_plain and (derived := how_to_derive(instance)):
        raise ValueError(f"{where}: {path} has no `get_params`{derived}")
    return instance


def _value(value: Any, where: str, threads: int) -> Any:
    """Make what mappings within a value stand for: {learner, settings} and ranges."""
    if is_learner(value):
        return _instance(value["learner"], value.get("settings") or {}, where, threads)
    if isinstance(value, dict):
        if {"low", "high"} <= value.keys() and ".param_distributions" in where:
            return _range(value, where)
        path = value.get("learner")
        if isinstance(path, str) and "." in path:
            unknown = next(key for key in value if key not in ("learner", "settings"))
            raise ValueError(
                f"{where}: unknown key {unknown!r} beside learner {path}; keyword "
                f"arguments stand under `settings`."
            )
        return {key: _value(x, _at(where, key), threads) for key, x in value.items()}
    if isinstance(value, list | tuple):
        items = (_value(x, _at(where, n), threads) for n, x in enumerate(value))
        return type(value)(items)
    return value


def _range(value: dict[str, Any], where: str) -> Any:
    """Make the distribution of a range: of integers if both ends are and it has no log.

    A search draws from it by its own `random_state`.
    """
    if not is_range(value):
        raise ValueError(f"{where} is {value!r}; {range_wanted}.")
    low, high = value["low"], value["high"]
    if value.get("log"):
        return loguniform(low, high)
    if isinstance(low, int) and isinstance(high, int):
        return randint(low, high + 1)
    return uniform(low, high - low)


def _at(where: str, key: Any) -> str:
    """Add a key to the place of a value, which begins with the classifier's name."""
    return f"{where}.{key}" if ": settings" in where else f"{where}: {key}"


def find(path: object, where: str) -> Any:
    """Import the class, or the user's own function, at an import path.

    To import it runs its module, unless that is one of Python's, whose classes are
    none. If nothing of the kind is there, a ValueError names `where`, the path and what
    is there instead.
    """
    path = str(path)
    module_name, _, name = path.rpartition(".")
    if module_name in ("", "sklearn"):
        raise ValueError(
            f"{where}: {path!r} is a name without its module; {with_module(name)}."
        )
    if fault := _closed(module_name.split(".")):
        raise ValueError(f"{where}: {path} is {fault}; {with_module(name)}.")
    try:
        if path in _ENABLED_BY:
            importlib.import_module(f"sklearn.experimental.{_ENABLED_BY[path]}")
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        said = in_one_line(error, plain=(ImportError,))
        raise ValueError(
            f"{where}: cannot import {path!r}: {said}; {_remedy(error, path)}."
            f"{told_calls(error)}"
        ) from error
    found = getattr(module, name, None)
    if _makes(found, path):
        return found
    if callable(found) or hasattr(found, "get_params"):
        part = "estimator, splitter, scorer or kernel, or not where it is defined"
        raise ValueError(
            f"{where}: {path} is no {part if inspect.isclass(found) else 'class'}; "
            f"give the import path of a class, or of a "
            f"function in mine.py beside the study file that returns what you want."
        )
    known = vars(module).items()
    of_sklearn = module_name.startswith("sklearn.")
    remedy = f"{with_module(name) if of_sklearn else 'correct the import path'}."
    classes = [x for x, value in known if _makes(value, path)]
    remedy = suggest(name, classes, remedy, most=3)
    raise ValueError(f"{where}: {module_name} has no class {name!r}; {remedy}")


def _remedy(error: BaseException, path: str) -> str:
    """Say what to do where a module cannot be imported, or is not there."""
    module, _, name = path.rpartition(".")
    package = module.partition(".")[0]
    missing = isinstance(error, ModuleNotFoundError) and error.name
    if not missing or not f"{module}.".startswith(f"{missing}."):
        calls = own_calls(error)
        what = calls[-1].file if calls else "the import path"
        needs = " or install what it needs" * isinstance(error, ImportError)
        return f"correct {what}{needs}"
    if package in OURS:
        return with_module(name)
    return (
        f"install the package {package} or, if the class is your own, put "
        f"{module.replace('.', '/')}.py beside the study file"
    )


def _closed(parts: Sequence[str]) -> str:
    """Say why the module of such parts is not imported; empty if it can be."""
    if parts[0] in sys.stdlib_module_names:
        return "of Python's own library, which has no classifier"
    if parts[0] == "tenbyten" and _OPEN.isdisjoint(parts[1:2]):
        return "of a module of tenbyten without learners"
    if parts[0] == "sklearn" and not _CLOSED.isdisjoint(parts):
        return "of a module of scikit-learn for its own tests"
    return ""


def _makes(found: Any, path: str) -> bool:
    """Whether what is at a path is a class, or a function of the user's own.

    Of scikit-learn and of this package, whose classes a dry run makes, it is a class of
    their own, and an estimator, splitter, scorer, selector of columns or kernel: what
    their modules import from elsewhere may do anything when it is made. Objects
    of Python's own library are refused, wherever they are imported.
    """
    is_class = inspect.isclass(found)
    package = str(getattr(found, "__module__", "")).partition(".")[0]
    if path.partition(".")[0] in OURS:
        is_part = found in _CALLED or any(hasattr(found, x) for x in _OF_PARTS)
        return is_class and package in OURS and is_part
    if is_class or inspect.isroutine(found):
        return package not in sys.stdlib_module_names
    return callable(found) and not hasattr(found, "get_params")


def with_module(name: str) -> str:
    """Say how the import path of a class is written whose module nobody gave.

    Examples
    --------
    >>> with_module("GaussianNB")
    'write its import path, sklearn.naive_bayes.GaussianNB'
    """
    known = _ELSEWHERE | {x: f"tenbyten.learners.{x}" for x in LEARNERS}
    for estimator, found in all_estimators():
        # Without what is private in the name of its module.
        known[estimator] = f"{found.__module__.partition('._')[0]}.{estimator}"
    if name in known:
        return f"write its import path, {known[name]}"
    near = difflib.get_close_matches(name, known)
    near.sort(key=lambda x: not x.endswith("Classifier"))
    meant = f" (did you mean {known[near[0]]}?)" if near else ""
    return (
        f"write its import path{meant}; of your own in mine.py beside the study file "
        f"it is mine.{name}"
    )


def check_names(
    settings: Any, signature: inspect.Signature, path: str, where: str
) -> None:
    """Refuse settings that are no mapping, or whose names a signature has not."""
    if not isinstance(settings, dict):
        raise ValueError(
            f"{where}: the settings of {path} are {settings!r}; give a mapping of its "
            f"keyword arguments."
        )
    parameters = signature.parameters.values()
    various = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    known = [p.name for p in parameters if p.kind not in various]
    unknown = [name for name in settings if name not in known]
    if unknown and not any(p.kind is p.VAR_KEYWORD for p in parameters):
        hint = suggest(str(unknown[0]), known, f"its settings are {', '.join(known)}.")
        raise ValueError(f"{where}: {path} has no setting {unknown[0]!r}; {hint}")


def check_parameters(part: Any) -> None:
    """Refuse values that a class of scikit-learn would refuse when it is trained.

    Of a search also names in its grid that its estimator does not have. Other classes
    say by themselves what they take.

    Raises
    ------
    ValueError
        In scikit-learn's words.
    """
    if not type(part).__module__.startswith("sklearn."):
        return
    try:
        if hasattr(part, "_parameter_constraints"):
            part._validate_params()
        _check_grids(part)
    except ValueError as error:
        message = str(error).rstrip(".")
        if "'tuple'" in message or "callable" in message:
            message += (
                " (for what YAML has no words for, write a function in mine.py beside "
                "the study file that returns the estimator, `learner: mine.function`)"
            )
        raise ValueError(message) from error


def _check_grids(search: Any) -> None:
    """Refuse names in the grids of a search that its estimator does not have."""
    grids = getattr(search, "param_grid", getattr(search, "param_distributions", []))
    for grid in grids if isinstance(grids, list | tuple) else [grids]:
        first = {
            key: next(iter(x), None) if isinstance(x, list | tuple) else x
            for key, x in grid.items()
        }
        clone(search.estimator).set_params(**first)
