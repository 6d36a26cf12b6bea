"""The tables of keys in config/README.md, and config.yaml, are made from the schemas.

As a program this file draws them anew, by ``.venv/bin/python``.
"""

import json
import re

from tenbyten.layout import FOLDER
from tenbyten.study.schema import commented_key, describe_schema, read_schema

README = FOLDER / "config" / "README.md"
MACHINE = FOLDER / "config" / "config.yaml"
TABLE = re.compile(r"(<!-- keys: (\S+) -->\n\n)(?:\|.*\n)*")


def levels(schema, place):
    """Every level of a schema that has keys, by its place."""
    if "properties" in schema:
        yield place, schema
    # A mapping of one key is described by the key that has it.
    options = [x for x in schema.get("oneOf", ()) if len(x.get("properties", ())) > 1]
    for option in options:
        yield from levels(option, place)
    for key, entry in schema.get("properties", {}).items():
        yield from levels(entry, f"{place}.{key}")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from levels(schema["additionalProperties"], f"{place}.*")


LEVELS = {
    place: level
    for name in ("config", "study", "dataset", "planning")
    for place, level in levels(read_schema(name), name)
}


def rows(schema):
    """The lines of a table of keys."""
    yield from ("| key | type | default | meaning |", "| --- | --- | --- | --- |")
    for key, entry in schema["properties"].items():
        default = "required" if key in schema.get("required", ()) else ""
        if "default" in entry:
            default = entry["default"]
            shown = default if isinstance(default, str) else json.dumps(default)
            default = "empty" if default in ("", [], {}) else f"`{shown}`"
        meaning = " ".join(entry["description"].split())
        kind = describe_schema(entry).removeprefix("a ")
        yield f"| `{key}` | {kind} | {default} | {meaning} |"


def drawn(text):
    """The text with every table of keys in it drawn anew."""
    return TABLE.sub(lambda x: x[1] + "\n".join(rows(LEVELS[x[2]])) + "\n", text)


def machine():
    """The machine's configuration, with every default."""
    keys = LEVELS["config"]["properties"].items()
    head = MACHINE.read_text(encoding="utf-8").partition("\n\n")[0]
    return "\n".join(
        [f"{head}\n", *(commented_key(k, x, x["default"]) for k, x in keys)]
    )


def test_the_tables_of_keys_are_those_of_the_schemas():
    text = README.read_text(encoding="utf-8")
    assert {place for _, place in TABLE.findall(text)} == LEVELS.keys()
    assert drawn(text) == text, "draw it anew: python tests/study/test_reference.py"
    assert machine() == MACHINE.read_text(encoding="utf-8")


if __name__ == "__main__":
    README.write_text(drawn(README.read_text(encoding="utf-8")), encoding="utf-8")
    MACHINE.write_text(machine(), encoding="utf-8")
