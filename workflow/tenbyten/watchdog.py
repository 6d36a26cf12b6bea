"""Start a watchdog process beside a job: it ends the job with its Snakemake.

It also logs the fold that the job is at, and its memory.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LONGEST = 4096
_OUTSIDE = b"[]"
_PROCESS = Path(__file__).with_name("watchdog_process.py")


class Position:
    """The cell that a job is at, in a file that other processes can read.

    It is JSON: a list of data set, classifier, run and fold; an empty list outside of
    any fold; nothing when the job ends in good order, be it with an error.
    """

    def __init__(self) -> None:
        # It is closed with the process.
        self._file = tempfile.TemporaryFile()  # noqa: SIM115
        self._length = 0
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
        os.pwrite(self.fileno(), text.ljust(self._length), 0)
        self._length = max(self._length, len(text))


# That of this process.
_position: Position | None = None


@contextmanager
def watched(
    mem_mb: float | None = None, position: Position | None = None
) -> Iterator[None]:
    """Run a watchdog process beside this one.

    It kills this process and those it has started when Snakemake has ended, when a
    shell between Snakemake and this process has, or, without a Snakemake, the parent.
    It logs, on standard error, a fold that takes longer than a second, and if this
    process is killed by others, how much memory it had, and whether that is more than
    `mem_mb`. `position` is where `at_work` writes; a new one by default.
    """
    global _position
    before, _position = _position, position or Position()
    arguments = {
        "job": os.getpid(),
        "position": _position.fileno(),
        "mem_mb": mem_mb,
    }
    # Isolated and without `site`: it starts in hundredths of a second.
    command = [sys.executable, "-I", "-S", str(_PROCESS), json.dumps(arguments)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, pass_fds=[_position.fileno()]
    ) as watchdog:
        try:
            yield
        finally:
            _position.write(b"")
            _position = before
            if watchdog.stdin:
                watchdog.stdin.close()


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
