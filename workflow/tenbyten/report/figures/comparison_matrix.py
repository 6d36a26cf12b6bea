"""Multiple comparison matrix: every pair's difference, wins and p, best mean first.

After Ismail-Fawaz and others (2023), An approach to multiple comparison benchmark
evaluations that is stable under manipulation of the comparate set: no number of a cell
depends on the other classifiers. Bold type, which is adjusted here, does.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.report.captions import too_few
from tenbyten.report.figures.colours import COLUMN, MUTED, ROW
from tenbyten.report.figures.style import WIDTH, Drawing, style, wrap_note
from tenbyten.report.figures.text import ACCURACY, Unit, fit, signed, width_of
from tenbyten.report.formatting import format_probability
from tenbyten.words import count_of

# More classifiers than this are compared with one of them only.
MOST_CLASSIFIERS = 12

_NAME = 96  # widest name, in points
_SIZE, _LEAST = 7.5, 4.8  # of the letters in a cell: usual and smallest
_DARKEST = 0.5  # of the colour: words on it can still be read
_LISTED = 12  # pairs that the alternative text names


class _Cell(NamedTuple):
    """One comparison, in the unit of the figure; positive: the second is better."""

    gain: float
    wins: int
    ties: int
    losses: int
    p: float
    holm_p: float

    def turned(self) -> "_Cell":
        """Return the same comparison as the other classifier sees it."""
        return self._replace(gain=-self.gain, wins=self.losses, losses=self.wins)


class _Matrix(NamedTuple):
    """Everything that is drawn; `cells` by the names of row and column."""

    means: pd.Series
    cells: dict[tuple[str, str], _Cell]
    alpha: float
    unit: Unit

    def mean(self, name: str) -> str:
        """Write the mean of a classifier."""
        return f"{self.means[name]:.{self.unit.digits}f}"

    def texts(self, pair: tuple[str, str]) -> list[str]:
        """Write the three lines of a cell."""
        cell = self.cells[pair]
        counts = f"{cell.wins:g}/{cell.ties:g}/{cell.losses:g}"
        gain = signed(cell.gain, self.unit.digits)
        return [gain, counts, format_probability(cell.p)]

    def weight(self, pair: tuple[str, str]) -> str:
        """Return the weight of a cell's letters."""
        return "bold" if self.cells[pair].holm_p < self.alpha else "normal"

    def shade(self, pair: tuple[str, str]) -> tuple[str, float]:
        """Return colour and opacity of a cell: the darkest is the largest gain."""
        gain = self.cells[pair].gain
        full = max(abs(cell.gain) for cell in self.cells.values()) or 1
        share = round(_DARKEST * abs(gain) / full, 2)
        return COLUMN if gain > 0 else ROW, share

    def say(self, row: str, column: str) -> str:
        """Write a comparison in words."""
        cell = self.cells[row, column]
        return (
            f"{column} against {row}: {signed(cell.gain, self.unit.digits)}"
            f"{self.unit.points}; won {cell.wins:g}, tied {cell.ties:g}, lost "
            f"{cell.losses:g}; p {format_probability(cell.p)}, Holm's "
            f"{format_probability(cell.holm_p)}"
        )


@style()
def draw_comparison_matrix(
    means: pd.Series,
    comparisons: pd.DataFrame,
    *,
    subset: str,
    datasets: int,
    alpha: float,
    control: str | None = None,
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the multiple comparison matrix of a subset.

    Parameters
    ----------
    means : Series
        Mean over the data sets by the classifier's name for people.
    comparisons : DataFrame
        A line a pair, in one order only: row, column, names for people;
        mean_difference, the column's gain; wins, ties, losses of the column; p and
        holm_p of the two-sided signed-rank test.
    control : str, optional
        With whom the others are compared where they are more than `MOST_CLASSIFIERS`,
        or have no room; without it, the one of the best mean.
    """
    means = means.sort_values(ascending=not unit.higher_is_better, kind="stable")
    cells = {}
    for line in comparisons.itertuples(index=False):
        gain = line.mean_difference * unit.factor
        cell = _Cell(gain, *(getattr(line, name) for name in _Cell._fields[1:]))
        cells[line.row, line.column] = cell
        cells[line.column, line.row] = cell.turned()
    matrix = _Matrix(means * unit.factor, cells, alpha, unit)
    pairs = len(comparisons)
    few = too_few(datasets, pairs=pairs, alpha=alpha)
    size = _size(matrix)
    if len(means) <= MOST_CLASSIFIERS and size >= _LEAST:
        said = f"{_words('the column', 'the row', matrix, pairs)} {few}".strip()
        drawing = _draw_matrix(matrix, size, said)
        what = "multiple comparison matrix"
    else:
        against = control or str(means.index[0])
        short = fit(against, _NAME, 7)
        said = f"{_words('each classifier', short, matrix, pairs)} {few}".strip()
        if control is None:
            said += f" {short} is the best of these results, chosen after the fact."
        drawing = _draw_list(matrix, against, said)
        what = f"each of {len(means)} classifiers against {against}"
    drawing.title = f"{subset}: {what}, by mean {unit.metric} on {datasets} data sets"
    drawing.alt = _alt(matrix, comparisons, said)
    return drawing


def _size(matrix):
    """Return the largest size of letters with which every text fits its cell."""
    widest = max(
        width_of(x, _SIZE) for pair in matrix.cells for x in matrix.texts(pair)
    )
    return min(_SIZE, _SIZE * (_layout(matrix)[1] - 3) / widest)


def _layout(matrix):
    """Return the left edge, the width of a cell, and the height of turned names."""
    widest = max(width_of(fit(name, _NAME, 8), 8) for name in matrix.means.index)
    means = max(width_of(matrix.mean(name), 7) for name in matrix.means.index)
    left, many = max(widest + 12, means + 6), len(matrix.means)
    width = min(76, (WIDTH - left - 4) / many)
    if widest <= width - 4:
        return left, width, 0
    # A turned name leans out of the table.
    lean = 0.71 * widest
    return left, min(76, (WIDTH - left - 4 - lean) / (many - 0.5)), lean


def _draw_matrix(matrix, size, said):
    """Draw every classifier against every other."""
    names = list(matrix.means.index)
    left, width, lean = _layout(matrix)
    top = 18 + lean
    height = 3 * (size + 1.5) + 5
    bottom = top + height * len(names)
    lines, room = wrap_note(said, 8)
    drawing = Drawing(bottom + 26 + room)
    for j, column in enumerate(names):
        x = left + width * (j + 0.5)
        side = {"rotation": 45} if lean else {"ha": "center"}
        drawing.write(x, top - 8, column, width=_NAME, **side)
    for i, row in enumerate(names):
        y = top + height * (i + 0.5)
        drawing.write(left - 6, y - 5, row, ha="right", width=_NAME)
        mean = matrix.mean(row)
        drawing.write(left - 6, y + 5, mean, ha="right", size=7, color=MUTED)
        for j, column in enumerate(names):
            if i == j:
                continue
            x = left + width * j
            corners = (x + 0.5, y - height / 2 + 0.5, x + width - 0.5, y + height / 2)
            color, alpha = matrix.shade((row, column))
            if alpha:
                drawing.box(corners, color=color, alpha=alpha)
            weight = matrix.weight((row, column))
            for k, text in enumerate(matrix.texts((row, column))):
                at = y + (size + 1.5) * (k - 1)
                middle = x + width / 2
                drawing.write(middle, at, text, ha="center", size=size, weight=weight)
            drawing.area(corners, matrix.say(row, column))
    _key(drawing, bottom + 12, ("column", "row"))
    drawing.note(8, bottom + 24, lines)
    return drawing


def _draw_list(matrix, against, said):
    """Draw every other classifier against one."""
    names = [name for name in matrix.means.index if name != against]
    left, pitch, top = 170, 14, 26
    bottom = top + pitch * len(names)
    lines, room = wrap_note(said, 8)
    drawing = Drawing(bottom + 26 + room)
    xs = np.array([left + 40, left + 130, left + 220, left + 285])
    heads = ["mean", f"difference{matrix.unit.note and ' (points)'}"]
    for x, head in zip(xs, [*heads, "won/tied/lost", "p"], strict=True):
        drawing.write(x, top - 10, head, ha="center", size=7, color=MUTED)
    for i, name in enumerate(names):
        y = top + pitch * (i + 0.5)
        pair = against, name
        drawing.write(left, y, name, ha="right", width=left - 8)
        color, alpha = matrix.shade(pair)
        corners = (left + 70, y - pitch / 2 + 0.5, left + 320, y + pitch / 2)
        if alpha:
            drawing.box(corners, color=color, alpha=alpha)
        drawing.write(xs[0], y, matrix.mean(name), ha="center", size=_SIZE)
        weight = matrix.weight(pair)
        for x, text in zip(xs[1:], matrix.texts(pair), strict=True):
            drawing.write(x, y, text, ha="center", size=_SIZE, weight=weight)
        drawing.area(corners, matrix.say(*pair))
    _key(drawing, bottom + 12, ("classifier", against))
    drawing.note(8, bottom + 24, lines)
    return drawing


def _key(drawing, y, sides):
    """Explain the colours."""
    entries = [(COLUMN, sides[0], " better"), (ROW, sides[1], " better")]
    drawing.key(8, y, entries, width=WIDTH / 2 - 40)


def _words(one, other, matrix, pairs):
    """Write what the numbers are."""
    return (
        f"Best mean first. Of {one} against {other}: mean difference"
        f"{matrix.unit.note}, the darker the larger; data sets won/tied/lost; p of "
        f"the signed-rank test, two-sided, not adjusted. Bold: the p adjusted by Holm "
        f"for {count_of(pairs, 'pair')} is below alpha = {matrix.alpha:g}. No number "
        f"depends on the other classifiers; bold type does."
    )


def _alt(matrix, comparisons, said):
    """Write the alternative text."""
    order = ", ".join(f"{name} {matrix.mean(name)}" for name in matrix.means.index)
    pairs = comparisons[["row", "column"]].itertuples(index=False, name=None)
    found = [pair for pair in pairs if matrix.weight(pair) == "bold"]
    listed = [
        matrix.say(*(pair if matrix.cells[pair].gain > 0 else pair[::-1]))
        for pair in found[:_LISTED]
    ]
    if len(found) > _LISTED:
        listed.append(f"and {len(found) - _LISTED} more")
    bold = f"{len(found)} of {count_of(len(comparisons), 'pair')}"
    listing = f": {'; '.join(listed)}" if listed else ""
    return f"Means, best first: {order}. {said} Bold are {bold}{listing}."
