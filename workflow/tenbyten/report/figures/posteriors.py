"""Posteriors of a pair: on one data set, on each, and over all."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

from tenbyten.comparisons.on_each_dataset import REGIONS, half_widths
from tenbyten.report.figures.drawing import (
    Drawing,
    difference_axis,
    name_rows,
    width_of,
)
from tenbyten.report.figures.style import (
    ACCURACY,
    INK,
    OUTCOMES,
    Unit,
    outcome_names,
    shorten,
)
from tenbyten.report.formatting import format_posterior, format_relation, p_equals
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_datasets.bayesian import count_largest

# On one data set

# Scales that the curve extends to either side.
_REACH = 4.5


def draw_density(
    posteriors: pd.DataFrame,
    *,
    row: str,
    column: str,
    alpha: float,
    unit: Unit = ACCURACY,
    axes: Axes | None = None,
) -> Drawing:
    """Draw the posterior of the mean difference on one data set.

    `posteriors` is the pair's only line of `comparisons.on_each_dataset`. The area
    under the curve has the colours of the three outcomes; their probabilities are
    above. Below the curve are the mean and its interval at 1 - `alpha`, which leaves
    out 0 if p is below `alpha`. A posterior that is a point is drawn as a bar.
    """
    line = posteriors.iloc[0]
    centre, width = (line[x] * unit.factor for x in ("mean_difference", "scale"))
    band = unit.band
    low, high = min(centre - _REACH * width, -band), max(centre + _REACH * width, band)
    low, high = (low, high) if low < high else (centre - 1, centre + 1)
    drawing = Drawing(2.6)
    axes = axes or drawing.subplots()
    difference_axis(axes, unit.difference(row, column), unit)
    axes.set(xlim=(low, high), yticks=[])
    axes.spines["left"].set_visible(False)
    x = np.union1d(np.linspace(low, high, 241), [-band, band])
    # Student's density as a share of the highest.
    df, t = line["df"], (x - centre) / (width or 1)
    height = (1 + t**2 / df) ** (-(df + 1) / 2) if width else 0 * x
    kinds = outcome_names(row, column)
    parts = (x <= -band, np.abs(x) <= band, x >= band)
    for color, kind, part, side in zip(OUTCOMES, kinds, parts, REGIONS, strict=True):
        label = f"P({kind}): {format_posterior(line[side])}"
        if band or side != "p_rope" or line["p_rope"]:
            axes.fill_between(
                x[part], height[part], color=color, alpha=0.55, lw=0, label=label
            )
    axes.plot(x, height, color=INK, linewidth=1)
    if not width:
        where = 1 if abs(centre) <= band else 1 + int(np.sign(centre))
        axes.vlines(centre, 0, 1, color=OUTCOMES[where], linewidth=3)
    (reach,) = half_widths(posteriors, alpha) * unit.factor
    axes.hlines(-0.08, centre - reach, centre + reach, color=INK, linewidth=1.6)
    axes.plot(centre, -0.08, "o", color=INK, markersize=6)
    axes.set_ylim(-0.16, 1.08)
    drawing.key(axes)
    start, end = (unit.signed(x, plus=False) for x in (centre - reach, centre + reach))
    words = (
        f"Mean {unit.words.difference} {unit.signed(centre)}{unit.points}, "
        f"{100 * (1 - alpha):g}% interval from {start} to {end}; two-sided "
        f"{p_equals(line['p_two_sided'])}"
    )
    grey = f" Grey: the rope, {unit.written_rope('±')}." if band else ""
    drawing.note(f"{words}.{grey}")
    drawing.margins()
    drawing.title = f"{row} and {column}: posterior of the difference"
    drawing.alt = (
        f"{_meaning(row, column, line['dataset'], unit)} {words}. Probabilities, the "
        f"rope being {unit.written_rope()}: {row} better "
        f"{format_relation(line['p_row_better'])}, practically equivalent "
        f"{format_relation(line['p_rope'])}, {column} better "
        f"{format_relation(line['p_column_better'])}."
    )
    return drawing


def _meaning(row: str, column: str, where: str, unit: Unit) -> str:
    """Name the difference that the posterior is of, and explain its sign."""
    return (
        f"Posterior of the difference in {unit.metric}{unit.note}, {column} against "
        f"{row}, on {where}; where it is {unit.words.positive} {column} is better."
    )


# On each data set

# More data sets leave no room for names.
MOST_NAMES = 80


def draw_posteriors(
    posteriors: pd.DataFrame, *, row: str, column: str, unit: Unit = ACCURACY
) -> Drawing:
    """Draw the posterior of the mean difference on each data set.

    `posteriors` are the pair's lines of `comparisons.on_each_dataset.compare_on_each`.
    A dot marks the posterior's centre and a line its 95% interval, coloured by the
    most probable outcome; data sets are sorted by centre. The names of more than
    `MOST_NAMES` data sets are left out, and the figure says so.
    """
    order = ["mean_difference", "dataset"]
    table = posteriors.sort_values(order, ascending=[False, True])
    many = len(table)
    centre = table["mean_difference"].to_numpy(float) * unit.factor
    reach = half_widths(table, 0.05) * unit.factor
    likely = _most_probable(table[REGIONS].to_numpy(float))
    named = many <= MOST_NAMES
    drawing = Drawing(1.1 + (0.15 * many if named else 7.5))
    axes = drawing.subplots()
    names = [shorten(x, 30) if named else "" for x in table["dataset"]]
    y = name_rows(axes, names)
    difference_axis(axes, unit.difference(row, column), unit)
    kinds = zip(outcome_names(row, column), OUTCOMES, strict=True)
    for side, (kind, color) in enumerate(kinds):
        rows = likely == side
        label = f"{rows.sum()}: {kind}"
        ends = (centre - reach)[rows], (centre + reach)[rows]
        axes.hlines(y[rows], *ends, color=color)
        axes.plot(centre[rows], y[rows], "o", color=color, label=label)
    around = unit.written_rope("±")
    drawing.key(axes, f"Most probable on so many data sets (grey: the rope, {around})")
    if not named:
        drawing.note(f"{many} data sets; names are left out above {MOST_NAMES}.")
    drawing.margins(left=0.2 + width_of(names))
    drawing.title = f"{row} and {column}: posterior of the difference on each data set"
    counts = np.bincount(likely, minlength=3)
    middle, low, high = map(unit.signed, (np.median(centre), centre[-1], centre[0]))
    drawing.alt = (
        f"{_meaning(row, column, f'{many} data sets', unit)} Most probable: {row} "
        f"better on {counts[0]}, practically equivalent (within {unit.written_rope()}) "
        f"on {counts[1]}, {column} better on {counts[2]}. Median "
        f"{unit.words.difference} {middle}; from {low} on "
        f"{table['dataset'].iloc[-1]} to {high} on {table['dataset'].iloc[0]}."
    )
    return drawing


def _most_probable(probabilities: Floats) -> np.ndarray:
    """Return row, rope or column (0, 1, 2) by data set; rope if several are largest."""
    top = probabilities == probabilities.max(axis=1, keepdims=True)
    return np.where(top.sum(axis=1) == 1, top.argmax(axis=1), 1)


# Over all data sets, in a triangle

_TRIANGLE_HEIGHT = np.sqrt(0.75)
_CORNERS = np.array([[0, 0], [0.5, _TRIANGLE_HEIGHT], [1, 0]])
_PITCH, _BESIDE = (1.6, 1.5), 3  # from triangle to triangle, and how many in a line
_CELLS = (39, 45)  # from below to above, from left to right


def draw_simplex(draws: Mapping[str, Floats], *, row: str, column: str) -> Drawing:
    """Draw posterior draws between row better, equivalent and column better.

    By subset, `draws` of shape (draws, 3) are the probabilities that the row is better,
    that they are practically equivalent, that the column is better; they sum to one.
    Subsets are side by side. A cell of the triangle is darker the more draws are in it,
    and its colour is that of the most probable outcome. A corner has the share of draws
    in which its outcome is the most probable.
    """
    drawing = Drawing(2.4 * -(-len(draws) // _BESIDE))
    axes = drawing.subplots()
    axes.set_axis_off()
    said = []
    for i, (subset, points) in enumerate(draws.items()):
        across, down = i % _BESIDE * _PITCH[0], -(i // _BESIDE) * _PITCH[1]
        corners = _CORNERS + np.array([across, down])
        extent = (across, across + 1, down, down + _TRIANGLE_HEIGHT)
        axes.imshow(
            _simplex_image(points), extent=extent, origin="lower", interpolation="none"
        )
        axes.plot(*corners[[0, 1, 2, 0]].T, color=INK, linewidth=0.8)
        for end in (corners + np.roll(corners, 1, axis=0)) / 2:
            border = np.transpose([corners.mean(axis=0), end])
            axes.plot(*border, "--", color=INK, linewidth=0.6)
        shares = count_largest(points) / len(points)
        each = list(zip((row, "rope", column), shares, strict=True))
        for (name, share), (x, y), below in zip(each, corners, (1, 0, 1), strict=True):
            words = (
                f"{shorten(name, 16)}\n{format_relation(share, 3).removeprefix('= ')}"
            )
            height = y - 0.04 if below else y + 0.03
            axes.text(x, height, words, ha="center", va="top" if below else "bottom")
        axes.text(across - 0.2, down + _TRIANGLE_HEIGHT + 0.25, shorten(subset, 30))
        said.append(
            f"{subset}: " + ", ".join(f"{x} {format_relation(p, 3)}" for x, p in each)
        )
    axes.set(
        xlim=(-0.3, _BESIDE * _PITCH[0] - 0.3),
        ylim=(down - 0.25, _TRIANGLE_HEIGHT + 0.35),
        aspect="equal",
    )
    drawing.margins(bottom=0.1)
    drawing.title = f"{row} and {column}: posterior of the Bayesian signed-rank test"
    drawing.alt = (
        f"Draws from the posterior of the Bayesian signed-rank test in a triangle "
        f"with the corners {row} better, practically equivalent (rope), {column} "
        f"better. Share of draws in which each is the most probable: {'; '.join(said)}."
    )
    return drawing


def _simplex_image(points: Floats) -> Floats:
    """Return an image of the triangle: colours of shape (rows, columns, 4)."""
    x, y = (points @ _CORNERS).T
    side, ends = points.argmax(axis=1), ((0, _TRIANGLE_HEIGHT), (0, 1))
    counts = np.stack(
        [
            np.histogram2d(y[side == kind], x[side == kind], bins=_CELLS, range=ends)[0]
            for kind in range(3)
        ]
    )
    image = np.empty((*_CELLS, 4))
    image[..., :3] = np.array([to_rgb(x) for x in OUTCOMES])[counts.argmax(axis=0)]
    drawn = counts.sum(axis=0)
    image[..., 3] = np.sqrt(drawn / drawn.max())
    return image
