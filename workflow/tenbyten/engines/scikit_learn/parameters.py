"""Check the settings of a class before it is trained, by scikit-learn's own rules."""

import inspect
from typing import Any

from sklearn.base import clone

from tenbyten.engines.engine import resembling


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
        near = resembling(str(unknown[0]), known)
        raise ValueError(
            f"{where}: {path} has no setting {unknown[0]!r}"
            f"{near and f' (did you mean {near}?)'}; its settings are "
            f"{', '.join(known)}."
        )


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
        if hasattr(part, "estimator"):
            _check_search(part)
    except ValueError as error:
        said = str(error).rstrip(".")
        raise ValueError(f"{said}{_hint(said)}") from error


def _check_search(search: Any) -> None:
    """Refuse a name in a grid that the estimator does not have."""
    grids = getattr(search, "param_grid", getattr(search, "param_distributions", []))
    for grid in grids if isinstance(grids, list | tuple) else [grids]:
        of_lists = {k: x for k, x in grid.items() if isinstance(x, list | tuple)}
        first = {key: next(iter(x), None) for key, x in of_lists.items()}
        clone(search.estimator).set_params(**grid | first)


def _hint(said: str) -> str:
    """Say how a study gives what YAML has no words for."""
    if "'tuple'" in said or "callable" in said:
        return (
            " (for what YAML has no words for, write a function in mine.py beside the "
            "study file that returns the estimator, `learner: mine.function`)"
        )
    return ""
