"""Two classifiers' means against each other."""

from typing import Any

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import MUTED, OUTCOMES
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, style
from tenbyten.report.figures.text import ACCURACY, Unit, signed

_SIDE = 330  # of the square, in points
_LEFT, _TOP = (WIDTH - _SIDE) / 2 + 12, 30
# More dots than this are too close for a pointer.
_MOST_AREAS = 200


@style()
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
    low, high = min(x.min(), y.min()), max(x.max(), y.max())
    edge = 0.04 * (high - low) or 1
    across = Scale(low - edge, high + edge, _LEFT, _LEFT + _SIDE)
    up = Scale(low - edge, high + edge, _TOP + _SIDE, _TOP)
    drawing = Drawing(_TOP + _SIDE + 42)
    _ground(drawing, across, up, band)
    size = 5.5 if len(x) <= _MOST_AREAS else 3
    for kind, color in zip((-1, 0, 1), OUTCOMES, strict=True):
        which = side == kind
        drawing.dots(across(x[which]), up(y[which]), size=size, color=color, alpha=0.85)
    if len(x) <= _MOST_AREAS:
        for name, a, b in zip(row_means.index, x, y, strict=True):
            h, v, digits = across(a), up(b), unit.digits
            both = f"{row} {a:.{digits}f}, {column} {b:.{digits}f}"
            words = f"{name}: {both} ({signed(b - a, digits)})"
            drawing.area((h - 5, v - 5, h + 5, v + 5), words)
    worse, alike, better = (int((side == kind).sum()) for kind in (-1, 0, 1))
    endings = (f" better: {worse}", f": {alike}", f" better: {better}")
    names = (row, "within the rope", column)
    entries = list(zip(OUTCOMES, names, endings, strict=True))
    drawing.key(_LEFT, 12, entries, width=_SIDE / 3 - 16)
    axis: dict[str, Any] = {"ending": f", {unit.value}", "width": _SIDE, "ha": "center"}
    drawing.write(_LEFT + _SIDE / 2, _TOP + _SIDE + 28, row, **axis)
    drawing.write(_LEFT - 42, _TOP + _SIDE / 2, column, rotation=90, **axis)
    drawing.title = f"{row} against {column}: mean {unit.metric} on each data set"
    drawing.alt = (
        f"Mean {unit.metric} of {column} against that of {row} on {len(x)} data sets: "
        f"{column} is better by more than the rope ({band:g}) on {better}, {row} on "
        f"{worse}, neither on {alike}. Means over the data sets: {row} "
        f"{x.mean():.{unit.digits}f}, {column} {y.mean():.{unit.digits}f}."
    )
    return drawing


def _ground(drawing: Drawing, across: Scale, up: Scale, band: float) -> None:
    """Draw the square, its diagonal, and the rope about it."""
    low, high = across.low, across.high
    ends = np.array([low, high])
    # Between parallels to the diagonal, cut off by the square.
    cut = min(band, high - low)
    rope = (
        [low, low, high - cut, high, high, low + cut],
        [low, low + cut, high, high, high - cut, low],
    )
    drawing.fill(across(rope[0]), up(rope[1]), color=MUTED, alpha=0.18)
    drawing.strokes(across(ends), up(ends), width=0.8)
    square = [low, high, high, low, low], [low, low, high, high, low]
    drawing.strokes(across(square[0]), up(square[1]), color=MUTED)
    for tick, words in across.ticks(7):
        h, v = across(tick), up(tick)
        drawing.strokes([h, h], [up.start, up.start + 3])
        drawing.strokes([across.start - 3, across.start], [v, v])
        drawing.write(h, up.start + 11, words, ha="center", size=7)
        drawing.write(across.start - 6, v, words, ha="right", size=7)
