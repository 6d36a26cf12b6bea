"""Posterior of the difference between two classifiers on each data set."""

import numpy as np
import pandas as pd

from tenbyten.comparisons.on_each_dataset import REGIONS, half_widths
from tenbyten.report.figures.colours import OUTCOMES
from tenbyten.report.figures.style import Drawing, difference_axis, rows_of
from tenbyten.report.figures.text import ACCURACY, Unit, outcomes, short, signed

# More data sets than this have no room for names.
MOST_NAMES = 80


def draw_posteriors(
    posteriors: pd.DataFrame,
    *,
    row: str,
    column: str,
    rope: float,
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the posterior of the mean difference on each data set.

    `posteriors` are the pair's lines of `comparisons.on_each_dataset.compare_on_each`.
    A dot is at the posterior's centre, a line over its 95% interval, coloured by the
    most probable of the three; sorted by centre. Above `MOST_NAMES` data sets the names
    are left out, and the figure says so.
    """
    order = ["mean_difference", "dataset"]
    table = posteriors.sort_values(order, ascending=[False, True])
    many = len(table)
    centre = table["mean_difference"].to_numpy(float) * unit.factor
    reach = half_widths(table, 0.05) * unit.factor
    likely = _most_probable(table[REGIONS].to_numpy(float))
    band = rope * unit.factor
    named = many <= MOST_NAMES
    drawing = Drawing(1.1 + (0.15 * many if named else 7.5))
    axes = drawing.subplots()
    y = rows_of(axes, [short(x, 30) if named else "" for x in table["dataset"]])
    difference_axis(axes, band, unit.difference(row, column))
    kinds = zip(outcomes(row, column), OUTCOMES, strict=True)
    for side, (kind, color) in enumerate(kinds):
        at = likely == side
        label = f"{at.sum()}: {kind}"
        axes.hlines(y[at], (centre - reach)[at], (centre + reach)[at], color=color)
        axes.plot(centre[at], y[at], "o", color=color, label=label)
    drawing.key(axes, f"Most probable on so many data sets (grey: the rope, ±{band:g})")
    if not named:
        drawing.note(f"{many} data sets; names are left out above {MOST_NAMES}.")
    drawing.title = f"{row} and {column}: posterior of the difference on each data set"
    drawing.alt = _alt(table, centre, likely, row, column, band, unit)
    return drawing


def _most_probable(probabilities):
    """Return row, rope or column (0, 1, 2) by data set; rope if no one is largest."""
    top = probabilities == probabilities.max(axis=1, keepdims=True)
    return np.where(top.sum(axis=1) == 1, top.argmax(axis=1), 1)


def _alt(table, centre, likely, row, column, band, unit):
    """Write the alternative text."""
    counts = np.bincount(likely, minlength=3)
    values = (np.median(centre), centre[-1], centre[0])
    middle, low, high = (signed(value, unit.digits) for value in values)
    return (
        f"Posterior of the difference in {unit.metric}{unit.note}, {column} against "
        f"{row}, on {len(table)} data sets; where it is positive {column} is better. "
        f"Most probable: {row} better on {counts[0]}, practically equivalent (within "
        f"{band:g}) on {counts[1]}, {column} better on {counts[2]}. Median difference "
        f"{middle}; from {low} on {table['dataset'].iloc[-1]} to {high} on "
        f"{table['dataset'].iloc[0]}."
    )
