"""Say in words what a schema takes, and what does not fit it."""

import difflib
import json
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import jsonschema

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


def in_words(error: jsonschema.ValidationError, root: Mapping[str, Any]) -> str:
    """Say what does not fit the schema `root`: the key, its value, the remedy."""
    key, value = ".".join(map(str, error.absolute_path)), error.instance
    at = f"key {key}: " if key else ""
    for name in value if isinstance(value, dict) else ():
        if not isinstance(name, str):
            truth = " (YAML takes no, off, yes and on for false and true)"
            truth *= isinstance(name, bool)
            return f"{at}the name {name!r} is not text; write it in quotes{truth}"
    known = error.schema.get("properties", {})
    if error.validator == "additionalProperties":
        unknown = sorted(set(value) - set(known))
        return f"{at}unknown key {', '.join(unknown)}; {_hint(unknown[0], known)}"
    if error.validator == "required":
        missing = next(name for name in error.validator_value if name not in value)
        meaning = known[missing]["description"].strip()
        return f"{at}the key {missing} is missing; add it ({meaning})"
    if error.validator == "format":
        return f"{at}{value!r} {error.cause}"
    such = " or ".join(map(str, error.schema.get("examples", [])))
    wanted = fitting(error.schema) + (such and f", such as {such}")
    if error.schema.get("type") == "string" and isinstance(value, int | float):
        wanted += ", in quotes"
    is_what = "has no value" if value is None else f"is {shortened(repr(value))}"
    return f"{at}{is_what}; give {wanted}{_meaning(error, root)}"


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


def _meaning(error: jsonschema.ValidationError, root: Mapping[str, Any]) -> str:
    """Return in brackets the description nearest to an error on the way there."""
    level, found = root, ""
    for step in error.absolute_schema_path:
        level = level[step]
        if isinstance(level, dict) and isinstance(level.get("description"), str):
            found = f" ({level['description'].strip()})"
    return found


def _hint(unknown: str, known: Mapping[str, Any]) -> str:
    """Say what an unknown key may be meant for, or which are known."""
    below = sorted(k for k, x in known.items() if unknown in x.get("properties", {}))
    all_of_them = f"known are {', '.join(sorted(known))}"
    if below:
        all_of_them = f"it stands below one of {', '.join(below)}"
    elif "settings" in known:
        all_of_them += "; what is the learner's own stands below settings"
    return meant(unknown, known, all_of_them)
