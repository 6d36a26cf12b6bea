"""Means against each other, and differences from one classifier."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.means import draw_costs, draw_differences, draw_scatter
from tenbyten.report.figures.style import COLUMN, MUTED, ROW, Unit

# Two classifiers

NAMES = {"row": "J48", "column": "HNB"}
UNIT = Unit("accuracy", 0.01)
ROW_MEANS = pd.Series({"zoo": 0.92, "iris": 0.93, "wine": 0.90, "tae": 0.50})
COLUMN_MEANS = pd.Series({"tae": 0.49, "wine": 0.95, "iris": 0.93, "zoo": 0.90})


def scattered(unit=UNIT):
    """Draw the means of both."""
    return draw_scatter(ROW_MEANS, COLUMN_MEANS, unit=unit, **NAMES)


def test_data_sets_are_matched_by_name():
    dots = [line.get_xydata() for line in scattered().axes[0].lines]
    # Behind the diagonal: J48 better, within the rope, HNB better.
    np.testing.assert_allclose(dots[1], [[92, 90]])
    np.testing.assert_allclose(dots[2], [[93, 93], [50, 49]])
    np.testing.assert_allclose(dots[3], [[90, 95]])


def test_a_difference_of_just_the_rope_lies_within_it(words_of):
    words = words_of(scattered())
    # tae: 0.49 - 0.50 is the rope but for the last bit.
    assert {"1: J48 better", "2: within the rope", "1: HNB better"} <= set(words)


def test_where_lower_is_better_the_sides_change(words_of):
    drawing = scattered(Unit("log_loss", 0.01))
    assert "HNB is better by more than the rope (0.01) on 1, J48 on 1" in drawing.alt
    assert "J48, log_loss" in words_of(drawing)


def test_the_alternative_text_has_the_means():
    row, column = (f"{100 * x.mean():.4g}" for x in (ROW_MEANS, COLUMN_MEANS))
    assert f"J48 {row}, HNB {column}" in scattered().alt


# All classifiers from one

MEANS = pd.DataFrame(
    {"best": [0.9, 0.8, 0.7, 0.6], "other": [0.92, 0.805, 0.7, 0.5]},
    index=["a", "b", "c", "d"],
)


def drawn(means=MEANS, **settings):
    """Return the dots of the only other classifier by colour, its median, the words."""
    how = {"reference": "best", "subset": "all", "unit": UNIT} | settings
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
    cost = Unit("log_loss", 0.01)
    dots, _, drawing = drawn(unit=cost)
    assert dots[ROW] == pytest.approx([-0.02])
    assert dots[COLUMN] == pytest.approx([0.1])
    assert "other better on 1, worse on 2." in drawing.alt
    assert drawing.axes[0].get_xlabel().startswith("gain in log_loss")


# Against time


def against_time(classifiers, **columns):
    """Draw classifiers, each better and twice as slow; the first is dominated."""
    steps = np.arange(classifiers)
    given = {
        "mean": 0.5 + steps / 100,
        "fit_seconds": 2.0**steps,
        "fit_seconds_front": 1,
    }
    table = pd.DataFrame(given | columns, [f"c{i}" for i in steps])
    table.loc["c0", ["fit_seconds", "fit_seconds_front"]] = [3, 0]
    return draw_costs(table, subset="all", unit=UNIT)


def test_the_front_is_a_line_of_accuracy_by_the_logarithm_of_time(svg_of, assert_apart):
    drawing = against_time(4)
    front, dominated = (line.get_xydata() for line in drawing.axes[0].lines)
    np.testing.assert_allclose(front, [[np.log(2**i), 50 + i] for i in (1, 2, 3)])
    np.testing.assert_allclose(dominated, [[np.log(3), 50]])
    assert "fit_seconds (geometric): c0 3.00, c1 2.00 *, c2 4.00 *" in drawing.alt
    assert ">c0<" in svg_of(drawing)
    assert_apart(drawing, across=1, down=1)


def test_of_many_classifiers_the_front_alone_is_named(words_of):
    words = words_of(against_time(16))
    assert "c15" in words
    assert "c0" not in words


def test_times_that_nobody_has_are_an_empty_panel(svg_of):
    drawing = against_time(3, predict_seconds=np.nan, predict_seconds_front=0)
    assert "predict_seconds" not in drawing.alt
    svg_of(drawing)
