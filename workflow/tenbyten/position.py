"""The fold that this process is at, for another process that times it."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

_LONGEST = 4096
# Where this process writes its position; None where nobody times it.
_file: IO[bytes] | None = None
_cell: tuple[str | int, ...] = ()


def write_position_to(file: IO[bytes]) -> None:
    """Write the position of this process into a file from now on."""
    global _file
    _file = file


def read_position(file: IO[bytes]) -> list[Any]:
    """Read data set, classifier, run and fold; an empty list outside a fold."""
    return json.loads(os.pread(file.fileno(), _LONGEST, 0).strip() or b"[]")


@contextmanager
def in_fold(*cell: str | int) -> Iterator[None]:
    """Report the data set, classifier, run and fold that the block evaluates."""
    _write(cell)
    try:
        yield
    finally:
        leave_fold()


def leave_fold() -> None:
    """Report that this process is in no fold, until the next `in_fold`."""
    _write(())


def position() -> tuple[Any, ...]:
    """Return data set, classifier, run and fold of this process; empty outside."""
    return _cell


def _write(cell: tuple[str | int, ...]) -> None:
    """Replace the position, also in the file."""
    global _cell
    _cell = cell
    if _file is not None:
        # Padded over a longer text before it, in one call: never read in part.
        text = json.dumps(cell).encode().ljust(_LONGEST)
        os.pwrite(_file.fileno(), text, 0)
