"""Write the tables and figures of a simulation study into files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import PathLike, write_text
from tenbyten.layout import FILES
from tenbyten.report.document import Table
from tenbyten.report.figures.study_figures import draw_planned
from tenbyten.report.latex import tables_in_latex
from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.simulated import find_page
from tenbyten.report.simulated.statements import statement_tables

Collected = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]


def tables_of(
    collected: Collected, judged: pd.DataFrame, settings: Settings
) -> tuple[list[Table], list[Table]]:
    """Make the tables of the statements, and those of the problem.

    Each says in which files of ``tables/`` it stands.
    """
    page = find_page(settings["simulation"]["problem"])
    return (
        [_filed(table) for table in statement_tables(judged, settings)],
        [_filed(table) for table in page.tables(collected, settings)],
    )


def _filed(table: Table) -> Table:
    """Name the files that `write_tables` writes a table into."""
    stem = f"{FILES['simulated_tables']}/{table.name}"
    return table._replace(csv=f"{stem}.csv", tex=f"{stem}.tex")


def write_tables(
    collected: Collected,
    judged: pd.DataFrame,
    folder: PathLike,
    *,
    settings: Settings,
) -> None:
    """Write every table into a folder: ``<name>.csv``, ``<name>.md``, ``<name>.tex``.

    The CSV file has the numbers behind the table (`Table.frame`) or, without them, its
    texts.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    of_statements, of_problem = tables_of(collected, judged, settings)
    for table in of_statements + of_problem:
        write_comparisons(_numbers(table), folder / f"{table.name}.csv")
        write_text(tables_in_markdown(table), folder / f"{table.name}.md")
        write_text(tables_in_latex(table), folder / f"{table.name}.tex")


def _numbers(table: Table) -> pd.DataFrame:
    """Return the numbers behind a table, or its texts."""
    if table.frame is not None:
        return table.frame
    texts = [[cell.text for cell in row] for row in (*table.rows, *table.foot)]
    return pd.DataFrame(texts, columns=[column.heading for column in table.columns])


def draw_figures(
    collected: Collected,
    folder: PathLike,
    *,
    settings: Settings,
    processes: int = 1,
) -> None:
    """Draw every figure of the problem into a folder, with an index of them."""
    page = find_page(settings["simulation"]["problem"])
    draw_planned(page.figures(collected, settings), folder, processes=processes)
