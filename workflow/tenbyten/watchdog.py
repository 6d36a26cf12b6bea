"""Start a watchdog process beside a job: it ends the job with its Snakemake.

It also logs the fold that the job is at.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Where jobs find the number of the Snakemake's process.
SNAKEMAKE = "TENBYTEN_SNAKEMAKE"

_LONGEST = 4096
_OUTSIDE = b"[]"
_PROCESS = Path(__file__).with_name("watchdog_process.py")


class Position:
    """The cell that a job is at, in a file that other processes can read.

    It is JSON: a list of data set, classifier, run and fold; an empty list outside of
    any fold.
    """

    def __init__(self) -> None:
        # It is closed with the process.
        self._file = tempfile.TemporaryFile()  # noqa: SIM115
        self.write(_OUTSIDE)

    def fileno(self) -> int:
        """Return the file's descriptor."""
        return self._file.fileno()

    def read(self) -> bytes:
        """Return the position."""
        return os.pread(self.fileno(), _LONGEST, 0).strip()

    def write(self, text: bytes) -> None:
        """Replace the position."""
        # Blanks rub out a longer text; one call, so that none is read in part.
        os.pwrite(self.fileno(), text.ljust(_LONGEST), 0)


# That of this process.
_position: Position | None = None


@contextmanager
def watched(position: Position | None = None) -> Iterator[None]:
    """Run a watchdog process beside this one, on Linux.

    It kills this process and those it has started when Snakemake or the parent has
    ended. It logs, on standard error, a fold that takes longer than a second, and where
    this process was if others killed it. `position` is where `at_work` writes; a new
    one by default.
    """
    global _position
    if not hasattr(os, "pidfd_open"):
        yield
        return
    before, _position = _position, position or Position()
    masters = [os.getppid(), *map(int, os.environ.get(SNAKEMAKE, "").split())]
    numbers = map(str, (_position.fileno(), os.getpid(), *masters))
    # Isolated and without `site`: it starts in hundredths of a second.
    command = [sys.executable, "-I", "-S", str(_PROCESS), *numbers]
    with subprocess.Popen(command, pass_fds=[_position.fileno()]) as watchdog:
        try:
            yield
        finally:
            watchdog.kill()
            _position = before


@contextmanager
def at_work(*cell: str | int) -> Iterator[None]:
    """Tell the watchdog, if there is one, that this process trains and tests.

    The cell is data set, classifier, run and fold.
    """
    if _position is None:
        yield
        return
    _position.write(json.dumps(cell).encode())
    try:
        yield
    finally:
        leave_fold()


def leave_fold() -> None:
    """Tell the watchdog that what follows is no training, until the next `at_work`."""
    if _position is not None:
        _position.write(_OUTSIDE)
