"""A table for people, and the same in LaTeX and Markdown.

Every table of the report and of ``tables/`` is a `Table`. `tables_in_latex` and
`tables_in_markdown` write it here, `html.table_in_html` writes it in a page; each
escapes all of its text.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

import pandas as pd

Align = Literal["l", "c", "r"]


class Cell(NamedTuple):
    """A cell: its text, in bold if `strong`, followed by ``∘``, ``•`` or no mark.

    `words` say the meaning of mark and bold type to readers who see neither.
    """

    text: str
    strong: bool = False
    mark: str = ""
    words: str = ""


class Column(NamedTuple):
    """The heading of a column, and its alignment: right for numbers."""

    heading: str
    align: Align = "r"


class Table(NamedTuple):
    """One table.

    Attributes
    ----------
    name : str
        Stem of its files.
    caption : str
        Explains marks and numbers; blank lines separate paragraphs. The first, a line
        or two, is the caption; the others are the note below the table.
    lead : str
        Sentence that Markdown puts above the table.
    foot : tuple of sequence of Cell
        Rows that summarise the others.
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
    lines: pd.DataFrame,
    columns: Sequence[ColumnOfLines | Literal[False]],
    **description: Any,
) -> Table:
    """Make a table with a row for each line of a DataFrame.

    Parameters
    ----------
    lines : DataFrame
    columns : sequence of (heading, alignment, function) or False
        The function turns a line, a named tuple, into a cell or its text. A column that
        is False is left out.
    **description
        Other fields of `Table`.

    Returns
    -------
    Table
    """
    shown = [column for column in columns if column]
    rows = [[x[2](line) for x in shown] for line in lines.itertuples(index=False)]
    heads = [Column(heading, align) for heading, align, _ in shown]
    return Table(columns=heads, rows=[*map(cells, rows)], **description)


def grid(
    heads: Iterable[str],
    rows: Iterable[Iterable[Cell | str]],
    *,
    left: int = 1,
    align: Align = "r",
    **description: Any,
) -> Table:
    """Make a table of rows of cells or their texts, `left` columns aligned left."""
    columns = [Column(x, "l" if i < left else align) for i, x in enumerate(heads)]
    return Table(columns=columns, rows=[*map(cells, rows)], **description)


def cells(row: Iterable[Cell | str]) -> list[Cell]:
    """Turn texts into cells."""
    return [x if isinstance(x, Cell) else Cell(x) for x in row]


def number_column(
    heading: str, field: str, write: Callable[[Any], Cell | str]
) -> ColumnOfLines:
    """Return the right-aligned column of a field of the lines."""
    return heading, "r", lambda line: write(getattr(line, field))


# Markdown

_MARKDOWN_RULES = {"l": "---", "c": ":---:", "r": "---:"}


def tables_in_markdown(*tables: Table) -> str:
    """Write tables one after the other, each under its title, all text escaped."""
    blocks = []
    for table in tables:
        rows = [[escape_markdown(column.heading) for column in table.columns]]
        rows.append([_MARKDOWN_RULES[column.align] for column in table.columns])
        rows += [
            [escape_markdown(x.text) for x in row] for row in (*table.rows, *table.foot)
        ]
        lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        lead = [_markdown_paragraph(table.lead)] if table.lead else []
        words = [_markdown_paragraph(text) for text in table.paragraphs]
        blocks += [f"**{escape_markdown(table.title)}**", *lead, lines, *words]
    return "\n\n".join(blocks) + "\n"


def escape_markdown(text: str) -> str:
    r"""Escape text so that Markdown prints it unchanged, on one line.

    Examples
    --------
    >>> print(escape_markdown("<b> a|b `c` [d](e) *f* \\g"))
    &lt;b> a\|b \`c\` \[d\](e) \*f\* \\g
    >>> print(escape_markdown("_a_ zero_variance __init__"))
    \_a\_ zero_variance \_\_init\_\_
    >>> escape_markdown("A & B &lt; C"), escape_markdown("p <0.01, q < 1")
    ('A &amp; B &amp;lt; C', 'p <0.01, q < 1')
    >>> escape_markdown("</b><!-- <?x <https://x>")
    '&lt;/b>&lt;!-- &lt;?x &lt;https://x>'
    >>> escape_markdown("two\n  lines")
    'two lines'
    """
    text = " ".join(text.split()).replace("&", "&amp;")
    # Before a number or a space it does not begin a tag.
    text = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", text)
    # An underscore within a word does not emphasise.
    return re.sub(r"([\\`*\[\]|]|(?<![^\W_])_|_(?![^\W_]))", r"\\\1", text)


def _markdown_paragraph(text: str) -> str:
    """Escape a paragraph, including marks of a heading, list or quotation."""
    return re.sub(r"^([#>+=~-])", r"\\\1", escape_markdown(text))


# LaTeX

# A table with more rows breaks over pages.
_MOST_ROWS = 40
# A column of texts with more letters has lines of a quarter of the page.
_LONG = 40

# pdflatex knows the letters before this one except eight, and these marks; some of them
# only in the font encoding T1.
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
    # Marks that the report writes.
    "∘": r"$\circ$",
    "•": r"$\bullet$",
    "∞": r"$\infty$",
    "\N{EN DASH}": "--",
    "\N{MINUS SIGN}": "$-$",
}
_TRANSLATED = str.maketrans(_MARKS)


def tables_in_latex(*tables: Table) -> str:
    """Write each table as an environment of LaTeX; all text is escaped.

    The first line names the packages needed. An author can turn a table that is too
    wide for its page, for instance by ``sidewaystable`` of the package rotating instead
    of ``table``. Each table has a label, ``tab:`` and its name. Letters that pdflatex
    does not know, such as Greek and Chinese ones, are kept; a second line names them
    and the engines that know them.
    """
    text = "\n".join(map(_latex_table, tables)) + "\n"
    needed = {"booktabs": r"\toprule", "longtable": r"{longtable}"}
    needed["array"] = r"\arraybackslash"
    packages = ",".join(name for name, mark in needed.items() if mark in text)
    return rf"% needs \usepackage{{{packages}}}" + "\n" + _letters_comment(text) + text


def escape_latex(text: str) -> str:
    r"""Escape text for any place in a table.

    Examples
    --------
    >>> print(escape_latex("50% of_$x^2$ & {b}"))
    50\% of\_\$x\textasciicircum{}2\$ \& \{b\}
    >>> print(escape_latex("\\ ~#<>|"))
    \textbackslash{} \textasciitilde{}\#\textless{}\textgreater{}\textbar{}
    >>> print(escape_latex("∘ better, • worse, ∞"))
    $\circ$ better, $\bullet$ worse, $\infty$
    >>> escape_latex("a\n\nb"), escape_latex("*")
    ('a b', '{}*')
    """
    # A blank line would end the paragraph, and so a cell or caption.
    escaped = " ".join(text.split()).translate(_TRANSLATED)
    # After the end of a row a bracket or star would be read as its argument.
    return "{}" + escaped if escaped.startswith(("[", "*")) else escaped


def _latex_table(table: Table) -> str:
    """Write a table: a float or, with many rows, a table that breaks over pages."""
    first, *others = [*table.paragraphs, ""]
    caption = " ".join(filter(None, [f"{table.title}.", table.lead, first]))
    label = re.sub("[^A-Za-z0-9.:-]", _label_letter, table.name)
    caption = rf"\caption{{{escape_latex(caption)}}}\label{{tab:{label}}}"
    columns = "".join(_latex_column(table, i) for i in range(len(table.columns)))
    heads = " & ".join(escape_latex(column.heading) for column in table.columns)
    head = [r"\toprule", rf"{heads} \\", r"\midrule"]
    rows = [_latex_row(row) for row in table.rows]
    rows += [r"\midrule", *map(_latex_row, table.foot)] if table.foot else []
    note = [rf"\par {escape_latex(text)}" for text in others if text]
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


def _latex_column(table: Table, i: int) -> str:
    """Return the alignment of a column; long texts break over lines."""
    longest = max((len(row[i].text) for row in table.rows), default=0)
    align = table.columns[i].align
    if align == "l" and longest > _LONG:
        return r">{\raggedright\arraybackslash}p{0.25\linewidth}"
    return align


def _latex_row(cells: Sequence[Cell]) -> str:
    """Write one line: texts, bold type and marks."""
    texts = []
    for cell in cells:
        text = escape_latex(cell.text)
        text = rf"\textbf{{{text}}}" if cell.strong else text
        texts.append(f"{text} {escape_latex(cell.mark)}" if cell.mark else text)
    return rf"{' & '.join(texts)} \\"


def _label_letter(match: re.Match[str]) -> str:
    """Replace a letter that labels cannot have, so that labels stay distinct."""
    return "-" if match[0].isascii() else f"u{ord(match[0]):x}"


def _letters_comment(text: str) -> str:
    """Return a comment on letters that pdflatex does not know, or an empty string."""
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
