"""The Bayesian signed-rank test's posterior, in a triangle."""

from collections.abc import Mapping

import numpy as np
from matplotlib.colors import to_rgb

from tenbyten.report.figures.colours import INK, OUTCOMES
from tenbyten.report.figures.style import Drawing
from tenbyten.report.figures.text import short
from tenbyten.report.formatting import related
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_datasets.bayesian import count_largest

_HEIGHT = np.sqrt(0.75)
_CORNERS = np.array([[0, 0], [0.5, _HEIGHT], [1, 0]])
_PITCH, _BESIDE = (1.6, 1.5), 3  # from triangle to triangle, and how many in a line
_CELLS = (39, 45)  # from below to above, from left to right


def draw_simplex(draws: Mapping[str, Floats], *, row: str, column: str) -> Drawing:
    """Draw posterior draws between row better, equivalent and column better.

    By subset, `draws` of shape (draws, 3) are the probabilities that the row is better,
    that they are practically equivalent, that the column is better, which sum to one.
    Subsets stand side by side. A cell of the triangle is the darker
    the more draws fall into it, its colour says which of the three is the largest
    there. At the corners: the share of draws in which that one is the largest.
    """
    drawing = Drawing(2.4 * -(-len(draws) // _BESIDE))
    axes = drawing.subplots()
    axes.set_axis_off()
    said = []
    for i, (subset, points) in enumerate(draws.items()):
        across, down = i % _BESIDE * _PITCH[0], -(i // _BESIDE) * _PITCH[1]
        corners = _CORNERS + np.array([across, down])
        extent = (across, across + 1, down, down + _HEIGHT)
        axes.imshow(_cells(points), extent=extent, origin="lower", interpolation="none")
        axes.plot(*corners[[0, 1, 2, 0]].T, color=INK, linewidth=0.8)
        for end in (corners + np.roll(corners, 1, axis=0)) / 2:
            border = np.transpose([corners.mean(axis=0), end])
            axes.plot(*border, "--", color=INK, linewidth=0.6)
        shares = count_largest(points) / len(points)
        each = list(zip((row, "rope", column), shares, strict=True))
        for (name, share), (x, y), below in zip(each, corners, (1, 0, 1), strict=True):
            words = f"{short(name, 16)}\n{related(share, 3).removeprefix('= ')}"
            height = y - 0.04 if below else y + 0.03
            va = "top" if below else "bottom"
            axes.text(x, height, words, ha="center", va=va)
        axes.text(across - 0.2, down + _HEIGHT + 0.25, short(subset, 30))
        said.append(f"{subset}: " + ", ".join(f"{x} {related(p, 3)}" for x, p in each))
    axes.set(
        xlim=(-0.3, _BESIDE * _PITCH[0] - 0.3),
        ylim=(down - 0.25, _HEIGHT + 0.35),
        aspect="equal",
    )
    drawing.title = f"{row} and {column}: posterior of the Bayesian signed-rank test"
    drawing.alt = (
        f"Draws from the posterior of the Bayesian signed-rank test in a triangle "
        f"with the corners {row} better, practically equivalent (rope), {column} "
        f"better. Share of draws in which each is the most probable: {'; '.join(said)}."
    )
    return drawing


def _cells(points: Floats) -> Floats:
    """Return an image of the triangle: colours of shape (rows, columns, 4)."""
    x, y = (points @ _CORNERS).T
    side = points.argmax(axis=1)
    counts = np.stack(
        [
            np.histogram2d(
                y[side == kind],
                x[side == kind],
                bins=_CELLS,
                range=((0, _HEIGHT), (0, 1)),
            )[0]
            for kind in range(3)
        ]
    )
    image = np.empty((*_CELLS, 4))
    image[..., :3] = np.array([to_rgb(x) for x in OUTCOMES])[counts.argmax(axis=0)]
    drawn = counts.sum(axis=0)
    image[..., 3] = np.sqrt(drawn / drawn.max())
    return image
