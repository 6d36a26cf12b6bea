"""Colours of figures."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from tenbyten.report.figures import colours


def contrast(one, other):
    """Contrast ratio of WCAG 2.2."""

    def luminance(color):
        rgb = np.array(to_rgb(color))
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return linear @ [0.2126, 0.7152, 0.0722]

    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white_is_the_published_maximum():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("color", [colours.ROW, colours.COLUMN, colours.MUTED])
@pytest.mark.parametrize("page", ["#ffffff", "#16181d"])
def test_colours_can_be_seen_on_a_light_and_on_a_dark_page(color, page):
    assert contrast(color, page) >= 3


def test_words_can_be_read_on_a_light_page():
    assert contrast(colours.INK, colours.SURFACE) >= 7
    assert contrast(colours.MUTED, colours.SURFACE) >= 4.5
