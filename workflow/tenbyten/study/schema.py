"""YAML read strictly, and checked against a JSON Schema with errors in words."""

import difflib
from pathlib import Path

import jsonschema
import yaml


class StrictLoader(yaml.SafeLoader):
    """YAML in which a key given twice is an error instead of the last one winning."""

    def construct_mapping(self, node, deep=False):
        """Build a mapping whose keys are all different."""
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(
                    None, None, f"key {key!r} is given twice", node.start_mark
                )
        return super().construct_mapping(node, deep)


def read_yaml(path):
    """Read a YAML file in which no key stands twice.

    Raises
    ------
    ValueError
        If the file is not UTF-8, not YAML, or gives a key twice.
    """
    try:
        return yaml.load(Path(path).read_text(encoding="utf-8"), Loader=StrictLoader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: not a YAML file: {error}") from error


def check_against_schema(values, schema, *, where):
    """Return `values` with the schema's defaults filled in.

    Raises
    ------
    ValueError
        Naming `where`, the key, its value and what the schema wants.
    """
    validator = jsonschema.Draft202012Validator(schema)
    error = jsonschema.exceptions.best_match(validator.iter_errors(values))
    if error is not None:
        raise ValueError(f"{where}: {_in_words(error)}")
    return _with_defaults(values, schema, schema)


def _with_defaults(values, schema, root):
    """Fill in the schema's defaults, at every level that `values` has."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    if not isinstance(values, dict):
        return values
    properties = schema.get("properties", {})
    other = schema.get("additionalProperties") or {}
    filled = {
        key: _with_defaults(value, properties.get(key, other), root)
        for key, value in values.items()
    }
    for key, entry in properties.items():
        if "default" in entry:
            filled.setdefault(key, entry["default"])
    return filled


def _in_words(error):
    """A schema error as: which key, its value, what to do."""
    key = ".".join(str(part) for part in error.absolute_path)
    at = f"key {key}: " if key else ""
    if error.validator == "additionalProperties":
        known = sorted(error.schema.get("properties", {}))
        unknown = sorted(set(error.instance) - set(known))
        near = difflib.get_close_matches(unknown[0], known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
        return f"{at}unknown key {', '.join(unknown)}; {hint}"
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        return f"{at}the key {missing[0]} is missing; add it"
    if error.validator == "enum":
        values = ", ".join(str(value) for value in error.validator_value)
        return f"{at}is {error.instance!r}; give one of {values}"
    if error.validator == "pattern":
        what = f"must match {error.validator_value}"
    else:
        what = error.message
    description = error.schema.get("description", "").strip()
    meaning = f" ({description})" if description else ""
    return f"{at}is {error.instance!r}: {what}{meaning}"
