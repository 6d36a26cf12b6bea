"""Histograms of what tests say of the same experiments, case beside case."""

from collections.abc import Mapping, Sequence

import pandas as pd

from tenbyten.report.figures.colours import INK
from tenbyten.report.figures.style import Drawing
from tenbyten.report.formatting import format_percent, format_probability
from tenbyten.report.simulated.figures.curves import DASHED, POISSON, SIGNED_RANK
from tenbyten.words import count_of

_COLORS = {"signed_rank": SIGNED_RANK, "poisson": POISSON}
_AXES = {"signed_rank": "p of the signed-rank test", "poisson": "P(X > q/2)"}
_NAMES = {"signed_rank": "signed-rank test", "poisson": "Poisson test"}


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
    drawing = Drawing(4.6)
    panels = drawing.subplots(len(_AXES), len(cases), squeeze=False)
    limits = {"signed_rank": alpha, "poisson": 1 - alpha}
    for row, (test, limit) in zip(panels, limits.items(), strict=True):
        for axes, case in zip(row, cases, strict=True):
            part = histograms.query("case == @case and test == @test")
            _panel(axes, part, found[case, test], test, limit)
            axes.set_title(f"case {case}: {axes.get_title(loc='left')}", fontsize=7)
    drawing.note(said)
    many = count_of(len(cases), "case")
    drawing.title = f"Distributions of both tests in {many}, correlation {rho:g}"
    drawing.alt = f"{_alt(found, cases)} {said}"
    return drawing


def _panel(axes, part, found, test, limit):
    """Draw one histogram, and the line where the test decides."""
    share = 100 * part["count"] / part["count"].sum()
    width = part["high"] - part["low"]
    axes.bar(part["low"], share, width=width, align="edge", color=_COLORS[test])
    axes.axvline(limit, color=INK, linewidth=0.9, linestyle=DASHED)
    axes.set(xlim=(0, 1), xlabel=_AXES[test], ylabel="%")
    axes.set_title(
        f"median {format_probability(found['median'])}, decides in "
        f"{format_percent(found['rejection_rate'])} %"
    )


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
