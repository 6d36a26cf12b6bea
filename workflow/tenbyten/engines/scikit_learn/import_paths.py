"""Import paths in a classifier's settings, found without importing anything."""

import sys
from collections.abc import Iterator
from typing import Any

from tenbyten.engines.classifier import Classifier

# Keys of a mapping within settings that stands for what its import path leads to.
KINDS = ("learner", "function", "distribution")

# Packages that are imported to check a study that nobody has read yet; of the standard
# library nothing is.
OURS = {"numpy", "scipy", "sklearn", "tenbyten", *sys.stdlib_module_names}


def import_paths(classifier: Classifier) -> list[str]:
    """Name all that making a classifier imports.

    Its own import path comes first, then those of classes, functions and distributions
    within its settings, each once, in the order of the settings.
    """
    found = [classifier.learner, *_named_in(classifier.settings)]
    return list(dict.fromkeys(map(str, found)))


def foreign_paths(classifier: Classifier) -> list[str]:
    """Name the import paths that are not of scikit-learn or of this package.

    NumPy and SciPy, which both are made of, are not foreign either.
    """
    paths = import_paths(classifier)
    return [path for path in paths if path.partition(".")[0] not in OURS]


def kind_of(value: Any) -> str:
    """Say what a mapping within settings stands for; empty if for itself.

    One of `KINDS`, which has an import path and may have `settings`, or ``tuple``.
    """
    if not isinstance(value, dict):
        return ""
    for kind in KINDS:
        if {kind} <= value.keys() <= {kind, "settings"}:
            return "" if isinstance(value[kind], list | dict) else kind
    is_tuple = value.keys() == {"tuple"} and isinstance(value["tuple"], list)
    return "tuple" if is_tuple else ""


def is_learner(value: Any) -> bool:
    """Return whether a value within settings is a mapping {learner, settings}."""
    return kind_of(value) == "learner"


def _named_in(value: Any) -> Iterator[Any]:
    """Yield the import paths in a value of settings."""
    if (kind := kind_of(value)) in KINDS:
        yield value[kind]
        value = value.get("settings")
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return
    for item in value:
        yield from _named_in(item)


def cache_in(value: Any, at: str = "settings") -> str:
    """Name the first `memory` in a value, with its place; empty if there is none.

    It is a folder, or an object that has one, also as a candidate of a grid, where the
    names of parts stand before it.
    """
    if isinstance(value, dict):
        for key, item in value.items():
            place = f"{at}.{key}"
            if str(key).rpartition("__")[2] == "memory" and _is_cache(item):
                return f"{place} is {item!r}"
            if found := cache_in(item, place):
                return found
    elif isinstance(value, list | tuple):
        for n, item in enumerate(value):
            if found := cache_in(item, f"{at}.{n}"):
                return found
    return ""


def _is_cache(value: Any) -> bool:
    """Return whether a value is text or an object, or has such candidates."""
    if isinstance(value, list | tuple | set):
        return any(map(_is_cache, value))
    return isinstance(value, str | dict)
