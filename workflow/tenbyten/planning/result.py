"""The result of planning: its numbers, in words, as tables and as a curve."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tenbyten.files import PathLike
from tenbyten.planning.model import MOST
from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.figures.style import COLUMN, INK, MUTED, ROW
from tenbyten.report.formatting import EMPTY, join_words
from tenbyten.tables.our_csv import read_tables
from tenbyten.words import count_of, duration

# Columns of integers in the table of numbers needed; some may be empty.
WHOLE_NUMBERS = dict.fromkeys(("datasets", "low", "high", "fits"), "Int64")
# Of Okabe and Ito's palette, as far as it has a contrast of 3:1 on white.
_COLORS = (COLUMN, ROW, "#009e73", "#b5598f", "#8a7000")


@dataclass(frozen=True)
class Plan:
    """How many data sets a comparison needs.

    Attributes
    ----------
    pilot : DataFrame
        One line: row, column, metric, the numbers of datasets, classifiers, runs and
        folds, mean and pseudomedian of the differences, the comparisons of the family,
        alpha, and sides.
    estimates : DataFrame
        A line for each difference, number of runs and of data sets: fits, power, and
        low and high, its 90 % interval over pilots.
    smallest : DataFrame
        A line for each difference and number of runs: power, the wished one; datasets,
        the number needed, with its 90 % interval low and high; fits; and hours, on one
        core, if the pilot has times. Empty where more than 2,000 data sets are needed,
        or where the pilot gives no bound.
    """

    pilot: pd.DataFrame
    estimates: pd.DataFrame
    smallest: pd.DataFrame

    def __str__(self) -> str:
        """Say how many data sets are needed, as text of 88 columns."""
        return "\n".join(textwrap.fill(text, 88) for text in sentences(self))

    def _repr_html_(self) -> str:
        """Return the same text with the table of numbers needed, for a notebook."""
        from tenbyten.report.html import table_in_html

        text = "".join(f"<p>{html.escape(text)}</p>" for text in sentences(self))
        return text + table_in_html(tables_of(self)[0], index=1, most_rows=20)

    def curve(self, difference: float | None = None, *, ax: Any = None) -> Any:
        """Draw power by the number of data sets; return Matplotlib's axes.

        Parameters
        ----------
        difference : float, optional
            One of those that are planned for; by default the smallest.
        ax : Axes, optional
            Where to draw; by default new axes.
        """
        if ax is None:
            import matplotlib.pyplot as plt

            ax = plt.figure().add_subplot()
        known = self.estimates["difference"]
        difference = known.min() if difference is None else difference
        if difference not in set(known):
            raise ValueError(
                f"planning: difference {difference} was not planned for; give one of "
                f"{', '.join(map(str, known.unique()))}"
            )
        draw_power(ax, self, difference)
        ax.legend()
        return ax


def read_plan(paths: Iterable[PathLike]) -> Plan:
    """Read a plan from the files of its tables."""
    tables = read_tables(paths)
    return Plan(**tables | {"smallest": tables["smallest"].astype(WHOLE_NUMBERS)})


def sentences(plan: Plan) -> list[str]:
    """Say how many data sets are needed, by which test, and what that rests on."""
    pilot, runs = plan.pilot.iloc[0], plan.smallest["runs"]
    few = plan.smallest[runs.isin([runs.min(), runs.max()])]
    texts = [
        f"To find that {pilot.column} is better than {pilot.row} by "
        f"{in_words(difference, plan)} with power {lines['power'].iloc[0]:g} takes "
        f"{join_words(_needs(line, pilot) for line in lines.itertuples())}."
        for difference, lines in few.groupby("difference")
    ]
    centre = pilot.pseudomedian
    notes = [
        _test(pilot),
        f"The pilot's own difference is {in_words(centre, plan)} (pseudomedian over "
        f"{pilot.datasets} data sets; mean {in_words(pilot['mean'], plan)}); in "
        f"brackets 90 % intervals over pilots.",
    ]
    if plan.smallest["difference"].max() > abs(centre):
        notes.append(
            "Where differences spread more as they grow, one larger than the pilot's "
            "needs more data sets than stated."
        )
    if not has_folds(pilot):
        notes.append(
            "The pilot has one score for each data set and classifier: with more runs "
            "than its scores are of, the numbers are upper estimates, and for fewer "
            "runs it cannot tell."
        )
    return [*texts, " ".join(notes)]


def in_words(difference: float, plan: Plan) -> str:
    """Write a difference, of accuracy in percentage points."""
    if plan.pilot["metric"].iloc[0] != "accuracy":
        return f"{difference:.3g}"
    return f"{100 * difference:.3g} percentage point{'' if difference == 0.01 else 's'}"


def has_folds(pilot: Any) -> bool:
    """Return whether a pilot has more than one score a data set and classifier."""
    return bool(pilot.runs * pilot.folds > 1)


def text_for_paper(plan: Plan) -> str:
    """Write two sentences for a paper: how the comparison was planned."""
    pilot, smallest = plan.pilot.iloc[0], plan.smallest
    most = smallest[smallest["runs"] == smallest["runs"].max()]
    reached = most.dropna(subset="datasets")
    line = next((reached if len(reached) else most).itertuples())
    return (
        f"The number of data sets was planned from a pilot on {pilot.datasets} data "
        f"sets (tenbyten's planner). {_test(pilot)} To find a difference (pseudomedian "
        f"over data sets) of {in_words(line.difference, plan)} between {pilot.column} "
        f"and {pilot.row} with power {line.power:g} takes {_needs(line, pilot)}; in "
        f"brackets the 90 % interval over pilots."
    )


def _needs(line: Any, pilot: Any) -> str:
    """Say how many data sets are needed with a number of runs."""
    many = f"more than {MOST:,}" if pd.isna(line.datasets) else f"{line.datasets:,}"
    runs = count_of(line.runs, "run") if has_folds(pilot) else "the pilot's runs"
    return f"{many} data sets ({_interval(line, pilot)}) with {runs}"


def _interval(line: Any, pilot: Any) -> str:
    """Write the interval of a number of data sets."""
    if pd.isna(line.low):
        return f"more than {MOST:,}"
    no_end = f"or more; this pilot of {pilot.datasets} gives no upper bound"
    return f"{line.low:,} " + (no_end if pd.isna(line.high) else f"to {line.high:,}")


def _test(pilot: Any) -> str:
    """Name the test, and at which level its power is computed."""
    test = f"Test: the exact {pilot.sides}-sided signed-rank test at {pilot.alpha:g}"
    if pilot.comparisons == 1:
        return f"{test}, of one comparison, not adjusted."
    return (
        f"{test}, adjusted by Holm's procedure over {pilot.comparisons} comparisons; "
        f"power is computed at {pilot.alpha:g} / {pilot.comparisons}, so it is a lower "
        f"bound."
    )


def tables_of(plan: Plan) -> list[Table]:
    """Lay out the numbers needed with their cost, and the power."""
    pilot, estimates = plan.pilot.iloc[0], plan.estimates
    wished = plan.smallest["power"].iloc[0]
    heads = ["difference", "runs", "data sets", "90 % interval", "fits", "time"]
    width = len(heads) if plan.smallest["hours"].notna().any() else len(heads) - 1
    needed = [
        (
            in_words(line.difference, plan),
            str(line.runs),
            EMPTY if pd.isna(line.datasets) else f"{line.datasets:,}",
            _interval(line, pilot),
            EMPTY if pd.isna(line.fits) else f"{line.fits:,}",
            EMPTY if pd.isna(line.hours) else duration(3600 * line.hours),
        )
        for line in plan.smallest.itertuples()
    ]
    power = [
        [
            *map(Cell, (in_words(difference, plan), str(runs))),
            *(
                Cell(f"{x.power:.2f} ({x.low:.2f}, {x.high:.2f})", x.power >= wished)
                for x in lines.itertuples()
            ),
        ]
        for (difference, runs), lines in estimates.groupby(["difference", "runs"])
    ]
    sizes = [f"{size} data sets" for size in estimates["datasets"].unique()]
    fewest = f"The fewest data sets with power {wished:g}, and the fits of all "
    fewest += f"classifiers on them; {EMPTY}: more than {MOST:,}."
    bold = f"In brackets 90 % intervals over pilots. Bold: {wished:g} or more."
    return [
        Table(
            "smallest",
            "How many data sets",
            [*map(Column, heads[:width])],
            [[*map(Cell, row[:width])] for row in needed],
            caption=fewest,
            frame=plan.smallest,
        ),
        Table(
            "power",
            "Power",
            [*map(Column, [*heads[:2], *sizes])],
            power,
            caption=bold,
            frame=estimates,
        ),
    ]


def draw_power(on: Any, plan: Plan, difference: float) -> None:
    """Draw the power at one difference on axes: a line for each number of runs."""
    on.set(xlabel="data sets", ylabel="power", ylim=(0, 1.02))
    on.grid(axis="y", color=MUTED, alpha=0.35, linewidth=0.4)
    on.axhline(plan.smallest["power"].iloc[0], color=INK, linewidth=0.9)
    estimates = plan.estimates[plan.estimates["difference"] == difference]
    for i, (runs, line) in enumerate(estimates.groupby("runs")):
        color, x = _COLORS[i % len(_COLORS)], line["datasets"]
        on.fill_between(x, line["low"], line["high"], color=color, alpha=0.12, lw=0)
        on.plot(x, line["power"], "o-", color=color, label=count_of(runs, "run"))
    on.set_xlim(0)
