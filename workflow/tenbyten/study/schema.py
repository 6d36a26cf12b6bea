"""Read YAML strictly, and check it against a JSON Schema with errors in words."""

import json
import math
import re
import textwrap
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import yaml

from tenbyten.files import PathLike
from tenbyten.layout import FOLDER
from tenbyten.study.names import name_fault
from tenbyten.words import list_first, shorten, suggest

# The JSON Schemas of the machine's configuration, a study and a row of a sheet.
_SCHEMAS = FOLDER / "workflow" / "schemas"

# Letters of an error of PyYAML, and of a text or key; faults at once; bytes of a file;
# levels and values, counted wherever an alias repeats them: at most.
_MOST_LETTERS, _MOST_TEXT, _MOST_FAULTS = 500, 10_000, 10
_MOST_BYTES, _MOST_LEVELS, _MOST_VALUES = 1_000_000, 100, 50_000

# What PyYAML raises on `!!int ""`, `!!timestamp x` and the like.
_OF_TAGS = (LookupError, AttributeError, TypeError, OverflowError)

# Keys that earlier versions had, and what became of them.
_REMOVED = dict.fromkeys(
    ("replicability_drawn", "replicability_draws"),
    "replicability is no longer measured: remove the line",
)

# Floats of YAML 1.2 that PyYAML, which is of 1.1, takes for text: `1e-3`, `-.5`.
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")


class StrictLoader(yaml.SafeLoader):
    """YAML in which a key given twice is an error instead of the last one winning.

    `1e-3` is a number, as in YAML 1.2; all else means what it means in YAML 1.1.
    What is too large for a study, also by aliases of aliases, is an error.
    """

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self._values = self._level = 0
        # How many values each node stands for.
        self._sizes: dict[yaml.Node, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose a node, and refuse one that is too large, deep or within itself."""
        before, is_alias = self._values, self.check_event(yaml.AliasEvent)
        self._values += not is_alias
        self._level += 1
        if self._level > _MOST_LEVELS:
            raise _refusal(f"more than {_MOST_LEVELS} levels", self.peek_event())
        node = super().compose_node(parent, index)
        self._level -= 1
        if is_alias and node not in self._sizes:
            raise _refusal("a value that contains itself", node)
        self._values += self._sizes.get(node, 0) if is_alias else 0
        self._sizes[node] = self._sizes.get(node, self._values - before)
        if self._values > _MOST_VALUES:
            raise _refusal(f"more than {_MOST_VALUES:,} values", node)
        if isinstance(node, yaml.ScalarNode) and len(node.value) > _MOST_TEXT:
            raise _refusal(f"a text of more than {_MOST_TEXT:,} characters", node)
        return node

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, Any]:
        """Build a mapping whose keys are all different."""
        keys = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                raise _refusal("a key that is no text or number", key_node)
            if key in keys:
                raise _refusal(f"key {shorten(repr(key))} is given twice", key_node)
            keys.add(key)
        return super().construct_mapping(node, deep)

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        """Read an integer of 64 bits, as engines and files hold it."""
        is_long = len(node.value) > 100
        if is_long or not -(2**63) <= super().construct_yaml_int(node) < 2**63:
            raise _refusal("an integer of more than 64 bits", node)
        return super().construct_yaml_int(node)

    def refuse_kind(self, node: yaml.Node) -> None:
        """Refuse dates and other types that no key and no setting takes."""
        kind = node.tag.rpartition(":")[2]
        raise _refusal(f"a {kind}; write it in quotes, or as a list", node)

    def construct_yaml_str(self, node: yaml.ScalarNode) -> str:
        """Read text that UTF-8 can encode: no lone surrogate."""
        value = super().construct_yaml_str(node)
        value.encode("utf-8")
        return value


_READ = {x: getattr(StrictLoader, f"construct_yaml_{x}") for x in ("int", "str")}
_NO_KEY_TAKES = ("timestamp", "binary", "set", "omap", "pairs")
_READ |= dict.fromkeys(_NO_KEY_TAKES, StrictLoader.refuse_kind)
for _kind, _construct in _READ.items():
    StrictLoader.add_constructor(f"tag:yaml.org,2002:{_kind}", _construct)
# It comes after PyYAML's own resolvers, which keep their meaning.
StrictLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float", _FLOAT, [*"+-.0123456789"]
)


def _refusal(said, node):
    """Return an error of the loader that points at a node."""
    return yaml.constructor.ConstructorError(None, None, said, node.start_mark)


def read_yaml(path: PathLike) -> Any:
    """Read a YAML file in UTF-8.

    Raises
    ------
    ValueError
        If the file is not YAML, is too large, or has a key twice.
    """
    with open(path, "rb") as file:
        text = file.read(_MOST_BYTES + 1)
    if len(text) > _MOST_BYTES:
        raise ValueError(f"{path}: has more than {_MOST_BYTES:,} bytes; is it a study?")
    try:
        return yaml.load(text.decode("utf-8-sig"), Loader=StrictLoader)
    except (yaml.YAMLError, ValueError, RecursionError, *_OF_TAGS) as error:
        said = shorten(str(error), _MOST_LETTERS)
        said = said.replace('in "<unicode string>", ', "at ")
        if isinstance(error, _OF_TAGS):
            said = f"a value is not what its tag says ({said})"
        tabs = "; indent by spaces, not tabs" * (r"character '\t'" in said)
        raise ValueError(f"{path}: not a YAML file: {said}{tabs}") from error


def read_schema(name: str) -> dict[str, Any]:
    """Read a schema: ``config``, ``study`` or ``dataset``."""
    return deepcopy(_schema(name))


@cache
def _schema(name: str) -> dict[str, Any]:
    # It takes a third of a second, and several are read again and again.
    return read_yaml(_SCHEMAS / f"{name}.schema.yaml")


def check_against_schema(
    values: Any, schema: Mapping[str, Any], *, where: PathLike
) -> dict[str, Any]:
    """Fill in the defaults of a schema.

    Parameters
    ----------
    values : object
        What was read, such as from YAML.
    schema : mapping
        From `read_schema`, or a part of it.
    where : path
        Begins errors.

    Returns
    -------
    dict
        The values, with defaults at every level.

    Raises
    ------
    ValueError
        If values do not fit: a line for each fault, with key, value and remedy.
    """
    pairs = sorted(_faults(values, schema), key=lambda fault: [*map(str, fault[0])])
    if faults := dict.fromkeys(said for _, said in pairs):
        said = list(faults)[:_MOST_FAULTS]
        raise ValueError("\n".join(f"{where}: {fault}" for fault in said))
    return _with_defaults(values, schema)


# The path of a value, and what is wrong with it.
_Fault = tuple[tuple[Any, ...], str]

# A number is neither infinite nor NaN; 1.0 is not an integer.
_IS: dict[str, Callable[[Any], bool]] = {
    "object": lambda x: isinstance(x, dict),
    "array": lambda x: isinstance(x, list),
    "string": lambda x: isinstance(x, str),
    "boolean": lambda x: isinstance(x, bool),
    "integer": lambda x: isinstance(x, int) and not isinstance(x, bool),
    "number": lambda x: (
        _IS["integer"](x) or (isinstance(x, float) and math.isfinite(x))
    ),
}
# Keywords of JSON Schema for a single value, and when it fits them.
_FITS: dict[str, Callable[[Any, Any], bool]] = {
    "type": lambda x, kind: _IS[kind](x),
    "enum": lambda x, options: any(x == y and type(x) is type(y) for y in options),
    "minimum": lambda x, limit: x >= limit,
    "maximum": lambda x, limit: x <= limit,
    "exclusiveMinimum": lambda x, limit: x > limit,
    "exclusiveMaximum": lambda x, limit: x < limit,
    "minLength": lambda x, least: len(x) >= least,
    "minItems": lambda x, least: len(x) >= least,
    "maxItems": lambda x, most: len(x) <= most,
    "minProperties": lambda x, least: len(x) >= least,
    "maxProperties": lambda x, most: len(x) <= most,
    "pattern": lambda x, pattern: bool(re.search(pattern, x)),
    "uniqueItems": lambda x, _: all(y not in x[:i] for i, y in enumerate(x)),
}


def _faults(
    value: Any, schema: Mapping[str, Any], path: tuple[Any, ...] = (), meaning: str = ""
) -> Iterator[_Fault]:
    """Yield what does not fit a schema; `meaning` is the description of the value."""
    meaning = schema.get("description", meaning)
    if options := schema.get("oneOf"):
        kinds = [x for x in options if x.get("type") == "object"]
        if isinstance(value, dict) and kinds:
            yield from _faults(value, kinds[0], path, meaning)
        elif not any(not [*_faults(value, option)] for option in options):
            yield path, _unfit(path, value, schema, meaning)
    elif not all(fits(value, schema[x]) for x, fits in _FITS.items() if x in schema):
        yield path, _unfit(path, value, schema, meaning)
    elif isinstance(value, dict):
        yield from _faults_of_mapping(value, schema, path, meaning)
    elif isinstance(value, list) and "items" in schema:
        for i, x in enumerate(value):
            yield from _faults(x, schema["items"], (*path, i), meaning)
    elif schema.get("format") == "name" and (fault := name_fault(value)):
        yield path, f"{_at(path)}{shorten(repr(value))} {fault}"


def _faults_of_mapping(
    values: dict[Any, Any],
    schema: Mapping[str, Any],
    path: tuple[Any, ...],
    meaning: str,
) -> Iterator[_Fault]:
    """Yield names and values of a mapping that do not fit a schema."""
    known, other = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name in values:
        if not isinstance(name, str):
            truth = " (YAML takes no, off, yes and on for false and true)"
            truth *= isinstance(name, bool)
            said = (
                f"the name {shorten(repr(name))} is not text; write it in quotes{truth}"
            )
            yield path, f"{_at(path)}{said}"
            return
    unknown = sorted(set(values) - set(known))
    if other is False and unknown:
        named = list_first([shorten(x, 80) for x in unknown], more=" and ")
        said = f"unknown key {named}; {_hint(unknown[0], known)}"
        yield path, f"{_at(path)}{said}"
    for name in schema.get("required", ()):
        if name not in values:
            meant_by = known[name]["description"].strip()
            said = f"the key {name} is missing; add it ({meant_by})"
            yield path, f"{_at(path)}{said}"
            break
    for name, value in values.items():
        yield from _faults(name, schema.get("propertyNames", {}), path, meaning)
        yield from _faults(value, known.get(name, other or {}), (*path, name), meaning)


def _with_defaults(values, schema):
    """Fill in the schema's defaults, at every level that `values` has."""
    if isinstance(values, list) and "items" in schema:
        return [_with_defaults(value, schema["items"]) for value in values]
    if not isinstance(values, dict):
        return values
    known, other = schema.get("properties", {}), schema.get("additionalProperties")
    inner = {key: known.get(key, other or {}) for key in values}
    given = {key: _with_defaults(value, inner[key]) for key, value in values.items()}
    defaults = {key: x["default"] for key, x in known.items() if "default" in x}
    return given | {key: x for key, x in defaults.items() if key not in given}


# Words

# Types in the words of people who write YAML.
_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
}
# Keywords of limits, in the order in which they are named.
_LIMITS = {
    "minimum": "from",
    "exclusiveMinimum": "above",
    "maximum": "to",
    "exclusiveMaximum": "below",
    "minProperties": "of at least",
    "minItems": "of at least",
    "maxProperties": "and at most",
    "maxItems": "and at most",
}


def describe_schema(schema: Mapping[str, Any]) -> str:
    """Say which values fit a schema.

    Examples
    --------
    >>> limits = {"exclusiveMinimum": 0, "exclusiveMaximum": 0.5}
    >>> describe_schema({"type": "number"} | limits)
    'a number above 0 below 0.5'
    """
    if options := schema.get("enum"):
        return " or ".join(f"`{option}`" for option in options)
    if "oneOf" in schema:
        return " or ".join(map(describe_schema, schema["oneOf"]))
    words = [_TYPES[schema["type"]]]
    words += [f"{word} {schema[key]}" for key, word in _LIMITS.items() if key in schema]
    words += ["that is not empty"] * ("minLength" in schema)
    said = re.sub("(mapping|list) and at", r"\1 of at", " ".join(words))
    said += f", each {describe_schema(schema['items'])}" if "items" in schema else ""
    return said + ", without repetition" * schema.get("uniqueItems", False)


def _at(path: Sequence[Any]) -> str:
    """Name the key at a path, to begin an error with."""
    return f"key {shorten('.'.join(map(str, path)))}: " if path else ""


def _unfit(
    path: Sequence[Any], value: Any, schema: Mapping[str, Any], meaning: str
) -> str:
    """Say that a value does not fit, which values do, and what they mean."""
    such = " or ".join(map(str, schema.get("examples", [])))
    wanted = describe_schema(schema) + (such and f", such as {such}")
    if schema.get("type") == "string" and isinstance(value, int | float):
        wanted += ", in quotes"
    is_what = "has no value" if value is None else f"is {shorten(repr(value))}"
    said = f"{_at(path)}{is_what}; give {wanted}"
    return f"{said} ({meaning.strip()})" if meaning else said


def commented_key(key: str, described: Mapping[str, Any], value: object) -> str:
    """Write a key in YAML, with its description as a comment above it.

    Parameters
    ----------
    key : str
    described : mapping
        The key's part of a schema.
    value : object
        Written as JSON, which is YAML; text as it is.
    """
    lines = textwrap.wrap(described["description"], 86, break_on_hyphens=False)
    value = value if isinstance(value, str) and value else json.dumps(value)
    return "\n".join([*(f"# {line}" for line in lines), f"{key}: {value}", ""])


def _hint(unknown: str, known: Mapping[str, Any]) -> str:
    """Suggest a key for an unknown one, or list those that are known."""
    if unknown in _REMOVED:
        return _REMOVED[unknown]
    below = sorted(k for k, x in known.items() if unknown in x.get("properties", {}))
    all_of_them = f"known are {', '.join(sorted(known))}"
    if below:
        all_of_them = f"it stands below one of {', '.join(below)}"
    elif "settings" in known:
        all_of_them += "; what is the learner's own stands below settings"
    return suggest(unknown, known, all_of_them)
