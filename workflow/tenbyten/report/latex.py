r"""Tables in LaTeX, by the package booktabs.

A table that is too wide for its page is turned by its author, such as by
``sidewaystable`` of the package rotating in place of ``table``.
"""

import re
from collections.abc import Sequence

from tenbyten.report.document import Cell, Table

# More rows than this break over pages.
_MOST_ROWS = 40
# A column of longer texts, in letters, has lines of a quarter of the page.
_LONG = 40

# pdflatex knows letters before this one but for eight, and these marks; some of them
# in the font encoding T1 alone.
_FIRST_UNKNOWN = "\u017f"
_UNKNOWN = {*map(chr, (0x126, 0x127, 0x138, 0x13F, 0x140, 0x149, 0x166, 0x167))}
_PUNCTUATION = {"\u2013", "\u2014", "\u2018", "\u2019", "\u201c", "\u201d", "\u2026"}
_LETTERS_SHOWN = 30

_MARKS = {mark: f"\\{mark}" for mark in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    # Marks that the report itself writes.
    "∘": r"$\circ$",
    "•": r"$\bullet$",
    "∞": r"$\infty$",
    "\N{EN DASH}": "--",
    "\N{MINUS SIGN}": "$-$",
}
_TRANSLATED = str.maketrans(_MARKS)


def tables_in_latex(*tables: Table) -> str:
    """Write each table as an environment of LaTeX; all text is escaped.

    The first line names the packages needed. Each table has a label, ``tab:`` and its
    name. Letters that pdflatex does not know, such as Greek and Chinese ones, stay as
    they are; a second line names them, and what they need.
    """
    text = "\n".join(map(_environment, tables)) + "\n"
    needed = {
        "booktabs": r"\toprule",
        "longtable": r"{longtable}",
        "array": r"\arraybackslash",
    }
    packages = ",".join(name for name, mark in needed.items() if mark in text)
    return rf"% needs \usepackage{{{packages}}}" + "\n" + _needs_of_letters(text) + text


def escape(text: str) -> str:
    """Escape text for any place in a table."""
    # A blank line would end the paragraph, and with it a cell or caption.
    escaped = " ".join(text.split()).translate(_TRANSLATED)
    # Behind the end of a row a bracket or star would be read as its argument.
    return "{}" + escaped if escaped.startswith(("[", "*")) else escaped


def _environment(table: Table) -> str:
    """Write one table: a float or, with many rows, one that breaks over pages."""
    first, *others = [*table.paragraphs, ""]
    caption = " ".join(filter(None, [f"{table.title}.", table.lead, first]))
    label = re.sub("[^A-Za-z0-9.:-]", _in_label, table.name)
    caption = rf"\caption{{{escape(caption)}}}\label{{tab:{label}}}"
    columns = "".join(_column(table, i) for i in range(len(table.columns)))
    heads = " & ".join(escape(column.heading) for column in table.columns)
    head = [r"\toprule", rf"{heads} \\", r"\midrule"]
    rows = [_row(row) for row in table.rows]
    rows += [r"\midrule", *map(_row, table.foot)] if table.foot else []
    note = [rf"\par {escape(text)}" for text in others if text]
    if len(table.rows) <= _MOST_ROWS:
        lines = [r"\begin{table}", r"\centering\footnotesize", caption]
        lines += [rf"\begin{{tabular}}{{{columns}}}", *head, *rows, r"\bottomrule"]
        lines += [r"\end{tabular}", *note, r"\end{table}"]
    else:
        lines = [r"{\footnotesize", rf"\begin{{longtable}}{{{columns}}}"]
        lines += [rf"{caption} \\"]
        lines += [*head, r"\endfirsthead", *head, r"\endhead", r"\bottomrule"]
        lines += [r"\endfoot", *rows, r"\end{longtable}", *note, "}"]
    return "\n".join(lines)


def _column(table: Table, i: int) -> str:
    """Return the alignment of a column; one of long texts breaks over lines."""
    longest = max((len(row[i].text) for row in table.rows), default=0)
    align = table.columns[i].align
    if align == "l" and longest > _LONG:
        return r">{\raggedright\arraybackslash}p{0.25\linewidth}"
    return align


def _row(cells: Sequence[Cell]) -> str:
    """Write one line: texts, bold type and marks."""
    texts = []
    for cell in cells:
        text = escape(cell.text)
        text = rf"\textbf{{{text}}}" if cell.strong else text
        texts.append(f"{text} {escape(cell.mark)}" if cell.mark else text)
    return rf"{' & '.join(texts)} \\"


def _in_label(found: re.Match[str]) -> str:
    """Write a letter such that labels stay different, and every LaTeX takes them."""
    return "-" if found[0].isascii() else f"u{ord(found[0]):x}"


def _needs_of_letters(text: str) -> str:
    """Say what letters need that pdflatex does not know; nothing if there are none."""
    far = {x for x in text if x >= _FIRST_UNKNOWN} - _PUNCTUATION
    letters = sorted(far | _UNKNOWN & set(text))
    if not letters:
        return ""
    more = " ..." if letters[_LETTERS_SHOWN:] else ""
    return (
        f"% pdflatex does not know {' '.join(letters[:_LETTERS_SHOWN])}{more}: use "
        f"lualatex or xelatex, with the package fontspec and, by its setmainfont, a "
        f"font that has them\n"
    )
