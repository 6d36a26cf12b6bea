"""Power of a planned comparison against its number of data sets."""

from collections.abc import Mapping

import pandas as pd

from tenbyten.planning.curves import (
    DASHED,
    DOTTED,
    Axes,
    Curve,
    Look,
    Panel,
    curve_of,
    draw_figure,
)
from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.figures.style import Drawing, style
from tenbyten.report.formatting import format_number, join_words
from tenbyten.words import count_of

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
    axes = Axes(
        "data sets",
        "power",
        across=(0, 1.02 * float(rates["datasets"].max())),
        upper="fits in all",
    )
    columns = min(2, len(panels))
    drawing = draw_figure(panels, axes, entries, said, height=_HEIGHT, columns=columns)
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
    return [
        curve_of(
            f"{tests[test]}, {words[difference]}",
            line,
            looks[difference, test],
            x="datasets",
        )
        for (difference, test), line in part.groupby(["difference", "test"])
    ]


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
