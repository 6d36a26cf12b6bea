"""Curves with marks and error bands on labelled axes, in panels side by side."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pandas as pd
from matplotlib.lines import Line2D

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW, SURFACE
from tenbyten.report.figures.style import Drawing
from tenbyten.statistics.checks import Floats

# The same colour for a test in every figure of a simulation study.
POISSON, SIGNED_RANK = COLUMN, ROW
DASHED = (0, (4, 2.5))
DOTTED = (0, (1, 1.8))

# Matplotlib's marker and its filling, by the name of a mark.
_MARKERS = {"square": "s", "circle": "o", "ring": "o", "": ""}
_POINTS = 72  # of an inch


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
    error: Floats | None = None


class Axes(NamedTuple):
    """Names and ends of the axes; without `across` they end where the curves do.

    `falling` turns the vertical axis upside down. `right` names a second vertical axis,
    and writes what it has at a value of the first; `upper` names the upper axes of
    panels that have one.
    """

    x: str
    y: str
    across: tuple[float, float] | None = None
    up: tuple[float, float] = (0, 1)
    upper: str = ""
    falling: bool = False
    right: tuple[str, Callable[[float], str]] | None = None


class Panel(NamedTuple):
    """Curves on axes of their own.

    `level` is a horizontal line; `above` a dotted one; `interval` the ends of an
    interval on the horizontal axis, dotted too. With `factor` the panel has an upper
    axis: the lower one times this. `axes` are the panel's own, if it has other ones
    than those beside it.
    """

    title: str
    curves: Sequence[Curve]
    level: float | None = None
    above: float | None = None
    interval: tuple[float, float] | None = None
    factor: float | None = None
    axes: Axes | None = None


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
    lines = -(-len(panels) // columns)
    drawing = Drawing(0.6 + 0.15 * len(entries) + height / _POINTS * lines)
    grid = drawing.subplots(lines, columns, squeeze=False).ravel()
    for i, (on, panel) in enumerate(zip(grid, panels, strict=False)):
        own = panel.axes or axes
        _ground(on, panel, own)
        if i % columns == 0 or panel.axes is not None:
            on.set_ylabel(own.y)
        for curve in panel.curves:
            _draw_curve(on, curve)
    for on in grid[len(panels) :]:
        on.set_axis_off()
    drawing.legend(
        [Line2D([], [], **_style(look)) for _, look in entries],
        [words for words, _ in entries],
        loc="outside upper left",
        ncols=2,
        handlelength=3,
    )
    drawing.note(said)
    return drawing


def _draw_curve(on: Any, curve: Curve) -> None:
    """Draw a curve, and the band of its errors."""
    if curve.error is not None:
        low, high = curve.y - curve.error, curve.y + curve.error
        on.fill_between(curve.x, low, high, color=curve.look.color, alpha=0.18, lw=0)
    on.plot(curve.x, curve.y, **_style(curve.look))


def _style(look: Look) -> dict[str, Any]:
    """Return Matplotlib's properties of a line."""
    filled = {"markerfacecolor": SURFACE} if look.mark == "ring" else {}
    return filled | {
        "color": look.color,
        "linewidth": look.width,
        "linestyle": look.dash,
        "marker": _MARKERS[look.mark],
    }


def _ground(on: Any, panel: Panel, axes: Axes) -> None:
    """Set up the axes of a panel, and the lines that stand behind its curves."""
    on.set(title=panel.title, xlabel=axes.x, ylim=axes.up)
    on.grid(axis="y", color=MUTED, alpha=0.35, linewidth=0.4)
    if axes.across:
        on.set_xlim(*axes.across)
    if axes.falling:
        on.invert_yaxis()
    if axes.right:
        name, write = axes.right
        right = on.secondary_yaxis("right")
        right.set_ylabel(name)
        right.yaxis.set_major_formatter(lambda value, _: write(value))
    if (factor := panel.factor) is not None:
        upper = on.secondary_xaxis(
            "top", functions=(lambda x: x * factor, lambda x: x / factor)
        )
        upper.set_xlabel(axes.upper)
        on.set_title(panel.title, pad=28)
    for value, dash in ((panel.level, "-"), (panel.above, DOTTED)):
        if value is not None:
            on.axhline(value, color=INK, linewidth=0.9, linestyle=dash)
    for end in panel.interval or ():
        on.axvline(end, color=INK, linewidth=0.9, linestyle=DOTTED)
