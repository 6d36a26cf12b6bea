"""Posterior of the difference between two classifiers on each data set."""

import numpy as np
import pandas as pd

from tenbyten.comparisons.on_each_dataset import REGIONS, half_widths
from tenbyten.report.figures.colours import MUTED, OUTCOMES
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, style
from tenbyten.report.figures.text import ACCURACY, Unit, fit, signed, width_of
from tenbyten.report.formatting import related

# More data sets than this have no room for names.
MOST_NAMES = 80

_TOP, _BOTTOM = 50, 40
_PITCH = 11  # from data set to data set, where they have names
_HEIGHT = 560  # of all data sets, where they have none
_NAME = 120


@style()
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
    pitch = _PITCH if named else _HEIGHT / many
    drawing = Drawing(_TOP + pitch * many + _BOTTOM)
    names = [fit(name, _NAME, 7) for name in table["dataset"]] if named else []
    left = max((width_of(name, 7) for name in names), default=10) + 10
    bottom = _TOP + pitch * many
    scale = _scale(centre, reach, band, left)
    y = _TOP + pitch * (np.arange(many) + 0.5)
    _ground(drawing, scale, band, bottom)
    both = np.column_stack([scale(centre - reach), scale(centre + reach)])
    width, size = (1.2, 5) if named else (min(1.2, 0.6 * pitch), min(5, 2.5 * pitch))
    for side, color in enumerate(OUTCOMES):
        which = likely == side
        if which.any():
            lines = np.column_stack([y[which], y[which]])
            drawing.strokes(both[which], lines, color=color, width=width)
            drawing.dots(scale(centre[which]), y[which], color=color, size=size)
    if named:
        _names(drawing, table, centre, reach, y, left, (row, column), unit)
    _key(drawing, likely, left, (row, column), band)
    words = unit.difference(row, column, room=(WIDTH - left) / 4)
    drawing.write((left + WIDTH - 8) / 2, bottom + 22, words, ha="center")
    if not named:
        note = f"{many} data sets, sorted; names are left out above {MOST_NAMES}"
        drawing.write(WIDTH - 8, bottom + 32, note, ha="right", size=7, color=MUTED)
    drawing.title = f"{row} and {column}: posterior of the difference on each data set"
    drawing.alt = _alt(table, centre, likely, row, column, band, unit)
    return drawing


def _most_probable(probabilities):
    """Return row, rope or column (0, 1, 2) by data set; rope if no one is largest."""
    top = probabilities == probabilities.max(axis=1, keepdims=True)
    return np.where(top.sum(axis=1) == 1, top.argmax(axis=1), 1)


def _scale(centre, reach, rope, left):
    """Make room for every interval, for zero and for the rope."""
    low = min((centre - reach).min(), -rope)
    high = max((centre + reach).max(), rope)
    edge = 0.03 * (high - low) or 1
    return Scale(low - edge, high + edge, left, WIDTH - 8)


def _ground(drawing, scale, rope, bottom):
    """Draw rope, axis, and the line of no difference."""
    band = (scale(-rope), _TOP, scale(rope), bottom)
    drawing.box(band, color=MUTED, alpha=0.18)
    ticks = scale.ticks(9)
    xs = np.array([[x, x] for x in (scale(tick) for tick, _ in ticks)])
    drawing.strokes(xs, [[_TOP, bottom]] * len(xs), width=0.4, color=MUTED, alpha=0.5)
    drawing.strokes([scale(0)] * 2, [_TOP, bottom], width=1)
    drawing.strokes([scale.start, scale.end], [bottom, bottom])
    for tick, words in ticks:
        drawing.write(scale(tick), bottom + 9, words, ha="center", size=7)


def _names(drawing, table, centre, reach, y, left, labels, unit):
    """Write names of the data sets, and the numbers of each for the pointer."""
    for i, line in enumerate(table.itertuples()):
        at = y[i]
        drawing.write(left - 5, at, fit(line.dataset, _NAME, 7), ha="right", size=7)
        ends = (centre[i] - reach[i], centre[i] + reach[i])
        low, high = (signed(end, unit.digits, plus=False) for end in ends)
        words = (
            f"{line.dataset}: {signed(centre[i], unit.digits)}{unit.note}, 95% "
            f"interval from {low} to {high}; P({labels[0]} better) "
            f"{related(line.p_row_better)}, P(rope) {related(line.p_rope)}, "
            f"P({labels[1]} better) {related(line.p_column_better)}"
        )
        drawing.area((0, at - _PITCH / 2, WIDTH, at + _PITCH / 2), words)


def _key(drawing, likely, left, labels, band):
    """Explain colours and sides, above."""
    row, column = labels
    words = f"Most probable on so many data sets (grey band: the rope, ±{band:g}):"
    drawing.write(left, 9, words, size=7, color=MUTED)
    kinds = (row, "practically equivalent", column)
    counts = np.bincount(likely, minlength=3)
    entries = [
        (color, kind, f": {count}" if color == MUTED else f" better: {count}")
        for color, kind, count in zip(OUTCOMES, kinds, counts, strict=True)
    ]
    drawing.key(left, 24, entries, width=(WIDTH - left) / 3 - 24)
    half = {"width": (WIDTH - left) / 2 - 12, "size": 7}
    drawing.write(left, 42, row, ending=" better", **half)
    drawing.write(WIDTH - 8, 42, column, ending=" better", ha="right", **half)


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
