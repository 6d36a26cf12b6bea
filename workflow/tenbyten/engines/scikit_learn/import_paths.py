"""Import paths in a classifier's settings, found without importing anything."""

import re
from collections.abc import Iterator
from typing import Any

from tenbyten.engines.classifier import Classifier

# Packages whose classes a dry run makes. All others are what the study runs.
OURS = ("sklearn", "tenbyten")

# Keys of mappings that stood for what YAML has no words for, and what to write now.
_FUNCTION = (
    "write a function in mine.py beside the study file that returns the estimator, "
    "`learner: mine.function`"
)
_FORMER = {
    "function": _FUNCTION,
    "distribution": "write a range, {low: 1e-3, high: 1e3, log: true}, or " + _FUNCTION,
    "tuple": f"write a list or, where the class takes none, {_FUNCTION}",
}
_TUPLE = re.compile(r"\(([-+\d.eE\s]+,[-+\d.eE,\s]*)\)")


def import_paths(classifier: Classifier) -> list[str]:
    """Name all that making a classifier imports.

    Its own import path comes first, then those within its settings, each once, in the
    order of the settings.
    """
    found = [classifier.learner]
    for _, key, item in _items(classifier.settings):
        if is_learner(item) and key != "settings":
            found.append(item["learner"])
    return list(dict.fromkeys(map(str, found)))


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


def fault_in(settings: Any) -> str:
    """Say what no setting can be, with its place and what to do; empty if nothing.

    That is `memory`, a folder or an object that has one, also as a candidate of a grid,
    where the names of parts stand before it; and what settings once were written by.
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
        if isinstance(item, dict) and key != "settings":
            for form, instead in _FORMER.items():
                if {form} <= item.keys() <= {form, "settings"}:
                    return f"{place} is {item!r}; {instead}."
    return ""


def _is_cache(value: Any) -> bool:
    """Return whether a value is text or an object, or has such candidates."""
    if isinstance(value, list | tuple | set):
        return any(map(_is_cache, value))
    return isinstance(value, str | dict)
