"""Build the pages of the documentation by Sphinx: developers/documentation.md."""

import json
import re

import tenbyten
from tenbyten.study.schema import describe_schema, read_schema

project = "tenbyten"
author = project_copyright = "The tenbyten authors"
version = release = tenbyten.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["html"]
default_role = "code"
myst_heading_anchors = 3

autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

html_theme = "furo"
html_title = f"tenbyten {release}"
html_copy_source = False
html_show_sourcelink = False


def with_keys(text):
    """Put a table of keys in place of each line ``<!-- keys: PLACE -->`` of a page.

    A place is a schema and the keys that lead to a level of it, such as
    ``study.classifiers.*``, where `*` stands for any name.
    """
    line = re.compile("^<!-- keys: (.+) -->$", re.MULTILINE)
    return line.sub(lambda x: "\n".join(_key_rows(x[1])), text)


def _key_rows(place):
    """Yield the lines of a table of the keys at a place."""
    name, *path = place.split(".")
    schema = read_schema(name)
    for key in path:
        inner = schema["additionalProperties"] if key == "*" else None
        inner = inner or schema["properties"][key]
        # A mapping of one key is described by the key that has it.
        options = inner.get("oneOf", ())
        schema = next((x for x in options if "properties" in x), inner)
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


def setup(app):
    """Put the tables of keys into pages, made from the schemas."""
    app.connect("source-read", _fill_in)


def _fill_in(app, page, text):
    """Change the one text of a list."""
    text[0] = with_keys(text[0])
