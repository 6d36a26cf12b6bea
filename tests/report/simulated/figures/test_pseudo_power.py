"""Figures of power against the hypothesis."""

import numpy as np
import pytest
from resampled_rates import of_regression, settings_of

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.simulated.figures.pseudo_power import (
    draw_numbers,
    draw_tests,
    share_of,
    upper_limit,
)
from tenbyten.report.simulated.resampled.reading import by_splits, of_section_5_1

ASKED = settings_of("regression")["simulation"]
INTERVALS = {"1": (98.95, 99.05), "2": (98.95, 99.05)}
SHARED = {"alpha": 0.1, "subject": "A", "label": "case {}".format}


@pytest.fixture(scope="module")
def rates():
    estimates = of_regression()["estimates"]
    return estimates[estimates["loss"] == "A"]


@pytest.fixture(scope="module")
def drawing(rates):
    return draw_tests(of_section_5_1(rates, ASKED), INTERVALS, **SHARED)


def curves_of(drawing):
    """Colour, dash, and heights of every curve of three points."""
    return [
        (line.get_color(), line.get_linestyle(), line.get_ydata()[:3])
        for line in drawing.artists
        if hasattr(line, "get_xdata")
        and len(line.get_xdata()) == 4
        and (np.diff(line.get_xdata()[:3]) > 0).all()
    ]


def test_seven_tests_stand_left_and_five_right(drawing):
    kinds = [(color, dash) for color, dash, _ in curves_of(drawing)]
    of_all = [
        (MUTED, "-"),
        (INK, "-"),
        (COLUMN, "-"),
        (ROW, "-"),
        (MUTED, "--"),
        (INK, "--"),
        (COLUMN, "--"),
    ]
    right = [kind for kind in of_all if kind[0] != MUTED]
    assert kinds == (of_all + right) * 2


def test_a_true_hypothesis_is_the_lowest_point(drawing):
    for _, _, y in curves_of(drawing):
        # Panels have 108 points for the rates: 0.4 more where it is false.
        np.testing.assert_allclose((y[1] - y[[0, 2]]) / 108, 0.4)


def test_size_limit_and_interval_are_drawn(drawing):
    straight = [
        line
        for line in drawing.artists
        if hasattr(line, "get_xdata") and line.get_linewidth() == 0.9
    ]
    dashes = [line.get_linestyle() for line in straight]
    # In each of four panels the line of alpha; the limit and two ends are dotted.
    assert dashes.count("-") == 4
    assert len(dashes) == 16
    level, above, *_ = (line.get_ydata()[0] for line in straight)
    assert (level - above) / 108 == pytest.approx(1.645 * np.sqrt(0.09 / 400))


def test_sizes_are_told_in_words(drawing):
    assert "case 2, test size 0.1, conservative Z 0.065" in drawing.alt
    words = [text.get_text() for text in drawing.texts]
    assert "case 1, tested on n/10" in words


def test_more_splits_are_solid_and_fewer_dashed(rates):
    drawing = draw_numbers(by_splits(rates, ASKED), INTERVALS, by="splits", **SHARED)
    kinds = [(color, dash) for color, dash, _ in curves_of(drawing)]
    one = [(color, dash) for color in (INK, COLUMN, ROW) for dash in ("-", "--")]
    assert kinds == one * 2
    words = [text.get_text() for text in drawing.texts]
    assert {"J = 15", "J = 5"} <= set(words)
    assert "case 1, splits 5, resampled t 0.505" in drawing.alt


@pytest.mark.parametrize(
    ("share", "words"), [(0.5, "n/2"), (0.1, "n/10"), (0.9, "9n/10"), (0.4, "4n/10")]
)
def test_shares_are_written_as_in_the_paper(share, words):
    assert share_of(share) == words


def test_the_limit_is_the_papers():
    # Figure 1's dotted line, of 1,000 data sets.
    assert upper_limit(0.1, 1000) == pytest.approx(0.1156, abs=1e-4)
