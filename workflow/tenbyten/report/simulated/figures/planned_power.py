"""Power of a planned comparison against its number of data sets."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from tenbyten.report.figures.style import (
    COLUMN,
    INK,
    MUTED,
    ROW,
    Drawing,
    style,
    wrap_note,
)
from tenbyten.report.formatting import count_of, format_number, join_words
from tenbyten.report.simulated.figures.curves import (
    DASHED,
    DOTTED,
    Axes,
    Curve,
    Look,
    Panel,
    draw_key,
    draw_panels,
    height_of_key,
)

# Of Okabe and Ito's palette, as far as it has a contrast of 3:1 on white.
_COLORS = (COLUMN, ROW, "#009e73", "#b5598f", "#8a7000")
_MARKS = ("circle", "square", "ring")
_DASHES = ("-", DASHED, DOTTED)
_HEIGHT = 216  # of a panel in points


@style()
def draw_planned_power(
    rates: pd.DataFrame,
    *,
    tests: Mapping[str, str],
    power: float,
    null: str,
    subject: str,
) -> Drawing:
    """Draw power against the number of data sets, one line a difference and test.

    Parameters
    ----------
    rates : DataFrame
        From `planning.power`, of these tests.
    tests : dict of str to str
        Names for people of one to three tests: lines that are solid, dashed, dotted.
    power : float
        The wished power, a line.
    null : str
        What the difference 0 stands for.
    subject : str
        What is compared.
    """
    words = {x: _words(x) if x else null for x in sorted(set(rates["difference"]))}
    looks = {
        (difference, test): _look(i, len(words), j)
        for i, difference in enumerate(words)
        for j, test in enumerate(tests)
    }
    panels = [
        Panel(
            count_of(runs, "run"),
            _curves(part, looks, tests, words),
            level=power,
            factor=float((part["fits"] / part["datasets"]).iloc[0]),
        )
        for runs, part in rates.groupby("runs")
    ]
    entries = [
        *((words[x], looks[x, next(iter(tests))]) for x in reversed(words)),
        *((name, Look(INK, "", _DASHES[j])) for j, name in enumerate(tests.values())),
    ]
    said = (
        f"Lines: the wished power, {power:g}, and the power at each mean difference "
        f"in percentage points. Band: two standard errors of the simulation on either "
        f"side. Grey: {null}, so that what is found is false."
    )
    drawing = _draw(panels, entries, said, min(2, len(panels)))
    drawing.title = f"Power by number of data sets: {subject}"
    drawing.alt = f"{_alt(rates, tests, words)} {said}"
    return drawing


def _look(i: int, differences: int, j: int) -> Look:
    """Choose the colour and mark of a difference, the dash of a test.

    The first difference is 0; the largest has the first colour.
    """
    if i == 0:
        return Look(MUTED, "", _DASHES[j])
    rank = differences - 1 - i
    mark = _MARKS[rank // len(_COLORS) % len(_MARKS)]
    return Look(_COLORS[rank % len(_COLORS)], mark, _DASHES[j])


def _words(difference: float) -> str:
    """Write a difference in percentage points."""
    return f"{100 * difference:g} point{'' if difference == 0.01 else 's'}"


def _curves(
    part: pd.DataFrame,
    looks: Mapping[tuple[float, str], Look],
    tests: Mapping[str, str],
    words: Mapping[float, str],
) -> list[Curve]:
    """Make the curves of a panel, the error rates first."""
    curves = []
    for (difference, test), line in part.groupby(["difference", "test"]):
        x, y, error = (
            line[name].to_numpy(float) for name in ("datasets", "value", "error")
        )
        label = f"{tests[test]}, {words[difference]}"
        curves.append(Curve(label, x, y, looks[difference, test], 2 * error))
    return curves


def _draw(
    panels: Sequence[Panel],
    entries: Sequence[tuple[str, Look]],
    said: str,
    columns: int,
) -> Drawing:
    """Lay out key, panels and note."""
    top = height_of_key(8, entries) + 8
    bottom = top + _HEIGHT * -(-len(panels) // columns)
    lines, tall = wrap_note(said, 8)
    drawing = Drawing(bottom + 6 + tall)
    draw_key(drawing, 8, 9, entries)
    ends = [x for panel in panels for curve in panel.curves for x in curve.x]
    axes = Axes(
        "data sets",
        "power",
        across=(0, float(np.max(ends)) * 1.02),
        upper="fits in all",
    )
    draw_panels(drawing, panels, axes, top=top, height=_HEIGHT, columns=columns)
    drawing.note(8, bottom + 2, lines)
    return drawing


def _alt(
    rates: pd.DataFrame, tests: Mapping[str, str], words: Mapping[float, str]
) -> str:
    """Write the power at the most runs."""
    runs = rates["runs"].max()
    said = []
    for (test, difference), line in rates[rates["runs"] == runs].groupby(
        ["test", "difference"], sort=False
    ):
        points = join_words(
            f"{format_number(x.value)} on {x.datasets}" for x in line.itertuples()
        )
        said.append(f"{tests[test]}, {words[difference]}: {points} data sets.")
    return f"With {count_of(runs, 'run')}: {' '.join(said)}"
