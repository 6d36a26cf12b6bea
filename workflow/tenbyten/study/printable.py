"""Find text that tables and pages cannot print."""

import unicodedata
from collections.abc import Iterator, Mapping

# Control characters, halves of pairs, ends of lines and paragraphs; what turns the
# direction of the text behind it.
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def unprintable(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield a fault for each text, by its key, that tables cannot print."""
    for key, text in texts.items():
        if wrong := next(filter(_is_unprintable, text), None):
            yield (
                f"key {key}: the character {wrong!a}, which cannot be printed, is in "
                f"{text[:80]!a}; take it out"
            )


def _is_unprintable(letter: str) -> bool:
    """Return whether a character moves, hides or breaks its neighbours in print."""
    return (
        unicodedata.category(letter) in _UNPRINTABLE
        or unicodedata.bidirectional(letter) in _TURNING
        or letter in "\ufffe\uffff"
    )
