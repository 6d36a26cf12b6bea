"""Watchdog process: end a job with its Snakemake, and log where the job is.

It needs the standard library only and is started by `tenbyten.watchdog`: a job that is
busy in a compiled library runs no Python, and one that is killed says nothing.
"""

import contextlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Sequence

# Seconds between two looks, and those after which the log names a fold.
_SECONDS = 1.0


def watch(position: int, job: int, masters: Sequence[int]) -> None:
    """Watch a job until it ends, or kill it when one of its masters has ended.

    Parameters
    ----------
    position : int
        Descriptor of the file that `tenbyten.watchdog.Position` writes.
    job : int
        Its process.
    masters : sequence of int
        The processes that it works for.
    """
    with contextlib.suppress(ProcessLookupError):
        of_job = os.pidfd_open(job)
        try:
            of_masters = [os.pidfd_open(master) for master in masters]
        except ProcessLookupError:
            _end(job)
            return
        seen = named = b"[]"
        while not (ended := select.select([of_job, *of_masters], [], [], _SECONDS)[0]):
            now = _read(position)
            if now == seen != named and now != b"[]":
                _say(f"{_words(now)}: at work")
                named = now
            seen = now
        if of_job not in ended:
            _end(job)
            return
    _say(f"{_words(_read(position))}: the process was killed from outside")


def _end(job: int) -> None:
    """Kill a job without a Snakemake."""
    _say("Snakemake has ended, and this job with it: call Snakemake again")
    kill(job)


def kill(job: int) -> None:
    """Kill a process and all that it has started, but for this process."""
    for process in (*_descendants_of(job), job):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _descendants_of(process: int) -> list[int]:
    """Return the processes that a process has started, and so on; not this one."""
    found: list[int] = []
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as file:
                for child in map(int, file.read().split()):
                    if child != os.getpid():
                        found += [child, *_descendants_of(child)]
    return found


def _read(position: int) -> bytes:
    """Return the cell that a job is at."""
    return os.pread(position, 4096, 0).strip()


def _words(position: bytes) -> str:
    """Return a position as errors name it."""
    if not (cell := json.loads(position)):
        return "outside of any fold"
    dataset, classifier, run, fold = cell
    return f"{dataset}, {classifier}, run {run}, fold {fold}"


def _say(text: str) -> None:
    """Write a line in the format of the job's own log."""
    line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n"
    os.write(2, line.encode(errors="replace"))


if __name__ == "__main__":
    # Ctrl-C reaches every process of a terminal; the job itself ends in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    position, job, *masters = map(int, sys.argv[1:])
    watch(position, job, masters)
