"""Curves with marks and error bands on labelled axes, in panels side by side."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import INK, MUTED, SURFACE
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, wrap_note
from tenbyten.report.figures.text import fit, width_of
from tenbyten.statistics.checks import Floats

DASHED = (0, (4, 2.5))
DOTTED = (0, (1, 1.8))

_LEFT, _RIGHT, _ABOVE, _BELOW = 34, 10, 20, 32  # of a panel around its axes
_UPPER = 22  # of an upper axis
_SWATCH = 26  # length of a line in the key
_SPACE = 16  # from one entry of the key to the next


class Look(NamedTuple):
    """How a curve is drawn.

    `mark` is ``square``, ``circle``, ``ring`` (an open circle) or empty; `dash` is
    matplotlib's linestyle.
    """

    color: str
    mark: str = ""
    dash: str | tuple = "-"
    width: float = 1.2


class Curve(NamedTuple):
    """A curve through points sorted by `x`; `error` is half the height of its band."""

    label: str
    x: Floats
    y: Floats
    look: Look
    error: Floats


class Axes(NamedTuple):
    """Names of the axes, the upper one too; ends of the horizontal one."""

    x: str
    y: str
    across: tuple[float, float]
    upper: str


class Panel(NamedTuple):
    """Curves on axes of their own.

    `level` is a horizontal line; the upper axis is the lower one times `factor`.
    """

    title: str
    curves: Sequence[Curve]
    level: float
    factor: float


def curve_of(label: str, estimates: pd.DataFrame, look: Look, *, x: str) -> Curve:
    """Make a curve with a band of two standard errors, from lines of estimates.

    `x` is the column of the horizontal axis.
    """
    columns = estimates.sort_values(x)[[x, "value", "error"]].to_numpy(float).T
    return Curve(label, columns[0], columns[1], look, 2 * columns[2])


def draw_figure(
    panels: Sequence[Panel],
    axes: Axes,
    entries: Sequence[tuple[str, Look]],
    said: str,
    *,
    height: float,
    columns: int,
) -> Drawing:
    """Draw a key of these entries, panels of a height in points, and a note."""
    top = height_of_key(8, entries) + 8
    bottom = top + height * -(-len(panels) // columns)
    lines, tall = wrap_note(said, 8)
    drawing = Drawing(bottom + 6 + tall)
    draw_key(drawing, 8, 9, entries)
    draw_panels(drawing, panels, axes, top=top, height=height, columns=columns)
    drawing.note(8, bottom + 2, lines)
    return drawing


def draw_panels(
    drawing: Drawing,
    panels: Sequence[Panel],
    axes: Axes,
    *,
    top: float,
    height: float,
    columns: int,
) -> None:
    """Draw panels of a height in points, so many side by side, below `top`."""
    width = WIDTH / columns
    for i, panel in enumerate(panels):
        left, above = i % columns * width, top + i // columns * height
        across = Scale(*axes.across, left + _LEFT, left + width - _RIGHT)
        up = Scale(0, 1, above + height - _BELOW, above + _ABOVE + _UPPER)
        _ground(drawing, panel, axes, across, up, first=i % columns == 0)
        for curve in panel.curves:
            draw_curve(drawing, curve, across, up)


def draw_curve(drawing: Drawing, curve: Curve, across: Scale, up: Scale) -> None:
    """Draw a curve: band, line and marks, and its numbers for the pointer."""
    top, bottom = sorted((up.start, up.end))
    x, y = across(curve.x), np.clip(up(curve.y), top, bottom)
    low, high = (
        np.clip(up(curve.y + sign * curve.error), top, bottom) for sign in (-1, 1)
    )
    both = np.concatenate([x, x[::-1]]), np.concatenate([low, high[::-1]])
    drawing.fill(*both, color=curve.look.color, alpha=0.18)
    _line(drawing, x, y, curve.look)
    mark(drawing, x, y, curve.look)
    for point in zip(x, y, curve.x, curve.y, strict=True):
        at_x, at_y, *values = point
        words = f"{curve.label}: {values[1]:.4g} at {values[0]:.4g}"
        drawing.area((at_x - 3, at_y - 3, at_x + 3, at_y + 3), words)


def draw_key(
    drawing: Drawing, x: float, y: float, entries: Sequence[tuple[str, Look]]
) -> None:
    """Explain looks in one line or more, from the height `y` down."""
    for left, line, (words, look) in _placed(x, entries):
        at = y + 13 * line
        ends = np.array([left, left + _SWATCH])
        _line(drawing, ends, np.array([at, at]), look)
        mark(drawing, ends.mean()[None], np.array([at]), look)
        drawing.write(left + _SWATCH + 5, at, words, width=WIDTH - left - _SWATCH - 10)


def height_of_key(x: float, entries: Sequence[tuple[str, Look]]) -> float:
    """Return the height of a key in points."""
    return 13 * (1 + max(line for _, line, _ in _placed(x, entries)))


def mark(drawing: Drawing, x: Floats, y: Floats, look: Look) -> None:
    """Draw the marks of points."""
    if look.mark == "square":
        # A short line that is as wide as it is long.
        ends = np.column_stack([x - 2.4, x + 2.4])
        drawing.strokes(ends, np.column_stack([y, y]), color=look.color, width=4.8)
    elif look.mark:
        drawing.dots(x, y, color=look.color, size=5.4)
        if look.mark == "ring":
            drawing.dots(x, y, color=SURFACE, size=3)


def _line(drawing: Drawing, x: Floats, y: Floats, look: Look) -> None:
    """Draw the line of a curve."""
    drawing.strokes(x, y, color=look.color, width=look.width, linestyle=look.dash)


def _ground(
    drawing: Drawing,
    panel: Panel,
    axes: Axes,
    across: Scale,
    up: Scale,
    *,
    first: bool,
) -> None:
    """Draw the axes of a panel, and the lines that stand behind its curves."""
    left, right = across.start, across.end
    top, bottom = sorted((up.start, up.end))
    drawing.write(left, top - 10 - _UPPER, panel.title, width=right - left)
    _upper_axis(drawing, axes.upper, panel.factor, across, top)
    for tick, words in up.ticks(6):
        y = up(tick)
        drawing.strokes([left, right], [y, y], width=0.4, color=MUTED, alpha=0.35)
        drawing.write(left - 4, y, words, ha="right", size=6.5)
    for tick, words in across.ticks(6):
        x = across(tick)
        drawing.strokes([x, x], [bottom, bottom + 3], width=0.6)
        drawing.write(x, bottom + 9, words, ha="center", size=6.5)
    drawing.strokes([left, left, right], [top, bottom, bottom])
    drawing.write((left + right) / 2, bottom + 21, axes.x, ha="center", size=7)
    turned: Any = {"size": 7, "rotation": 90, "ha": "center", "va": "baseline"}
    if first:
        drawing.write(left - 25, (top + bottom) / 2, axes.y, **turned)
    y = up(panel.level)
    drawing.strokes([left, right], [y, y], width=0.9, color=INK)


def _upper_axis(
    drawing: Drawing, name: str, factor: float, across: Scale, y: float
) -> None:
    """Draw an axis at the height `y` with the lower axis' ticks times a factor."""
    left, right = across.start, across.end
    drawing.strokes([left, right], [y, y])
    for tick, _ in across.ticks(6):
        x = across(tick)
        drawing.strokes([x, x], [y - 3, y], width=0.6)
        drawing.write(x, y - 9, f"{tick * factor:,.0f}", ha="center", size=6.5)
    drawing.write((left + right) / 2, y - 19, name, ha="center", size=7)


def _placed(
    x: float, entries: Sequence[tuple[str, Look]]
) -> Iterator[tuple[float, int, tuple[str, Look]]]:
    """Place the entries of a key: left edge and number of the line."""
    left, line = x, 0
    for words, look in entries:
        long = _SWATCH + 5 + width_of(fit(words, WIDTH, 8), 8)
        if left > x and left + long > WIDTH - 4:
            left, line = x, line + 1
        yield left, line, (words, look)
        left += long + _SPACE
