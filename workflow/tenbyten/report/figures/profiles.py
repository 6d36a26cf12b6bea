"""Performance profiles: how often each classifier is close to the best."""

from collections.abc import Collection, Mapping
from typing import Any

import pandas as pd

from tenbyten.report.figures.drawing import Drawing
from tenbyten.report.figures.style import ACCURACY, MUTED, ROW, Unit, shorten

# Up to this number, panels are in lines of three, otherwise of five.
_WIDE = 9


def draw_profiles(
    profiles: Mapping[str, pd.DataFrame],
    *,
    subset: str,
    datasets: int,
    unit: Unit = ACCURACY,
    shown: Collection[str] | None = None,
) -> Drawing:
    """Draw each classifier's profile in a panel, and the highest of the others behind.

    Colours cannot distinguish as many classifiers as there may be.

    Parameters
    ----------
    profiles : dict of str to DataFrame
        By the classifiers' names for people, their lines of the table of
        `comparisons.many_classifiers.profile_table`.
    datasets : int
        Number of data sets.
    shown : collection of str, optional
        Names of the classifiers that get a panel, by default all.
    """
    steps = pd.DataFrame(
        {name: lines.set_index("tau")["share"] for name, lines in profiles.items()}
    )
    steps = steps.sort_index().ffill().fillna(0)
    ratio = next(iter(profiles.values()))["distance"].iloc[0] == "ratio"
    tau = steps.index.to_numpy() * (1 if ratio else unit.factor)
    names = [name for name in profiles if shown is None or name in shown]
    columns = min(len(names), 3 if len(names) <= _WIDE else 5)
    lines = -(-len(names) // columns)
    drawing = Drawing(1.2 + 1.4 * lines)
    grid = drawing.subplots(lines, columns, sharex=True, sharey=True, squeeze=False)
    # The last line may have fewer panels.
    for axes in grid.flat[len(names) :]:
        axes.set_axis_off()
    for axes in grid.flat[len(names) - columns : len(names)]:
        axes.tick_params(labelbottom=True)
    for name, axes in zip(names, grid.flat, strict=False):
        others = steps.drop(columns=name).max(axis=1)
        stairs: Any = {"drawstyle": "steps-post"}
        axes.plot(tau, others, color=MUTED, label="the highest of the others", **stairs)
        axes.plot(tau, steps[name], color=ROW, label="the classifier", **stairs)
        axes.set_title(shorten(name, 100 // columns), color=ROW, fontsize=7, pad=3)
    if ratio:
        grid[0, 0].set_xscale("log", base=2)
        grid[0, 0].xaxis.set_major_formatter("{x:g}")
    # If all are the best on all data sets there are no steps, but the axis has a width.
    first = 1.0 if ratio else 0.0
    xlim = (first, max(tau[-1], first + 0.01))
    grid[0, 0].set(xlim=xlim, ylim=(0, 1.02), yticks=[0, 1])
    drawing.key(grid[0, 0])
    best = unit.metric if ratio else f"{unit.metric}{unit.note}"
    said = (
        f"Across: tau, {'times' if ratio else 'distance from'} the best {best} on a "
        f"data set. Up: share of the {datasets} data sets on which the classifier is "
        f"no further from the best of all {len(profiles)}; at the left, on which it is "
        f"the best, ties included (Dolan and More, 2002). It depends on which "
        f"classifiers take part, and where curves cross their order is no verdict."
    )
    drawing.note(said)
    drawing.margins(left=0.3, top=0.3, wspace=0.12, hspace=0.3)
    drawing.title = f"{subset}: performance profiles"
    texts = []
    for name, share in steps[names].items():
        last = (share == 1).idxmax() * (1 if ratio else unit.factor)
        far = f"{last:.3g} times" if ratio else f"{last:.{unit.digits}f}{unit.points}"
        texts.append(f"{name} {100 * share.iloc[0]:.0f}% ({far})")
    drawing.alt = (
        f"Share of data sets on which each classifier is the best, and "
        f"{'how many times the best' if ratio else 'how far from the best'} it is at "
        f"most: {'; '.join(texts)}. {said}"
    )
    return drawing
