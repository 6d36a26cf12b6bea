"""Means against each other."""

import numpy as np
import pandas as pd

from tenbyten.report.figures.scatter import draw_scatter
from tenbyten.report.figures.text import Unit

NAMES = {"row": "J48", "column": "HNB", "rope": 0.01}
ROW = pd.Series({"zoo": 0.92, "iris": 0.93, "wine": 0.90, "tae": 0.50})
COLUMN = pd.Series({"tae": 0.49, "wine": 0.95, "iris": 0.93, "zoo": 0.90})


def test_data_sets_are_matched_by_name_and_told_to_the_pointer():
    words = [area[-1] for area in draw_scatter(ROW, COLUMN, **NAMES).areas]
    assert words[0] == "zoo: J48 92.00, HNB 90.00 (\N{MINUS SIGN}2.00)"
    assert words[2] == "wine: J48 90.00, HNB 95.00 (+5.00)"


def test_a_difference_of_just_the_rope_lies_within_it(words_of):
    words = words_of(draw_scatter(ROW, COLUMN, **NAMES))
    # tae: 0.49 - 0.50 is the rope but for the last bit.
    assert {"J48 better: 1", "within the rope: 2", "HNB better: 1"} <= set(words)


def test_where_lower_is_better_the_sides_change(words_of):
    drawing = draw_scatter(ROW, COLUMN, unit=Unit("log_loss"), **NAMES)
    assert "HNB is better by more than the rope (0.01) on 1, J48 on 1" in drawing.alt
    assert "J48, log_loss" in words_of(drawing)
    assert drawing.areas[0][-1] == "zoo: J48 0.9200, HNB 0.9000 (\N{MINUS SIGN}0.0200)"


def test_the_alternative_text_has_the_means():
    alt = draw_scatter(ROW, COLUMN, **NAMES).alt
    assert f"J48 {100 * ROW.mean():.4g}, HNB {100 * COLUMN.mean():.4g}" in alt


def test_dots_above_the_diagonal_have_the_larger_column():
    drawing = draw_scatter(ROW, COLUMN, **NAMES)
    centres = [((a + c) / 2, (b + d) / 2) for a, b, c, d, _ in drawing.areas]
    iris, wine = centres[1], centres[2]
    # Heights grow downwards; iris lies on the diagonal.
    assert np.isclose(wine[0] - iris[0], 0.03 / 0.02 * (wine[1] - iris[1]))
