"""Means against each other."""

import numpy as np
import pandas as pd

from tenbyten.report.figures.scatter import draw_scatter
from tenbyten.report.figures.text import Unit

NAMES = {"row": "J48", "column": "HNB", "rope": 0.01}
ROW = pd.Series({"zoo": 0.92, "iris": 0.93, "wine": 0.90, "tae": 0.50})
COLUMN = pd.Series({"tae": 0.49, "wine": 0.95, "iris": 0.93, "zoo": 0.90})


def test_data_sets_are_matched_by_name():
    dots = [
        line.get_xydata() for line in draw_scatter(ROW, COLUMN, **NAMES).axes[0].lines
    ]
    # Behind the diagonal: J48 better, within the rope, HNB better.
    np.testing.assert_allclose(dots[1], [[92, 90]])
    np.testing.assert_allclose(dots[2], [[93, 93], [50, 49]])
    np.testing.assert_allclose(dots[3], [[90, 95]])


def test_a_difference_of_just_the_rope_lies_within_it(words_of):
    words = words_of(draw_scatter(ROW, COLUMN, **NAMES))
    # tae: 0.49 - 0.50 is the rope but for the last bit.
    assert {"1: J48 better", "2: within the rope", "1: HNB better"} <= set(words)


def test_where_lower_is_better_the_sides_change(words_of):
    drawing = draw_scatter(ROW, COLUMN, unit=Unit("log_loss"), **NAMES)
    assert "HNB is better by more than the rope (0.01) on 1, J48 on 1" in drawing.alt
    assert "J48, log_loss" in words_of(drawing)


def test_the_alternative_text_has_the_means():
    alt = draw_scatter(ROW, COLUMN, **NAMES).alt
    assert f"J48 {100 * ROW.mean():.4g}, HNB {100 * COLUMN.mean():.4g}" in alt
