"""Find the class, function or distribution at an import path."""

import difflib
import importlib
import inspect
import re
import sys
from types import ModuleType
from typing import Any

import numpy as np
from scipy.stats import rv_continuous, rv_discrete
from sklearn.utils import all_estimators

from tenbyten.engines.engine import resembling
from tenbyten.engines.scikit_learn.import_paths import OURS
from tenbyten.learners import LEARNERS

_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")

# What a key finds, in words, with an example.
_WORDS = {
    "learner": ("class", "package.module.Class"),
    "function": ("function", "numpy.log1p"),
    "distribution": ("distribution", "scipy.stats.loguniform"),
}
_KEYS = {word: key for key, (word, _) in _WORDS.items()}

# Classes that scikit-learn has only after an import.
_ENABLED_BY = {
    "sklearn.impute.IterativeImputer": "enable_iterative_imputer",
    "sklearn.model_selection.HalvingGridSearchCV": "enable_halving_search_cv",
    "sklearn.model_selection.HalvingRandomSearchCV": "enable_halving_search_cv",
}

# They make parts of classifiers, as classes do.
MAKERS = {"sklearn.compose.make_column_selector", "sklearn.metrics.make_scorer"}


def find(path: Any, key: str, where: str) -> Any:
    """Import what stands at an import path, for the key ``learner`` or another.

    To import it runs its module. The standard library is refused before that, and
    `__main__`, which is a program; of a module of scikit-learn only what is its own is
    found.

    Raises
    ------
    ValueError
        Naming `where`, the path, what is there instead, and the key for that.
    """
    word, example = _WORDS[key]
    if not _IMPORT_PATH.fullmatch(str(path)) or "__main__" in path:
        raise ValueError(
            f"{where}: cannot import {path!r}: it is not the import path of a {word}, "
            f"such as {example}; correct it."
        )
    module_name, _, name = path.rpartition(".")
    if module_name.partition(".")[0] in sys.stdlib_module_names:
        raise ValueError(
            f"{where}: {path} is of Python's standard library, which has no "
            f"classifiers; correct the import path."
        )
    try:
        if path in _ENABLED_BY:
            importlib.import_module(f"sklearn.experimental.{_ENABLED_BY[path]}")
        module = importlib.import_module(module_name)
    except Exception as error:
        raise ValueError(
            f"{where}: cannot import {path!r}: {error}; {_remedy(error, path)}."
        ) from error
    found = _own(module, name)
    if path in MAKERS and key == "learner":
        return found
    if (there := _kind(found)) == word:
        return found
    if there:
        kind = "an instance" if there == "instance" else f"a {there}"
        raise ValueError(
            f"{where}: {path} is {kind}, no {word}; {_advice(path, there)}."
        )
    near = resembling(name, _names(module, word))
    remedy = "correct the import path"
    if key == "learner" and not near and module_name.startswith("sklearn."):
        remedy = with_module(name)
    raise ValueError(
        f"{where}: {module_name} has no {word} {name!r}"
        f"{near and f' (did you mean {near}?)'}; {remedy}."
    )


def _remedy(error: Exception, path: str) -> str:
    """Say what to do where a module cannot be imported, or is not there."""
    module, _, name = path.rpartition(".")
    package = module.partition(".")[0]
    missing = isinstance(error, ModuleNotFoundError) and error.name
    if not missing or not f"{module}.".startswith(f"{missing}."):
        return "correct the import path or install what it needs"
    if package in OURS:
        return with_module(name)
    return (
        f"install the package {package} or, if the class is your own, put "
        f"{module.replace('.', '/')}.py beside the study file"
    )


def _own(module: ModuleType, name: str) -> Any:
    """Return what a module has by a name; None for what it has from elsewhere.

    That is of scikit-learn and SciPy, of which only SciPy's distributions of one
    variable are taken: to make another one may need any memory.
    """
    found = getattr(module, name, None)
    package = ".".join(module.__name__.split(".")[:2])
    home = getattr(found, "__module__", None)
    if not package.startswith(("sklearn.", "scipy.")) or isinstance(found, np.ufunc):
        return found
    if hasattr(found, "rvs"):
        return found if isinstance(found, rv_continuous | rv_discrete) else None
    return found if f"{home}.".startswith(f"{package}.") else None


def _kind(found: Any) -> str:
    """Say in a word what an object is; empty for a module or a constant."""
    if callable(found) and hasattr(found, "rvs"):
        return "distribution"
    if inspect.isclass(found):
        return "class"
    if hasattr(found, "get_params"):
        return "instance"
    return "function" if callable(found) else ""


def _advice(path: str, there: str) -> str:
    """Say how a study writes what is at an import path."""
    if key := _KEYS.get(there):
        return f"write {{{key}: {path}}}"
    return "give the import path of its class"


def _names(module: ModuleType, word: str) -> list[str]:
    """Name what a module has of a kind, as far as it is there without an import."""
    return [
        name
        for name in dir(module)
        if name in vars(module) and _kind(_own(module, name)) == word
    ]


# Classifiers of other packages that many people use.
_ELSEWHERE = {
    "LGBMClassifier": "lightgbm.LGBMClassifier",
    "XGBClassifier": "xgboost.XGBClassifier",
    "CatBoostClassifier": "catboost.CatBoostClassifier",
}


def with_module(name: str) -> str:
    """Say how the import path of a class is written whose module nobody gave.

    Examples
    --------
    >>> with_module("GaussianNB")
    'write its import path, sklearn.naive_bayes.GaussianNB'
    """
    known = _ELSEWHERE | {x: f"tenbyten.learners.{x}" for x in LEARNERS}
    classifiers = dict(all_estimators(type_filter="classifier"))
    every = dict(all_estimators())
    known |= {x: f"{_public(found.__module__)}.{x}" for x, found in every.items()}
    if name in known:
        return f"write its import path, {known[name]}"
    near = difflib.get_close_matches(name, classifiers, n=1)
    near = near or difflib.get_close_matches(name, known, n=1)
    meant = f" (did you mean {known[near[0]]}?)" if near else ""
    return (
        f"write its import path{meant}; of your own in mine.py beside the study file "
        f"it is mine.{name}"
    )


def _public(module: str) -> str:
    """Return the part of a module's name that is before its private parts."""
    return module.partition("._")[0]
