"""Find the class, or the user's own function, at an import path."""

import difflib
import importlib
import inspect
from typing import Any

from sklearn.utils import all_estimators

from tenbyten.engines.engine import resembling
from tenbyten.engines.scikit_learn.import_paths import OURS
from tenbyten.learners import LEARNERS

# Classes that scikit-learn has only after an import.
_ENABLED_BY = {
    "sklearn.impute.IterativeImputer": "enable_iterative_imputer",
    "sklearn.model_selection.HalvingGridSearchCV": "enable_halving_search_cv",
    "sklearn.model_selection.HalvingRandomSearchCV": "enable_halving_search_cv",
}


def find(path: object, where: str) -> Any:
    """Import the class, or the user's own function, at an import path.

    To import it runs its module. If nothing of the kind is there, a ValueError names
    `where`, the path and what is there instead.
    """
    path = str(path)
    module_name, _, name = path.rpartition(".")
    if module_name in ("", "sklearn"):
        raise ValueError(
            f"{where}: {path!r} is a name without its module; {with_module(name)}."
        )
    try:
        if path in _ENABLED_BY:
            importlib.import_module(f"sklearn.experimental.{_ENABLED_BY[path]}")
        module = importlib.import_module(module_name)
    except Exception as error:
        raise ValueError(
            f"{where}: cannot import {path!r}: {error}; {_remedy(error, path)}."
        ) from error
    found = getattr(module, name, None)
    if _makes(found, path):
        return found
    if callable(found) or hasattr(found, "get_params"):
        raise ValueError(
            f"{where}: {path} is no class; give the import path of a class, or of a "
            f"function in mine.py beside the study file that returns what you want."
        )
    known = vars(module).items()
    near = resembling(name, [x for x, value in known if _makes(value, path)])
    remedy = "correct the import path"
    if not near and module_name.startswith("sklearn."):
        remedy = with_module(name)
    raise ValueError(
        f"{where}: {module_name} has no class {name!r}"
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


def _makes(found: Any, path: str) -> bool:
    """Whether what is at a path is a class, or a function of the user's own."""
    is_ours = path.partition(".")[0] in OURS
    is_function = callable(found) and not hasattr(found, "get_params")
    return inspect.isclass(found) or (is_function and not is_ours)


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
