"""Write tables in Markdown."""

import re

from tenbyten.report.document import Column, Table

_RULES = {"l": "---", "c": ":---:", "r": "---:"}


def tables_in_markdown(*tables: Table) -> str:
    """Write tables below one another, as a file whose heading is the first one's title.

    Parameters
    ----------
    *tables : Table

    Returns
    -------
    str
        All text is escaped: it neither formats nor becomes HTML.
    """
    blocks = [f"**{escape(tables[0].title)}**"]
    for table in tables:
        lines = [
            _row([escape(column.heading) for column in table.columns]),
            _row([_rule(column) for column in table.columns]),
            *(
                _row([escape(cell.text) for cell in row])
                for row in (*table.rows, *table.foot)
            ),
        ]
        words = [_paragraph(text) for text in table.caption.split("\n\n") if text]
        lead = [_paragraph(table.lead)] if table.lead else []
        blocks += [*lead, "\n".join(lines), *words]
    return "\n\n".join(blocks) + "\n"


def escape(text: str) -> str:
    """Escape text such that Markdown prints it as it is, on one line."""
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    # An underscore within a word is no emphasis.
    return re.sub(r"([\\`*\[\]|]|(?<![^\W_])_|_(?![^\W_]))", r"\\\1", text)


def _paragraph(text: str) -> str:
    """Escape a paragraph, the marks of a heading, list or quotation included."""
    return re.sub(r"^([#>+=~-])", r"\\\1", escape(text))


def _rule(column: Column) -> str:
    return _RULES[column.align]


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
