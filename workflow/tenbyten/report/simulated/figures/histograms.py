"""Histograms of what tests say of the same experiments, case beside case."""

from collections.abc import Mapping, Sequence

import pandas as pd

from tenbyten.report.figures.colours import INK, MUTED
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, style, wrap_note
from tenbyten.report.formatting import format_percent, format_probability
from tenbyten.report.simulated.figures.curves import DASHED, POISSON, SIGNED_RANK
from tenbyten.words import count_of

_COLORS = {"signed_rank": SIGNED_RANK, "poisson": POISSON}
_AXES = {"signed_rank": "p of the signed-rank test", "poisson": "P(X > q/2)"}
_NAMES = {"signed_rank": "signed-rank test", "poisson": "Poisson test"}
_TOP, _PANEL = 24, 150  # heights in points
_LEFT, _RIGHT, _ABOVE, _BELOW = 38, 10, 22, 34  # of a panel around its axes


@style()
def draw_histograms(
    histograms: pd.DataFrame, estimates: pd.DataFrame, *, alpha: float, rho: float
) -> Drawing:
    """Draw a column for each case and a row for each test.

    Both tables are those of `simulation.normal`, with the lines of one `rho`. A dashed
    line is at the value beyond which the test decides for the column.
    """
    cases = sorted(set(histograms["case"]))
    found = estimates.set_index(["case", "test", "measure"])["value"]
    experiments = int(estimates["experiments"].iloc[0])
    said = (
        f"Height: percent of {experiments:,} experiments, each panel on its own scale. "
        f"Right of the dashed line at {1 - alpha:g} the Poisson test decides, left of "
        f"that at {alpha:g} the signed-rank test."
    )
    lines, tall = wrap_note(said, 8)
    bottom = _TOP + len(_AXES) * _PANEL
    drawing = Drawing(bottom + 6 + tall)
    width = WIDTH / len(cases)
    for j, case in enumerate(cases):
        left = j * width
        drawing.write(
            left + (_LEFT + width - _RIGHT) / 2, 10, f"case {case}", ha="center", size=9
        )
        for i, (test, limit) in enumerate(
            {"signed_rank": alpha, "poisson": 1 - alpha}.items()
        ):
            part = histograms.query("case == @case and test == @test")
            box = (
                left + _LEFT,
                _TOP + i * _PANEL,
                left + width - _RIGHT,
                _TOP + (i + 1) * _PANEL,
            )
            _panel(drawing, part, found[case, test], test, box, limit)
    drawing.note(8, bottom + 2, lines)
    many = count_of(len(cases), "case")
    drawing.title = f"Distributions of both tests in {many}, correlation {rho:g}"
    drawing.alt = f"{_alt(found, cases)} {said}"
    return drawing


def _panel(drawing, part, found, test, box, limit):
    """Draw one histogram, its axes and its median."""
    left, top, right, bottom = box
    share = part["count"].to_numpy(float) / part["count"].sum()
    across = Scale(0, 1, left, right)
    up = Scale(0, 1.08 * share.max(), bottom - _BELOW, top + _ABOVE)
    percent = Scale(0, 108 * share.max(), up.start, up.end)
    for tick, words in percent.ticks(4):
        y = percent(tick)
        drawing.strokes([left, right], [y, y], width=0.4, color=MUTED, alpha=0.35)
        drawing.write(left - 4, y, f"{words} %", ha="right", size=6.5)
    ends = zip(part["low"], part["high"], part["count"], share, strict=True)
    for low, high, count, height in ends:
        bar = (across(low) + 0.4, up(height), across(high) - 0.4, up.start)
        drawing.box(bar, color=_COLORS[test])
        words = (
            f"{low:g} to {high:g}: {count:,} experiments, {format_percent(height)} %"
        )
        drawing.area((across(low), up.end, across(high), up.start), words)
    x = across(limit)
    drawing.strokes([x, x], [up.end, up.start], width=0.9, linestyle=DASHED)
    drawing.strokes([left, left, right], [up.end, up.start, up.start])
    for tick, words in across.ticks(6):
        drawing.strokes([across(tick)] * 2, [up.start, up.start + 3], width=0.6)
        drawing.write(across(tick), up.start + 9, words, ha="center", size=6.5)
    drawing.write((left + right) / 2, up.start + 21, _AXES[test], ha="center", size=7)
    words = (
        f"median {format_probability(found['median'])}, decides in "
        f"{format_percent(found['rejection_rate'])} %"
    )
    drawing.write(left, up.end - 9, words, size=7, color=INK)


def _alt(found: Mapping, cases: Sequence[int]) -> str:
    """Describe the distributions: medians, and the range of nine tenths."""
    told = []
    for test, name in _NAMES.items():
        for case in cases:
            of = found[case, test]
            low, middle, high = (
                format_probability(of[name])
                for name in ("quantile_05", "median", "quantile_95")
            )
            told.append(
                f"{name} in case {case}: median {middle}, nine tenths between {low} "
                f"and {high}"
            )
    return f"Histograms of {len(told)} distributions. {'; '.join(told)}."
