"""Density of the posterior of the difference on the only data set."""

import numpy as np
import pandas as pd

from tenbyten.comparisons.on_each_dataset import REGIONS, half_widths
from tenbyten.report.figures.colours import INK, OUTCOMES
from tenbyten.report.figures.style import Drawing, difference_axis
from tenbyten.report.figures.text import ACCURACY, Unit, outcomes, signed
from tenbyten.report.formatting import format_probability, related

# The curve goes so many scales to either side.
_REACH = 4.5


def draw_density(
    posteriors: pd.DataFrame,
    *,
    row: str,
    column: str,
    rope: float,
    alpha: float,
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the posterior of the mean difference on one data set.

    `posteriors` is the pair's only line of `comparisons.on_each_dataset`. The area
    under the curve has the colours of the three outcomes, whose probabilities stand
    above. Below the curve are the mean and its interval at 1 - `alpha`; an interval
    that leaves out 0 is a p below `alpha`. A posterior that is a point is a bar.
    """
    line = posteriors.iloc[0]
    centre, width = (line[x] * unit.factor for x in ("mean_difference", "scale"))
    band = rope * unit.factor
    low, high = min(centre - _REACH * width, -band), max(centre + _REACH * width, band)
    low, high = (low, high) if low < high else (centre - 1, centre + 1)
    drawing = Drawing(2.6)
    axes = drawing.subplots()
    difference_axis(axes, band, unit.difference(row, column))
    axes.set(xlim=(low, high), yticks=[])
    axes.spines["left"].set_visible(False)
    x = np.union1d(np.linspace(low, high, 241), [-band, band])
    height = _share_of_peak((x - centre) / width, line["df"]) if width else 0 * x
    kinds = outcomes(row, column)
    parts = (x <= -band, np.abs(x) <= band, x >= band)
    for color, kind, part, side in zip(OUTCOMES, kinds, parts, REGIONS, strict=True):
        label = f"P({kind}): {format_probability(line[side])}"
        if band or side != "p_rope" or line["p_rope"]:
            axes.fill_between(
                x[part], height[part], color=color, alpha=0.55, lw=0, label=label
            )
    axes.plot(x, height, color=INK, linewidth=1)
    if not width:
        where = 1 if abs(centre) <= band else 1 + int(np.sign(centre))
        axes.vlines(centre, 0, 1, color=OUTCOMES[where], linewidth=3)
    (reach,) = half_widths(posteriors, alpha) * unit.factor
    axes.hlines(-0.08, centre - reach, centre + reach, color=INK, linewidth=1.6)
    axes.plot(centre, -0.08, "o", color=INK, markersize=6)
    axes.set_ylim(-0.16, 1.08)
    drawing.key(axes)
    words = _words(line, centre, reach, 1 - alpha, unit)
    drawing.note(f"{words}.{f' Grey: the rope, ±{band:g}.' if band else ''}")
    drawing.title = f"{row} and {column}: posterior of the difference"
    drawing.alt = (
        f"Posterior of the difference in {unit.metric}{unit.note}, {column} against "
        f"{row}, on {line['dataset']}; where it is positive {column} is better. "
        f"{words}. Probabilities, the rope being {band:g}: {row} better "
        f"{related(line['p_row_better'])}, practically equivalent "
        f"{related(line['p_rope'])}, {column} better "
        f"{related(line['p_column_better'])}."
    )
    return drawing


def _share_of_peak(t, df):
    """Return Student's density as a share of the highest."""
    return (1 + t**2 / df) ** (-(df + 1) / 2)


def _words(line, centre, reach, level, unit):
    """Tell mean, interval and p."""
    ends = (centre - reach, centre + reach)
    low, high = (signed(end, unit.digits, plus=False) for end in ends)
    return (
        f"Mean difference {signed(centre, unit.digits)}{unit.points}, {100 * level:g}% "
        f"interval from {low} to {high}; two-sided p {related(line['p_two_sided'])}"
    )
