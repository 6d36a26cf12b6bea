"""Write tables in HTML."""

from markupsafe import Markup

from tenbyten.layout import FILES
from tenbyten.report.document import Table
from tenbyten.report.formatting import EMPTY
from tenbyten.report.templating import ENVIRONMENT

# With more columns the details of a cell are their marks alone, the rest on hover.
_MOST_DETAILED = 9


def table_in_html(table: Table, *, index: int, most_rows: int) -> Markup:
    """Write a table as an element ``figure``, all text escaped.

    `index` makes the ids of its elements unique on the page. It shows `most_rows` rows;
    a line names the files that have the others.
    """
    many = len(table.columns) > _MOST_DETAILED
    detailed = any(cell.details for row in table.rows for cell in row)
    kinds = [("decisions", detailed), ("compact", detailed and many)]
    kinds += [("many", many and not detailed)]
    exported = f"{FILES['exported']}/{table.name}"
    return Markup(
        ENVIRONMENT.get_template("table.html.j2").render(
            table=table,
            caption=" ".join(filter(None, [table.lead, table.caption, table.legend])),
            kinds=" ".join(kind for kind, given in kinds if given),
            compact=many,
            rows=table.rows[:most_rows],
            marked=any(cell.mark for row in table.rows for cell in row),
            empty=EMPTY,
            index=index,
            files=[table.csv or f"{exported}.csv", table.tex or f"{exported}.tex"],
        )
    )
