"""Read the numbers that cells of a printed table hold as text."""

import re
from math import nan
from typing import NamedTuple

import pandas as pd

from tenbyten.tables.markup import MARKS

# What stands for a missing number, in lower case.
_MISSING = {"", "-", "--", "---", "\N{EN DASH}", "—", "n/a", "na", "nan", "none"}
_MISSING |= {"null", "?", "missing", "failed", "timeout", "err"}
# Possessive throughout: a long cell that is no number is found to be none at once.
_DIGITS = r"(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?"
_NUMBER = re.compile(
    rf"""(?P<value>[-+]?(?:{_DIGITS}|inf))
    \s*+%?\s*+[{MARKS}]*+\s*+
    (?:(?:±|\+/?-)\s*+(?P<after>{_DIGITS})\s*+%?
      |[(\[]\s*+±?\s*+(?P<inside>{_DIGITS})\s*+%?\s*+[)\]]\s*+%?
    )?
    \s*+[{MARKS}]*+""",
    re.VERBOSE | re.IGNORECASE,
)
# A macro of LaTeX around a number; bold and italic of Markdown; 1_000_000 is neither.
_MACRO = re.compile(r"\\[a-zA-Z]+\{([^{}]*)\}")
_EMPHASIS = re.compile(r"(?<![0-9.])(\*{1,3}|__?)([^*_]+)\1(?![0-9.])")


class Numbers(NamedTuple):
    """What cells of text hold; all have the index of the texts.

    Attributes
    ----------
    values : Series of float
        The numbers as they are written, percentages too; nan where a cell has none.
    wrong : Series of bool
        Cells that are neither a number nor missing.
    percent : Series of bool
        Cells with a percent sign.
    deviations : Series of float
        What follows ± or stands in brackets, nan without. In brackets it can be a
        standard deviation or error, or a rank.
    """

    values: pd.Series
    wrong: pd.Series
    percent: pd.Series
    deviations: pd.Series


def read_numbers(texts: pd.Series) -> Numbers:
    """Read the numbers of cells of text, with percent signs, deviations and marks.

    A number has a decimal point and no sign between thousands: ``1,234.5`` is wrong, as
    is all that is more than a number, such as ``0.93a`` or ``(1)``. Marks (`MARKS`) and
    Markdown's bold and italic are ignored.

    Examples
    --------
    >>> texts = pd.Series(["0.93", "90.3 ± 1.3", "**90.3%** (1.3)", "n/a", "1,234.5"])
    >>> pd.concat(read_numbers(texts), axis=1, keys=Numbers._fields)
       values  wrong  percent  deviations
    0    0.93  False    False         NaN
    1   90.30  False    False         1.3
    2   90.30  False     True         1.3
    3     NaN  False    False         NaN
    4     NaN   True    False         NaN
    """
    codes, unique = pd.factorize(texts.astype(str).where(texts.notna(), ""))
    cells = pd.DataFrame(list(map(_read_number, unique)), columns=Numbers._fields)
    cells = cells.astype(dict(zip(cells, (float, bool, bool, float), strict=True)))
    cells = cells.take(codes).set_axis(texts.index)
    return Numbers(*(cells[name] for name in cells))


def _read_number(text: str) -> tuple[float, bool, bool, float]:
    """Read one cell, in the order of `Numbers`."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    plain = _EMPHASIS.sub(r"\2", _MACRO.sub(r"\1", text).replace(r"\%", "%"))
    if not (match := _NUMBER.fullmatch(text) or _NUMBER.fullmatch(plain)):
        return nan, plain.lower() not in _MISSING, False, nan
    deviation = match["after"] or match["inside"] or nan
    return float(match["value"]), False, "%" in text, float(deviation)
