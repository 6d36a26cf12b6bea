"""Write tables in Markdown."""

import re

from tenbyten.report.document import Table

_RULES = {"l": "---", "c": ":---:", "r": "---:"}


def tables_in_markdown(*tables: Table) -> str:
    """Write tables below one another, each under its title.

    All text is escaped: it neither formats nor becomes HTML.
    """
    blocks = []
    for table in tables:
        rows = [[escape(column.heading) for column in table.columns]]
        rows.append([_RULES[column.align] for column in table.columns])
        rows += [[escape(x.text) for x in row] for row in (*table.rows, *table.foot)]
        lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        lead = [_paragraph(table.lead)] if table.lead else []
        words = [_paragraph(text) for text in table.paragraphs]
        blocks += [f"**{escape(table.title)}**", *lead, lines, *words]
    return "\n\n".join(blocks) + "\n"


def escape(text: str) -> str:
    """Escape text such that Markdown prints it as it is, on one line."""
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    # An underscore within a word is no emphasis.
    return re.sub(r"([\\`*\[\]|]|(?<![^\W_])_|_(?![^\W_]))", r"\\\1", text)


def _paragraph(text: str) -> str:
    """Escape a paragraph, the marks of a heading, list or quotation included."""
    return re.sub(r"^([#>+=~-])", r"\\\1", escape(text))
