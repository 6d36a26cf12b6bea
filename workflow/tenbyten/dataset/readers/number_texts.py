"""Tell which texts are numbers, and which are numbers with separators in them."""

import re
from collections.abc import Collection, Iterable

import pyarrow as pa
import pyarrow.compute as pc

# Patterns that Python and Arrow read alike.
NUMBER = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?"
COMMA_NUMBER = NUMBER.replace(r"\.", ",")
NO_NUMBER = "[+-]?(?i:nan|inf(inity)?)"
# From here on, a float may stand for a whole number that differs from it.
EXACT = 2**53
# The shortest whole numbers that may be beyond it.
_LONG = "^[+-]?[0-9]{16,}$"

_NUMBER = re.compile(NUMBER)
_NO_NUMBER = re.compile(NO_NUMBER)
_DECIMAL_COMMA = re.compile(COMMA_NUMBER)
# Points, commas, apostrophes and blanks of all widths; and Indian groups of two.
_THOUSANDS = re.compile(
    "[+-]?[1-9][0-9]{0,2}(?:"
    "([,.'\u2019 \u00a0\u2009\u202f])[0-9]{3}(?:\\1[0-9]{3})*(?:(?!\\1)[.,][0-9]*)?"
    "|(?:,[0-9]{2})+,[0-9]{3}(?:\\.[0-9]*)?)"
)


def is_number(text: str) -> bool:
    """Whether a text is a number; ``nan`` is one that is missing, ``inf`` infinite."""
    return is_in_digits(text) or bool(_NO_NUMBER.fullmatch(text))


def is_in_digits(text: str) -> bool:
    """Whether a text is a number that is neither missing nor infinite by its name."""
    return bool(_NUMBER.fullmatch(text))


def is_separated(text: str) -> bool:
    """Whether a text is a number but for thousands separators or a decimal comma."""
    return bool(_THOUSANDS.fullmatch(text) or _DECIMAL_COMMA.fullmatch(text))


def separators_in(texts: Collection[str]) -> tuple[str, str]:
    """Name the separators in texts of which each is a number, and say what to do.

    Both are empty if a text is none, or all are without separators.
    """
    marked = []
    for text in texts:
        if is_number(text):
            continue
        if not is_separated(text):
            return "", ""
        marked.append(text)
    if not marked:
        return "", ""
    thousands = [text for text in marked if _THOUSANDS.fullmatch(text)]
    if not thousands:
        told = f"numbers such as {marked[0][:40]!r}; write them with decimal points"
        return "decimal commas", told
    return "thousands separators", (
        f"numbers such as {thousands[0][:40]!r}; write them without, and with decimal "
        f"points"
    )


def long_numbers(texts: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """Return whole numbers that may be too long for a float."""
    return texts.filter(pc.fill_null(pc.match_substring_regex(texts, _LONG), False))


def all_numbers(
    column: pa.ChunkedArray, pattern: str = NUMBER
) -> pa.ChunkedArray | None:
    """Parse texts, with points or by `COMMA_NUMBER`; None unless all are numbers."""
    every = pc.all(pc.match_substring_regex(column, f"^({pattern}|{NO_NUMBER})$"))
    if not every.as_py() or column.null_count == len(column):
        return None
    plain = pc.replace_substring(column, ",", ".")
    plain = pc.replace_substring_regex(plain, r"^\+", "")
    return pc.cast(plain, pa.float64())


def one_whole_number(texts: Iterable[str]) -> dict[str, str]:
    """Return the one way to write whole numbers of which some differ by a sign alone.

    That is ``+1`` beside ``1`` and ``-0`` beside ``0``; a text that has no such other
    stays as it is. Leading zeros make a code, and no other number of ``01``.
    """
    ways: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        plain = text.removeprefix("+")
        if not plain.strip("-0"):
            plain = plain.removeprefix("-")
        ways.setdefault(plain, []).append(text)
    return {
        text: found[0] if len(found) == 1 else plain
        for plain, found in ways.items()
        for text in found
    }
