"""Report a job's progress to its watchdog process."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_PROCESS = Path(__file__).with_name("watchdog_process.py")


class Progress:
    """The cell that a job is at, in a file that the watchdog reads."""

    def __init__(self, dataset: str, descriptor: int) -> None:
        self._dataset = dataset
        self._descriptor = descriptor
        self._length = 0
        self.enter()

    def enter(self, *cell: str | int) -> None:
        """Report that the job enters a classifier's run and fold, or is between two."""
        position = self._dataset, *(cell or (None, None, None))
        self._write(json.dumps(position).encode())

    def finish(self) -> None:
        """Report that the job ends in good order, be it with an error."""
        self._write(b"")

    def _write(self, text: bytes) -> None:
        # Blanks rub out a longer text; one call, so that none is read in part.
        os.pwrite(self._descriptor, text.ljust(self._length), 0)
        self._length = max(self._length, len(text))


@contextmanager
def watched(
    dataset: str, *, limit_seconds: float | None, **limits: Any
) -> Iterator[Progress]:
    """Run a watchdog process beside this one, none if there is no `limit_seconds`.

    It takes that and `limits` (`limit_mb`, `fingerprint`, `stuck`) as described in
    `watchdog_process.watch`.
    """
    with tempfile.TemporaryFile() as file:
        progress = Progress(dataset, file.fileno())
        if limit_seconds is None:
            yield progress
            return
        own = {"progress": file.fileno(), "job": os.getpid()}
        arguments = own | {"limit_seconds": limit_seconds} | limits
        # Isolated and without `site`: it starts in hundredths of a second.
        command = [sys.executable, "-I", "-S", str(_PROCESS), json.dumps(arguments)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, pass_fds=[file.fileno()]
        ) as watchdog:
            try:
                yield progress
            finally:
                progress.finish()
                if watchdog.stdin:
                    watchdog.stdin.close()
