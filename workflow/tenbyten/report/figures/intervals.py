"""Differences of all pairs on the only data set, with their intervals."""

from collections.abc import Mapping

import pandas as pd

from tenbyten.comparisons.on_each_dataset import half_widths
from tenbyten.report.figures.colours import COLUMN, MUTED
from tenbyten.report.figures.style import Drawing, difference_axis, rows_of
from tenbyten.report.figures.text import ACCURACY, Unit, short, signed
from tenbyten.report.formatting import related


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
    table = _turned(posteriors)
    better, worse = (table[side].map(labels) for side in ("better", "worse"))
    gain = table["gain"].to_numpy() * unit.factor
    reach = half_widths(table, alpha) * unit.factor
    band, level = rope * unit.factor, f"{100 * (1 - alpha):g}%"
    drawing = Drawing(1 + 0.17 * len(table))
    axes = drawing.subplots()
    names = [f"{short(x)} over {short(y)}" for x, y in zip(better, worse, strict=True)]
    y = rows_of(axes, names)
    difference_axis(axes, band, f"gain in {unit.metric}{unit.note}")
    matters = (table["p_beyond"] > 0.5).to_numpy() | (rope == 0)
    for at, color in ((matters, COLUMN), (~matters, MUTED)):
        axes.hlines(y[at], (gain - reach)[at], (gain + reach)[at], color=color)
        axes.plot(gain[at], y[at], "o", color=color)
    note = f"Interval: {level}, not adjusted for the number of pairs."
    if rope:
        note += " Orange: a gain above the rope (grey band: "
        note += f"±{band:g}) is more probable than not."
    drawing.note(note)
    ps = table["p_two_sided"]
    said = [
        f"{first} over {second} {_words(middle, half, p, unit)}"
        for first, second, middle, half, p in zip(
            better, worse, gain, reach, ps, strict=True
        )
    ]
    drawing.title = "Differences between the classifiers, with their intervals"
    drawing.alt = (
        f"Mean gain in {unit.metric}{unit.note} of the better classifier of each pair "
        f"on {posteriors['dataset'].iloc[0]}, with its {level} interval: "
        f"{'; '.join(said)}."
    )
    return drawing


def _turned(posteriors: pd.DataFrame) -> pd.DataFrame:
    """Turn each pair so that its difference is a gain, the largest first."""
    table = posteriors.reset_index(drop=True)
    back = table["mean_difference"] < 0
    turned = table.assign(
        better=table["column"].where(~back, table["row"]),
        worse=table["row"].where(~back, table["column"]),
        gain=table["mean_difference"].abs(),
        p_beyond=table["p_column_better"].where(~back, table["p_row_better"]),
    )
    return turned.sort_values("gain", ascending=False, kind="stable")


def _words(gain: float, reach: float, p: float, unit: Unit) -> str:
    """Tell the numbers of a pair."""
    ends = (gain - reach, gain + reach)
    low, high = (signed(x, unit.digits, plus=False) for x in ends)
    return f"{signed(gain, unit.digits)} ({low} to {high}), two-sided p {related(p)}"
