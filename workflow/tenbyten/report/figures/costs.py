"""A metric against time, and the classifiers of the Pareto front."""

from typing import Any

import numpy as np
import pandas as pd

from tenbyten.metrics import DURATIONS
from tenbyten.report.figures.drawing import Drawing, factors
from tenbyten.report.figures.style import ACCURACY, MUTED, ROW, Unit, shorten

# Of more classifiers only those on the front are named.
_NAMED = 15
_WORDS = dict(zip(DURATIONS, ("training time", "prediction time"), strict=True))


def draw_costs(
    table: pd.DataFrame, *, reference: str, subset: str, unit: Unit = ACCURACY
) -> Drawing:
    """Draw every classifier's mean against its times, a panel for each of these.

    `table` is from `comparisons.costs.cost_table`, by names for people.
    """
    times = [name for name in DURATIONS if name in table]
    drawing = Drawing(0.8 + 2.6 * len(times))
    panels = drawing.subplots(len(times), squeeze=False).flat
    said = []
    for axes, name in zip(panels, times, strict=True):
        points = table.dropna(subset=name).sort_values("mean")
        good, time = points["mean"] * unit.factor, np.log(points[name])
        front = points[f"{name}_front"] == 1
        line = time[front].sort_values(kind="stable")
        axes.plot(line, good[line.index], color=ROW, drawstyle="steps-post")
        axes.plot(time[~front], good[~front], "o", color=MUTED, label="dominated")
        axes.plot(time[front], good[front], "o", color=ROW, label="Pareto front")
        step = 0.07 * (np.ptp(good) or 1)
        place, middle = good.min() - step, (time.min() + time.max()) / 2
        for label in points.index[front | (len(points) <= _NAMED)]:
            # Names of close points stand above each other.
            place = max(good[label], place + step)
            ha, away = ("right", -4) if time[label] > middle else ("left", 4)
            at: Any = {"xytext": (away, 2), "textcoords": "offset points", "ha": ha}
            axes.annotate(shorten(label), (time[label], place), fontsize=7, **at)
        axes.set_ylim(good.min() - step, max(good.max(), place) + step)
        factors(axes.xaxis, Unit(name, scale="ratio"))
        axes.set_xlabel(f"{_WORDS[name]}, ratio to {shorten(reference)}")
        axes.set_ylabel(f"mean {unit.value}")
        each = (
            f"{x} {points[name][x]:.3g}{' (front)' if front[x] else ''}"
            for x in time.index
        )
        said.append(f"{_WORDS[name]} {'; '.join(each)}")
    drawing.key(panels[0])
    drawing.note(
        "Dominated: another classifier is at least as good on average and as fast, and "
        "better or faster. These are means, of which nothing is tested."
    )
    drawing.margins(left=0.6, hspace=0.3)
    drawing.title = f"{subset}: {unit.metric} against time"
    drawing.alt = (
        f"Mean {unit.metric} against time as a ratio to {reference}, from the worst to "
        f"the best classifier, those of the Pareto front marked: {'. '.join(said)}."
    )
    return drawing
