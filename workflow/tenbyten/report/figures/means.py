"""Means on each data set: of two classifiers, of all against one, and against time."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from tenbyten.metrics import DURATIONS
from tenbyten.report.figures.drawing import (
    Drawing,
    difference_axis,
    factors,
    name_rows,
    width_of,
)
from tenbyten.report.figures.style import (
    ACCURACY,
    COLUMN,
    INK,
    MUTED,
    OUTCOMES,
    ROW,
    Unit,
    outcome_names,
    shorten,
)

# Of more classifiers only those on the Pareto front get a name.
_NAMED = 15


def draw_scatter(
    row_means: pd.Series,
    column_means: pd.Series,
    *,
    row: str,
    column: str,
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the row's mean against the column's, a dot for each data set.

    The means are by data set, fractions for accuracy. The rope surrounds the diagonal
    of a square; dots outside have the colour of the better classifier.
    """
    x, y = (
        means.to_numpy(float) * unit.factor
        for means in (row_means, column_means.loc[row_means.index])
    )
    band = unit.band
    side = _side((y - x) if unit.higher_is_better else (x - y), unit)
    drawing = Drawing(5.2)
    axes = drawing.subplots()
    low, high = min(x.min(), y.min()), max(x.max(), y.max())
    edge = 0.04 * (high - low) or 1
    ends = np.array([low - edge, high + edge])
    axes.fill_between(ends, ends - band, ends + band, color=MUTED, alpha=0.18, lw=0)
    axes.plot(ends, ends, color=INK, linewidth=0.8)
    kinds = outcome_names(row, column, "within the rope")
    counts = [int((side == kind).sum()) for kind in (-1, 0, 1)]
    for kind, count, words, color in zip(
        (-1, 0, 1), counts, kinds, OUTCOMES, strict=True
    ):
        dots = side == kind
        label = f"{count}: {words}"
        axes.plot(x[dots], y[dots], "o", color=color, alpha=0.85, label=label)
    axes.set(xlim=ends, ylim=ends, aspect="equal")
    axes.locator_params(nbins=5)
    axes.set_xlabel(f"{shorten(row)}, {unit.value}")
    axes.set_ylabel(f"{shorten(column)}, {unit.value}")
    for axis in (axes.xaxis, axes.yaxis):
        factors(axis, unit)
    drawing.key(axes)
    drawing.margins(left=0.6, bottom=0.45)
    worse, alike, better = counts
    drawing.title = f"{row} against {column}: mean {unit.metric} on each data set"
    drawing.alt = (
        f"Mean {unit.metric} of {column} against that of {row} on {len(x)} data sets: "
        f"{column} is better by more than the rope ({unit.written_rope()}) on "
        f"{better}, {row} on {worse}, neither on {alike}. Means over the data sets: "
        f"{row} {unit.mean(x.mean())}, {column} {unit.mean(y.mean())}."
    )
    return drawing


def draw_differences(
    means: pd.DataFrame,
    *,
    reference: str,
    subset: str,
    unit: Unit = ACCURACY,
    axes: Axes | None = None,
) -> Drawing:
    """Draw the differences of classifiers from the reference, a dot for each data set.

    `means` are by data set, with a column for each classifier by its name for people,
    in the order in which they are drawn. Dots on the right: the classifier is better.
    An upright line marks the median.
    """
    sign = 1 if unit.higher_is_better else -1
    others = means.drop(columns=reference)
    gains = others.sub(means[reference], axis=0) * (sign * unit.factor)
    drawing, axes, heights = _rows(gains, axes)
    said = []
    for height, (name, gain) in zip(heights, gains.items(), strict=True):
        side = _side(gain, unit)
        for kind, colour in ((0, MUTED), (1, COLUMN), (-1, ROW)):
            dots = side == kind
            axes.plot(gain[dots], 0 * gain[dots] + height, "o", color=colour, alpha=0.5)
        axes.plot([gain.median()], [height], "|", color=INK, markersize=11)
        better, worse = (int((side * gain > 0).sum()) for side in (1, -1))
        said.append(f"{name} better on {better}, worse on {worse}")
    difference_axis(axes, _axis_from(reference, unit), unit)
    drawing.title = f"Differences from {reference} on every data set ({subset})"
    drawing.alt = (
        f"Difference of each classifier from {reference} in {unit.metric}{unit.note} "
        f"on {len(means)} data sets, a dot a data set, their median marked: "
        f"{'; '.join(said)}."
    )
    return drawing


def draw_intervals(
    standings: pd.DataFrame,
    reference: str,
    *,
    unit: Unit = ACCURACY,
    axes: Axes | None = None,
) -> Drawing:
    """Draw the difference of every classifier from the reference with its interval.

    `standings` are those of a `report.summary.Summary`, by the classifiers' names for
    people. On the right the classifier is better than the reference; findings are
    coloured.
    """
    lines = standings.drop(index=reference)
    ends = lines[["difference", "low", "high"]].astype(float) * unit.factor
    middle, low, high = ends.bfill(axis=1).ffill(axis=1).to_numpy().T
    drawing, axes, heights = _rows(lines.index, axes)
    colours = [(MUTED, COLUMN, ROW)[int(found)] for found in lines["found"]]
    axes.hlines(heights, low, high, color=colours)
    axes.scatter(middle, heights, s=20, color=colours, zorder=3)
    difference_axis(axes, _axis_from(reference, unit), unit)
    drawing.title = f"Differences from {reference}, with intervals"
    return drawing


def draw_costs(table: pd.DataFrame, *, subset: str, unit: Unit = ACCURACY) -> Drawing:
    """Draw every classifier's mean against its times, a panel for each time.

    `table` is from `comparisons.costs.cost_tables`, by names for people.
    """
    units = [Unit(name, scale="ratio") for name in DURATIONS if name in table]
    drawing, said = Drawing(0.8 + 2.6 * len(units)), []
    panels = drawing.subplots(len(units), squeeze=False).flat
    for axes, time in zip(panels, units, strict=True):
        points = table.dropna(subset=time.metric).sort_values("mean")
        if points.empty:
            axes.set_axis_off()
            continue
        good, logs = points["mean"] * unit.factor, np.log(points[time.metric])
        front = points[f"{time.metric}_front"] == 1
        first = logs[front].sort_values(kind="stable")
        stairs: Any = {"drawstyle": "steps-post", "label": "Pareto front"}
        axes.plot(first, good[first.index], "o-", color=ROW, **stairs)
        axes.plot(logs[~front], good[~front], "o", color=MUTED, label="dominated")
        step = 0.07 * (np.ptp(good) or 1)
        top, middle = good.min() - step, logs.agg(["min", "max"]).mean()
        for name in points.index[front | (len(points) <= _NAMED)]:
            # Names of close points are above each other.
            top = max(good[name], top + step)
            ha, away = ("right", -4) if logs[name] > middle else ("left", 4)
            style: Any = {"textcoords": "offset points", "ha": ha, "fontsize": 7}
            axes.annotate(shorten(name), (logs[name], top), (away, 2), **style)
        axes.set_ylim(good.min() - step, max(good.max(), top) + step)
        factors(axes.xaxis, time)
        axes.set(xlabel=time.value, ylabel=f"mean {unit.value}")
        each = (
            f"{x} {time.mean(logs[x])}{' *' if front[x] else ''}" for x in logs.index
        )
        said.append(f"{time.value}: {', '.join(each)}")
    drawing.key(panels[0])
    drawing.margins(left=0.6, hspace=0.3)
    drawing.title = f"{subset}: {unit.metric} against time"
    drawing.alt = (
        f"Mean {unit.metric} against seconds of a fold, from the worst classifier to "
        f"the best, those of the Pareto front with a star: {'; '.join(said)}."
    )
    return drawing


def _side(gain: Any, unit: Unit) -> Any:
    """Return the sign of gains, 0 within the rope."""
    # Differences of decimal fractions can miss a bound by the last bit.
    return np.where(np.abs(gain) <= unit.band * (1 + 1e-9), 0, np.sign(gain))


def _rows(names: Iterable[Any], axes: Axes | None) -> tuple[Drawing, Axes, Any]:
    """Return a drawing with a row for each name, its axes and the rows' heights."""
    shown = [*map(shorten, names)]
    drawing = Drawing(0.9 + 0.19 * len(shown))
    axes = axes or drawing.subplots()
    drawing.margins(left=0.2 + width_of(shown))
    return drawing, axes, name_rows(axes, shown)


def _axis_from(reference: str, unit: Unit) -> str:
    """Name an axis on whose positive side a classifier is better than the reference."""
    than = "ratio to" if unit.is_ratio else "difference from"
    what = f"{unit.metric}, {than} {shorten(reference)}{unit.note}"
    return what if unit.higher_is_better else f"gain in {what}"
