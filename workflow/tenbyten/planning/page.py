"""Write the tables, the figure and the page of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import PathLike, read_json, write_text
from tenbyten.layout import FILES
from tenbyten.planning import result
from tenbyten.report import html
from tenbyten.report.citations import cite
from tenbyten.report.contents import read_figures
from tenbyten.report.document import tables_in_latex, tables_in_markdown
from tenbyten.report.figures.drawing import Drawing, PlannedFigure, write_figures
from tenbyten.words import count_of

_HEIGHT = 2.4  # of a panel of the figure, in inches


def write_tables(plan: result.Plan, folder: PathLike) -> None:
    """Write every table into a folder: ``<name>.csv``, ``<name>.md``, ``<name>.tex``.

    The CSV file has the numbers behind the table.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for table in result.tables_of(plan):
        write_comparisons(table.frame, folder / f"{table.name}.csv")
        write_text(tables_in_markdown(table), folder / f"{table.name}.md")
        write_text(tables_in_latex(table), folder / f"{table.name}.tex")


def draw_planned_power(plan: result.Plan) -> Drawing:
    """Draw power against the number of data sets, a panel for each difference."""
    pilot, estimates = plan.pilot.iloc[0], plan.estimates
    titles = {x: result.in_words(x, plan) for x in estimates["difference"].unique()}
    columns = min(3, len(titles))
    lines = -(-len(titles) // columns)
    drawing = Drawing(0.8 + _HEIGHT * lines)
    grid = drawing.subplots(lines, columns, squeeze=False, sharey=True).ravel()
    for on in grid[len(titles) :]:
        on.set_axis_off()
    for on, (difference, title) in zip(grid, titles.items(), strict=False):
        result.draw_power(on, plan, difference)
        on.set_title(title)
        on.label_outer()
    drawing.key(grid[0])
    drawing.note("Bands: 90 % intervals over pilots. Line: the wished power.")
    drawing.margins(left=0.45, top=0.3, bottom=0.45)
    drawing.title = f"Power by data sets: {pilot.column} better than {pilot.row}"
    listed = [
        f"{titles[line.difference]}, {count_of(line.runs, 'run')}, {line.datasets} "
        f"data sets: {line.power:.2f} ({line.low:.2f} to {line.high:.2f})"
        for line in estimates.itertuples()
    ]
    drawing.alt = f"Power with its 90 % interval. {'; '.join(listed)}."
    return drawing


def draw_figures(plan: result.Plan, folder: PathLike) -> None:
    """Draw the power into a folder, with an index."""
    draw = partial(draw_planned_power, plan)
    write_figures([PlannedFigure("power", "power", "", "", "", draw)], folder)


def render(
    plan: result.Plan,
    *,
    name: str,
    settings: Mapping[str, Any],
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
        for table in result.tables_of(plan)
    ]
    return html.ENVIRONMENT.get_template("plan.html.j2").render(
        name=name,
        settings=settings,
        provenance=made_with,
        css=html.stylesheet("page"),
        sentences=result.sentences(plan),
        drawings=html.fit_figures(read_figures(figures), html.MOST_BYTES)[0],
        tables=[
            html.table_in_html(table, index=index, most_rows=html.MOST_ROWS)
            for index, table in enumerate(tables, start=1)
        ],
        text=result.text_for_paper(plan),
        files=FILES,
        citations=citations,
        bibtex=bibtex,
    )
