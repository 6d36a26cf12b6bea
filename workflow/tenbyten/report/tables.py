"""A table for people: as HTML, as LaTeX, and its numbers as CSV."""

from pathlib import Path
from typing import NamedTuple

import pandas as pd
from markupsafe import Markup

from tenbyten.report.environment import ENVIRONMENT
from tenbyten.report.numbers import EMPTY
from tenbyten.tables.comparisons import write_comparisons
from tenbyten.tables.layout import escape
from tenbyten.writing import write_text

# Longer tables break over pages in LaTeX.
_ROWS_OF_A_PAGE = 40

# Longer texts break over lines.
_LETTERS_OF_A_LINE = 40

# What the report itself writes beyond plain letters, in LaTeX.
_MARKS = {"∘": r"$\circ$", "•": r"$\bullet$", EMPTY: "--"}


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
    csv : str
        Where its numbers stand already, as seen from the study's folder; empty where
        `frame` is to be written.
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
            tex=f"{folder}/{table.name}.tex",
        )
    )


def as_latex(table):
    """Lay a table out for the LaTeX packages booktabs and, if long, longtable.

    Parameters
    ----------
    table : Table

    Returns
    -------
    str
        A table or longtable environment with caption; every text in it is escaped.
    """
    long = len(table.rows) > _ROWS_OF_A_PAGE
    layout = "".join(_alignment(table, i) for i in range(len(table.columns)))
    caption = rf"\caption{{{_text(f'{table.title}. {table.caption}')}}}"
    heads = " & ".join(_text(column.heading) for column in table.columns) + r" \\"
    rows = [_latex_row(row) for row in table.rows]
    if table.foot:
        rows += [r"\midrule", *map(_latex_row, table.foot)]
    body = [r"\toprule", heads, r"\midrule"]
    if long:
        lines = [
            r"% needs \usepackage{booktabs,longtable}",
            rf"\begin{{longtable}}{{{layout}}}",
            caption + r" \\",
            *body,
            r"\endfirsthead",
            *body,
            r"\endhead",
            *rows,
            r"\bottomrule",
            r"\end{longtable}",
        ]
    else:
        lines = [
            r"% needs \usepackage{booktabs}",
            r"\begin{table}",
            r"\centering",
            caption,
            rf"\begin{{tabular}}{{{layout}}}",
            *body,
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    return "\n".join(lines) + "\n"


def export(tables, folder):
    """Write every table as LaTeX, and as CSV where no file has its numbers yet.

    Parameters
    ----------
    tables : iterable of Table
    folder : path
        Where the files go; made if need be.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        write_text(as_latex(table), folder / f"{table.name}.tex")
        if table.frame is not None:
            write_comparisons(table.frame, folder / f"{table.name}.csv")


def _cell(made):
    """A cell from what a column's function made."""
    return made if isinstance(made, Cell) else Cell(made)


def _alignment(table, place):
    """How a column stands: numbers right, long texts broken into lines."""
    if table.columns[place].numeric:
        return "r"
    longest = max((len(row[place].text) for row in table.rows), default=0)
    return r"p{0.24\linewidth}" if longest > _LETTERS_OF_A_LINE else "l"


def _latex_row(row):
    """One line of a LaTeX table."""
    return " & ".join(map(_latex_cell, row)) + r" \\"


def _latex_cell(cell):
    """A cell's text, bold and mark in LaTeX."""
    text = rf"\textbf{{{_text(cell.text)}}}" if cell.strong else _text(cell.text)
    return f"{text} {_MARKS[cell.mark]}" if cell.mark else text


def _text(text):
    """Text in LaTeX, our own marks as its commands."""
    return "".join(_MARKS.get(letter, letter) for letter in escape(text))
