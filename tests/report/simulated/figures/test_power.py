"""Figures of power against the difference."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text
from power_rates import rates

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.simulated.figures.power import draw_policies, draw_power

SHARED = {"alpha": 0.05, "subject": "as it is"}


@pytest.fixture(scope="module", name="rates")
def made():
    return rates()


@pytest.fixture(scope="module")
def own(rates):
    """Rates under the study's own policies."""
    return rates[rates["policy"].isin(["half", "split"])]


def curves_of(drawing):
    """Colour, dash and heights of every curve, which has three points."""
    return [
        (line.get_color(), line.get_linestyle(), line.get_ydata())
        for axes in drawing.axes
        for line in axes.lines
        if len(line.get_xdata()) == 3
    ]


def test_ten_runs_are_solid_and_one_is_dashed(own):
    curves = curves_of(draw_power(own, **SHARED))
    kinds = [(color, dash) for color, dash, _ in curves]
    assert kinds == [(COLUMN, "--"), (COLUMN, "-"), (ROW, "--"), (ROW, "-")] * 2


def test_curves_are_as_high_as_the_rates(own):
    (_, _, few), (_, _, many), *_ = curves_of(draw_power(own, **SHARED))
    np.testing.assert_allclose(few, [0, 0.3, 1])
    np.testing.assert_allclose(many, [0, 0.5, 1])


def test_a_panel_stands_for_each_number_of_data_sets(own):
    drawing = draw_power(own, **SHARED)
    words = [text.get_text() for text in drawing.findobj(Text)]
    assert words.count("25 data sets") == words.count("50 data sets") == 1
    assert drawing.title == "Power of both tests: as it is"
    assert "Poisson test, 10 runs, 50 data sets: 0.000 at 0, 0.500 at 0.05, 1.000" in (
        drawing.alt
    )


def test_bands_are_two_standard_errors_wide(own):
    drawing = draw_power(own, **SHARED)
    bands = [x for axes in drawing.axes for x in axes.collections]
    assert len(bands) == 8
    y = bands[0].get_paths()[0].vertices[:, 1]
    middle = y[(y > 0.1) & (y < 0.9)]
    assert np.ptp(middle) == pytest.approx(4 * np.sqrt(0.3 * 0.7 / 400))


def test_each_policy_has_its_line_in_each_panel(rates):
    of_poisson = rates["test"] == "poisson"
    drawing = draw_policies(rates[of_poisson | (rates["policy"] == "split")], **SHARED)
    colors = [color for color, _, _ in curves_of(drawing)]
    assert len(colors) == 16
    assert {x: colors.count(x) for x in (COLUMN, INK, MUTED, ROW)} == {
        COLUMN: 4,
        INK: 4,
        MUTED: 4,
        ROW: 4,
    }
    assert "Poisson test, win, 1 run, 25 data sets: 0.100 at 0" in drawing.alt
    words = [text.get_text() for text in drawing.findobj(Text)]
    assert "win: counts 1, for the network" in words
    assert not any(word.startswith("lose") for word in words)


def test_three_numbers_of_runs_have_three_dashes(own):
    more = own[own["runs"] == 1].assign(runs=4)
    drawing = draw_power(pd.concat([own, more]), **SHARED)
    words = [text.get_text() for text in drawing.findobj(Text)]
    assert "Poisson test, 4 runs" in words
    assert len(curves_of(drawing)) == 12
