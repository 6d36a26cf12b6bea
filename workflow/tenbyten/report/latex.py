r"""Tables in LaTeX that fit the page of a plain article.

A table stands upright while it fits there, if need be with heads of several lines or
smaller type; else it is turned; what is too wide even so becomes several tables. One
that is too high for a page breaks over pages.
"""

import math
import re
import textwrap
from typing import NamedTuple

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


class _Layout(NamedTuple):
    """A page and type on it, in points; `factor` is how wide letters are."""

    turned: bool = False
    broken_heads: bool = True
    size: str = ""
    factor: float = 1.0
    line: float = 12.0
    gap: int = 6

    @property
    def width(self):
        """Width of the text of ``article``."""
        return 550 if self.turned else 345

    @property
    def height(self):
        """Height of the text of ``article``."""
        return 345 if self.turned else 550


# The first that is wide enough is taken. Computer Modern's small sizes run wide: its
# eight points are 0.85 of ten, its six 0.74.
_SMALL = {"size": r"\footnotesize", "factor": 0.85, "line": 9.5, "gap": 4}
_SMALLEST = {"size": r"\fontsize{6}{7}\selectfont", "factor": 0.74, "line": 7, "gap": 3}
_LAYOUTS = [
    _Layout(broken_heads=False),
    _Layout(),
    _Layout(**_SMALL),
    _Layout(turned=True),
    _Layout(turned=True, **_SMALL),
    _Layout(turned=True, **_SMALLEST),
]
# Of tables that are split.
_PART = _Layout(turned=True, **_SMALL)


class _Column(NamedTuple):
    """One column: its head as plain text, its cells in LaTeX, and l, c or r."""

    head: str
    cells: list[str]
    alignment: str

    @property
    def wrapped(self):
        """Whether its texts are so long that they break over lines."""
        longest = max(map(_points, self.cells), default=0)
        return self.alignment == "l" and longest > _points("n" * _LETTERS_OF_A_LINE)

    def head_lines(self, *, broken):
        """Its head: one line, or as many as make it about as wide as its cells."""
        if not broken:
            return [escape(self.head)]
        letters = int(max(map(_points, self.cells), default=0) / _points("n"))
        word = min(max(map(len, self.head.split()), default=1), _LETTERS_OF_A_HEAD)
        letters = max(word, min(letters, _LETTERS_OF_A_HEAD))
        return [escape(line) for line in textwrap.wrap(self.head, letters)] or [""]

    def points(self, layout):
        """Estimate its width, if it is not wrapped."""
        texts = [*self.head_lines(broken=layout.broken_heads), *self.cells]
        return layout.factor * max(map(_points, texts))


def latex_table(heads, rows, *, alignment, title, caption="", foot=()):
    """Lay a table out such that it fits the page.

    Parameters
    ----------
    heads : list of str
        Plain text.
    rows, foot : sequence of list of str
        Cells in LaTeX; those of the foot sum the rows up.
    alignment : str
        A letter a column: l, c or r. Long texts break over lines where it is l.
    title, caption : str
        Plain text. Where the table is split, every part has the title.

    Returns
    -------
    str
        One environment or, where no page is wide enough, several, in each of which
        the first columns, that name a row, stand again. See `latex_file`.

    Notes
    -----
    Widths and heights are estimated from letters in Computer Modern, mostly somewhat
    too large. Letters that pdflatex does not know, such as Chinese ones, stay as they
    are: they need LuaLaTeX and a font.
    """
    every = [*rows, *foot]
    columns = [
        _Column(head, [row[i] for row in every], alignment[i])
        for i, head in enumerate(heads)
    ]
    fitting = (x for x in _LAYOUTS if _width(columns, x) <= x.width)
    layout = next(fitting, _PART)
    parts = _parts(columns, layout)
    texts = []
    for number, part in enumerate(parts, 1):
        of = f" (part {number} of {len(parts)})" if len(parts) > 1 else ""
        words = [title + of, caption if number == 1 else ""]
        words = escape(". ".join(filter(None, words)))
        texts.append(_environment(part, layout, caption=words, feet=len(foot)))
    return "\n".join(texts)


def latex_file(*tables):
    """Join tables of `latex_table`; the first line says which packages they need."""
    text = "\n".join(tables) + "\n"
    packages = ",".join(name for mark, name in _PACKAGES.items() if mark in text)
    return rf"% needs \usepackage{{{packages}}}" + "\n" + text


def escape(text):
    r"""Write text as LaTeX prints it, wherever in a table it stands.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        Within long words it has ``\allowbreak{}``.
    """
    marks = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"}
    marks |= {"^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}"}
    marks |= {mark: "\\" + mark for mark in "&%$#_{}"}
    # What the report itself writes beyond plain letters.
    marks |= {"∘": r"$\circ$", "•": r"$\bullet$", "\N{EN DASH}": "--"}
    marks |= {"\n": r"\allowbreak{}"}
    # A blank line would end the paragraph, and with it a cell or caption.
    pieces = _PIECE.sub("\\1\n", " ".join(text.split()))
    escaped = "".join(marks.get(mark, mark) for mark in pieces)
    # Behind the end of a row a bracket or star would be read as its argument.
    return "{}" + escaped if escaped.startswith(("[", "*")) else escaped


def _points(latex):
    """Estimate the width of LaTeX's text at ten points, from kinds of letters."""
    # A command prints one wide letter, or makes others bold and thus wider.
    plain = re.sub(r"\\([a-zA-Z]+|.)", "W", latex.replace(r"\allowbreak{}", ""))
    return sum(map(_points_of_letter, re.sub(r"[{}$]", "", plain)))


def _points_of_letter(letter):
    """Estimate the width of a letter at ten points."""
    if letter in "fijlrst .,;:!'()[]-":
        return 3.9
    if letter.isupper() or letter in "mw|@":
        return 7.8
    if letter.isdigit() or letter == "/":
        return 5.0
    return 5.5 if letter < "\u2000" else 10.0


def _width(columns, layout):
    """Estimate the width of a table."""
    widths = [
        _share(columns) * layout.width if column.wrapped else column.points(layout)
        for column in columns
    ]
    return sum(widths) + 2 * layout.gap * len(columns)


def _share(columns):
    """Width of each column of long texts, as a fraction of the page's."""
    return min(0.24, 0.6 / max(1, sum(column.wrapped for column in columns)))


def _parts(columns, layout):
    """Split columns into tables that fit; the first texts, two at most, are in each."""
    texts = [column.alignment == "l" for column in columns[:2]]
    named = columns[: 2 if all(texts) else 1]
    parts = [named]
    for column in columns[len(named) :]:
        longer = [*parts[-1], column]
        if parts[-1] is not named and _width(longer, layout) > layout.width:
            longer = [*named, column]
            parts.append(longer)
        parts[-1] = longer
    return parts


def _height(columns, layout, caption):
    """Estimate the height of a table with its caption."""
    inside = _share(columns) * layout.width / layout.factor
    texts = [column.cells for column in columns if column.wrapped]
    rows = len(columns[0].cells)
    lines = rows + sum(
        max(math.ceil(1.2 * _points(cell) / inside) for cell in cells) - 1
        for cells in zip(*texts, strict=True)
    )
    heads = (column.head_lines(broken=layout.broken_heads) for column in columns)
    lines += max(map(len, heads))
    of_caption = 12 * math.ceil(_points(caption) / layout.width)
    # Rules and the space around them and the caption.
    return of_caption + layout.line * lines + 40


def _environment(columns, layout, *, caption, feet):
    """A float or, where it would be too high, a table that breaks over pages."""
    share = f"{_share(columns):.2g}"
    wrapped = rf">{{\raggedright\arraybackslash}}p{{{share}\linewidth}}"
    columns_as = "".join(x.alignment if not x.wrapped else wrapped for x in columns)
    heads = [x.head_lines(broken=layout.broken_heads) for x in columns]
    most = max(map(len, heads))
    heads = [[""] * (most - len(lines)) + lines for lines in heads]
    head = [r"\toprule", *map(_row, zip(*heads, strict=True)), r"\midrule"]
    rows = [*map(_row, zip(*(column.cells for column in columns), strict=True))]
    if feet:
        rows.insert(len(rows) - feet, r"\midrule")
    size = []
    if layout.size:
        size = [layout.size, rf"\setlength{{\tabcolsep}}{{{layout.gap}pt}}"]
    caption = rf"\caption{{{caption}}}"
    if _height(columns, layout, caption) <= layout.height:
        name = "sidewaystable" if layout.turned else "table"
        lines = [rf"\begin{{{name}}}", r"\centering", caption, *size]
        lines += [rf"\begin{{tabular}}{{{columns_as}}}", *head, *rows, r"\bottomrule"]
        lines += [r"\end{tabular}", rf"\end{{{name}}}"]
    else:
        page = "{landscape}" if layout.turned else "group"
        lines = [rf"\begin{page}", *size, r"\setlength{\LTcapwidth}{\linewidth}"]
        lines += [rf"\begin{{longtable}}{{{columns_as}}}", caption + r" \\"]
        lines += [*head, r"\endfirsthead", *head, r"\endhead"]
        lines += [r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}"]
        lines += [rf"\end{page}"]
    return "\n".join(lines)


def _row(cells):
    """One line of a table."""
    return " & ".join(cells) + r" \\"
