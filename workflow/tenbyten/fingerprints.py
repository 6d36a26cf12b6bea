"""Fingerprints of what a result is made from, and what differs between two of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

# A longer value is not shown.
_SHORT = 60
_NOTHING: tuple[Any, ...] = ("", [], {}, None)


def as_json(values: Any) -> Any:
    """Return values as JSON gives them back: what a file of them is compared with.

    Keys that are no text keep their type in words, so that 1 and "1" stay two keys.
    """
    return json.loads(json.dumps(_named(values), default=repr))


def digest(values: Any, length: int = 20) -> str:
    """Return hexadecimal digits that differ for different values, whatever their order.

    Values that Python calls equal may differ: 1 and 1.0 are not the same setting.
    """
    text = json.dumps(_named(values), default=repr, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def differences(old: Any, new: Any) -> list[str]:
    """Say in words what differs between two nested mappings.

    Examples
    --------
    >>> differences({"settings": {"C": 0.25}}, {"settings": {"C": 0.1}})
    ['settings C 0.25 -> 0.1']
    """
    before, after = dict(_leaves(old)), dict(_leaves(new))
    words = []
    for keys in dict.fromkeys((*after, *before)):
        was, now = before.get(keys), after.get(keys)
        if json.dumps(was, default=repr) != json.dumps(now, default=repr):
            shown = ["none" if x in _NOTHING else str(x) for x in (was, now)]
            is_short = max(map(len, shown)) <= _SHORT
            change = " -> ".join(shown) if is_short else "changed"
            words.append(" ".join([*keys, change]))
    return words


def _leaves(value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield what is nested in mappings, with its keys."""
    if isinstance(value, Mapping):
        for key, nested in value.items():
            yield from (((str(key), *keys), leaf) for keys, leaf in _leaves(nested))
    else:
        yield (), value


def _named(value: Any) -> Any:
    """Make every key text."""
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str) else f"{type(key).__name__} {key!r}": _named(x)
            for key, x in value.items()
        }
    return [_named(x) for x in value] if isinstance(value, list | tuple) else value
