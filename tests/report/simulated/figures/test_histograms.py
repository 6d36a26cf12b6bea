"""Histograms of both tests' values."""

import pandas as pd
import pytest

from tenbyten.report.figures.colours import COLUMN, ROW
from tenbyten.report.figures.drawing import as_svg
from tenbyten.report.simulated.figures.histograms import draw_histograms

MEASURES = {
    "median": 0.25,
    "quantile_05": 0.1,
    "quantile_95": 0.9,
    "rejection_rate": 0.125,
}


@pytest.fixture
def drawing():
    """Two cases: of 8 values half lie in the lower, half in the upper end."""
    keys = [
        {"case": case, "test": test}
        for case in (1, 2)
        for test in ("poisson", "signed_rank")
    ]
    counts = pd.DataFrame(
        [
            key | {"low": low, "high": low + 0.5, "count": count}
            for key in keys
            for low, count in ((0.0, 2), (0.5, 6))
        ]
    )
    estimates = pd.DataFrame(
        [
            key | {"measure": name, "value": value, "experiments": 8}
            for key in keys
            for name, value in MEASURES.items()
        ]
    )
    return draw_histograms(counts, estimates, alpha=0.05, rho=0.1)


def bars(drawing):
    """Corners of all bars, by colour."""
    found = {}
    for artist in drawing.artists:
        if type(artist).__name__ == "Polygon":
            x, y = artist.get_xy()[:4].T
            bar = (min(x), min(y), max(x), max(y))
            found.setdefault(artist.get_facecolor()[:3], []).append(bar)
    return list(found.values())


def test_bars_are_as_high_as_their_shares(drawing):
    signed_rank, poisson = bars(drawing)
    assert len(signed_rank) == len(poisson) == 4
    for low, high in (signed_rank[:2], poisson[2:]):
        assert (high[3] - high[1]) / (low[3] - low[1]) == pytest.approx(3)


def test_the_pointer_is_told_the_counts(drawing):
    words = [area[-1] for area in drawing.areas]
    assert words.count("0.5 to 1: 6 experiments, 75.00 %") == 4


def test_each_test_has_its_colour_and_a_line_where_it_decides(drawing):
    svg = as_svg(drawing)
    assert svg.count(f"fill: {ROW}") == svg.count(f"fill: {COLUMN}") == 4
    dashed = [x for x in drawing.artists if getattr(x, "get_ls", str)() == "--"]
    at = [line.get_xdata()[0] for line in dashed]
    # In columns 252 points wide with 204 for the values, 38 from the left.
    assert at == pytest.approx(
        [38 + 204 * a + 252 * i for i in (0, 1) for a in (0.05, 0.95)]
    )


def test_medians_and_decisions_are_told(drawing):
    words = [text.get_text() for text in drawing.texts]
    assert words.count("median 0.2500, decides in 12.50 %") == 4
    assert "Poisson test in case 2: median 0.2500, nine tenths between" in drawing.alt
    assert drawing.title == "Distributions of both tests in 2 cases, correlation 0.1"
