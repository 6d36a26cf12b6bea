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

# The details stay below five megabytes: every table shows at most this number of rows,
# fewer if there are more subsets than three; drawings fill the rest.
MOST_ROWS = 200
MOST_BYTES = 4_800_000
# Of very many classifiers, whose tables are long.
FEWER_BYTES = 1_900_000
# With more columns a table is printed in small type.
_MOST_LARGE = 9
# Bytes of a drawing's caption and box; the words are in the drawing twice.
_AROUND = 1000

# Lines of `contents.read_figures`, and what a page shows of them.
Drawings = list[tuple[Any, Markup]]


def stylesheet(*names: str) -> Markup:
    """Return style sheets of the templates, one below the other."""
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

    `index` makes the ids of its elements unique on the page. It shows `most_rows` rows;
    a line names the files that have the others. `notes_above` has the paragraphs of
    notes that an earlier table of the page shows, with its index: this table links to
    them.
    """
    above = notes_above or {}
    first, notes = table.paragraphs[:1], table.paragraphs[1:]
    # The columns that stay in sight where the others are scrolled.
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

    Returns them with their drawings, and the number of figures left out.
    """
    drawn: Drawings = []
    for i, figure in enumerate(figures):
        if len(figure.svg) + _AROUND <= room:
            drawing = inline(figure.svg, alt=figure.alt, prefix=f"f{i}")
            room -= len(drawing.encode()) + _AROUND
            drawn.append((figure, drawing))
    return drawn, len(figures) - len(drawn)
