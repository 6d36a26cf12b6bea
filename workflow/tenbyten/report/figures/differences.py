"""Differences of all classifiers from one of them, on every data set."""

import pandas as pd

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.figures.style import Drawing, difference_axis, rows_of
from tenbyten.report.figures.text import ACCURACY, Unit, short


def draw_differences(
    means: pd.DataFrame,
    *,
    reference: str,
    subset: str,
    rope: float,
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the differences of every classifier from the reference, a dot a data set.

    `means` are of the metric by data set, a column a classifier by its name for people,
    in the order in which they are drawn. Dots on the right are data sets on which the
    classifier is better; an upright line marks their median.
    """
    sign = 1 if unit.higher_is_better else -1
    others = means.drop(columns=reference)
    gains = others.sub(means[reference], axis=0) * (sign * unit.factor)
    band = rope * unit.factor
    drawing = Drawing(0.9 + 0.19 * len(others.columns))
    axes = drawing.subplots()
    said = []
    heights = rows_of(axes, [*map(short, gains)])
    for height, (name, gain) in zip(heights, gains.items(), strict=True):
        # Differences of decimal fractions miss a bound by a last bit.
        within = abs(gain) <= band * (1 + 1e-9)
        for at, colour in (
            (within, MUTED),
            (~within & (gain > 0), COLUMN),
            (~within & (gain < 0), ROW),
        ):
            axes.plot(gain[at], 0 * gain[at] + height, "o", color=colour, alpha=0.5)
        axes.plot([gain.median()], [height], "|", color=INK, markersize=11)
        better, worse = (int((side * gain > 0).sum()) for side in (1, -1))
        said.append(f"{name} better on {better}, worse on {worse}")
    what = f"{unit.metric}, difference from {short(reference)}{unit.note}"
    difference_axis(axes, band, what if sign > 0 else f"gain in {what}")
    drawing.title = f"Differences from {reference} on every data set ({subset})"
    drawing.alt = (
        f"Difference of each classifier from {reference} in {unit.metric}{unit.note} "
        f"on {len(means)} data sets, a dot a data set, their median marked: "
        f"{'; '.join(said)}."
    )
    return drawing
