"""Intervals of all pairs on one data set."""

import pandas as pd
import pytest
from scipy import stats

from tenbyten.report.figures.colours import COLUMN, MUTED
from tenbyten.report.figures.intervals import draw_intervals

LABELS = {"nb": "naive Bayes", "j48": "J48", "hnb": "HNB"}
SETTINGS = {"rope": 0.01, "alpha": 0.1}
# J48 loses to naive Bayes by 3 points; HNB gains 0.5 on naive Bayes, 3.5 on J48.
MEANS = {("nb", "j48"): -0.03, ("nb", "hnb"): 0.005, ("j48", "hnb"): 0.035}


@pytest.fixture
def lines(posteriors_of):
    """A line a pair."""
    made = []
    for (row, column), mean in MEANS.items():
        line = posteriors_of(["zoo"], row, column)
        sides = stats.t(99, mean, 0.01)
        shares = {
            "p_row_better": sides.cdf(-0.01),
            "p_column_better": sides.sf(0.01),
            "p_two_sided": 2 * stats.t.sf(abs(mean) / 0.01, 99),
        }
        made.append(line.assign(mean_difference=mean, scale=0.01, **shares))
    return pd.concat(made)


def test_pairs_are_turned_so_that_differences_are_gains(lines, words_of):
    words = words_of(draw_intervals(lines, LABELS, **SETTINGS))
    named = [word for word in words if " over " in word]
    assert named == ["HNB over J48", "naive Bayes over J48", "HNB over naive Bayes"]
    assert "gain in accuracy (percentage points)" in words
    assert any(word.startswith("Interval: 90%, not adjusted") for word in words)


def test_numbers_are_scipys(lines):
    drawing = draw_intervals(lines, LABELS, **SETTINGS)
    low, high = stats.t.interval(0.9, 99, 3, 1)
    p = 2 * stats.t.sf(3, 99)
    told = f"+3.00 ({low:.2f} to {high:.2f}), two-sided p = {p:.4f}"
    assert f"naive Bayes over J48 {told}" in drawing.alt
    assert "on zoo, with its 90% interval" in drawing.alt


def test_a_probable_gain_above_the_rope_is_orange(lines):
    def many(drawing):
        lines = [line for line in drawing.axes[0].lines if line.get_marker() == "o"]
        return {line.get_color(): len(line.get_xdata()) for line in lines}

    assert many(draw_intervals(lines, LABELS, **SETTINGS)) == {COLUMN: 2, MUTED: 1}
    bare = draw_intervals(lines, LABELS, rope=0.0, alpha=0.1)
    assert many(bare) == {COLUMN: 3, MUTED: 0}


def test_without_a_rope_the_note_speaks_of_none(lines, words_of):
    words = words_of(draw_intervals(lines, LABELS, rope=0.0, alpha=0.1))
    assert not [word for word in words if "rope" in word]
