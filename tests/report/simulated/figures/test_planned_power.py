"""The figure of power against the number of data sets."""

import pandas as pd
import pytest
from matplotlib.text import Text

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.simulated.figures.planned_power import draw_planned_power

TESTS = {"poisson": "Poisson test", "signed_rank": "signed-rank test"}


@pytest.fixture(scope="module")
def drawing():
    lines = [
        (difference, q, runs, q * runs * 50, test, 0.01 * q * (1 + 10 * difference))
        for difference in (0, 0.01, 0.02)
        for q in (10, 30, 50)
        for runs in (1, 10)
        for test in TESTS
    ]
    columns = ["difference", "datasets", "runs", "fits", "test", "value"]
    rates = pd.DataFrame(lines, columns=columns).assign(error=0.01)
    settings = {"tests": TESTS, "power": 0.8, "null": "names exchanged"}
    return draw_planned_power(rates, subject="b better than a", **settings)


def words_of(drawing):
    drawing.draw_without_rendering()
    return [text.get_text() for text in drawing.findobj(Text)]


def test_a_panel_a_number_of_runs_with_its_budget_above(drawing):
    words = words_of(drawing)
    assert words.count("1 run") == words.count("10 runs") == 1
    assert words.count("fits in all") == 2
    # 40 data sets, one run and ten, 50 fits each.
    assert "2000" in words
    assert "20000" in words


def test_the_largest_difference_comes_first_in_the_key(drawing):
    words = words_of(drawing)
    key = ["2 points", "1 point", "names exchanged", *TESTS.values()]
    assert [word for word in words if word in key] == key


def test_a_colour_a_difference_and_a_dash_a_test(drawing):
    lines = [
        (line.get_color(), line.get_linestyle())
        for axes in drawing.axes
        for line in axes.lines
        if len(line.get_xdata()) == 3
    ]
    for color in (COLUMN, ROW, MUTED):
        assert {dash for own, dash in lines if own == color} >= {"-", "--"}
    assert INK not in {color for color, dash in lines if dash == "--"}


def test_words_tell_the_power_with_the_most_runs(drawing):
    assert drawing.title == "Power by number of data sets: b better than a"
    assert drawing.alt.startswith("With 10 runs: Poisson test, names exchanged: 0.100")
    assert "signed-rank test, 2 points: 0.120 on 10, 0.360 on 30 and 0.600 on 50" in (
        drawing.alt
    )
