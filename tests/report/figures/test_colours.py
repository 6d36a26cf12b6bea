"""Colours of figures."""

import pytest

from page_elements import contrast
from tenbyten.report.figures import colours


def test_contrast_of_black_on_white_is_the_published_maximum():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("color", [colours.ROW, colours.COLUMN, colours.MUTED])
@pytest.mark.parametrize("page", ["#ffffff", "#16181d"])
def test_colours_can_be_seen_on_a_light_and_on_a_dark_page(color, page):
    assert contrast(color, page) >= 3


def test_words_can_be_read_on_a_light_page():
    assert contrast(colours.INK, colours.SURFACE) >= 7
    assert contrast(colours.MUTED, colours.SURFACE) >= 4.5
