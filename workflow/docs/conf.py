"""Build the pages of the documentation by Sphinx: developers/documentation.md."""

import tenbyten
from tenbyten.study.schema import with_keys

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


def setup(app):
    """Put the tables of keys into pages, made from the schemas."""
    app.connect("source-read", _fill_in)


def _fill_in(app, page, text):
    text[0] = with_keys(text[0])
