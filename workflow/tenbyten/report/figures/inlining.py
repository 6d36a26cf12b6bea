"""Inline the text of an SVG into a page, for which no figure is drawn."""

import re
from xml.etree import ElementTree

from tenbyten.report.figures.colours import PROPERTIES

_XLINK = "{http://www.w3.org/1999/xlink}href"
_COLOUR = re.compile("|".join(PROPERTIES))


def inline(svg: str, *, prefix: str) -> str:
    """Make the text of an SVG of `write_figure` fit for a page of HTML.

    `prefix`, which no other figure of the page has, becomes part of every id. The
    element ``svg`` is as wide as its surroundings but not wider than drawn, without
    background, its colours custom properties of CSS (`PROPERTIES`) that fall back on
    the colours drawn.
    """
    # An id in a list of ids and in url() has no space, quote or bracket.
    prefix = re.sub(r"[^\w.-]", "_", prefix) + "-"
    root = parse_svg(svg)
    for parent in root.iter():
        for background in parent.findall("*[@class='background']"):
            parent.remove(background)
    view = root.attrib["viewBox"]
    width = float(view.split()[2])
    root.attrib = {
        "viewBox": view,
        "role": "img",
        "aria-labelledby": f"{prefix}title {prefix}desc",
        "style": f"{root.attrib['style']}; width: 100%; max-width: {width * 4 / 3:g}px",
    }
    for element in root.iter():
        attributes = element.attrib
        if "id" in attributes:
            attributes["id"] = prefix + attributes["id"]
        if "xlink:href" in attributes:
            # An image, its data in the link.
            attributes["href"] = attributes.pop("xlink:href")
        if "style" in attributes:
            attributes["style"] = _COLOUR.sub(_as_property, attributes["style"])
    return ElementTree.tostring(root, encoding="unicode")


def parse_svg(svg: str) -> ElementTree.Element:
    """Return the root of an SVG, its names without namespaces."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.partition("}")[2]
        if _XLINK in element.attrib:
            element.set("xlink:href", element.attrib.pop(_XLINK))
    return root


def _as_property(match):
    """Write a colour as a custom property that falls back on it."""
    return f"var({PROPERTIES[match[0]]}, {match[0]})"
