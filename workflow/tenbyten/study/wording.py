"""Word the errors of a schema for people who write YAML."""

import difflib
from collections.abc import Mapping
from typing import Any

import jsonschema

# What a type is called by people who write YAML.
_TYPES = {
    "object": "a mapping of keys to values",
    "array": "a list in square brackets",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}


def in_words(error: jsonschema.ValidationError, root: Mapping[str, Any]) -> str:
    """Say what does not fit the schema `root`: the key, its value, the remedy."""
    key = ".".join(str(part) for part in error.absolute_path)
    at = f"key {key}: " if key else ""
    for name in error.instance if isinstance(error.instance, dict) else ():
        if not isinstance(name, str):
            truth = " (YAML takes no, off, yes and on for false and true)"
            truth *= isinstance(name, bool)
            return f"{at}the name {name!r} is not text; write it in quotes{truth}"
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        unknown = sorted(set(error.instance) - set(known))
        return f"{at}unknown key {', '.join(unknown)}; {_hint(unknown[0], known)}"
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        described = error.schema.get("properties", {}).get(missing[0], {})
        meaning = f" ({described['description']})" if "description" in described else ""
        return f"{at}the key {missing[0]} is missing; add it{meaning}"
    meaning = _meaning(error, root)
    if error.validator == "type" and error.instance is None:
        return f"{at}has no value; give {_wanted(error)}{meaning}"
    if error.validator == "minProperties":
        return f"{at}has {_listed(error.instance)}; give {_wanted(error)}{meaning}"
    if error.validator == "format":
        return f"{at}{error.instance!r} {error.cause}"
    return f"{at}is {error.instance!r}; give {_wanted(error)}{meaning}"


def _meaning(error, root):
    """Return, in brackets, the description nearest to an error on the way there."""
    level, found = root, ""
    for step in error.absolute_schema_path:
        level = level[step]
        if isinstance(level, dict) and "$ref" in level:
            # Not a step of its own.
            level = root["$defs"][level["$ref"].rpartition("/")[2]]
        if isinstance(level, dict) and isinstance(level.get("description"), str):
            found = level["description"].strip()
    return f" ({found})" if found else ""


def _hint(unknown, known):
    """Say what an unknown key may be meant for, or which are known."""
    if near := difflib.get_close_matches(unknown, known, n=1):
        return f"did you mean {near[0]}?"
    below = [key for key, x in known.items() if unknown in x.get("properties", {})]
    if below:
        return f"it stands below one of {', '.join(sorted(below))}"
    own = "; what is the learner's own stands below settings" * ("settings" in known)
    return f"known are {', '.join(sorted(known))}{own}"


def _wanted(error):
    """Say what fits where something else stands."""
    wanted, given = error.validator_value, error.instance
    examples = " or ".join(map(str, error.schema.get("examples", [])))
    match error.validator:
        case "type":
            quotes = isinstance(given, int | float) and wanted == "string"
            such = f", such as {examples}" if examples else ""
            return _type(wanted) + such + ", in quotes" * quotes
        case "enum":
            return "one of " + ", ".join(map(str, wanted))
        case "const":
            return str(wanted)
        case "multipleOf":
            return f"a multiple of {wanted}"
        case "minProperties" | "minItems":
            return f"{wanted} or more"
        case "minLength":
            return "text that is not empty"
        case "maxItems":
            return f"{wanted}, not {len(given)}"
        case "minimum":
            return f"{wanted} or more"
        case "maximum":
            return f"{wanted} or less"
        case "exclusiveMinimum":
            return f"more than {wanted}"
        case "exclusiveMaximum":
            return f"less than {wanted}"
        case "oneOf":
            return " or ".join(x.get("const") or _type(x["type"]) for x in wanted)
        case "uniqueItems":
            return "every value once"
        case "pattern":
            return f"text such as {examples}" if examples else f"text of {wanted}"
    return f"what fits: {error.message}"


def _type(wanted):
    """Name a type, or several of which one will do."""
    types = [wanted] if isinstance(wanted, str) else wanted
    return " or ".join(_TYPES[name] for name in types)


def _listed(names):
    """List the names of a mapping that has too few."""
    if not names:
        return "nothing in it"
    return f"{len(names)} alone, {', '.join(names)}"
