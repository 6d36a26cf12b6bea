"""The Bayesian signed-rank test's posterior, in a triangle."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tenbyten.report.figures.colours import OUTCOMES
from tenbyten.report.figures.style import Drawing, panels, style
from tenbyten.report.formatting import related
from tenbyten.statistics.checks import Floats, Ints
from tenbyten.statistics.many_datasets.dirichlet import count_largest

_PANEL = 190  # height, in points
_SIDE = 128  # of the triangle
_CELLS = 26  # along a side
_SHADES = 4
_CORNERS = np.array([[0, 0], [0.5, -np.sqrt(0.75)], [1, 0]]) * _SIDE


@style()
def draw_simplex(
    draws: Mapping[str, npt.ArrayLike], *, row: str, column: str
) -> Drawing:
    """Draw posterior draws between row better, equivalent and column better.

    By subset, `draws` of shape (draws, 3) are the probabilities that the row is better,
    that they are practically equivalent, that the column is better; they sum to one, or
    are a ValueError. Subsets stand side by side. A cell of the triangle is the darker
    the more draws fall into it, its colour says which of the three is the largest
    there. At the corners: the share of draws in which that one is the largest.
    """
    corners, width = panels(len(draws))
    drawing = Drawing(_PANEL * (corners[-1][1] + 1))
    said = []
    for (subset, points), (left, line) in zip(draws.items(), corners, strict=True):
        points = _check(points, subset)
        top = line * _PANEL
        left += (width - _SIDE) / 2
        drawing.write(left - 14, top + 10, subset, width=_SIDE + 28)
        origin = np.array([left, top + _PANEL - 34])
        _cells(drawing, points, origin)
        _borders(drawing, origin)
        shares = count_largest(points) / len(points)
        names = (row, "rope", column)
        _corners(drawing, origin, shares, names)
        each = zip(names, shares, strict=True)
        said.append(f"{subset}: " + ", ".join(f"{x} {related(p, 3)}" for x, p in each))
    drawing.title = f"{row} and {column}: posterior of the Bayesian signed-rank test"
    drawing.alt = (
        f"Draws from the posterior of the Bayesian signed-rank test in a triangle "
        f"with the corners {row} better, practically equivalent (rope), {column} "
        f"better. Share of draws in which each is the most probable: {'; '.join(said)}."
    )
    return drawing


def cells(points: Floats) -> tuple[Ints, Ints]:
    """Count draws, of shape (draws, 3), in the cells of a triangular lattice.

    Returns the coordinates of the cells with draws, of shape (cells, 3), which sum to
    the cells along a side, and the number of draws in each.
    """
    scaled = points * _CELLS
    near = np.rint(scaled).astype(int)
    # The coordinate that was rounded farthest makes up the sum.
    farthest = np.abs(near - scaled).argmax(axis=1)
    near[np.arange(len(near)), farthest] += _CELLS - near.sum(axis=1)
    counts = np.bincount(near[:, 0] * (_CELLS + 1) + near[:, 1])
    found = np.flatnonzero(counts)
    first, second = np.divmod(found, _CELLS + 1)
    lattice = np.column_stack([first, second, _CELLS - first - second])
    return lattice, counts[found]


def _check(points, subset):
    """Return draws as an array, or refuse them."""
    points = np.asarray(points, dtype=float)
    if points.ndim != 2 or points.shape[1] != 3 or not len(points):
        raise ValueError(
            f"simplex, {subset}: draws have the shape {points.shape}; give (draws, 3)."
        )
    wrong = ~((points >= -1e-9).all(axis=1) & (np.abs(points.sum(axis=1) - 1) < 1e-6))
    if wrong.any():
        where = int(wrong.argmax())
        raise ValueError(
            f"simplex, {subset}: draw {where} is {points[where].tolist()}; give three "
            f"probabilities that sum to one."
        )
    return points


def _cells(drawing, points, origin):
    """Draw dots, the darker the more draws."""
    lattice, counts = cells(points)
    xy = origin + lattice / _CELLS @ _CORNERS
    shade = np.ceil(np.sqrt(counts / counts.max()) * _SHADES).astype(int)
    side = lattice.argmax(axis=1)
    for kind, color in enumerate(OUTCOMES):
        for level in range(1, _SHADES + 1):
            x, y = xy[(side == kind) & (shade == level)].T
            alpha = level / _SHADES
            drawing.dots(x, y, size=_SIDE / _CELLS, color=color, alpha=alpha)


def _borders(drawing, origin):
    """Draw the triangle and the borders between its three regions."""
    corners = origin + _CORNERS
    drawing.strokes(*corners[[0, 1, 2, 0]].T, cap="round")
    middle = corners.mean(axis=0)
    ends = (corners + np.roll(corners, 1, axis=0)) / 2
    lines = np.stack([np.broadcast_to(middle, ends.shape), ends])
    drawing.strokes(*lines.transpose(2, 1, 0), width=0.6, linestyle=(0, (3, 2)))


def _corners(drawing, origin, shares, names):
    """Write names and shares at the corners."""
    corners = origin + _CORNERS
    anchors = [
        (corners[0][0] - 14, corners[0][1] + 12, "left"),
        (corners[1][0], corners[1][1] - 20, "center"),
        (corners[2][0] + 14, corners[2][1] + 12, "right"),
    ]
    for (x, y, side), share, name in zip(anchors, shares, names, strict=True):
        drawing.write(x, y, name, ha=side, width=_SIDE / 2 + 8)
        drawing.write(x, y + 10, related(share, 3).removeprefix("= "), ha=side)
