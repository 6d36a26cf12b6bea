"""Distribution of the number of data sets that a classifier wins.

It is exact, also in a study that simulates it: section 3.1, equation 10 of Corani and
Benavoli (2015), Machine Learning 100, 285-304.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tenbyten.report.figures.colours import COLUMN, MUTED
from tenbyten.report.figures.style import Drawing, Scale, panels, style
from tenbyten.report.formatting import related
from tenbyten.statistics.many_datasets.poisson import distribution_of_wins

_TOP, _PLOT, _PANEL = 52, 120, 212  # in points
# Bars that carry less than this cannot be seen.
_SEEN = 1e-4


@style()
def draw_poisson_mass(
    p_wins: Mapping[str, npt.ArrayLike], *, row: str, column: str
) -> Drawing:
    """Draw the distribution of the number of data sets that the column wins.

    By subset, `p_wins` are the probabilities that the column wins each data set, NaN
    where a data set leaves the test. Subsets stand side by side. The mass above half of
    the data sets is coloured; its sum, with which the Poisson test decides, is written
    above.
    """
    corners, width = panels(len(p_wins))
    drawing = Drawing(_PANEL * (corners[-1][1] + 1))
    said = []
    for (subset, p), (left, line) in zip(p_wins.items(), corners, strict=True):
        p = np.asarray(p, dtype=float)
        p = p[~np.isnan(p)]
        top = line * _PANEL
        room = width - 44
        drawing.write(left + 36, top + 10, subset, ending=f": q = {len(p)}", width=room)
        if not len(p):
            drawing.write(left + 36, top + 26, "no data set in the test", width=room)
            said.append(f"{subset}: no data set in the test")
            continue
        above = _panel(drawing, p, left + 36, left + width - 8, top, column)
        drawing.write(left + 36, top + 26, f"P(X > q/2) {related(above)}", width=room)
        said.append(
            f"{subset}, q = {len(p)}: P(X > q/2) {related(above)}, {p.sum():.1f} wins "
            f"expected"
        )
    drawing.title = f"{row} and {column}: number of data sets that {column} wins"
    drawing.alt = (
        f"Distribution of X, the number of data sets that {column} wins against {row}, "
        f"with q/2 marked. {'; '.join(said)}."
    )
    return drawing


def _panel(drawing, p, left, right, top, column):
    """Draw one subset; return the probability of more than half."""
    q = len(p)
    wins = np.arange(q + 1)
    mass = distribution_of_wins(p)
    high = Scale(0, mass.max() * 1.05, top + _TOP + _PLOT, top + _TOP)
    across = Scale(-0.6, q + 0.6, left, right)
    base = high.start
    seen = mass > _SEEN * mass.max()
    thick = max(0.6, 0.8 * across.slope)
    for which, color in ((2 * wins > q, COLUMN), (2 * wins <= q, MUTED)):
        which = which & seen
        if which.any():
            x = across(wins[which])
            drawing.strokes(
                np.column_stack([x, x]),
                np.column_stack([np.full(len(x), base), high(mass[which])]),
                color=color,
                width=thick,
            )
    drawing.strokes(across([-0.6, q + 0.6]), [base, base])
    half = across([q / 2, q / 2])
    drawing.strokes(half, [top + _TOP - 4, base], width=0.8, linestyle=(0, (3, 2)))
    drawing.write(half[0], top + _TOP - 10, "q/2", ha="center", size=7)
    for tick, words in across.ticks(5, whole=True):
        drawing.strokes([across(tick)] * 2, [base, base + 3])
        drawing.write(across(tick), base + 10, words, ha="center", size=7)
    for tick, words in high.ticks(4):
        drawing.strokes([left - 3, left], [high(tick)] * 2)
        drawing.write(left - 5, high(tick), words, ha="right", size=7)
    drawing.strokes([left, left], [base, top + _TOP])
    words = f"data sets won by {column}"
    room = right - left
    drawing.write((left + right) / 2, base + 23, words, ha="center", size=7, width=room)
    if q <= 60:
        for count in wins[seen]:
            x = across(count)
            words = f"P({column} wins {count} of {q}) {related(mass[count])}"
            reach = across.slope / 2
            drawing.area((x - reach, top + _TOP, x + reach, base), words)
    return mass[2 * wins > q].sum()
