"""Stop a classifier that takes too long for one fold.

A fold may be in compiled code that nothing can interrupt from within. The evaluation
is therefore done in a child process, which can be killed.
"""

import multiprocessing
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import IO, Any

import psutil

from tenbyten.engines.classifier import ClassifierError, Failure
from tenbyten.position import read_position, write_position_to

# A fork has the caller's arguments, and does not begin its script anew.
_FORK = multiprocessing.get_context("fork")
# Seconds between two looks at the child, at most.
_LOOK_SECONDS = 1.0


def call_with_timeout(work: Callable[[], object], *, fold_timeout: float) -> None:
    """Call a function in a child process, and kill it in a fold that takes too long.

    Parameters
    ----------
    work : callable
        Trains and tests by `Training.predictions`. Its result is lost.
    fold_timeout : float
        Seconds that a classifier gets to train and predict one fold. Those in which
        its main thread waits for a core do not count, nor those in which it or the
        machine is stopped, as far as the system tells; nor does what is done between
        two folds, such as loading and compiling.

    Raises
    ------
    ClassifierError
        If a fold takes longer, if the process ends itself in one, or as `work` does.
    ChildProcessError
        If the child process is killed by others.
    RuntimeError
        With the words of any other error of `work`.
    """
    receiver, sender = _FORK.Pipe(duplex=False)
    with tempfile.TemporaryFile() as file:
        child = _FORK.Process(target=_call, args=(work, file, sender))
        child.start()
        sender.close()
        process = psutil.Process(child.pid)
        try:
            interval = min(_LOOK_SECONDS, fold_timeout / 4)
            clock = _Clock(process, interval)
            while not wait([receiver, child.sentinel], timeout=interval):
                cell = read_position(file)
                if clock.seconds_in(cell) > fold_timeout:
                    limit = f"{fold_timeout:g} s, the study's fold_timeout"
                    failure = Failure._make((*cell, f"took more than {limit}"))
                    raise ClassifierError(failure, fold_timeout=fold_timeout)
            try:
                error = receiver.recv()
            except EOFError:
                child.join()
                # One that is killed has a negative status.
                if (cell := read_position(file)) and (child.exitcode or 0) >= 0:
                    reason = f"ended its process, with status {child.exitcode}"
                    failure = Failure._make((*cell, reason))
                    raise ClassifierError(failure) from None
                raise ChildProcessError(
                    "the process that evaluates the folds was killed from outside; "
                    "call Snakemake again, which goes on where it was."
                ) from None
            if error:
                raise error
        finally:
            with suppress(psutil.NoSuchProcess):
                for each in (*process.children(recursive=True), process):
                    with suppress(psutil.NoSuchProcess):
                        each.kill()
            child.join()


def _call(work: Callable[[], object], file: IO[bytes], sender: Connection) -> None:
    """Be the child process: work, and send the error or None."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    write_position_to(file)
    error: Exception | None = None
    try:
        work()
    except Exception as failed:
        traceback.print_exc()
        said = f"{type(failed).__name__}: {failed}".removeprefix("RuntimeError: ")
        # Not every error survives a pipe.
        is_own = isinstance(failed, ClassifierError)
        error = failed if is_own else RuntimeError(said)
    sender.send(error)


def _end_with_parent() -> None:
    """End this process when the one that times it was killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
    psutil.Process().kill()


class _Clock:
    """Time that a process spends on a fold, by looks at where it is.

    No look adds more than `most` seconds: if there was none for longer, both processes
    may have been stopped.
    """

    def __init__(self, process: psutil.Process, most: float) -> None:
        self._process, self._most = process, most
        self._cell: list[Any] = []
        self._seconds = 0.0
        self._now, self._waited = time.monotonic(), self._seconds_waited()

    def seconds_in(self, cell: list[Any]) -> float:
        """Return the seconds since the first look that found it in this cell."""
        now, waited = time.monotonic(), self._seconds_waited()
        passed = min(now - self._now, self._most) - (waited - self._waited)
        if cell != self._cell or not cell:
            self._seconds = 0.0
        elif not self._is_stopped():
            self._seconds += max(passed, 0.0)
        self._cell, self._now, self._waited = cell, now, waited
        return self._seconds

    def _seconds_waited(self) -> float:
        """Return how long a main thread has waited for a core; 0 if nobody says."""
        try:
            times = Path(f"/proc/{self._process.pid}/schedstat").read_text()
            return int(times.split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0

    def _is_stopped(self) -> bool:
        """Whether it is stopped, as by Ctrl-Z."""
        with suppress(psutil.NoSuchProcess):
            return self._process.status() == psutil.STATUS_STOPPED
        return False
