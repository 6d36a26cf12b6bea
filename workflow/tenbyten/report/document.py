"""A table for people, made once for HTML, LaTeX and Markdown.

Every table of the report and of ``tables/`` is a `Table`. `html.table_in_html`,
`latex.tables_in_latex` and `markdown.tables_in_markdown` write it; each escapes all
of its text.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import pandas as pd

Align = Literal["l", "c", "r"]


class Cell(NamedTuple):
    """One cell: its text, in bold if `strong`, and behind it ``∘``, ``•`` or no mark.

    `words` tell readers who see neither mark nor bold type what they mean.
    """

    text: str
    strong: bool = False
    mark: str = ""
    words: str = ""


class Column(NamedTuple):
    """The heading of a column, and its alignment: numbers are to the right."""

    heading: str
    align: Align = "r"


class Table(NamedTuple):
    """One table.

    Attributes
    ----------
    name : str
        Stem of its files.
    caption : str
        Explains marks and numbers; blank lines part paragraphs. The first, a line or
        two, is the caption; the others are the note below the table.
    lead : str
        Sentence that Markdown sets above the table.
    foot : tuple of sequence of Cell
        Rows that sum the others up.
    csv, tex : str
        Paths of its numbers and its LaTeX from the study's folder; empty if they are
        to be exported.
    frame : DataFrame, optional
        Numbers to be exported.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    lead: str = ""
    foot: tuple[Sequence[Cell], ...] = ()
    csv: str = ""
    tex: str = ""
    frame: pd.DataFrame | None = None

    @property
    def paragraphs(self) -> list[str]:
        """The caption's paragraphs: the caption itself, and those of the note."""
        return [text for text in self.caption.split("\n\n") if text]


ColumnOfLines = tuple[str, Align, Callable[[Any], Cell | str]]


def build(
    lines: pd.DataFrame, columns: Sequence[ColumnOfLines], **description: Any
) -> Table:
    """Make a table with a row for each line of a DataFrame.

    A column is its heading, its alignment, and a function that makes a line, a named
    tuple, into a cell or its text. `description` are other fields of `Table`.
    """
    rows = []
    for line in lines.itertuples(index=False):
        made = [make(line) for _, _, make in columns]
        rows.append([cell if isinstance(cell, Cell) else Cell(cell) for cell in made])
    heads = [Column(heading, align) for heading, align, _ in columns]
    return Table(columns=heads, rows=rows, **description)


def number_column(
    heading: str, field: str, write: Callable[[Any], Cell | str]
) -> ColumnOfLines:
    """Return the right-aligned column of a field of the lines."""
    return heading, "r", lambda line: write(getattr(line, field))
