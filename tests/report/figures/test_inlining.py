"""Drawings in a page."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pandas as pd
import pytest

from tenbyten.report.figures.colours import PROPERTIES
from tenbyten.report.figures.drawing import as_svg
from tenbyten.report.figures.heat_map import draw_heat_map
from tenbyten.report.figures.inlining import inline
from tenbyten.report.figures.posteriors import draw_posteriors


@pytest.fixture(scope="module")
def drawing(posteriors_of, hostile):
    """One with hostile names of everything."""
    table = posteriors_of(hostile)
    return draw_posteriors(table, row=hostile[0], column=hostile[2], rope=0.01)


@pytest.fixture(scope="module")
def image():
    """One that holds an image."""
    return draw_heat_map(pd.DataFrame({"a": [0.5, 0.75], "b": [0.25, 1.0]}))


def test_inlined_ids_are_unique_and_every_reference_is_met(image, drawing):
    page = inline(as_svg(image), prefix="one") + inline(as_svg(drawing), prefix="two")
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {name.split("-")[0] for name in ids} == {"one", "two"}
    labels = " ".join(re.findall(r'aria-labelledby="([^"]+)"', page)).split()
    assert set(labels) == set(ids)
    # No other reference that a prefix could break.
    assert not re.findall(r'href="#|url\(', page)


def test_inlined_colours_are_properties_that_fall_back_on_what_is_drawn(drawing):
    svg = as_svg(drawing)
    page = inline(svg, prefix="one")
    styles = " ".join(re.findall(r'style="([^"]+)"', page))
    for color, name in PROPERTIES.items():
        assert (f"var({name}, {color})" in styles) == (
            color in svg and name != "--surface"
        )
        assert color not in styles.replace(f"var({name}, {color})", "")


def test_a_colour_in_a_name_is_not_recoloured(drawing, hostile):
    texts = ElementTree.fromstring(inline(as_svg(drawing), prefix="a")).iter("text")
    assert hostile[3] in [element.text for element in texts]


def test_inlined_drawings_follow_the_width_and_have_no_background(image):
    svg = as_svg(image)
    assert 'class="background"' in svg
    root = ElementTree.fromstring(inline(svg, prefix="a"))
    assert "background" not in {element.get("class") for element in root.iter()}
    assert root.get("width") is None
    assert "max-width: 672px" in root.get("style")
    assert root.get("viewBox").startswith("0 0 504 ")


def test_inlined_drawings_bring_no_rules_for_the_rest_of_the_page(image):
    assert "<style" not in inline(as_svg(image), prefix="a")
    assert "xmlns" not in inline(as_svg(image), prefix="a")


def test_a_page_needs_nothing_that_draws():
    program = (
        "import sys, tenbyten.report.page\n"
        "print(*{'matplotlib', 'fontTools'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
