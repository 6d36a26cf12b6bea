"""Colours and words of figures, and figures in a page."""

import re
from xml.etree import ElementTree

import pytest

from page_elements import contrast
from tenbyten.report.figures.posteriors import draw_posteriors
from tenbyten.report.figures.style import (
    COLUMN,
    INK,
    MUTED,
    PROPERTIES,
    ROW,
    SURFACE,
    inline,
)

# Colours


def test_contrast_of_black_on_white_is_the_published_maximum():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("color", [ROW, COLUMN, MUTED])
@pytest.mark.parametrize("page", ["#ffffff", "#16181d"])
def test_colours_can_be_seen_on_a_light_and_on_a_dark_page(color, page):
    assert contrast(color, page) >= 3


def test_words_can_be_read_on_a_light_page():
    assert contrast(INK, SURFACE) >= 7
    assert contrast(MUTED, SURFACE) >= 4.5


# Words


# Figures in a page


@pytest.fixture
def svg(posteriors_of, hostile, svg_of):
    """One with hostile names of everything."""
    table = posteriors_of(hostile)
    names = {"row": hostile[0], "column": hostile[3]}
    return svg_of(draw_posteriors(table, **names))


def test_inlined_ids_are_unique_and_every_reference_is_met(svg):
    page = inline(svg, alt="", prefix="one") + inline(svg, alt="", prefix="two")
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {name.split("-")[0] for name in ids} == {"one", "two"}
    assert {*re.findall(r'(?:href="#|url\(#)([^")]+)', page)} <= set(ids)


def test_inlined_colours_are_properties_that_fall_back_on_what_is_drawn(svg):
    styles = " ".join(re.findall(r'style="([^"]+)"', inline(svg, alt="", prefix="a")))
    for color, name in PROPERTIES.items():
        assert f"var({name}, {color})" in styles
        assert color not in styles.replace(f"var({name}, {color})", "")


def test_names_are_left_as_they_are(svg, hostile):
    root = ElementTree.fromstring(inline(svg, alt='"<&', prefix="a"))
    texts = [x.text for x in root.iter("{http://www.w3.org/2000/svg}text")]
    assert any(text and text.startswith(hostile[3][:20]) for text in texts)
    assert root.get("aria-label") == '"<&'


def test_inlined_drawings_bring_no_rules_for_the_rest_of_the_page(svg):
    page = inline(svg, alt="", prefix="a")
    assert page.startswith('<svg role="img"')
    assert not re.search("<(style|metadata|!|[?])", page)
