"""The cell that this process trains and tests, for another process that times it."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

_LONGEST = 4096
# Where this process writes it; None where nobody times it.
_file: IO[bytes] | None = None


def write_position_to(file: IO[bytes]) -> None:
    """Write from now on into a file which cell this process is at."""
    global _file
    _file = file


def read_position(file: IO[bytes]) -> list[Any]:
    """Read data set, classifier, run and fold; an empty list outside of any fold."""
    return json.loads(os.pread(file.fileno(), _LONGEST, 0).strip() or b"[]")


@contextmanager
def in_fold(*cell: str | int) -> Iterator[None]:
    """Report that this process trains and tests a cell."""
    _write(cell)
    try:
        yield
    finally:
        leave_fold()


def leave_fold() -> None:
    """Report that what follows is no training, until the next `in_fold`."""
    _write(())


def _write(cell: tuple[str | int, ...]) -> None:
    """Replace the position."""
    if _file is not None:
        # Blanks rub out a longer text; one call, so that none is read in part.
        text = json.dumps(cell).encode().ljust(_LONGEST)
        os.pwrite(_file.fileno(), text, 0)
