"""Differences of all pairs on the only data set, with their intervals."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tenbyten.comparisons.on_each_dataset import half_widths
from tenbyten.report.figures.colours import COLUMN, MUTED
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, style, wrap_note
from tenbyten.report.figures.text import ACCURACY, Unit, fit, signed, width_of
from tenbyten.report.formatting import related

_TOP, _BOTTOM, _PITCH = 24, 22, 12  # in points
_NAME = 190


@style()
def draw_intervals(
    posteriors: pd.DataFrame,
    labels: Mapping[str, str],
    *,
    rope: float,
    alpha: float,
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the mean difference of every pair on one data set, with its interval.

    `posteriors` are the pairs' lines of `comparisons.on_each_dataset`, each pair in one
    order only. Each is turned so that its difference is a gain; the largest is above.
    The interval is that at 1 - `alpha`, and not adjusted for the number of pairs. It is
    orange where a gain above the `rope` is more probable than not.
    """
    table = _turned(posteriors, labels)
    gain = table["gain"].to_numpy() * unit.factor
    reach = half_widths(table, alpha) * unit.factor
    band, level = rope * unit.factor, f"{100 * (1 - alpha):g}%"
    words = f"Interval: {level}, not adjusted for the number of pairs. Orange: a gain "
    words += f"above the rope (grey band: ±{band:g}) is more probable than not."
    note, room = wrap_note(words if rope else words.partition(" Orange")[0], 8)
    bottom = _TOP + _PITCH * len(table)
    drawing = Drawing(bottom + _BOTTOM + room)
    names = [fit(name, _NAME, 7) for name in table["name"]]
    left = max(width_of(name, 7) for name in names) + 16
    low, high = min((gain - reach).min(), -band), max((gain + reach).max(), band)
    edge = 0.03 * (high - low) or 1
    scale = Scale(low - edge, high + edge, left, WIDTH - 8)
    _ground(drawing, scale, band, bottom, unit)
    y = _TOP + _PITCH * (np.arange(len(table)) + 0.5)
    matters = (table["p_beyond"] > 0.5).to_numpy() | (rope == 0)
    for which, color in ((matters, COLUMN), (~matters, MUTED)):
        if which.any():
            ends = np.column_stack([scale(gain - reach), scale(gain + reach)])[which]
            drawing.strokes(
                ends, np.column_stack([y, y])[which], color=color, width=1.4
            )
            drawing.dots(scale(gain[which]), y[which], color=color, size=5)
    said = []
    for i, line in enumerate(table.itertuples()):
        drawing.write(left - 6, y[i], names[i], ha="right", size=7)
        told = _words(line, gain[i], reach[i], unit)
        said.append(f"{line.name} {told}")
        area = (0, y[i] - _PITCH / 2, WIDTH, y[i] + _PITCH / 2)
        drawing.area(area, f"{line.name}: {told}")
    drawing.note(8, bottom + _BOTTOM, note)
    drawing.title = "Differences between the classifiers, with their intervals"
    drawing.alt = (
        f"Mean gain in {unit.metric}{unit.note} of the better classifier of each pair "
        f"on {posteriors['dataset'].iloc[0]}, with its {level} interval: "
        f"{'; '.join(said)}."
    )
    return drawing


def _turned(posteriors: pd.DataFrame, labels: Mapping[str, str]) -> pd.DataFrame:
    """Turn each pair so that its difference is a gain, the largest first."""
    table = posteriors.reset_index(drop=True)
    back = table["mean_difference"] < 0
    better = table["column"].where(~back, table["row"]).map(labels)
    worse = table["row"].where(~back, table["column"]).map(labels)
    beyond = table["p_column_better"].where(~back, table["p_row_better"])
    turned = table.assign(
        name=better + " over " + worse,
        gain=table["mean_difference"].abs(),
        p_beyond=beyond,
    )
    return turned.sort_values("gain", ascending=False, kind="stable")


def _ground(drawing, scale, band, bottom, unit):
    """Draw rope, grid, zero and the axis."""
    if band:
        box = (scale(-band), _TOP, scale(band), bottom)
        drawing.box(box, color=MUTED, alpha=0.18)
    for tick, words in scale.ticks(7):
        at = [scale(tick)] * 2
        drawing.strokes(at, [_TOP, bottom], width=0.4, color=MUTED, alpha=0.5)
        drawing.write(at[0], bottom + 9, words, ha="center", size=7)
    drawing.strokes([scale(0)] * 2, [_TOP, bottom], width=1)
    drawing.strokes([scale.start, scale.end], [bottom, bottom])
    words = f"gain in {unit.metric}{unit.note}"
    drawing.write((scale.start + scale.end) / 2, _TOP - 12, words, ha="center")


def _words(line, gain, reach, unit):
    """Tell the numbers of a pair."""
    low, high = (
        signed(x, unit.digits, plus=False) for x in (gain - reach, gain + reach)
    )
    return (
        f"{signed(gain, unit.digits)} ({low} to {high}), two-sided p "
        f"{related(line.p_two_sided)}"
    )
