"""Power of a planned comparison against its number of data sets."""

from typing import Any

import pandas as pd

from tenbyten.report.figures.drawing import Drawing
from tenbyten.report.figures.style import COLUMN, INK, MUTED, ROW
from tenbyten.words import count_of

# Of Okabe and Ito's palette, as far as it has a contrast of 3:1 on white.
_COLORS = (COLUMN, ROW, "#009e73", "#b5598f", "#8a7000")
_HEIGHT = 3  # of a panel in inches


def draw_planned_power(
    estimates: pd.DataFrame, *, power: float, titles: dict[float, str], subject: str
) -> Drawing:
    """Draw power against the number of data sets, a panel for each difference.

    Parameters
    ----------
    estimates : DataFrame
        From `plans.plan`.
    power : float
        The wished power, a line.
    titles : dict of float to str
        The differences in words.
    subject : str
        What is compared.
    """
    columns = min(2, len(titles))
    lines = -(-len(titles) // columns)
    drawing = Drawing(0.8 + _HEIGHT * lines)
    grid = drawing.subplots(lines, columns, squeeze=False).ravel()
    for on in grid[len(titles) :]:
        on.set_axis_off()
    for on, (difference, title) in zip(grid, titles.items(), strict=False):
        draw_power(on, estimates[estimates["difference"] == difference], power=power)
        on.set_title(title)
    drawing.key(grid[0])
    drawing.note(
        f"Bands: 90 % intervals over pilots. Line: the wished power, {power:g}."
    )
    drawing.title = f"Power by number of data sets: {subject}"
    said = [
        f"{titles[line.difference]}, {count_of(line.runs, 'run')}, {line.datasets} "
        f"data sets: {line.power:.2f} ({line.low:.2f} to {line.high:.2f})"
        for line in estimates.itertuples()
    ]
    drawing.alt = f"Power with its 90 % interval. {'; '.join(said)}."
    return drawing


def draw_power(on: Any, estimates: pd.DataFrame, *, power: float) -> None:
    """Draw the power at one difference on axes: a line for each number of runs."""
    on.set(xlabel="data sets", ylabel="power", ylim=(0, 1.02))
    on.grid(axis="y", color=MUTED, alpha=0.35, linewidth=0.4)
    on.axhline(power, color=INK, linewidth=0.9)
    for i, (runs, line) in enumerate(estimates.groupby("runs")):
        color, x = _COLORS[i % len(_COLORS)], line["datasets"]
        on.fill_between(x, line["low"], line["high"], color=color, alpha=0.12, lw=0)
        on.plot(x, line["power"], "o-", color=color, label=count_of(runs, "run"))
    on.set_xlim(0)
