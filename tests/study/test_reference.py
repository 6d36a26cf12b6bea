"""Pages have the keys of every level of a schema, and config.yaml the machine's.

As a program this file writes config.yaml anew, by ``.venv/bin/python``.
"""

import re

from pages import PAGES, with_keys
from tenbyten.layout import FOLDER
from tenbyten.study.schema import commented_key, read_schema

MACHINE = FOLDER / "config" / "config.yaml"


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
    for name in ("config", "study", "dataset")
    for place, level in levels(read_schema(name), name)
}


def machine():
    """The machine's configuration, with every default."""
    keys = LEVELS["config"]["properties"].items()
    head = MACHINE.read_text(encoding="utf-8").partition("\n\n")[0]
    return "\n".join(
        [f"{head}\n", *(commented_key(k, x, x["default"]) for k, x in keys)]
    )


def test_the_keys_of_every_level_of_a_schema_are_on_one_page():
    shown = [
        place
        for text in PAGES.values()
        for place in re.findall(r"^<!-- keys: (\S+) -->$", text, re.MULTILINE)
    ]
    assert sorted(shown) == sorted(LEVELS)


def test_each_key_is_shown_with_type_default_and_meaning():
    for place, level in LEVELS.items():
        keys = with_keys(f"<!-- keys: {place} -->").split("\n\n")
        heads, meanings = zip(*(key.split("\n") for key in keys), strict=True)
        assert [head.split(" - ")[0] for head in heads] == [
            f"`{key}`" for key in level["properties"]
        ]
        assert all(meaning.startswith(": ") for meaning in meanings)
    keys = with_keys("<!-- keys: study -->")
    shown = "\n\n`alpha` - a number above 0 below 0.5, default `0.05`\n: Size of the"
    assert shown in keys
    assert "\n\n`datasets` - text, required\n: The data-set sheet" in keys
    assert "\n\n`hierarchical` - `true` or `false`, default `true`\n" in keys
    assert "\n\n`predictions` - `true` or `false`, default `false`\n" in keys


def test_text_that_names_no_table_stays():
    text = "in a line: `<!-- keys: study -->`\n"
    assert with_keys(text) == text


def test_config_yaml_has_every_key_of_the_machine():
    assert machine() == MACHINE.read_text(encoding="utf-8")


if __name__ == "__main__":
    MACHINE.write_text(machine(), encoding="utf-8")
