"""Functions and distributions within the settings of Python classifiers."""

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

from tenbyten.engines.scikit_learn.lookup import find
from tenbyten.engines.scikit_learn.parameters import check_names


class SeededFunction:
    """A function that draws, with what it draws settled in each fold.

    Parameters
    ----------
    function : callable
        It takes `random_state`.

    Attributes
    ----------
    random_state : int or None
        As that of an estimator; None until it is given a number.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.random_state: int | None = None

    def __call__(self, *data: Any, **settings: Any) -> Any:
        """Call the function."""
        return self.function(*data, random_state=self.random_state, **settings)


def make_function(path: Any, settings: Any, where: str) -> Callable[..., Any]:
    """Return the function at an import path, with settings among its arguments.

    One that has a `random_state`, which is not set, is a `SeededFunction`. Nothing is
    called.

    Raises
    ------
    ValueError
        If there is no such function, or it does not take the settings.
    """
    found = find(path, "function", where)
    try:
        signature = inspect.signature(found)
    except ValueError:  # Some functions written in C do not say what they take.
        various = inspect.Parameter("settings", inspect.Parameter.VAR_KEYWORD)
        signature = inspect.Signature([various])
    check_names(settings, signature, path, where)
    made = functools.partial(found, **settings) if settings else found
    draws = "random_state" in signature.parameters and "random_state" not in settings
    return SeededFunction(made) if draws else made


def make_distribution(path: Any, settings: Any, where: str) -> Any:
    """Return the distribution at an import path, with its parameters.

    A search draws from it by its own `random_state`.

    Raises
    ------
    ValueError
        If there is no such distribution, or it is not defined for these parameters.
    """
    found = find(path, "distribution", where)
    taken = f"it takes {', '.join(names)}" if (names := _parameters(found)) else ""
    try:
        made = found(**settings)
        ends = made.support() if hasattr(made, "support") else (0.0, 0.0)
    except Exception as error:
        raise ValueError(
            f"{where}: {path} cannot be made with the settings {settings!r}: {error}; "
            f"{taken or 'correct them'}."
        ) from error
    if any(map(math.isnan, ends)):
        raise ValueError(
            f"{where}: {path} is not defined for the settings {settings!r}; {taken}."
        )
    return made


def _parameters(found: Any) -> list[str]:
    """Name the parameters of one of SciPy's distributions."""
    if not hasattr(found, "shapes"):
        return []
    shapes = (found.shapes or "").replace(" ", "").split(",")
    places = ["loc", "scale"] if hasattr(found, "pdf") else ["loc"]
    return [*filter(None, shapes), *places]
