r"""Tables in LaTeX that fit the page of an article, in one column or two.

A table stands upright while it fits there, if need be with heads of several lines or
smaller type, in a column or across both; else it is turned; what is too wide even so
becomes several tables. One that is too high for a page breaks over pages.
"""

import math
import re
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from tenbyten.report.document import Align, Cell, Table
from tenbyten.report.latex_text import escape, points

# Cells with wider texts, in points at normal size, break over lines.
_WIDEST_LINE = 220
# So do words in a head, with more letters.
_LETTERS_OF_A_HEAD = 30
# Fourteen letters, after which a word may break.
_POINTS_OF_A_PIECE = 80
_POINTS_OF_A_LETTER = 5.5

# Two lines of `article`, behind the table's number.
_POINTS_OF_A_CAPTION = 640

# Packages that must be loaded, by what needs them.
_PACKAGES = {
    r"\arraybackslash": "array",
    r"\toprule": "booktabs",
    r"\begin{longtable}": "longtable",
    r"\begin{landscape}": "pdflscape",
    r"\begin{sidewaystable*}": "rotating",
}

# pdflatex knows letters before this one but for eight, and these marks; some of them
# in the font encoding T1 alone.
_FIRST_UNKNOWN = "\u017f"
_UNKNOWN = {*map(chr, (0x126, 0x127, 0x138, 0x13F, 0x140, 0x149, 0x166, 0x167))}
_PUNCTUATION = {"\u2013", "\u2014", "\u2018", "\u2019", "\u201c", "\u201d", "\u2026"}
_LETTERS_SHOWN = 30

# Leaves two columns for what follows in the group.
_ONE_COLUMN = r"\csname if@twocolumn\endcsname\onecolumn\aftergroup\twocolumn\fi"


class _Type(NamedTuple):
    """A size of type: its command, width of its letters, and spaces in points."""

    size: str
    factor: float
    line: float
    gap: int


# Computer Modern's small sizes run wide: its eight points are 0.85 of ten, its seven
# 0.80, its six 0.74.
_NORMAL = _Type("", 1.0, 12.0, 6)
_SMALL = _Type(r"\footnotesize", 0.85, 9.5, 4)
_SMALLER = _Type(r"\scriptsize", 0.80, 8.0, 3)
_SMALLEST = _Type(r"\fontsize{6}{7}\selectfont", 0.74, 7.0, 3)


class _Page(NamedTuple):
    """Room for a table, and the type in it.

    `environment` is that of a float: a column of two, the width of the text (in two
    columns across both), or that turned. Where its width depends on the class, that of
    ``article`` counts, the narrowest.
    """

    environment: str
    width: int
    height: int
    type: _Type = _NORMAL
    broken_heads: bool = True

    @property
    def turned(self) -> bool:
        """Whether the table lies on its side."""
        return self.environment.startswith("sideways")


_COLUMN = _Page("table", 228, 525)
_TEXT = _Page("table*", 345, 525)
_TURNED = _Page("sidewaystable*", 550, 345)
# The first that is wide enough is taken.
_PAGES = [
    _COLUMN._replace(broken_heads=False),
    _COLUMN,
    _TEXT._replace(broken_heads=False),
    _TEXT,
    _TEXT._replace(type=_SMALL),
    _TEXT._replace(type=_SMALLER),
    _TURNED,
    _TURNED._replace(type=_SMALL),
    _TURNED._replace(type=_SMALLEST),
]
# Page of a table that is split.
_PART = _TURNED._replace(type=_SMALL)


class _Words(NamedTuple):
    """The words around a table in LaTeX: its caption, and the note's paragraphs."""

    caption: str
    note: list[str]


class _Column(NamedTuple):
    """One column: its head as plain text, its cells in LaTeX, the widest's points."""

    head: str
    cells: list[str]
    align: Align
    widest: float

    @property
    def wrapped(self) -> bool:
        """Whether its texts are long enough to break over lines."""
        return self.align == "l" and self.widest > _WIDEST_LINE

    def head_lines(self, *, broken: bool) -> list[str]:
        """Break the head, if at all, such that it is about as wide as the cells."""
        if not broken:
            return [escape(self.head)]
        letters = int(self.widest / _POINTS_OF_A_LETTER)
        word = min(max(map(len, self.head.split()), default=1), _LETTERS_OF_A_HEAD)
        letters = max(word, min(letters, _LETTERS_OF_A_HEAD))
        return [escape(line) for line in textwrap.wrap(self.head, letters)] or [""]

    def points(self, page: _Page) -> float:
        """Estimate the width of a column that is not wrapped."""
        heads = map(points, self.head_lines(broken=page.broken_heads))
        return page.type.factor * max(self.widest, *heads)


def tables_in_latex(*tables: Table) -> str:
    """Write tables such that they fit the page; all text is escaped.

    A table is one environment or, where no page is wide enough, several, each with the
    title and the first columns, which name a row. Texts longer than some forty letters
    break over lines in left-aligned columns. The first line names the packages needed.
    Each table has a label, ``tab:`` and its name.

    The same text fits ``article`` in one and in two columns, and classes with wider
    text. Widths and heights are estimated from letters in Computer Modern, mostly
    somewhat too large. Letters that pdflatex does not know, such as Greek and Chinese
    ones, stay as they are; a second line names them, and what they need.
    """
    text = "\n".join(map(_environments, tables)) + "\n"
    packages = ",".join(name for mark, name in _PACKAGES.items() if mark in text)
    return rf"% needs \usepackage{{{packages}}}" + "\n" + _needs_of_letters(text) + text


def _needs_of_letters(text: str) -> str:
    """Say what letters need that pdflatex does not know; nothing if there are none."""
    far = {x for x in text if x >= _FIRST_UNKNOWN} - _PUNCTUATION
    letters = sorted(far | _UNKNOWN & set(text))
    if not letters:
        return ""
    shown = " ".join(letters[:_LETTERS_SHOWN]) + " ..." * (
        letters[_LETTERS_SHOWN:] != []
    )
    return (
        f"% pdflatex does not know {shown}: use lualatex or xelatex, with the package "
        f"fontspec and, by its setmainfont, a font that has them\n"
    )


def _environments(table: Table) -> str:
    """Write one table, in parts if need be."""
    every = [*table.rows, *table.foot]
    columns = []
    for i, column in enumerate(table.columns):
        cells = [_cell(row[i]) for row in every]
        widest = max(map(points, cells), default=0)
        columns.append(_Column(column.heading, cells, column.align, widest))
    page = _page(columns, _words(table, 1, 1))
    parts = _parts(columns, page)
    texts = [
        _environment(
            part, page, words=_words(table, number, len(parts)), feet=len(table.foot)
        )
        for number, part in enumerate(parts, 1)
    ]
    return "\n".join(texts)


def _words(table: Table, part: int, parts: int) -> _Words:
    """Write the words around a part of a table; label and note are the first's."""
    title = table.title + (f" (part {part} of {parts})" if parts > 1 else "")
    if part > 1:
        return _Words(rf"\caption{{{escape(title)}}}", [])
    lead = " ".join(filter(None, [table.lead, *table.paragraphs[:1]]))
    caption, rest = _caption(title, re.split(r"(?<=\.) (?=\W?[A-Z])", lead))
    label = re.sub("[^A-Za-z0-9.:-]", _in_label, table.name)
    note = [escape(text) for text in (rest, *table.paragraphs[1:]) if text]
    return _Words(rf"\caption{{{escape(caption)}}}\label{{tab:{label}}}", note)


def _in_label(found: re.Match[str]) -> str:
    """Write a letter such that labels stay different, and every LaTeX takes them."""
    return "-" if found[0].isascii() else f"u{ord(found[0]):x}"


def _caption(title: str, sentences: Sequence[str]) -> tuple[str, str]:
    """Fill two lines with the title and sentences; those left over begin the note."""
    caption, between = title, ". "
    for i, sentence in enumerate(filter(None, sentences)):
        longer = f"{caption}{between}{sentence}"
        if points(escape(longer)) > _POINTS_OF_A_CAPTION:
            return caption, " ".join(sentences[i:])
        caption, between = longer, " "
    return caption, ""


def _cell(cell: Cell) -> str:
    """Write a cell's text, bold type and mark."""
    text = escape(cell.text)
    text = rf"\textbf{{{text}}}" if cell.strong else text
    return f"{text} {escape(cell.mark)}" if cell.mark else text


def _width(columns: Sequence[_Column], page: _Page) -> float:
    """Estimate the width of a table."""
    widths = [
        _share(columns) * page.width if column.wrapped else column.points(page)
        for column in columns
    ]
    return sum(widths) + 2 * page.type.gap * len(columns)


def _page(columns: list[_Column], words: _Words) -> _Page:
    """Choose the first page that is wide enough; of its type, one that is high enough.

    Columns of texts that break over lines must have room for the pieces of a word.
    """
    wrapped = any(column.wrapped for column in columns)
    pages = [
        page
        for page in _PAGES
        if _width(columns, page) <= page.width
        and _share(columns) * page.width
        >= wrapped * _POINTS_OF_A_PIECE * page.type.factor
    ]
    if not pages:
        return _PART
    for page in pages:
        upright = page.type == pages[0].type and page.turned == pages[0].turned
        if upright and _height(columns, page, words) <= page.height:
            return page
    return pages[0]


def _share(columns: Sequence[_Column]) -> float:
    """Return the width of a column of long texts, as a fraction of the page's."""
    wrapped = sum(column.wrapped for column in columns)
    room = 0.85 if wrapped == len(columns) else 0.6
    return min(0.24, room / max(1, wrapped))


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


def _height(columns: list[_Column], page: _Page, words: _Words) -> float:
    """Estimate the height of a table with its caption and note."""
    inside = _share(columns) * page.width / page.type.factor
    texts = [column.cells for column in columns if column.wrapped]
    rows = len(columns[0].cells)
    lines = rows + sum(
        max(math.ceil(1.2 * points(cell) / inside) for cell in cells) - 1
        for cells in zip(*texts, strict=True)
    )
    heads = (column.head_lines(broken=page.broken_heads) for column in columns)
    lines += max(map(len, heads))
    of_words = 0.0
    for text, size in [(words.caption, _NORMAL), *((x, _SMALL) for x in words.note)]:
        of_words += size.line * math.ceil(size.factor * points(text) / page.width)
    # Rules and the space around them, the caption and the note.
    return of_words + page.type.line * lines + 45


def _environment(
    columns: list[_Column], page: _Page, *, words: _Words, feet: int
) -> str:
    """Write a float or, where it would be too high, a table that breaks over pages."""
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
    note = [r"\par\smallskip\footnotesize\raggedright"] if words.note else []
    note += [rf"{text}\par" for text in words.note]
    if _height(columns, page, words) <= page.height:
        name = page.environment
        lines = [rf"\begin{{{name}}}", r"\centering", words.caption, *size]
        lines += [rf"\begin{{tabular}}{{{alignment}}}", *head, *rows, r"\bottomrule"]
        lines += [r"\end{tabular}", *note, rf"\end{{{name}}}"]
    else:
        # A longtable is refused in two columns.
        lines = [r"\begingroup", _ONE_COLUMN, *[r"\begin{landscape}"] * page.turned]
        lines += [*size, r"\setlength{\LTcapwidth}{\linewidth}"]
        lines += [rf"\begin{{longtable}}{{{alignment}}}", words.caption + r" \\"]
        lines += [*head, r"\endfirsthead", *head, r"\endhead"]
        lines += [r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}", *note]
        lines += [*[r"\end{landscape}"] * page.turned, r"\endgroup"]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    """Write one line of a table."""
    return " & ".join(cells) + r" \\"
