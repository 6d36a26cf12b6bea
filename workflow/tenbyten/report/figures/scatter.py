"""Two classifiers' means against each other."""

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import INK, MUTED, OUTCOMES
from tenbyten.report.figures.style import Drawing
from tenbyten.report.figures.text import ACCURACY, Unit, outcomes, short


def draw_scatter(
    row_means: pd.Series,
    column_means: pd.Series,
    *,
    row: str,
    column: str,
    rope: float,
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the row's mean against the column's, a dot a data set.

    The means are of the metric by data set, fractions for accuracy. The rope lies about
    the diagonal of a square; dots outside of it have the colour of the better
    classifier.
    """
    x, y = (
        means.to_numpy(float) * unit.factor
        for means in (row_means, column_means.loc[row_means.index])
    )
    band = rope * unit.factor
    gain = (y - x) if unit.higher_is_better else (x - y)
    # Differences of decimal fractions miss a bound by a last bit.
    side = np.where(np.abs(gain) <= band * (1 + 1e-9), 0, np.sign(gain)).astype(int)
    drawing = Drawing(5.2)
    axes = drawing.subplots()
    low, high = min(x.min(), y.min()), max(x.max(), y.max())
    edge = 0.04 * (high - low) or 1
    ends = np.array([low - edge, high + edge])
    axes.fill_between(ends, ends - band, ends + band, color=MUTED, alpha=0.18, lw=0)
    axes.plot(ends, ends, color=INK, linewidth=0.8)
    kinds = outcomes(row, column, "within the rope")
    counts = [int((side == kind).sum()) for kind in (-1, 0, 1)]
    for kind, count, words, color in zip(
        (-1, 0, 1), counts, kinds, OUTCOMES, strict=True
    ):
        at = side == kind
        label = f"{count}: {words}"
        axes.plot(x[at], y[at], "o", color=color, alpha=0.85, label=label)
    axes.set(xlim=ends, ylim=ends, aspect="equal")
    axes.set_xlabel(f"{short(row)}, {unit.value}")
    axes.set_ylabel(f"{short(column)}, {unit.value}")
    drawing.key(axes)
    worse, alike, better = counts
    drawing.title = f"{row} against {column}: mean {unit.metric} on each data set"
    drawing.alt = (
        f"Mean {unit.metric} of {column} against that of {row} on {len(x)} data sets: "
        f"{column} is better by more than the rope ({band:g}) on {better}, {row} on "
        f"{worse}, neither on {alike}. Means over the data sets: {row} "
        f"{x.mean():.{unit.digits}f}, {column} {y.mean():.{unit.digits}f}."
    )
    return drawing
