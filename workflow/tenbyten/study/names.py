"""Names that files can have, for studies, data sets and so on; printable text."""

from __future__ import annotations

import itertools
import logging
import re
import unicodedata
from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING

from tenbyten.words import list_first

if TYPE_CHECKING:
    import pandas as pd

_log = logging.getLogger(__name__)

# In UTF-8. File systems allow 255 bytes, and some file names have two of these.
_MOST_BYTES = 64
_MARKS = "_.+-"
# Kinds of characters, by the start of their name in Unicode: letters, digits, and marks
# on or beside a letter of some scripts.
_IN_A_NAME = ("L", "Nd", "M")
_FIRST = ("L", "Nd")
# Scripts written from right to left, which reorder their neighbours on a line.
_FROM_THE_RIGHT = {"R", "AL", "AN"}
# Invisible letters and marks.
_BLANK = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
_BLANK |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}

# Control characters, surrogates, ends of lines and paragraphs; characters that change
# the direction of the text behind them.
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}

# Most changed names that the log lists.
_NAMED = 5
_REMEDY = (
    "give letters (of scripts from left to right), digits and . _ + - alone, a letter "
    "or digit first; a classifier's `label` may have any text"
)


def name_fault(name: str) -> str:
    """Say why a file cannot have a name, and the remedy; empty if it can.

    Letters may be of any script that is written from left to right. They must be
    composed (Unicode's form NFC), so that names that look alike are equal.

    Examples
    --------
    >>> name_fault("δέντρο-1")
    ''
    >>> name_fault("random forest")[:23]
    "has ' '; give letters ("
    """
    for letter in name:
        if not _is_in_names(letter):
            return f"has {letter!a}; {_REMEDY}"
    if not name:
        return f"is empty; {_REMEDY}"
    if not unicodedata.category(name[0]).startswith(_FIRST):
        return f"begins with {name[0]!r}; {_REMEDY}"
    composed = unicodedata.normalize("NFC", name)
    if composed != name:
        return (
            f"has a letter in two parts, {name!a}; write it in one, such as "
            f"{composed!r}, which looks the same"
        )
    if (size := len(name.encode())) > _MOST_BYTES:
        return (
            f"takes {size} bytes in UTF-8; give {_MOST_BYTES} at most, which are "
            f"{_MOST_BYTES} Latin, 32 Greek or 21 Chinese letters"
        )
    return ""


def fold_case(name: str) -> str:
    """Fold a name's case, so that names that some file systems confuse are equal.

    Examples
    --------
    >>> fold_case("J48") == fold_case("j48")
    True
    """
    return unicodedata.normalize("NFKC", name.casefold()).casefold()


def make_name(text: str, *, most: int = _MOST_BYTES) -> str:
    """Turn a text into a name of at most `most` bytes; empty if no letter is left.

    Characters that names cannot have become ``_``; those that cannot come first are
    removed from the beginning.

    Examples
    --------
    >>> make_name("SVM (RBF)"), make_name("森林, 500"), make_name("?!")
    ('SVM_RBF_', '森林_500', '')
    """
    letters = unicodedata.normalize("NFC", text)
    fit = "".join(letter if _is_in_names(letter) else " " for letter in letters)
    first = (i for i, x in enumerate(fit) if unicodedata.category(x).startswith(_FIRST))
    fit = re.sub(" +", "_", fit[next(first, len(fit)) :])
    return fit.encode()[:most].decode(errors="ignore")


def unique_name(name: str, taken: Container[str] = (), *, otherwise: str = "") -> str:
    """Turn a text into a name for files that differs from others.

    Parameters
    ----------
    name : str
        The text; `make_name` makes the name of it.
    taken : container of str
        Names that others have, from `fold_case`; one of these gets a number.
    otherwise : str
        The name if nothing is left of the text.
    """
    stem = make_name(name) or otherwise
    numbered = (f"{make_name(stem, most=60)}-{n}" for n in itertools.count(2))
    names = itertools.chain([stem], numbered)
    return next(x for x in names if fold_case(x) not in taken)


def rename_for_files(
    table: pd.DataFrame, column: str
) -> tuple[pd.DataFrame, dict[str, str]]:
    """Rename a table's data sets or classifiers so that files can have their names.

    Changed names of data sets are logged.

    Parameters
    ----------
    table : DataFrame
    column : {"dataset", "classifier"}

    Returns
    -------
    table : DataFrame
        With the new names.
    names : dict of str to str
        The new name of every old one, all different, from `unique_name`.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    # Names that are valid already are kept.
    for name in sorted(
        table[column].unique(), key=lambda name: not name or make_name(name) != name
    ):
        names[name] = unique_name(name, taken, otherwise=column)
        taken.add(fold_case(names[name]))
    changed = [f"{name!r} is {new}" for name, new in names.items() if new != name]
    # Tables still show a classifier's old name, as its label.
    if changed and column == "dataset":
        _log.warning(
            "data sets have names that files cannot bear, and get others: %s",
            list_first(changed, most=_NAMED, more=", and "),
        )
    return table.assign(**{column: table[column].map(names)}), names


def _is_in_names(letter: str) -> bool:
    """Return whether a name may have this character."""
    return letter in _MARKS or (
        unicodedata.category(letter).startswith(_IN_A_NAME)
        and unicodedata.bidirectional(letter) not in _FROM_THE_RIGHT
        and ord(letter) not in _BLANK
    )


def find_unprintable(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield a fault for each text, by its key, that tables cannot print."""
    for key, text in texts.items():
        for letter in text:
            if (
                unicodedata.category(letter) in _UNPRINTABLE
                or unicodedata.bidirectional(letter) in _TURNING
                or letter in "\ufffe\uffff"
            ):
                yield (
                    f"key {key}: the character {letter!a}, which cannot be printed, is "
                    f"in {text[:80]!a}; take it out"
                )
                break
