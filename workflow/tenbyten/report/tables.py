"""A table for people: as HTML, as LaTeX, and its numbers as CSV."""

from pathlib import Path
from typing import NamedTuple

import pandas as pd
from markupsafe import Markup

from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import write_text
from tenbyten.report.environment import ENVIRONMENT
from tenbyten.report.latex import escape, latex_file, latex_table


class Cell(NamedTuple):
    """One cell.

    Attributes
    ----------
    text : str
        What it says.
    strong : bool
        Whether it is set in bold.
    mark : str
        A mark behind the text: ``∘``, ``•`` or none.
    words : str
        What mark or bold type means, for those who do not see them.
    """

    text: str
    strong: bool = False
    mark: str = ""
    words: str = ""


class Column(NamedTuple):
    """One column: its heading, and whether it holds numbers."""

    heading: str
    numeric: bool = True


class Table(NamedTuple):
    """One table.

    Attributes
    ----------
    name : str
        Stem of its files.
    title, caption : str
        What it shows; what its marks and numbers mean.
    columns : list of Column
    rows : list of list of Cell
    foot : tuple of list of Cell
        Lines that sum the rows up.
    csv, tex : str
        Where its numbers and its LaTeX stand already, as seen from the study's folder;
        empty where `frame` and the LaTeX are to be written.
    frame : DataFrame, optional
        Its numbers, where no file has them yet.
    """

    name: str
    title: str
    caption: str
    columns: list[Column]
    rows: list[list[Cell]]
    foot: tuple[list[Cell], ...] = ()
    csv: str = ""
    tex: str = ""
    frame: pd.DataFrame | None = None


def build(lines, columns, **description):
    """Make a table with a row for each line of a DataFrame.

    Parameters
    ----------
    lines : DataFrame
        The numbers.
    columns : list of (str, bool, callable)
        Heading, whether it holds numbers, and what makes a line, a named tuple, into
        a cell or its text.
    **description
        The other fields of `Table`.

    Returns
    -------
    Table
    """
    rows = [
        [_cell(make(line)) for _, _, make in columns]
        for line in lines.itertuples(index=False)
    ]
    heads = [Column(heading, numeric) for heading, numeric, _ in columns]
    return Table(columns=heads, rows=rows, **description)


def as_html(table, *, number, most_rows, folder):
    """Lay a table out as HTML.

    Parameters
    ----------
    table : Table
    number : int
        Makes its element's id unique on the page.
    most_rows : int
        Rows that are shown; a line says in which file the rest is.
    folder : str
        Where the exported files lie, as seen from the page.

    Returns
    -------
    Markup
        A ``figure`` element; every text in it is escaped.
    """
    template = ENVIRONMENT.get_template("table.html.j2")
    return Markup(
        template.render(
            table=table,
            rows=table.rows[:most_rows],
            marked=any(cell.mark for row in table.rows for cell in row),
            number=number,
            csv=table.csv or f"{folder}/{table.name}.csv",
            tex=table.tex or f"{folder}/{table.name}.tex",
        )
    )


def as_latex(table):
    """Lay a table out for LaTeX.

    Parameters
    ----------
    table : Table

    Returns
    -------
    str
        From `latex.latex_file`; every text in it is escaped.
    """
    return latex_file(
        latex_table(
            [column.heading for column in table.columns],
            [[*map(_latex_cell, row)] for row in table.rows],
            alignment="".join("r" if x.numeric else "l" for x in table.columns),
            title=table.title,
            caption=table.caption,
            foot=[[*map(_latex_cell, row)] for row in table.foot],
        )
    )


def export(tables, folder):
    """Write tables as LaTeX and CSV where no file has them yet.

    Parameters
    ----------
    tables : iterable of Table
    folder : path
        Where the files go; made if need be.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        if not table.tex:
            write_text(as_latex(table), folder / f"{table.name}.tex")
        if table.frame is not None:
            write_comparisons(table.frame, folder / f"{table.name}.csv")


def _cell(made):
    """A cell from what a column's function made."""
    return made if isinstance(made, Cell) else Cell(made)


def _latex_cell(cell):
    """A cell's text, bold and mark in LaTeX."""
    text = escape(cell.text)
    text = rf"\textbf{{{text}}}" if cell.strong else text
    return f"{text} {escape(cell.mark)}" if cell.mark else text
