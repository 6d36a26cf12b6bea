"""Inline the text of an SVG into a page, for which no figure is drawn."""

import re

from markupsafe import Markup, escape

from tenbyten.report.figures.colours import PROPERTIES

_COLOUR = re.compile("|".join(PROPERTIES))


def inline(svg: str, *, alt: str, prefix: str) -> Markup:
    """Make the text of an SVG of `write_figure` fit for a page of HTML.

    `alt` describes it; `prefix`, which no other figure of the page has, becomes part of
    every id. Its colours become custom properties of CSS (`PROPERTIES`) that fall back
    on the colours drawn.
    """
    # The rules of an element ``style`` would hold for the whole page.
    svg = re.sub(r"<(metadata|style).*?</\1>", "", svg[svg.index("<svg") :], flags=re.S)
    svg = re.sub(r"<[^>]*>", lambda tag: _tag_of_page(tag[0], prefix), svg)
    name = f'<svg role="img" aria-label="{escape(alt)}"'
    return Markup(svg.replace("<svg", name, 1))


def _tag_of_page(tag: str, prefix: str) -> str:
    """Change ids and colours in a tag; what is between tags, names, is left alone."""
    tag = re.sub(r'\bid="|\bhref="#|url\(#', rf"\g<0>{prefix}-", tag)
    return _COLOUR.sub(lambda x: f"var({PROPERTIES[x[0]]}, {x[0]})", tag)
