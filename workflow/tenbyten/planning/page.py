"""Say, lay out and draw what a plan came to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import PathLike, read_json, write_text
from tenbyten.layout import FILES
from tenbyten.planning.figure import draw_planned_power
from tenbyten.planning.model import MOST
from tenbyten.planning.plans import Plan
from tenbyten.report.citations import cite
from tenbyten.report.contents import read_figures
from tenbyten.report.document import (
    Cell,
    Column,
    Table,
    tables_in_latex,
    tables_in_markdown,
)
from tenbyten.report.figures.drawing import PlannedFigure, write_figures
from tenbyten.report.formatting import EMPTY, join_words
from tenbyten.report.html import (
    ENVIRONMENT,
    MOST_BYTES,
    MOST_ROWS,
    fit_figures,
    stylesheet,
    table_in_html,
)
from tenbyten.words import count_of

Settings = Mapping[str, Any]


def sentences(plan: Plan) -> list[str]:
    """Say how many data sets are needed, by which test, and what that rests on."""
    pilot = plan.pilot.iloc[0]
    said = [
        f"To find that {pilot.column} is better than {pilot.row} by "
        f"{in_words(difference, plan)} with power {lines['power'].iloc[0]:g} takes "
        f"{join_words(_needs(line, pilot) for line in lines.itertuples())}."
        for difference, lines in plan.smallest.groupby("difference")
    ]
    said.append(_test(pilot))
    centre = pilot.pseudomedian
    said.append(
        f"The pilot's own difference is {in_words(centre, plan)} (pseudomedian over "
        f"{pilot.datasets} data sets; mean {in_words(pilot['mean'], plan)}); in "
        f"brackets 90 % intervals over pilots."
    )
    if plan.smallest["difference"].max() > abs(centre):
        said.append(
            "Where differences spread more as they grow, one larger than the pilot's "
            "needs more data sets than stated."
        )
    if not has_folds(pilot):
        said.append(
            "The pilot has one score for each data set and classifier: with more runs "
            "than its scores are of, the numbers are upper estimates, and for fewer "
            "runs it cannot tell."
        )
    return said


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
    """Say how many data sets are needed with so many runs."""
    number = (
        f"more than {MOST:,} data sets"
        if pd.isna(line.datasets)
        else f"{line.datasets:,} data sets"
    )
    runs = count_of(line.runs, "run") if has_folds(pilot) else "the pilot's runs"
    return f"{number} ({_interval(line, pilot)}) with {runs}"


def _interval(line: Any, pilot: Any) -> str:
    """Write the interval of a number of data sets."""
    if pd.isna(line.low):
        return f"more than {MOST:,}"
    if pd.isna(line.high):
        return (
            f"{line.low:,} or more; this pilot of {pilot.datasets} gives no upper bound"
        )
    return f"{line.low:,} to {line.high:,}"


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
    heads = [Column("difference"), Column("runs")]
    needed = [
        [
            Cell(in_words(line.difference, plan)),
            Cell(str(line.runs)),
            Cell(EMPTY if pd.isna(line.datasets) else f"{line.datasets:,}"),
            Cell(_interval(line, pilot)),
            Cell(EMPTY if pd.isna(line.fits) else f"{line.fits:,}"),
        ]
        for line in plan.smallest.itertuples()
    ]
    rows = [
        [
            Cell(in_words(difference, plan)),
            Cell(str(runs)),
            *(
                Cell(f"{x.power:.2f} ({x.low:.2f}, {x.high:.2f})", x.power >= wished)
                for x in lines.itertuples()
            ),
        ]
        for (difference, runs), lines in estimates.groupby(["difference", "runs"])
    ]
    sizes = estimates["datasets"].unique()
    return [
        Table(
            "smallest",
            "How many data sets",
            [*heads, *map(Column, ("data sets", "90 % interval", "fits"))],
            needed,
            caption=f"The fewest data sets with power {wished:g}, and the fits of all "
            f"classifiers on them; {EMPTY}: more than {MOST:,}.",
            frame=plan.smallest,
        ),
        Table(
            "power",
            "Power",
            [*heads, *(Column(f"{size} data sets") for size in sizes)],
            rows,
            caption=f"In brackets 90 % intervals over pilots. Bold: {wished:g} or "
            f"more.",
            frame=estimates,
        ),
    ]


def write_tables(plan: Plan, folder: PathLike) -> None:
    """Write every table into a folder: ``<name>.csv``, ``<name>.md``, ``<name>.tex``.

    The CSV file has the numbers behind the table.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables_of(plan):
        write_comparisons(table.frame, folder / f"{table.name}.csv")
        write_text(tables_in_markdown(table), folder / f"{table.name}.md")
        write_text(tables_in_latex(table), folder / f"{table.name}.tex")


def draw_figures(plan: Plan, folder: PathLike) -> None:
    """Draw the power into a folder, with an index."""
    pilot = plan.pilot.iloc[0]
    draw = partial(
        draw_planned_power,
        plan.estimates,
        power=plan.smallest["power"].iloc[0],
        titles={x: in_words(x, plan) for x in plan.estimates["difference"].unique()},
        subject=f"{pilot.column} better than {pilot.row}",
    )
    write_figures([PlannedFigure("power", "power", "", "", "", draw)], folder)


def render(
    plan: Plan,
    *,
    name: str,
    settings: Settings,
    figures: PathLike,
    provenance: PathLike,
) -> str:
    """Make the page: HTML that needs no other file, no script and no network.

    Parameters
    ----------
    plan : Plan
    name : str
        The study's name.
    settings : mapping
        Every key of the study file, defaults filled in.
    figures : path
        Folder of `draw_figures`.
    provenance : path
        Of rule record_provenance.
    """
    made_with = read_json(provenance)
    used = {"snakemake"} & made_with.get("packages", {}).keys()
    if plan.pilot["comparisons"].iloc[0] > 1:
        used |= {"holm"}
    citations, bibtex = cite(used | {"signed_rank"})
    stem = FILES["plan_tables"]
    tables = [
        table._replace(csv=f"{stem}/{table.name}.csv", tex=f"{stem}/{table.name}.tex")
        for table in tables_of(plan)
    ]
    return ENVIRONMENT.get_template("plan.html.j2").render(
        name=name,
        settings=settings,
        provenance=made_with,
        css=stylesheet("page"),
        sentences=sentences(plan),
        drawings=fit_figures(read_figures(figures), MOST_BYTES)[0],
        tables=[
            table_in_html(table, index=index, most_rows=MOST_ROWS)
            for index, table in enumerate(tables, start=1)
        ],
        text=text_for_paper(plan),
        files=FILES,
        citations=citations,
        bibtex=bibtex,
    )
