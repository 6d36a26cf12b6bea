"""Power of a planned comparison against its number of data sets."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.lines import Line2D

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW, SURFACE
from tenbyten.report.figures.style import Drawing
from tenbyten.report.formatting import format_number, join_words
from tenbyten.words import count_of

# Of Okabe and Ito's palette, as far as it has a contrast of 3:1 on white.
_COLORS = (COLUMN, ROW, "#009e73", "#b5598f", "#8a7000")
_MARKS: tuple[dict[str, Any], ...] = (
    {"marker": "o"},
    {"marker": "s"},
    {"marker": "o", "markerfacecolor": SURFACE},
)
_DASHES: tuple[Any, ...] = ("-", (0, (4, 2.5)), (0, (1, 1.8)))
_HEIGHT = 3  # of a panel in inches


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
        (difference, test): _look(i, len(words), dash)
        for i, difference in enumerate(words)
        for test, dash in zip(tests, _DASHES, strict=False)
    }
    panels = dict(list(rates.groupby("runs")))
    columns = min(2, len(panels))
    lines = -(-len(panels) // columns)
    drawing = Drawing(0.6 + 0.15 * (len(words) + len(tests)) + _HEIGHT * lines)
    grid = drawing.subplots(lines, columns, squeeze=False).ravel()
    for on in grid[len(panels) :]:
        on.set_axis_off()
    for i, (on, runs) in enumerate(zip(grid, panels, strict=False)):
        _draw_panel(on, panels[runs], looks, power)
        on.set_title(count_of(runs, "run"), pad=28)
        on.set_xlim(0, 1.02 * float(rates["datasets"].max()))
        on.set_ylabel("" if i % columns else "power")
    first = next(iter(tests))
    entries = {words[x]: looks[x, first] for x in reversed(words)}
    for name, dash in zip(tests.values(), _DASHES, strict=False):
        entries[name] = {"color": INK, "linestyle": dash}
    drawing.legend(
        [Line2D([], [], **look) for look in entries.values()],
        list(entries),
        loc="outside upper left",
        ncols=2,
        handlelength=3,
    )
    said = (
        f"Lines: the wished power, {power:g}, and the power at each mean difference "
        f"in percentage points. Band: two standard errors of the simulation on either "
        f"side. Grey: {null}, so that what is found is false."
    )
    drawing.note(said)
    drawing.title = f"Power by number of data sets: {subject}"
    drawing.alt = f"{_alt(rates, tests, words)} {said}"
    return drawing


def _draw_panel(
    on: Any,
    rates: pd.DataFrame,
    looks: Mapping[tuple[float, str], Mapping[str, Any]],
    power: float,
) -> None:
    """Draw the curves of so many runs, with the fits of all data sets above them."""
    on.set(xlabel="data sets", ylim=(0, 1))
    on.grid(axis="y", color=MUTED, alpha=0.35, linewidth=0.4)
    fits = float((rates["fits"] / rates["datasets"]).iloc[0])
    upper = on.secondary_xaxis(
        "top", functions=(lambda x: x * fits, lambda x: x / fits)
    )
    upper.set_xlabel("fits in all")
    on.axhline(power, color=INK, linewidth=0.9)
    for (difference, test), line in rates.groupby(["difference", "test"]):
        look = looks[difference, test]
        x, y, error = line.sort_values("datasets")[
            ["datasets", "value", "error"]
        ].T.to_numpy()
        on.fill_between(
            x, y - 2 * error, y + 2 * error, color=look["color"], alpha=0.18, lw=0
        )
        on.plot(x, y, **look)


def _look(i: int, differences: int, dash: Any) -> dict[str, Any]:
    """Choose Matplotlib's properties of the line of a difference.

    The first difference is 0; the largest has the first colour.
    """
    if i == 0:
        return {"color": MUTED, "linestyle": dash}
    rank = differences - 1 - i
    mark = _MARKS[rank // len(_COLORS) % len(_MARKS)]
    return {"color": _COLORS[rank % len(_COLORS)], "linestyle": dash, **mark}


def _words(difference: float) -> str:
    """Write a difference in percentage points."""
    return f"{100 * difference:g} point{'' if difference == 0.01 else 's'}"


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
