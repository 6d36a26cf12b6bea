"""Power and replicability against the bias of the draws: Demsar's Figures 3 to 7."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.figures.style import Drawing
from tenbyten.report.formatting import format_number, join_words
from tenbyten.report.simulated.figures.curves import (
    DASHED,
    DOTTED,
    Axes,
    Curve,
    Look,
    Panel,
    curve_of,
    draw_figure,
)

NAMES = {
    "paired_t": "paired t-test",
    "paired_t_relative": "t-test on relative differences",
    "signed_rank": "signed-rank test",
    "signed_rank_one_tail": "signed-rank test, one tail",
    "sign_test": "sign test",
    "anova": "ANOVA",
    "friedman": "Friedman test",
    "iman_davenport": "Iman-Davenport test",
    "tukey": "Tukey test",
    "nemenyi": "Nemenyi test",
    "dunnett": "Dunnett test",
    "bonferroni_dunn": "Bonferroni-Dunn test",
    "holm": "Holm",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
}
TWO = ("paired_t", "paired_t_relative", "signed_rank", "sign_test")
ALL = ("anova", "friedman", "iman_davenport")
EVERY = ("tukey", "nemenyi")
CONTROL = ("dunnett", "bonferroni_dunn", "holm", "hochberg", "hommel")

# Tests by means have squares and one colour, those by ranks circles and the other.
_LOOKS = {
    "paired_t": Look(COLUMN, "square"),
    "paired_t_relative": Look(COLUMN, "square", DASHED),
    "signed_rank": Look(ROW, "circle"),
    "sign_test": Look(MUTED, "ring", DOTTED),
    "anova": Look(COLUMN, "square"),
    "friedman": Look(ROW, "circle"),
    "iman_davenport": Look(ROW, "ring", DASHED),
    "tukey": Look(COLUMN, "square"),
    "nemenyi": Look(ROW, "circle"),
    "dunnett": Look(COLUMN, "square"),
    "bonferroni_dunn": Look(MUTED, "ring", DOTTED),
    "holm": Look(INK, "", DASHED),
    "hochberg": Look(INK, "", DOTTED),
    "hommel": Look(ROW, "circle"),
}
_ACROSS = "bias k"
_HEIGHT = 190  # of a panel in points


def draw_measures(
    estimates: pd.DataFrame, tests: Sequence[str], *, title: str, alpha: float
) -> Drawing:
    """Draw mean p, rejections, R(p) and R(e) of some tests, a panel each.

    `estimates` have a line for each bias, test and measure, with value and error. As in
    Figures 3 to 5 of Demsar (2006) the axis of p is upside down, so that curves rise
    with the power, and R(e) stands beside the rejections, of which it is a function.
    """
    found = estimates[estimates["test"].isin(tests)]
    highest = found.loc[found["measure"] == "mean_p", "value"].max()
    top = max(np.ceil(10 * highest) / 10, 0.1)
    axes = {
        "Mean p, downwards": (
            "mean_p",
            Axes(_ACROSS, "mean p", up=(0, top), falling=True),
        ),
        "Rejections": ("rejection_rate", _RATES),
        "Replicability R(p)": ("replicability_p", Axes(_ACROSS, "R(p)", up=(0.5, 1))),
        "Replicability R(e)": ("replicability_e", Axes(_ACROSS, "R(e)", up=(0.5, 1))),
    }
    panels = [
        Panel(words, _curves(found, tests, measure), axes=own)
        for words, (measure, own) in axes.items()
    ]
    drawing = _draw(panels, tests, _said(found, alpha))
    drawing.title = title
    drawing.alt = f"{title}. {_alt(found, tests)}"
    return drawing


def draw_post_hoc(
    estimates: pd.DataFrame, *, row: str, column: str, alpha: float
) -> Drawing:
    """Draw the rejections of post-hoc tests of a pair.

    `estimates` have a line for each selection, bias and test, with value and error. As
    in Figures 6 and 7 of Demsar (2006): on the left the pair's difference chooses the
    data sets, on the right that of the column and the average of all others.
    """
    minus = "\N{MINUS SIGN}"
    chosen = {
        "pair": f"Drawn by {column} {minus} {row}",
        "average": f"Drawn by {column} {minus} mean of the others",
    }
    rates = estimates[estimates["measure"] == "rejection_rate"]
    tests = EVERY + CONTROL
    panels = [
        Panel(words, _curves(rates[rates["selection"] == name], family), axes=_RATES)
        for family in (EVERY, CONTROL)
        for name, words in chosen.items()
    ]
    drawing = _draw(panels, tests, _said(rates, alpha))
    drawing.title = f"Post-hoc tests of {row} and {column} among all classifiers"
    of_pair = rates[rates["selection"] == "pair"]
    drawing.alt = f"{drawing.title}. {_alt(of_pair, tests)}"
    return drawing


def replicability_of(rate: float) -> float:
    """Compute R(e) of a rate of rejection in very many experiments."""
    return 1 - 2 * rate * (1 - rate)


_RATES = Axes(
    _ACROSS,
    "share rejected",
    right=("R(e)", lambda rate: f"{replicability_of(rate):.2f}"),
)


def _curves(
    found: pd.DataFrame, tests: Sequence[str], measure: str = "rejection_rate"
) -> list[Curve]:
    """Return the curves of a measure, with bands of two standard errors."""
    of_measure = found[found["measure"] == measure]
    return [
        curve_of(
            NAMES[test], of_measure[of_measure["test"] == test], _LOOKS[test], x="bias"
        )
        for test in tests
    ]


def _draw(panels: Sequence[Panel], tests: Sequence[str], said: str) -> Drawing:
    """Draw panels two by two."""
    entries = [(NAMES[test], _LOOKS[test]) for test in tests]
    return draw_figure(panels, _RATES, entries, said, height=_HEIGHT, columns=2)


def _said(found: pd.DataFrame, alpha: float) -> str:
    """Explain the axes."""
    return (
        f"Of {int(found['experiments'].max()):,} draws at each bias. Rejections at "
        f"alpha = {alpha:g}; the axis on the right has the R(e) that a share of "
        f"rejections gives. Band: two standard errors on either side."
    )


def _alt(found: pd.DataFrame, tests: Sequence[str]) -> str:
    """Tell the rejections at the least and the largest bias."""
    rates = found[found["measure"] == "rejection_rate"].set_index(["test", "bias"])
    ends = sorted({found["bias"].min(), found["bias"].max()})
    told = [
        f"{NAMES[test]} "
        + join_words(format_number(rates.loc[(test, k), "value"]) for k in ends)
        for test in tests
    ]
    at = join_words(f"{k:g}" for k in ends)
    return f"Share of rejections at bias {at}: {'; '.join(told)}."
