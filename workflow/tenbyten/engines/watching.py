"""Say where a job is, to a process beside it that can tell when the job cannot."""

import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

_WATCHER = Path(__file__).with_name("watcher.py")


class Place:
    """Where a job is: at which classifier in which fold.

    Parameters
    ----------
    descriptor : int
        The file that the watcher reads.
    """

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._length = 0
        self.cell = None

    def enter(self, dataset, classifier=None, run=None, fold=None):
        """Say that the job is now at this cell, or before the first one."""
        self.cell = (dataset, classifier, run, fold)
        self._write(json.dumps(self.cell).encode())

    def leave(self):
        """Say that the job ends in good order, be it with an error."""
        self._write(b"")

    def _write(self, text):
        # Blanks rub out a longer text; one call, so that none is read in part.
        os.pwrite(self._descriptor, text.ljust(self._length), 0)
        self._length = max(self._length, len(text))


@contextmanager
def watched(dataset, *, limit_seconds, limit_mb, fingerprint="", stuck=None):
    """Have this process watched.

    Parameters
    ----------
    dataset : str
        The data set's name.
    limit_seconds : float or None
        How long the process may stay in one place before it is killed; None to have
        nobody watch.
    limit_mb : float
        The memory that was asked for, in MB.
    fingerprint : str, default=""
        What `stuck` is to be valid for.
    stuck : path, optional
        Where it is written down that the process got stuck in a classifier, or was
        killed with more memory than was asked for.

    Yields
    ------
    Place
    """
    with tempfile.TemporaryFile() as file:
        place = Place(file.fileno())
        place.enter(dataset)
        if limit_seconds is None:
            yield place
            return
        told = {
            "place": file.fileno(),
            "job": os.getpid(),
            "limit_seconds": limit_seconds,
            "limit_mb": limit_mb,
            "fingerprint": fingerprint,
            "stuck": str(stuck or ""),
        }
        # Isolated and without `site`: it starts in hundredths of a second.
        command = [sys.executable, "-I", "-S", _WATCHER, json.dumps(told)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, pass_fds=[file.fileno()]
        ) as watcher:
            try:
                yield place
            finally:
                place.leave()
                watcher.stdin.close()
