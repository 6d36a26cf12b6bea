"""Differences of all classifiers from one of them."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.colours import COLUMN, MUTED, ROW
from tenbyten.report.figures.differences import draw_differences
from tenbyten.report.figures.text import Unit

MEANS = pd.DataFrame(
    {"best": [0.9, 0.8, 0.7, 0.6], "other": [0.92, 0.805, 0.7, 0.5]},
    index=["a", "b", "c", "d"],
)


def drawn(means=MEANS, **settings):
    """Return the dots of the only other classifier by colour, its median, the words."""
    how = {"reference": "best", "subset": "all", "rope": 0.01} | settings
    drawing = draw_differences(means, **how)
    lines = drawing.axes[0].lines
    dots = {x.get_color(): x.get_xdata() for x in lines if x.get_marker() == "o"}
    (median,) = (x.get_xdata()[0] for x in lines if x.get_marker() == "|")
    return dots, median, drawing


def test_every_data_set_is_a_dot_by_its_side_of_the_rope():
    dots, median, drawing = drawn()
    assert dots[COLUMN] == pytest.approx([2])
    assert dots[MUTED] == pytest.approx([0.5, 0])
    assert dots[ROW] == pytest.approx([-10])
    assert median == pytest.approx(np.median([2, 0.5, 0, -10]))
    assert "other better on 2, worse on 1." in drawing.alt
    assert drawing.title == "Differences from best on every data set (all)"


def test_where_less_is_better_a_lower_value_lies_on_the_right():
    cost = Unit("log_loss")
    dots, _, drawing = drawn(unit=cost)
    assert dots[ROW] == pytest.approx([-0.02])
    assert dots[COLUMN] == pytest.approx([0.1])
    assert "other better on 1, worse on 2." in drawing.alt
    assert drawing.axes[0].get_xlabel().startswith("gain in log_loss")
