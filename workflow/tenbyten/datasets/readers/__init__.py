"""Readers of data files and of tables in memory.

Every format comes down to a raw table, `RawTable` of `datasets.table`, whose columns
have types by one rule (`column_types`); ARFF says its types itself. What readers share
is here, and imports little.
"""

import re
import unicodedata
from collections.abc import Iterable

# Suffixes of Parquet files.
PARQUET = (".parquet", ".pq")
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


def is_in_digits(text: str) -> bool:
    """Whether a text is a number that is neither missing nor infinite by its name."""
    return bool(NUMBER.fullmatch(text))


def refuse_alike(texts: Iterable[str], kind: str) -> None:
    """Refuse texts, of which no two are the same, if two look the same."""
    forms: dict[str, str] = {}
    for text in texts:
        other = forms.setdefault(unicodedata.normalize("NFC", text), text)
        if other != text:
            raise ValueError(
                f"the {kind} {other!a} and {text!a} look alike, and differ in the form "
                f"of their Unicode characters alone; write both the same or another way"
            )
