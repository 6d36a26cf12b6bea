"""Tables in files: any file as columns of text, and our own CSV."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from tenbyten.files import PathLike


@contextmanager
def prefix_errors(path: PathLike) -> Iterator[None]:
    """Name the file in every error, once, and tell what is wrong with a damaged one.

    Parameters
    ----------
    path : path
        What errors begin with.

    Raises
    ------
    ValueError
        In place of a ValueError, or of an error of gzip or of the encoding.
    """
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
        prefix = "" if str(error).startswith(f"{path}: ") else f"{path}: "
        raise ValueError(f"{prefix}{error}") from None
