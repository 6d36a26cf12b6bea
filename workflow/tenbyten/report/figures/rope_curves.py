"""Posterior of the Bayesian signed-rank test against the half-width of the rope."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import INK, MUTED, OUTCOMES
from tenbyten.report.figures.style import Drawing, Scale, panels, style, wrap_note
from tenbyten.report.figures.text import ACCURACY, Unit
from tenbyten.report.formatting import related

_TOP = 30  # of the first panel, below the key, in points
_PANEL, _PLOT = 122, 72  # heights of a panel and of its curves
# More pairs than this stand five side by side.
_WIDE = 12
_SIDES = ("p_row", "p_rope", "p_column")


@style()
def draw_rope_curves(
    curves: Mapping[tuple[str, str], pd.DataFrame],
    *,
    subset: str,
    rope: float,
    alpha: float,
    on_edge: Mapping[tuple[str, str], int],
    unit: Unit = ACCURACY,
) -> Drawing:
    """Draw the three posterior probabilities of every pair against the rope.

    By the names of row and column, `curves` have rope, p_row, p_rope and p_column, and
    `on_edge` the number of data sets whose mean difference is just the study's `rope`:
    they are marked. Pairs stand side by side.
    """
    corners, width = panels(len(curves), 3 if len(curves) <= _WIDE else 5)
    said = (
        f"Across: half-width of the rope{unit.note}. Dashed: the study's rope, "
        f"{rope * unit.factor:g}, and a posterior of {1 - alpha:g}. A curve is "
        f"the posterior probability that its region is the most probable of the three, "
        f"by the Bayesian signed-rank test."
    )
    if any(on_edge.values()):
        said += (
            " Triangle: on so many data sets the mean difference is just the rope, so "
            "that the smallest change of the rope moves them to another region."
        )
    lines, tall = wrap_note(said, 8)
    bottom = _TOP + _PANEL * (corners[-1][1] + 1)
    drawing = Drawing(bottom + 6 + tall)
    names = ("row better", "practically equivalent", "column better")
    entries = [(color, x, "") for color, x in zip(OUTCOMES, names, strict=True)]
    drawing.key(8, 12, entries, width=140)
    for (pair, curve), (left, line) in zip(curves.items(), corners, strict=True):
        top = _TOP + _PANEL * line
        box = (left + 24, left + width - 10)
        _panel(drawing, curve, pair, top, box, unit)
        _marks(drawing, curve, top, box, rope, on_edge.get(pair, 0), alpha)
    drawing.note(8, bottom + 2, lines)
    drawing.title = (
        f"{subset}: posterior of the Bayesian signed-rank test against the rope"
    )
    drawing.alt = _alt(curves, rope, on_edge, unit, said)
    return drawing


def _scales(curve, top, box):
    """Return the scale of the rope and that of the probabilities."""
    across = Scale(0, curve["rope"].max(), *box)
    return across, Scale(0, 1, top + 26 + _PLOT, top + 26)


def _panel(drawing, curve, pair, top, box, unit):
    """Draw one pair's curves and axes."""
    across, up = _scales(curve, top, box)
    left, right = box
    room = right - left
    row, column = pair
    drawing.write(left, top + 4, row, size=7, width=room, color=OUTCOMES[0])
    drawing.write(
        right, top + 13, column, size=7, width=room, ha="right", color=OUTCOMES[2]
    )
    drawing.strokes([left, left, right], [up.end, up.start, up.start])
    shown = Scale(0, across.high * unit.factor, left, right)
    for tick, words in shown.ticks(4):
        drawing.strokes([shown(tick)] * 2, [up.start, up.start + 3])
        drawing.write(shown(tick), up.start + 9, words, ha="center", size=6.5)
    for tick, words in ((0, "0"), (1, "1")):
        drawing.write(left - 4, up(tick), words, ha="right", size=6.5)
    for side, color in zip(_SIDES, OUTCOMES, strict=True):
        y = up(curve[side].to_numpy(float))
        drawing.strokes(across(curve["rope"]), y, color=color, width=1.3, cap="round")


def _marks(drawing, curve, top, box, rope, edge, alpha):
    """Mark the study's rope, the data sets just on it, and the posterior asked for."""
    across, up = _scales(curve, top, box)
    x = float(across(rope))
    dashed = {"width": 0.6, "linestyle": (0, (3, 2))}
    drawing.strokes([x, x], [up.end, up.start], **dashed)
    drawing.strokes(
        [across.start, across.end], [up(1 - alpha)] * 2, color=MUTED, **dashed
    )
    if edge:
        drawing.fill([x - 4, x + 4, x], [up.end - 8, up.end - 8, up.end - 1], color=INK)
        drawing.write(x + 6, up.end - 5, str(edge), size=6.5)
    at = curve.iloc[int(np.abs(curve["rope"] - rope).argmin())]
    words = ", ".join(
        f"P({name}) {related(at[side])}"
        for name, side in zip(("row", "rope", "column"), _SIDES, strict=True)
    )
    drawing.area((across.start, up.end, across.end, up.start), words)


def _alt(curves, rope, on_edge, unit, said):
    """Write the alternative text: the posteriors of each pair at three ropes."""
    told = []
    for (row, column), curve in curves.items():
        at = np.abs(curve["rope"].to_numpy()[:, None] - rope * np.array([0.5, 1, 2]))
        values = curve["p_rope"].to_numpy()[at.argmin(axis=0)]
        words = ", ".join(related(p, 2).removeprefix("= ") for p in values)
        edge = on_edge.get((row, column), 0)
        edge = f" ({edge} data set{'s' * (edge > 1)} just on the rope)" if edge else ""
        told.append(f"{row} and {column} {words}{edge}")
    return (
        f"P(practically equivalent) by the Bayesian signed-rank test at half the "
        f"study's rope, at the rope and at twice the rope: {'; '.join(told)}. {said}"
    )
