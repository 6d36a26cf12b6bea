"""Say in words what a schema takes, and what does not fit it."""

import difflib
import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# What a type is called by people who write YAML.
_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
}
# Keywords for limits, in the order of the words.
_LIMITS = {
    "minimum": "from",
    "exclusiveMinimum": "above",
    "maximum": "to",
    "exclusiveMaximum": "below",
    "minProperties": "of at least",
    "minItems": "of at least",
    "maxItems": "and at most",
}
_LONGEST = 200


def fitting(schema: Mapping[str, Any]) -> str:
    """Say which values fit a schema.

    Examples
    --------
    >>> fitting({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5})
    'a number above 0 below 0.5'
    """
    options = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if options:
        return " or ".join(f"`{option}`" for option in options)
    if "oneOf" in schema:
        return " or ".join(map(fitting, schema["oneOf"]))
    words = [_TYPES[schema["type"]]]
    words += [f"{word} {schema[key]}" for key, word in _LIMITS.items() if key in schema]
    words += ["that is not empty"] * ("minLength" in schema)
    said = " ".join(words)
    said += f", each {fitting(schema['items'])}" if "items" in schema else ""
    return said + ", without repetition" * schema.get("uniqueItems", False)


def at(path: Sequence[Any]) -> str:
    """Name the key that stands at a path, for the beginning of an error."""
    return f"key {'.'.join(map(str, path))}: " if path else ""


def unfit(
    path: Sequence[Any], value: Any, schema: Mapping[str, Any], meaning: str
) -> str:
    """Say that a value does not fit a schema, which would, and what it means."""
    such = " or ".join(map(str, schema.get("examples", [])))
    wanted = fitting(schema) + (such and f", such as {such}")
    if schema.get("type") == "string" and isinstance(value, int | float):
        wanted += ", in quotes"
    is_what = "has no value" if value is None else f"is {shortened(repr(value))}"
    said = f"{at(path)}{is_what}; give {wanted}"
    return f"{said} ({meaning.strip()})" if meaning else said


def no_text(path: Sequence[Any], name: Any) -> str:
    """Say that a name is not text."""
    truth = " (YAML takes no, off, yes and on for false and true)"
    truth *= isinstance(name, bool)
    return f"{at(path)}the name {name!r} is not text; write it in quotes{truth}"


def unknown_key(
    path: Sequence[Any], unknown: Sequence[str], known: Mapping[str, Any]
) -> str:
    """Say that there are no such keys, and what the first may be meant for."""
    said = f"unknown key {', '.join(unknown)}; {_hint(unknown[0], known)}"
    return f"{at(path)}{said}"


def commented(key: str, described: Mapping[str, Any], value: object) -> str:
    """Write a key in YAML below its meaning."""
    lines = textwrap.wrap(described["description"], 86, break_on_hyphens=False)
    value = value if isinstance(value, str) and value else json.dumps(value)
    return "\n".join([*(f"# {line}" for line in lines), f"{key}: {value}", ""])


def meant(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return what a misspelt name may be meant for, or `otherwise`."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else otherwise


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return the beginning of a text, as much as a person reads."""
    return text if len(text) <= most else f"{text[:most]}..."


def _hint(unknown: str, known: Mapping[str, Any]) -> str:
    """Say what an unknown key may be meant for, or which are known."""
    below = sorted(k for k, x in known.items() if unknown in x.get("properties", {}))
    all_of_them = f"known are {', '.join(sorted(known))}"
    if below:
        all_of_them = f"it stands below one of {', '.join(below)}"
    elif "settings" in known:
        all_of_them += "; what is the learner's own stands below settings"
    return meant(unknown, known, all_of_them)
