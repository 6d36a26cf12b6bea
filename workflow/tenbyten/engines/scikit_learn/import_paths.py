"""Import paths in a classifier's settings, found without importing anything."""

from collections.abc import Iterator
from typing import Any

from tenbyten.engines.classifier import Classifier

# Packages whose classes may be imported to check a study that nobody has read yet.
_OURS = ("sklearn", "tenbyten")


def import_paths(classifier: Classifier) -> list[str]:
    """Name all that making a classifier imports.

    Its own import path comes first, then those of the mappings {learner, settings}
    within its settings, each once, in the order of the settings.
    """
    found = [classifier.learner, *_named_in(classifier.settings)]
    return list(dict.fromkeys(map(str, found)))


def foreign_paths(classifier: Classifier) -> list[str]:
    """Name the import paths that are not of scikit-learn or of this package."""
    paths = import_paths(classifier)
    return [path for path in paths if path.partition(".")[0] not in _OURS]


def is_learner(value: Any) -> bool:
    """Return whether a value within settings is a mapping {learner, settings}."""
    keys = value.keys() if isinstance(value, dict) else set()
    return {"learner"} <= keys <= {"learner", "settings"}


def _named_in(value: Any) -> Iterator[Any]:
    """Yield the import paths in a value of settings."""
    if is_learner(value):
        yield value["learner"]
        value = value.get("settings")
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return
    for item in value:
        yield from _named_in(item)
