r"""Text in LaTeX: escaped, its formulas in ``$...$``, and how wide it is."""

import re
from functools import lru_cache
from itertools import chain, zip_longest

# Letters of a word, and where else it may break, before a line may end within it.
_PIECE = re.compile(r"([^\s-]{8,13}[_./:;,=]|[^\s-]{14})(?=[^\s-])")

# Formulas in the report's own words.
_FORMULA = re.compile(
    r"P\(X (?:>=|[<>=]) q/2\)"
    r"|\b1 - alpha\b|\b(?:alpha|rho)(?= [=<>])|(?<=\bat )alpha\b"
    r"|\bR[+-](?![\w+-])"
    r"|\b[pPqzF](?= [<>=]=? ?\d)"
)

_MARKS = {mark: "\\" + mark for mark in "&%$#_{}"}
_MARKS |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"}
_MARKS |= {"^": r"\textasciicircum{}", "|": r"\textbar{}"}
_MARKS |= {"<": r"\textless{}", ">": r"\textgreater{}", "\n": r"\allowbreak{}"}
# Marks that the report itself writes.
_MARKS |= {"∘": r"$\circ$", "•": r"$\bullet$", "∞": r"$\infty$"}
_MARKS |= {"\N{EN DASH}": "--", "\N{MINUS SIGN}": "$-$"}
_TRANSLATED = str.maketrans(_MARKS)

# Widths of letters in Computer Modern Roman at ten points, and of what prints nothing.
_LETTERS = {
    0.0: r"${}^\allowbreak{}\textbf",
    2.8: r"!',.:;[]`il\textbar{}",
    3.4: " -fj",
    3.7: r"I\_",
    4.0: "()rst",
    4.5: "cez",
    5.0: r'"*/0123456789ago?\$\{\}',
    5.3: "Jkqvxy",
    5.6: "Sbdhnpu",
    6.3: "ZL",
    6.9: "EFP",
    7.4: "BCTwR",
    7.9: "AHNUVXYD+=@KOQG",
    8.4: r"m\&\%\#",
    9.2: "M",
    10.3: "W",
}
_TOKEN = re.compile(r"\\[a-zA-Z]+(?:\{\})?|\\?.")
_POINTS = {
    token: width
    for width, letters in _LETTERS.items()
    for token in _TOKEN.findall(letters)
}
# Of commands that print one mark, and of other letters.
_COMMAND, _LATIN, _WIDE = 7.9, 7.0, 10.0
_BOLD = 1.16


def escape(text: str) -> str:
    r"""Escape text for any place in a table, and set its formulas as such.

    Long words may break (``\allowbreak``).
    """
    # A blank line would end the paragraph, and with it a cell or caption.
    text = " ".join(text.split())
    formulas = map(_formula, _FORMULA.findall(text))
    between = map(_escape, _FORMULA.split(text))
    pairs = zip_longest(between, formulas, fillvalue="")
    escaped = "".join(chain.from_iterable(pairs))
    # Behind the end of a row a bracket or star would be read as its argument.
    return "{}" + escaped if escaped.startswith(("[", "*")) else escaped


def _escape(text: str) -> str:
    """Escape text without formulas."""
    return _PIECE.sub("\\1\n", text).translate(_TRANSLATED)


def _formula(text: str) -> str:
    """Write a formula as LaTeX does."""
    text = re.sub(r"\b(alpha|rho)\b", r"\\\1", text).replace(">=", r"\ge")
    return "$" + re.sub("R([+-])", r"R^\1", text) + "$"


@lru_cache(maxsize=20_000)
def points(latex: str) -> float:
    """Estimate the width of escaped text at ten points."""
    width = 0.0
    for token in _TOKEN.findall(latex):
        other = _COMMAND if token[1:] else _LATIN if token < "\u2000" else _WIDE
        width += _POINTS.get(token, other)
    return _BOLD * width if latex.startswith(r"\textbf{") else width
