"""Stop a classifier that takes too long for one fold.

A fold may be in compiled code that nothing can interrupt from within. The evaluation
is therefore done in a child process, which can be killed.
"""

import json
import multiprocessing
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from pathlib import Path

from tenbyten.engines.failures import ClassifierError, Failure
from tenbyten.watchdog import Position, watched
from tenbyten.watchdog_process import kill

# A fork has the caller's arguments, and does not begin its script anew.
_FORK = multiprocessing.get_context("fork")
# Seconds between two looks at the child, at most.
_LOOK_SECONDS = 1.0


def call_with_timeout(work: Callable[[], object], *, fold_timeout: float) -> None:
    """Call a function in a child process, and kill it in a fold that takes too long.

    Parameters
    ----------
    work : callable
        Trains and tests by `Training.predictions`. What it returns is lost.
    fold_timeout : float
        Seconds that a classifier gets to train and predict one fold. Those in which
        its main thread waits for a core do not count, nor those in which it or the
        machine is stopped, as far as the system tells; nor does what is done between
        two folds, such as loading and compiling.

    Raises
    ------
    ClassifierError
        If a fold takes longer, or as `work` does.
    ChildProcessError
        If the child process is killed by others.
    RuntimeError
        With the words of any other error of `work`.
    """
    position = Position()
    receiver, sender = _FORK.Pipe(duplex=False)
    child = _FORK.Process(target=_call, args=(work, position, sender))
    child.start()
    sender.close()
    assert child.pid is not None
    try:
        look = min(_LOOK_SECONDS, fold_timeout / 4)
        clock = _Clock(child.pid, look)
        while not wait([receiver, child.sentinel], timeout=look):
            cell = position.read()
            if clock.seconds_in(cell) > fold_timeout:
                raise _took_longer(cell, fold_timeout)
        _raise_error_of(receiver)
    finally:
        kill(child.pid)
        child.join()


def _call(
    work: Callable[[], object],
    position: Position,
    sender: Connection,
) -> None:
    """Be the child process: work, and send the error or None."""
    error: Exception | None = None
    with watched(position):
        try:
            work()
        except ClassifierError as failed:
            error = failed
        except Exception as failed:
            # Not every error survives a pipe.
            traceback.print_exc()
            error = RuntimeError(f"{type(failed).__name__}: {failed}")
    sender.send(error)


def _raise_error_of(receiver: Connection) -> None:
    """Raise the error that the child process sent, if any."""
    try:
        error = receiver.recv()
    except EOFError:
        raise ChildProcessError(
            "the process that evaluates the folds was killed from outside; call "
            "Snakemake again, which goes on where it was."
        ) from None
    if error:
        raise error


def _took_longer(cell: bytes, fold_timeout: float) -> ClassifierError:
    """Make the error of a fold that takes too long."""
    dataset, classifier, run, fold = json.loads(cell)
    reason = f"took more than {fold_timeout:g} s, the study's fold_timeout"
    failure = Failure(dataset, classifier, run, fold, reason)
    return ClassifierError(failure, fold_timeout=fold_timeout)


class _Clock:
    """Time that a process spends on a fold, by looks at where it is.

    No look adds more than `most` seconds: if there was none for longer, both processes
    may have been stopped.
    """

    def __init__(self, process: int, most: float) -> None:
        self._process, self._most = process, most
        self._cell, self._seconds = b"[]", 0.0
        self._now, self._waited = time.monotonic(), _seconds_waited(process)

    def seconds_in(self, cell: bytes) -> float:
        """Return the seconds since the first look that found it in this cell."""
        now, waited = time.monotonic(), _seconds_waited(self._process)
        passed = min(now - self._now, self._most) - (waited - self._waited)
        if cell != self._cell or cell in (b"", b"[]"):
            self._seconds = 0.0
        elif not _is_stopped(self._process):
            self._seconds += max(passed, 0.0)
        self._cell, self._now, self._waited = cell, now, waited
        return self._seconds


def _seconds_waited(process: int) -> float:
    """Return how long a main thread has waited for a core; 0 if nobody says."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _is_stopped(process: int) -> bool:
    """Whether a process is stopped, as by Ctrl-Z."""
    try:
        state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return False
    return state[:1] == [b"T"]
