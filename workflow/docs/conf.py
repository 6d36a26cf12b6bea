"""Build the pages of the documentation by Sphinx: developers/documentation.md."""

import json
import re

import tenbyten
from tenbyten.study.schema import describe_schema, read_schema

project = "tenbyten"
author = project_copyright = "The tenbyten authors"
version = release = tenbyten.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["html", "jupyter_execute"]
default_role = "code"
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline", "deflist"]
# A page with cells is run as it is built, and an error in a cell fails.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_show_tb = True
# Half a minute, the default, is short where other jobs have the cores.
nb_execution_timeout = 600
# Such as that kernels are compiled, which is not so each time.
nb_output_stderr = "remove"

autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

html_theme = "furo"
html_title = f"tenbyten {release}"
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["tables.css"]
html_show_sourcelink = False


def with_keys(text):
    """Put the keys in place of each line ``<!-- keys: PLACE -->`` of a page.

    A place is a schema and the keys that lead to a level of it, such as
    ``study.classifiers.*``, where `*` stands for any name.
    """
    line = re.compile("^<!-- keys: (.+) -->$", re.MULTILINE)
    return line.sub(lambda x: "\n\n".join(_keys(x[1])), text)


def _keys(place):
    """Yield each key at a place: its type and default, and below what it means."""
    name, *path = place.split(".")
    schema = read_schema(name)
    for key in path:
        inner = schema["additionalProperties"] if key == "*" else None
        inner = inner or schema["properties"][key]
        # A mapping of one key is described by the key that has it.
        options = inner.get("oneOf", ())
        schema = next((x for x in options if "properties" in x), inner)
    for key, entry in schema["properties"].items():
        said = describe_schema(entry)
        said += ", required" * (key in schema.get("required", ()))
        if entry.get("default", "") not in ("", [], {}):
            shown = entry["default"]
            shown = shown if isinstance(shown, str) else json.dumps(shown)
            said += f", default `{shown}`"
        meaning = " ".join(entry["description"].split())
        yield f"`{key}` - {said}\n: {meaning}"


def setup(app):
    """Put the keys into pages, made from the schemas, each with an anchor."""
    app.connect("source-read", _fill_in)


def _fill_in(app, page, text):
    """Change the one text of a list."""
    for place in re.findall("^<!-- keys: (.+) -->$", text[0], re.MULTILINE):
        # Such as study-alpha and native-learner.
        level = [x for x in place.split(".") if x != "*"][-1]
        line = f"<!-- keys: {place} -->"
        key = re.compile(r"^`(\w+)` - ", re.MULTILINE)
        made = key.sub(rf"[`\1`]{{#{level}-\1}} - ", with_keys(line))
        text[0] = text[0].replace(line, made)
