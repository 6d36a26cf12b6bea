"""Read the rows of tables that are written in LaTeX or Markdown.

Rows come as in the source, with those above the names of columns. A command of LaTeX
that is not known here stays in its cell, unless it is around all of it: what an author
put behind a number must not become its last digits.
"""

import html
import re
from collections.abc import Iterator
from functools import cache

from tenbyten.tables.texts import Row

# Signs that tables set behind a number, such as for significance.
MARKS = "*†‡§¶•●◦∘○★⋆"

# One character in place of an escaped one, until a cell is plain text.
_ESCAPED = {0xE000 + code: code for code in range(1, 128)}
# The same for the end of a row of LaTeX.
_ROW_END = "\ue000"

_MANY = 10_000

# Braces and what they hold, up to four deep.
_GROUP = r"\{[^{}]*\}"
for _ in range(3):
    _GROUP = rf"\{{(?:[^{{}}]|{_GROUP})*\}}"
_OPTION = r"\s*(?:\[[^\]]*\])?\s*"
_TABULAR = re.compile(
    # The second group is there where a width stands before the columns.
    rf"\\begin\{{(tabular|longtable|(tabular[x*]))\}}{_OPTION}(?(2){_GROUP}\s*)"
    rf"{_GROUP}((?:(?!\\begin\{{(?:tabular|longtable)).)*?)\\end\{{\1\}}",
    re.DOTALL,
)
# A tabular of one column is a cell of several lines.
_LINES = r"\{(?:@\{\})?[lcr](?:@\{\})?\}((?:(?!\\begin\{tabular|&).)*?)"
_LINES = rf"(?s)\\begin\{{tabular\}}{_OPTION}{_LINES}\\end\{{tabular\}}"
CAPTION = re.compile(rf"\\caption\*?(?:\[[^\]]*\])?\s*({_GROUP})")
_MULTICOLUMN = re.compile(
    rf"\s*\\multicolumn\s*\{{(\d{{1,3}})\}}\s*{_GROUP}\s*({_GROUP})"
)
_MULTIROW = re.compile(
    rf"\\multirow{_OPTION}\{{(-?\d{{1,3}})\}}{_OPTION}(?:{_GROUP}|\*){_OPTION}({_GROUP})"
)
# Rules, and commands whose (first) argument is no text. A longtable repeats its head.
_NO_TEXT = re.compile(
    r"(?s:\\end(?:first)?head\b.*\\end(?:head|foot|lastfoot)\b)"
    r"|\\(?:begin|end)\{sideways\}"
    r"|\\(?:hline|(?:top|mid|bottom)rule|addlinespace|footnotemark|end(?:first)?head"
    r"|end(?:last)?foot)(?![A-Za-z])(?:\[[^\]]*\])?"
    r"|\\(?:cmidrule|cline|hhline|noalign|caption|label|cite[a-z]*|footnote|tnote"
    r"|(?:row|cell|text)?color|rotatebox|[hv]?phantom|[hv]space\*?)"
    rf"(?:\([^)]*\)|\[[^\]]*\])*\s*{_GROUP}"
)
_FONT = re.compile(
    r"\\(?:(?:text|math)?(?:bf|it|sl|sc|rm|sf|tt)(?:series|shape)?|text|emph?|bm|pmb|num"
    r"|bold(?:symbol|math)|u(?:nder)?line|mbox|makecell|shortstack)(?![A-Za-z])\s*"
)
_SPACE = re.compile(
    r"\\(?:tiny|scriptsize|footnotesize|small|normalsize|large|scriptstyle|centering"
    rf"|q?quad|hfill|space)(?![A-Za-z])\s*|\\[,;:! ]|~|{_ROW_END}"
)
_SIGNS = {"pm": "±", "dag": "†", "dagger": "†", "ddag": "‡", "ddagger": "‡", "S": "§"}
_SIGNS |= {"P": "¶", "bullet": "•", "circ": "◦", "ast": "*", "star": "*", "bar": "|"}
_SIGNS |= {"superscript": "^", "subscript": "_", "emdash": "—"}
_SIGNS |= {"backslash": "\ue05c", "asciitilde": "\ue07e", "asciicircum": "\ue05e"}
_SIGNS |= {"less": "<", "greater": ">", "endash": "\N{EN DASH}"}
# A line with |, one of dashes, and further lines with |.
_PIPE_TABLE = re.compile(
    r"^[^|\n]*+\|.*+\n[ \t]*+\|?(?:[ \t]*+:?-++:?[ \t]*+\|)++(?:[ \t]*+:?-++:?)?"
    r"[ \t]*+$"
    r"(?:\n[^|\n]*\|.*)*",
    re.MULTILINE,
)
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,2}|~~|`{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)")


def read_latex(text: str) -> Iterator[list[Row]]:
    r"""Read the rows of every tabular.

    A text that `\multirow` or `\multicolumn` spans over several cells is in each of
    them.
    """
    text = re.sub(
        r"\\\\(?:\*?[ \t]*\[[^\]\n]*[a-z]\])?|\\tabularnewline(?![A-Za-z])"
        r"|\\([{}&%_#$])",
        lambda match: chr(0xE000 + ord(match[1])) if match[1] else _ROW_END,
        text,
    )
    text = re.sub(_LINES, r"{\1}", re.sub("%.*", "", text))
    for tabular in _TABULAR.finditer(text):
        body = _NO_TEXT.sub(lambda match: "\n" * match[0].count("\n"), tabular[3])
        line = text.count("\n", 0, tabular.start(3)) + 1
        rows: list[Row] = []
        spans = []
        plain = cache(lambda cell: _plain(_MULTIROW.sub(r"\2", cell)))
        for source in _split(body, _ROW_END):
            cells: list[str] = []
            for cell in _split(source, "&"):
                columns = _MULTICOLUMN.match(cell)
                # So many cells are refused where they are made a table.
                times = int(columns[1]) if columns and len(cells) < _MANY else 1
                cells += [columns[2] if columns else cell] * times
            for column, cell in enumerate(cells):
                if height := _MULTIROW.search(cell):
                    spans.append((len(rows), column, int(height[1])))
                cells[column] = plain(cell)
            end = line + source.count("\n")
            rows.append((end - source.lstrip().count("\n"), cells))
            line = end
        for number, column, count in spans:
            for _, cells in rows[number + 1 : number + max(count, 1)]:
                cells += [""] * (column + 1 - len(cells))
                cells[column] = cells[column] or rows[number][1][column]
        yield rows


def _split(text: str, sign: str) -> list[str]:
    """Split at a sign that stands outside of braces."""
    parts, depth = [""], 0
    for piece in re.split(rf"([{{}}{sign}])", text):
        depth += (piece == "{") - (piece == "}")
        if piece == sign and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _plain(cell: str) -> str:
    """Return the text that LaTeX prints, of marks and numbers in one line."""
    cell = _SPACE.sub("\ue020", _FONT.sub("", cell))
    cell = re.sub(
        r"\\(?:text)?([A-Za-z]+)\s*", lambda match: _SIGNS.get(match[1], match[0]), cell
    )
    cell = re.sub(rf"^\s*\\[A-Za-z]+\s*({_GROUP})\s*$", r"\1", cell)
    # Other exponents and indices stay: 10^{-3} is not 10-3.
    cell = re.sub(rf"[_^](?=[\s{{]*[±{MARKS}])", "", cell)
    cell = re.sub(r"[{}$]", "", cell)
    return " ".join(cell.translate(_ESCAPED).split())


def read_markdown(text: str) -> Iterator[list[Row]]:
    """Read the rows of every pipe table."""
    text = re.sub(
        r"\\([!-/:-@\[-`{-~])", lambda match: chr(0xE000 + ord(match[1])), text
    )
    for table in _PIPE_TABLE.finditer(text):
        line = text.count("\n", 0, table.start()) + 1
        yield [
            (line + n, list(map(_unmarked, re.sub(r"^\||\|$", "", row).split("|"))))
            for n, row in enumerate(map(str.strip, table[0].split("\n")))
            if n != 1
        ]


def titles_of_markdown(text: str) -> list[str]:
    """List what stands above pipe tables: the last line, and the last heading."""
    found = []
    for table in _PIPE_TABLE.finditer(text):
        lines = [x.strip() for x in text[: table.start()].split("\n") if x.strip()]
        found += [x for x in lines if x.startswith("#")][-1:] + lines[-1:]
    return [re.sub(r"[#*_]+", " ", x).strip() for x in dict.fromkeys(found)]


def _unmarked(cell: str) -> str:
    """Return the text of a cell without Markdown's marks and HTML's tags."""
    cell = re.sub(r"\[\^[^\]]*\]|</?[A-Za-z][^>]*>", " ", cell)
    cell = re.sub(r"\[([^\]]*)\]\((?:https?:|[#./])[^)]*\)", r"\1", cell)
    for _ in range(2):  # the one within the other
        cell = _EMPHASIS.sub(r"\2", cell)
    return " ".join(html.unescape(cell).split()).translate(_ESCAPED)
