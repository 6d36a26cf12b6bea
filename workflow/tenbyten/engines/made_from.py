"""Name all that counts are made from, and say what of it has changed."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tenbyten.engines.classifier import Classifier

# A longer value is not shown.
_SHORT = 40
_WORDS = {
    "dataset": "data set",
    "code": "code of the classifier",
    "modules": "module",
    "libraries": "library",
    "program": "program of the engine",
    "python": "Python",
}
_NOTHING: tuple[Any, ...] = ("", [], {}, None)


def made_from(
    classifier: Classifier,
    *,
    engine: str,
    dataset_sha256: str,
    splitter: str,
    folds: int,
    seed: int,
    software: Mapping[str, Any],
) -> dict[str, Any]:
    """Name all that a classifier's counts on a data set are made from, but for a run.

    Parameters
    ----------
    engine : str
        Name of the classifier's engine.
    dataset_sha256 : str
        Checksum of the canonical data set's content, `Dataset.checksum`.
    splitter, folds, seed
        As in the study file: what the folds are made by, their number, the seed.
    software : mapping
        From `Engine.made_with`.

    Returns
    -------
    dict
        Named parts, of values that JSON gives back as they are. The classifier's name
        is none of them.
    """
    values = {
        "dataset": dataset_sha256,
        "engine": engine,
        "learner": classifier.learner,
        # Their order is without effect; within a setting it may not be.
        "settings": dict(sorted(classifier.settings.items())),
        "options": classifier.options,
        "preprocessing": classifier.preprocessing,
        "splitter": splitter,
        "folds": folds,
        "seed": seed,
        **software,
    }
    if classifier.columns != Classifier._field_defaults["columns"]:
        values["columns"] = classifier.columns
    plain: dict[str, Any] = json.loads(fingerprint_of(_named(values)))
    return plain


def fingerprint_of(parts: Mapping[str, Any]) -> str:
    """Write what `made_from` gave as one line, the same only for the same values.

    Two mappings that Python calls equal may differ: 1 and 1.0 are not the same setting.
    """
    return json.dumps(parts, default=repr)


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Say in words which parts of `made_from` differ, with their values where short."""
    words = []
    for part in dict.fromkeys((*new, *old)):
        if fingerprint_of({"": old.get(part)}) == fingerprint_of({"": new.get(part)}):
            continue
        before, after = dict(_leaves(old.get(part))), dict(_leaves(new.get(part)))
        differing = [
            key
            for key in dict.fromkeys((*after, *before))
            if repr(before.get(key)) != repr(after.get(key))
        ]
        name = _WORDS.get(part, part)
        for key in differing:
            told = " ".join((name, *key))
            words.append(_told(told, before.get(key), after.get(key)))
        if not differing:
            words.append(f"order within {name}")
    return words


def _named(value: Any) -> Any:
    """Make every key text, as in JSON, but so that 1 and "1" are not the same."""
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str) else f"{type(key).__name__} {key!r}": _named(x)
            for key, x in value.items()
        }
    return [_named(x) for x in value] if isinstance(value, list | tuple) else value


def _leaves(value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield what is nested in mappings, with its keys."""
    if isinstance(value, Mapping):
        for key, nested in value.items():
            yield from (((key, *keys), leaf) for keys, leaf in _leaves(nested))
    else:
        yield (), value


def _told(name: str, old: Any, new: Any) -> str:
    """Say that a value changed, and from what to what unless that is long."""
    before, after = ("none" if x in _NOTHING else str(x) for x in (old, new))
    shown = max(len(before), len(after)) <= _SHORT
    return f"{name} {before}, now {after}" if shown else name
