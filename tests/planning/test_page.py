"""The page of a plan: its figure."""

import itertools

import pytest
from matplotlib.text import Text
from pilots import table

from tenbyten import plan
from tenbyten.planning.page import draw_planned_power
from tenbyten.report.figures.drawing import style


def outside(axes):
    """Tick labels beyond the ends of the axes, which are not drawn."""
    for axis in (axes.xaxis, axes.yaxis):
        low, high = axis.get_view_interval()
        for place, label in zip(
            axis.get_ticklocs(), axis.get_ticklabels(), strict=False
        ):
            if not low <= place <= high:
                yield label


@pytest.mark.parametrize("many", [1, 3, 4])
def test_no_words_of_the_figure_overlap(many):
    pilot = table([0.02, 0.01, -0.01, 0.04, 0.03, 0.02])
    asked = {"differences": [0.01, 0.02, 0.03, 0.04][:many], "runs": [1, 2, 5, 10]}
    found = plan(pilot, row="a", column="b", **asked, resamples=100)
    with style():
        drawing = draw_planned_power(found)
        drawing.draw_without_rendering()
        hidden = {x for axes in drawing.axes for x in outside(axes)}
        drawn = [x for x in {*drawing.findobj(Text)} - hidden if x.get_visible()]
        boxes = {x: x.get_window_extent() for x in drawn if x.get_text()}
    assert {"1 run", "10 runs", "power"} <= {x.get_text() for x in boxes}
    for one, other in itertools.combinations(boxes, 2):
        assert not boxes[one].overlaps(boxes[other].padded(-1)), (one, other)
    for box in boxes.values():
        assert drawing.bbox.padded(1).contains(*box.min)
        assert drawing.bbox.padded(1).contains(*box.max)
