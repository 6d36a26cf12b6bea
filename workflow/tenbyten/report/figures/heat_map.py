"""Heat map of all means: data sets by classifiers."""

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgb

from tenbyten.report.figures.colours import MUTED, ROW
from tenbyten.report.figures.style import WIDTH, Drawing, style
from tenbyten.report.figures.text import ACCURACY, Unit, fit, width_of

# Larger tables than this have no room for numbers.
MOST_VALUES = (60, 10)

_HEIGHT = 640  # of a table without numbers, at most
_NAME = 120
_DARKEST = 0.6  # of the colour: words on it can still be read
# More cells than this are too small for a pointer.
_MOST_AREAS = 1200


@style()
def draw_heat_map(means: pd.DataFrame, *, unit: Unit = ACCURACY) -> Drawing:
    """Draw the mean of every classifier on every data set.

    The index of `means` are data sets, its columns the classifiers' names for people;
    accuracies are fractions. A cell is the darker the farther it lies behind the best
    classifier on the data set; the best are bold. The numbers are left out of larger
    tables than `MOST_VALUES`.
    """
    values = means.to_numpy(float) * unit.factor
    many, width = values.shape
    best = (values.max if unit.higher_is_better else values.min)(axis=1, keepdims=True)
    behind = np.abs(best - values)
    full = _full(behind)
    printed = many <= MOST_VALUES[0] and width <= MOST_VALUES[1]
    pitch = 11.5 if printed else min(11.5, _HEIGHT / many)
    names = [fit(name, _NAME, 7) for name in means.index] if pitch >= 7 else []
    left = max((width_of(name, 7) for name in names), default=6) + 8
    # A turned name leans out of the table.
    cell = min(64, (WIDTH - left - 60) / width)
    labels = [fit(name, 90, 7.5) for name in means.columns]
    tall = max(width_of(label, 7.5) for label in labels)
    turned = tall > cell - 4
    top = 0.71 * tall + 14 if turned else 18
    drawing = Drawing(top + pitch * many + 34)
    right, bottom = left + cell * width, top + pitch * many
    _shade(drawing, behind / full, (left, top, right, bottom))
    x = (left + cell * (np.arange(width) + 0.5)).tolist()
    y = (top + pitch * (np.arange(many) + 0.5)).tolist()
    for at, label in zip(x, means.columns, strict=True):
        side = {"rotation": 45} if turned else {"ha": "center"}
        drawing.write(at, top - 8, label, width=90, size=7.5, **side)
    if names:
        for at, name in zip(y, means.index, strict=True):
            drawing.write(left - 5, at, name, ha="right", size=7, width=_NAME)
    if printed:
        digits = max(unit.digits - 1, 0)
        for i, j in np.ndindex(values.shape):
            weight = "bold" if behind[i, j] < 1e-9 else "normal"
            text = f"{values[i, j]:.{digits}f}"
            drawing.write(x[j], y[i], text, ha="center", size=7, weight=weight)
    elif values.size <= _MOST_AREAS:
        for i, j in np.ndindex(values.shape):
            words = f"{means.index[i]}, {means.columns[j]}: {values[i, j]:.4g}, "
            words += f"{behind[i, j]:.3g} behind the best"
            half = cell / 2, pitch / 2
            corners = (x[j] - half[0], y[i] - half[1], x[j] + half[0], y[i] + half[1])
            drawing.area(corners, words)
    _key(drawing, left, bottom + 20, full, unit)
    drawing.title = f"Mean {unit.metric} of every classifier on every data set"
    drawing.alt = _alt(means, values, behind, unit)
    return drawing


def _full(behind):
    """Choose the distance of the darkest colour: nine tenths of all are nearer."""
    apart = behind[behind > 0]
    if not len(apart):
        return 1.0
    bound = float(np.quantile(apart, 0.9))
    power = 10.0 ** np.floor(np.log10(bound))
    return power * next(m for m in (1, 2, 5, 10) if m * power >= bound * (1 - 1e-9))


def _shade(drawing, share, corners):
    """Draw cells as pixels of an image: its size hardly grows with the table."""
    pixels = np.empty((*share.shape, 4))
    pixels[..., :3] = to_rgb(ROW)
    pixels[..., 3] = _DARKEST * np.minimum(share, 1)
    drawing.image(pixels, corners)


def _key(drawing, left, y, full, unit):
    """Explain the shades."""
    drawing.write(left, y, "behind the data set's best:", size=7)
    start = left + width_of("behind the data set's best:", 7) + 8
    drawing.write(start, y, "0", size=7)
    shades = np.linspace([0], [1], 20).T
    _shade(drawing, shades, (start + 9, y - 5, start + 89, y + 5))
    drawing.box((start + 9, y + 5, start + 89, y + 5.6), color=MUTED)
    drawing.write(start + 95, y, f"{full:g} or more{unit.note}", size=7)


def _alt(means, values, behind, unit):
    """Write the alternative text."""
    best = (behind < 1e-9).sum(axis=0)
    lines = zip(means.columns, values.mean(axis=0), best, strict=True)
    each = "; ".join(
        f"{name} {mean:.{unit.digits}f}, best on {n}" for name, mean, n in lines
    )
    return (
        f"Mean {unit.value} of {values.shape[1]} classifiers on {len(values)} data "
        f"sets, shaded by distance from the data set's best. Means over the data sets, "
        f"and on how many the classifier is best or among the best: {each}."
    )
