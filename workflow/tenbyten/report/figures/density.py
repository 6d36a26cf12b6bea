"""Density of the posterior of the difference on the only data set."""

from functools import partial

import numpy as np
import pandas as pd

from tenbyten.comparisons.on_each_dataset import REGIONS, half_widths
from tenbyten.report.figures.colours import MUTED, OUTCOMES
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, style
from tenbyten.report.figures.text import ACCURACY, Unit, signed
from tenbyten.report.formatting import format_probability, related

_TOP, _PLOT, _INTERVAL, _BOTTOM = 48, 120, 16, 38  # in points
_LEFT, _RIGHT = 10, WIDTH - 10
# The curve goes so many scales to either side.
_REACH = 4.5
_POINTS = 241


@style()
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
    band, base = rope * unit.factor, _TOP + _PLOT
    axis = base + _INTERVAL
    drawing = Drawing(axis + _BOTTOM)
    low, high = min(centre - _REACH * width, -band), max(centre + _REACH * width, band)
    edge = 0.03 * (high - low) or 1
    scale = Scale(low - edge, high + edge, _LEFT, _RIGHT)
    _axis(drawing, scale, band, axis)
    if width:
        shape = partial(_share_of_peak, centre=centre, width=width, df=line["df"])
        _curve(drawing, scale, shape, band)
    else:
        side = 1 if abs(centre) <= band else 1 + int(np.sign(centre))
        drawing.strokes(
            [scale(centre)] * 2, [_TOP, base], color=OUTCOMES[side], width=3
        )
    drawing.strokes([scale(0)] * 2, [_TOP - 4, axis], width=1)
    (reach,) = half_widths(posteriors, alpha) * unit.factor
    ends = centre - reach, centre + reach
    middle = base + _INTERVAL / 2
    drawing.strokes(scale(ends), [middle] * 2, width=1.6)
    drawing.dots([scale(centre)], [middle], size=6)
    words = _words(line, centre, ends, 1 - alpha, unit)
    drawing.area((_LEFT, base, _RIGHT, axis), words)
    _key(drawing, line, (row, column), band)
    difference = unit.difference(row, column, room=(_RIGHT - _LEFT) / 3)
    drawing.write((_LEFT + _RIGHT) / 2, axis + 24, difference, ha="center")
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


def _axis(drawing, scale, band, axis):
    """Draw rope, axis and its numbers."""
    if band:
        box = (scale(-band), _TOP, scale(band), axis)
        drawing.box(box, color=MUTED, alpha=0.18)
    drawing.strokes([_LEFT, _RIGHT], [axis, axis])
    for tick, words in scale.ticks(9):
        drawing.strokes([scale(tick)] * 2, [axis, axis + 3])
        drawing.write(scale(tick), axis + 10, words, ha="center", size=7)


def _share_of_peak(x, *, centre, width, df):
    """Return Student's density as a share of the highest."""
    return (1 + ((x - centre) / width) ** 2 / df) ** (-(df + 1) / 2)


def _curve(drawing, scale, shape, band):
    """Fill the area under the density, in the colours of the outcomes."""
    base = _TOP + _PLOT
    x = np.linspace(scale.low, scale.high, _POINTS)
    edges = [scale.low, -band, band, scale.high]
    for color, left, right in zip(OUTCOMES, edges[:-1], edges[1:], strict=True):
        if right > left:
            part = np.unique(np.clip(x, left, right))
            height = base - _PLOT * shape(part)
            drawing.fill(
                scale(np.concatenate([part, part[::-1]])),
                np.concatenate([height, np.full(len(part), base)]),
                color=color,
                alpha=0.55,
            )
    drawing.strokes(scale(x), base - _PLOT * shape(x), width=1)


def _key(drawing, line, labels, band):
    """Explain the colours, each with its probability, above."""
    more = f" by more than the rope (grey band: ±{band:g}), or neither" if band else ""
    words = f"Posterior probability that one is better{more}:"
    drawing.write(_LEFT, 9, words, size=7, color=MUTED)
    kinds = (f"{labels[0]} better", "practically equivalent", f"{labels[1]} better")
    entries = [
        (color, kind, f": {format_probability(line[side])}")
        for color, kind, side in zip(OUTCOMES, kinds, REGIONS, strict=True)
        if band or side != "p_rope" or line["p_rope"]
    ]
    drawing.key(_LEFT, 24, entries, width=(WIDTH - _LEFT) / 3 - 24)


def _words(line, centre, ends, level, unit):
    """Tell mean, interval and p."""
    low, high = (signed(end, unit.digits, plus=False) for end in ends)
    return (
        f"Mean difference {signed(centre, unit.digits)}{unit.points}, {100 * level:g}% "
        f"interval from {low} to {high}; two-sided p {related(line['p_two_sided'])}"
    )
