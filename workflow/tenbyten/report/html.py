"""Write tables in HTML."""

from collections.abc import Mapping

from markupsafe import Markup

from tenbyten.layout import FILES
from tenbyten.report.document import Table
from tenbyten.report.formatting import EMPTY
from tenbyten.report.templating import ENVIRONMENT

# With more columns the table is printed in small type.
_MOST_LARGE = 9


def notes_of(table: Table) -> list[str]:
    """Return the paragraphs that the page shows below a table."""
    return table.paragraphs[1:]


def table_in_html(
    table: Table, *, index: int, most_rows: int, told: Mapping[str, int] | None = None
) -> Markup:
    """Write a table as an element ``figure``, all text escaped.

    `index` makes the ids of its elements unique on the page. It shows `most_rows` rows;
    a line names the files that have the others. Paragraphs of its note that `told` has
    stand below the table of that index already: a link leads there.
    """
    told = told or {}
    notes = notes_of(table)
    # The columns that stay in sight where the others are scrolled.
    paired = [column.heading for column in table.columns[:2]] == ["row", "column"]
    kinds = [("paired", paired), ("many", len(table.columns) > _MOST_LARGE)]
    exported = f"{FILES['exported']}/{table.name}"
    return Markup(
        ENVIRONMENT.get_template("table.html.j2").render(
            table=table,
            caption=" ".join(filter(None, [table.lead, *table.paragraphs[:1]])),
            notes=[text for text in notes if text not in told],
            told=next((told[text] for text in notes if text in told), None),
            kinds=" ".join(kind for kind, given in kinds if given),
            paired=paired,
            rows=table.rows[:most_rows],
            marked=any(cell.mark for row in table.rows for cell in row),
            empty=EMPTY,
            index=index,
            files=[table.csv or f"{exported}.csv", table.tex or f"{exported}.tex"],
        )
    )
