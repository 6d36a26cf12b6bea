"""Posterior of the Bayesian signed-rank test against the half-width of the rope."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import INK, MUTED, OUTCOMES
from tenbyten.report.figures.style import Drawing
from tenbyten.report.figures.text import ACCURACY, Unit, short
from tenbyten.report.formatting import related

# More pairs than this stand five side by side.
_WIDE = 12
_TOP, _BOTTOM = 0.6, 0.75  # in inches, of the key and the note
_SIDES = ("p_row", "p_rope", "p_column")
_NAMES = ("row better", "practically equivalent", "column better")


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
    columns = min(len(curves), 3 if len(curves) <= _WIDE else 5)
    lines = -(-len(curves) // columns)
    height = _TOP + _BOTTOM + 1.4 * lines
    # Panels of known margins: Matplotlib's search for a layout takes half the time.
    drawing = Drawing(height, layout=None)
    drawing.subplots_adjust(
        left=0.03,
        right=0.98,
        top=1 - _TOP / height,
        bottom=_BOTTOM / height,
        wspace=0.12,
        hspace=0.45,
    )
    alike: Any = {"sharex": True, "sharey": True, "squeeze": False}
    panels = drawing.subplots(lines, columns, **alike).ravel()
    for axes in panels[len(curves) :]:
        axes.set_axis_off()
    for axes in panels[len(curves) - columns : len(curves)]:
        axes.tick_params(labelbottom=True)
    for (pair, curve), axes in zip(curves.items(), panels, strict=False):
        names = [short(name, 50 // columns) for name in pair]
        _panel(axes, curve.assign(rope=curve["rope"] * unit.factor), names)
        axes.axvline(rope * unit.factor, color=INK, linewidth=0.6, linestyle="--")
        axes.axhline(1 - alpha, color=MUTED, linewidth=0.6, linestyle="--")
        if edge := on_edge.get(pair, 0):
            where = rope * unit.factor, 0.94
            axes.plot(*where, "v", color=INK)
            axes.annotate(str(edge), where, (6, -3), textcoords="offset points")
    said = _said(rope * unit.factor, alpha, on_edge, unit)
    drawing.key(panels[0])
    drawing.note(said)
    drawing.title = (
        f"{subset}: posterior of the Bayesian signed-rank test against the rope"
    )
    drawing.alt = _alt(curves, rope, on_edge, said)
    return drawing


def _panel(axes, curve, names):
    """Draw one pair's curves under the names of row and column."""
    for side, color, label in zip(_SIDES, OUTCOMES, _NAMES, strict=True):
        axes.plot(curve["rope"], curve[side], color=color, label=label)
    axes.set(xlim=(0, curve["rope"].max()), ylim=(0, 1.02), yticks=[0, 1])
    axes.locator_params(axis="x", nbins=4)
    for name, where, color in zip(names, ("left", "right"), OUTCOMES[::2], strict=True):
        axes.set_title(name, loc=where, color=color, fontsize=7, pad=3)


def _said(rope, alpha, on_edge, unit):
    """Explain axes and marks."""
    said = (
        f"Across: half-width of the rope{unit.note}. Dashed: the study's rope, "
        f"{rope:g}, and a posterior of {1 - alpha:g}. A curve is the posterior "
        f"probability that its region is the most probable of the three, by the "
        f"Bayesian signed-rank test."
    )
    if any(on_edge.values()):
        said += (
            " Triangle: on so many data sets the mean difference is just the rope, so "
            "that the smallest change of the rope moves them to another region."
        )
    return said


def _alt(curves, rope, on_edge, said):
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
