"""Axes, curves, bands and keys."""

import numpy as np
import pytest

from tenbyten.report.figures.colours import COLUMN, ROW
from tenbyten.report.figures.drawing import as_svg
from tenbyten.report.figures.style import WIDTH, Drawing, style
from tenbyten.report.simulated.figures.curves import (
    DASHED,
    Axes,
    Curve,
    Look,
    Panel,
    draw_key,
    draw_panels,
    height_of_key,
)

X = np.array([0.0, 0.05, 0.1])
Y = np.array([0.0, 0.5, 1.0])
LOOK = Look(COLUMN, "square", DASHED)


@style()
def drawn(*panels, columns=2, across=(0, 0.1)):
    drawing = Drawing(300)
    axes = Axes("difference", "power", across)
    draw_panels(drawing, panels, axes, top=10, height=150, columns=columns)
    return drawing


def panel(error=None, **lines):
    return Panel("25 data sets", [Curve("Poisson", X, Y, LOOK, error)], **lines)


def lines_of(drawing, **wanted):
    """Lines of a drawing whose properties are as wanted."""
    return [
        artist
        for artist in drawing.artists
        if hasattr(artist, "get_xdata")
        and all(getattr(artist, f"get_{name}")() == x for name, x in wanted.items())
    ]


def test_points_lie_where_the_axes_say():
    drawing = drawn(panel())
    (curve,) = [x for x in lines_of(drawing, color=COLUMN) if len(x.get_xdata()) == 4]
    # 34 points left and 10 right of the axes, 20 above and 32 below them.
    np.testing.assert_allclose(curve.get_xdata()[:3], [34, 138, WIDTH / 2 - 10])
    np.testing.assert_allclose(curve.get_ydata()[:3], [128, 79, 30])
    assert curve.get_linestyle() == "--"


def test_squares_are_as_wide_as_high():
    drawing = drawn(panel())
    (squares,) = lines_of(drawing, color=COLUMN, linewidth=4.8)
    ends = squares.get_xdata().reshape(3, 3)[:, :2]
    np.testing.assert_allclose(ends[:, 1] - ends[:, 0], 4.8)
    assert squares.get_solid_capstyle() == "butt"


def test_bands_stay_within_the_axes():
    drawing = drawn(panel(error=np.array([0.1, 0.1, 0.1])))
    (band,) = [x for x in drawing.artists if type(x).__name__ == "Polygon"]
    corners = band.get_xy()[:6]
    np.testing.assert_allclose(
        corners[:, 1], [128, 88.8, 39.8, 30, 69.2, 118.2], atol=1e-9
    )


def test_a_level_and_an_interval_are_drawn_and_ends_outside_left_out():
    without = len(drawn(panel()).artists)
    drawing = drawn(panel(level=0.05, above=0.06, interval=(0.02, 0.3)))
    assert len(drawing.artists) == without + 3


def test_panels_stand_side_by_side_and_below():
    drawing = drawn(*[panel()] * 3)
    titles = [x for x in drawing.texts if x.get_text() == "25 data sets"]
    at = [text.get_position() for text in titles]
    assert at == [(34, 20), (34 + WIDTH / 2, 20), (34, 170)]
    assert [x.get_text() for x in drawing.texts].count("power") == 2


def test_a_panel_without_common_ends_has_its_own():
    other = Panel("", [Curve("a", np.array([2.0, 4.0]), np.zeros(2), Look(ROW))])
    drawing = drawn(panel(), other, across=None)
    words = {text.get_text() for text in drawing.texts}
    assert {"0.10", "4.0"} <= words
    alone = Panel("", [Curve("a", np.array([3.0]), np.zeros(1), Look(ROW, "ring"))])
    assert "3.0" in {text.get_text() for text in drawn(alone, across=None).texts}


def test_the_pointer_is_told_each_point():
    words = [area[-1] for area in drawn(panel()).areas]
    assert words == [
        "Poisson: 0 at 0",
        "Poisson: 0.5 at 0.05",
        "Poisson: 1 at 0.1",
    ]


@style()
def test_a_key_breaks_into_lines():
    few = [("Poisson test, one run", LOOK), ("signed-rank test", Look(ROW, "circle"))]
    assert height_of_key(8, few) == 13
    assert height_of_key(8, few * 3) == 26
    drawing = Drawing(100)
    draw_key(drawing, 8, 10, few * 3)
    heights = [text.get_position()[1] for text in drawing.texts]
    assert sorted(set(heights)) == [10, 23]
    assert max(text.get_position()[0] for text in drawing.texts) < WIDTH


@pytest.mark.parametrize("mark", ["square", "circle", "ring", ""])
def test_every_look_becomes_svg(mark):
    look = Look(ROW, mark)
    assert ROW in as_svg(drawn(Panel("", [Curve("a", X, Y, look)])))
