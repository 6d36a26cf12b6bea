"""Parts of a page in HTML: templates, tables and figures."""

from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tenbyten.layout import FILES
from tenbyten.report import TEMPLATES
from tenbyten.report.document import Table
from tenbyten.report.figures.style import inline
from tenbyten.report.formatting import EMPTY

ENVIRONMENT = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)

# The details stay below five megabytes. A table shows this number of rows at most, and
# fewer in studies of more than three subsets; drawings fill the rest.
MOST_ROWS = 200
MOST_BYTES = 4_800_000
# For very many classifiers, whose tables are long.
FEWER_BYTES = 1_900_000
# With more columns a table is printed in small type.
_MOST_LARGE = 9
# Bytes of a drawing's caption and box.
_AROUND = 1000

# Lines of `contents.read_figures` with their drawings in a page.
Drawings = list[tuple[Any, Markup]]


def stylesheet(*names: str) -> Markup:
    """Return style sheets of the templates, one after the other."""
    paths = (TEMPLATES / f"{name}.css" for name in names)
    return Markup("\n".join(path.read_text(encoding="utf-8") for path in paths))


def table_in_html(
    table: Table,
    *,
    index: int,
    most_rows: int,
    notes_above: Mapping[str, int] | None = None,
) -> Markup:
    """Write a table as an element ``figure``, all text escaped.

    Parameters
    ----------
    table : Table
    index : int
        Makes the ids of its elements unique on the page.
    most_rows : int
        Rows that are shown; a line names the files with the others.
    notes_above : dict of str to int, optional
        By paragraphs of notes, the index of an earlier table of the page that shows
        them: this table links to it.
    """
    above = notes_above or {}
    first, notes = table.paragraphs[:1], table.paragraphs[1:]
    # Columns that stay in sight while the others are scrolled.
    paired = [column.heading for column in table.columns[:2]] == ["row", "column"]
    kinds = [("paired", paired), ("many", len(table.columns) > _MOST_LARGE)]
    exported = f"{FILES['exported']}/{table.name}"
    return Markup(
        ENVIRONMENT.get_template("table.html.j2").render(
            table=table,
            caption=" ".join(filter(None, [table.lead, *first])),
            notes=[text for text in notes if text not in above],
            told=next((above[text] for text in notes if text in above), None),
            kinds=" ".join(kind for kind, given in kinds if given),
            paired=paired,
            rows=table.rows[:most_rows],
            marked=any(cell.mark for row in table.rows for cell in row),
            empty=EMPTY,
            index=index,
            files=[table.csv or f"{exported}.csv", table.tex or f"{exported}.tex"],
        )
    )


def fit_figures(figures: Sequence[Any], room: int) -> tuple[Drawings, int]:
    """Inline figures into a page until no more fit into a number of bytes.

    Returns figures with their drawings, and the number of figures left out.
    """
    drawn: Drawings = []
    for i, figure in enumerate(figures):
        if len(figure.svg) + _AROUND <= room:
            drawing = inline(figure.svg, alt=figure.alt, prefix=f"f{i}")
            room -= len(drawing.encode()) + _AROUND
            drawn.append((figure, drawing))
    return drawn, len(figures) - len(drawn)
