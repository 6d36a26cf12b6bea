"""The number of data sets that the column wins."""

import numpy as np
import pytest

from tenbyten.report.figures.colours import COLUMN
from tenbyten.report.figures.drawing import as_svg
from tenbyten.report.figures.poisson_mass import draw_poisson_mass
from tenbyten.statistics.many_datasets.poisson import poisson_test

NAMES = {"row": "J48", "column": "HNB"}


def heights(drawing, color):
    """Heights of the bars of a colour."""
    (bars,) = (
        line
        for line in drawing.artists
        if hasattr(line, "get_xdata") and line.get_color() == color
    )
    y = bars.get_ydata().reshape(-1, 3)
    return y[:, 0] - y[:, 1]


def test_the_written_probability_is_the_poisson_tests(words_of):
    p = np.random.default_rng(4).uniform(0.2, 0.9, 27)
    words = words_of(draw_poisson_mass({"first": p}, **NAMES))
    above = poisson_test(p, alpha=0.05).column
    assert f"P(X > q/2) = {above:.4f}" in words
    assert "first: q = 27" in words


def test_three_fair_data_sets_by_hand():
    # P(X = 2) = 3/8, P(X = 3) = 1/8: more than half of three.
    drawing = draw_poisson_mass({"all": np.full(3, 0.5)}, **NAMES)
    two, three = heights(drawing, COLUMN)
    assert two / three == pytest.approx(3)
    assert "all, q = 3: P(X > q/2) = 0.5000, 1.5 wins expected" in drawing.alt
    # The wins may be those of any metric.
    assert "more accurate" not in drawing.alt


def test_half_of_an_even_number_is_not_more_than_half():
    drawing = draw_poisson_mass({"all": np.full(2, 0.5)}, **NAMES)
    assert len(heights(drawing, COLUMN)) == 1
    assert "P(X > q/2) = 0.2500" in drawing.alt


def test_dropped_data_sets_leave_the_test(words_of):
    p = np.array([0.5, np.nan, 0.5])
    assert "all: q = 2" in words_of(draw_poisson_mass({"all": p}, **NAMES))
    nothing = draw_poisson_mass({"all": np.full(3, np.nan)}, **NAMES)
    assert "no data set in the test" in words_of(nothing)


def test_subsets_stand_side_by_side_three_in_a_row():
    p = np.full(5, 0.7)
    three = draw_poisson_mass(dict.fromkeys("abc", p), **NAMES)
    four = draw_poisson_mass(dict.fromkeys("abcd", p), **NAMES)
    assert four.height == 2 * three.height


def test_a_thousand_data_sets_make_no_large_file():
    p = np.random.default_rng(4).uniform(0, 1, 1000)
    assert len(as_svg(draw_poisson_mass({"all": p}, **NAMES))) < 20_000
