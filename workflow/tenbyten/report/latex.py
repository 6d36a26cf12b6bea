r"""Tables in LaTeX that fit the page of a plain article.

A table stands upright while it fits there, if need be with heads of several lines or
smaller type; else it is turned; what is too wide even so becomes several tables. One
that is too high for a page breaks over pages.
"""

import math
import re
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from tenbyten.report.document import Align, Cell, Table

# Letters of a word, and where else it may break, before a line may end within it.
_PIECE = re.compile(r"([^\s-]{8,13}[_./:;,=]|[^\s-]{14})(?=[^\s-])")

# Cells with longer texts, in letters, break over lines; so do words in a head.
_LETTERS_OF_A_LINE = 40
_LETTERS_OF_A_HEAD = 30

# Packages that must be loaded, by what needs them.
_PACKAGES = {
    r"\arraybackslash": "array",
    r"\toprule": "booktabs",
    r"\begin{longtable}": "longtable",
    r"\begin{landscape}": "pdflscape",
    r"\begin{sidewaystable}": "rotating",
}


class _Type(NamedTuple):
    """A size of type: its command, width of its letters, and spaces in points."""

    size: str
    factor: float
    line: float
    gap: int


# Computer Modern's small sizes run wide: its eight points are 0.85 of ten, its six
# 0.74.
_NORMAL = _Type("", 1.0, 12.0, 6)
_SMALL = _Type(r"\footnotesize", 0.85, 9.5, 4)
_SMALLEST = _Type(r"\fontsize{6}{7}\selectfont", 0.74, 7.0, 3)


class _Page(NamedTuple):
    """A page of ``article``, and the type on it."""

    type: _Type = _NORMAL
    turned: bool = False
    broken_heads: bool = True

    @property
    def width(self) -> int:
        """Width of the text in points."""
        return 550 if self.turned else 345

    @property
    def height(self) -> int:
        """Height of the text in points."""
        return 345 if self.turned else 550


# The first that is wide enough is taken.
_PAGES = [
    _Page(broken_heads=False),
    _Page(),
    _Page(_SMALL),
    _Page(turned=True),
    _Page(_SMALL, turned=True),
    _Page(_SMALLEST, turned=True),
]
# Page of a table that is split.
_PART = _Page(_SMALL, turned=True)


class _Column(NamedTuple):
    """One column: its head as plain text, its cells in LaTeX, its alignment."""

    head: str
    cells: list[str]
    align: Align

    @property
    def wrapped(self) -> bool:
        """Whether its texts are long enough to break over lines."""
        longest = max(map(_points, self.cells), default=0)
        return self.align == "l" and longest > _points("n" * _LETTERS_OF_A_LINE)

    def head_lines(self, *, broken: bool) -> list[str]:
        """Break the head, if at all, such that it is about as wide as the cells."""
        if not broken:
            return [escape(self.head)]
        letters = int(max(map(_points, self.cells), default=0) / _points("n"))
        word = min(max(map(len, self.head.split()), default=1), _LETTERS_OF_A_HEAD)
        letters = max(word, min(letters, _LETTERS_OF_A_HEAD))
        return [escape(line) for line in textwrap.wrap(self.head, letters)] or [""]

    def points(self, page: _Page) -> float:
        """Estimate the width of a column that is not wrapped."""
        texts = [*self.head_lines(broken=page.broken_heads), *self.cells]
        return page.type.factor * max(map(_points, texts))


def tables_in_latex(*tables: Table) -> str:
    """Write tables such that they fit the page; all text is escaped.

    A table is one environment or, where no page is wide enough, several, each with the
    title and the first columns, which name a row. Texts longer than some forty letters
    break over lines in left-aligned columns. The first line names the packages needed.

    Widths and heights are estimated from letters in Computer Modern, mostly somewhat
    too large. Letters that pdflatex does not know, such as Chinese ones, stay as they
    are: they need LuaLaTeX and a font.
    """
    text = "\n".join(map(_environments, tables)) + "\n"
    packages = ",".join(name for mark, name in _PACKAGES.items() if mark in text)
    return rf"% needs \usepackage{{{packages}}}" + "\n" + text


def _environments(table: Table) -> str:
    """Write one table, in parts if need be."""
    every = [*table.rows, *table.foot]
    columns = [
        _Column(column.heading, [_cell(row[i]) for row in every], column.align)
        for i, column in enumerate(table.columns)
    ]
    page = next((x for x in _PAGES if _width(columns, x) <= x.width), _PART)
    parts = _parts(columns, page)
    texts = []
    for part_number, part in enumerate(parts, 1):
        of = f" (part {part_number} of {len(parts)})" if len(parts) > 1 else ""
        words = [table.title + of]
        if part_number == 1:
            words.append(" ".join(filter(None, [table.lead, *table.paragraphs[:1]])))
        words = [escape(". ".join(filter(None, words)))]
        if part_number == 1:
            words += map(escape, table.paragraphs[1:])
        texts.append(_environment(part, page, words=words, feet=len(table.foot)))
    return "\n".join(texts)


def _cell(cell: Cell) -> str:
    """Write a cell's text, bold type and mark."""
    text = escape(cell.text)
    text = rf"\textbf{{{text}}}" if cell.strong else text
    return f"{text} {escape(cell.mark)}" if cell.mark else text


def escape(text: str) -> str:
    r"""Escape text for any place in a table; long words may break (``\allowbreak``)."""
    marks = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"}
    marks |= {"^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}"}
    marks |= {mark: "\\" + mark for mark in "&%$#_{}"}
    # Marks that the report itself writes.
    marks |= {"∘": r"$\circ$", "•": r"$\bullet$", "\N{EN DASH}": "--"}
    marks |= {"\N{INFINITY}": r"$\infty$"}
    marks |= {"\n": r"\allowbreak{}"}
    # A blank line would end the paragraph, and with it a cell or caption.
    pieces = _PIECE.sub("\\1\n", " ".join(text.split()))
    escaped = "".join(marks.get(mark, mark) for mark in pieces)
    # Behind the end of a row a bracket or star would be read as its argument.
    return "{}" + escaped if escaped.startswith(("[", "*")) else escaped


def _points(latex: str) -> float:
    """Estimate the width of LaTeX's text at ten points, from kinds of letters."""
    # A command prints one wide letter, or makes others bold and thus wider.
    plain = re.sub(r"\\([a-zA-Z]+|.)", "W", latex.replace(r"\allowbreak{}", ""))
    return sum(map(_points_of_letter, re.sub(r"[{}$]", "", plain)))


def _points_of_letter(letter: str) -> float:
    """Estimate the width of a letter at ten points."""
    if letter in "fijlrst .,;:!'()[]-":
        return 3.9
    if letter.isupper() or letter in "mw|@":
        return 7.8
    if letter.isdigit() or letter == "/":
        return 5.0
    return 5.5 if letter < "\u2000" else 10.0


def _width(columns: Sequence[_Column], page: _Page) -> float:
    """Estimate the width of a table."""
    widths = [
        _share(columns) * page.width if column.wrapped else column.points(page)
        for column in columns
    ]
    return sum(widths) + 2 * page.type.gap * len(columns)


def _share(columns: Sequence[_Column]) -> float:
    """Return the width of a column of long texts, as a fraction of the page's."""
    return min(0.24, 0.6 / max(1, sum(column.wrapped for column in columns)))


def _parts(columns: list[_Column], page: _Page) -> list[list[_Column]]:
    """Split columns into tables that fit; the first texts, two at most, are in each."""
    texts = [column.align == "l" for column in columns[:2]]
    named = columns[: 2 if all(texts) else 1]
    parts = [named]
    for column in columns[len(named) :]:
        longer = [*parts[-1], column]
        if parts[-1] is not named and _width(longer, page) > page.width:
            longer = [*named, column]
            parts.append(longer)
        parts[-1] = longer
    return parts


def _height(columns: list[_Column], page: _Page, words: Sequence[str]) -> float:
    """Estimate the height of a table with its caption and note."""
    inside = _share(columns) * page.width / page.type.factor
    texts = [column.cells for column in columns if column.wrapped]
    rows = len(columns[0].cells)
    lines = rows + sum(
        max(math.ceil(1.2 * _points(cell) / inside) for cell in cells) - 1
        for cells in zip(*texts, strict=True)
    )
    heads = (column.head_lines(broken=page.broken_heads) for column in columns)
    lines += max(map(len, heads))
    of_words = sum(12 * math.ceil(_points(text) / page.width) for text in words)
    # Rules and the space around them and the caption.
    return of_words + page.type.line * lines + 40


def _environment(
    columns: list[_Column], page: _Page, *, words: Sequence[str], feet: int
) -> str:
    """Write a float or, where it would be too high, a table that breaks over pages.

    The first of `words` is the caption, the others are the note's paragraphs.
    """
    share = f"{_share(columns):.2g}"
    wrapped = rf">{{\raggedright\arraybackslash}}p{{{share}\linewidth}}"
    alignment = "".join(x.align if not x.wrapped else wrapped for x in columns)
    heads = [x.head_lines(broken=page.broken_heads) for x in columns]
    most = max(map(len, heads))
    heads = [[""] * (most - len(lines)) + lines for lines in heads]
    head = [r"\toprule", *map(_row, zip(*heads, strict=True)), r"\midrule"]
    rows = [*map(_row, zip(*(column.cells for column in columns), strict=True))]
    if feet:
        rows.insert(len(rows) - feet, r"\midrule")
    size = []
    if page.type.size:
        size = [page.type.size, rf"\setlength{{\tabcolsep}}{{{page.type.gap}pt}}"]
    caption = rf"\caption{{{words[0]}}}"
    note = [r"\par\smallskip\footnotesize\raggedright"] if words[1:] else []
    note += [rf"{text}\par" for text in words[1:]]
    if _height(columns, page, words) <= page.height:
        name = "sidewaystable" if page.turned else "table"
        lines = [rf"\begin{{{name}}}", r"\centering", caption, *size]
        lines += [rf"\begin{{tabular}}{{{alignment}}}", *head, *rows, r"\bottomrule"]
        lines += [r"\end{tabular}", *note, rf"\end{{{name}}}"]
    else:
        around = "{landscape}" if page.turned else "group"
        lines = [rf"\begin{around}", *size, r"\setlength{\LTcapwidth}{\linewidth}"]
        lines += [rf"\begin{{longtable}}{{{alignment}}}", caption + r" \\"]
        lines += [*head, r"\endfirsthead", *head, r"\endhead"]
        lines += [r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}"]
        lines += [*note, rf"\end{around}"]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    """Write one line of a table."""
    return " & ".join(cells) + r" \\"
