"""Readers of data files and of tables in memory.

Every format comes down to a raw table, `RawTable` of `datasets.table`, whose columns
have types by one rule (`column_types`); ARFF says its types itself. What readers share
is here, and imports little.
"""

import gzip
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tenbyten.files import PathLike

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


@contextmanager
def prefix_errors(path: PathLike) -> Iterator[None]:
    """Name the file in every error, once, and tell what is wrong with a damaged one."""
    try:
        yield
    except UnicodeDecodeError as error:
        before, byte = error.object[: error.start][-20:], error.object[error.start]
        raise ValueError(
            f"{path}: byte 0x{byte:02x} after {before.decode(errors='replace')!r} is "
            f"not UTF-8; save the file as UTF-8"
        ) from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(
            f"{path}: cannot be unpacked by gzip ({error}); get the whole file again"
        ) from None
    except ValueError as error:
        at = "" if str(error).startswith(f"{path}: ") else f"{path}: "
        raise ValueError(f"{at}{error}") from None
