"""Watchdog process: log a job's position, and stop it when it hangs.

It needs the standard library only and is started by `tenbyten.engines.watchdog`: a job
that hangs in a compiled library runs no Python, and one that is killed for its memory
says nothing.
"""

import json
import os
import select
import signal
import sys
import time

_LONGEST = 4096
# Seconds between two looks, and those after which the log names a fold.
_SECONDS = 1.0


def watch(
    progress: int,
    *,
    job: int,
    limit_seconds: float,
    limit_mb: float,
    fingerprint: str,
    stuck: str,
) -> None:
    """Watch a job until standard input is closed.

    Parameters
    ----------
    progress : int
        Descriptor of the file with the job's position: JSON of data set, classifier,
        run and fold; empty when the job ends in good order.
    job : int
        Its process.
    limit_seconds : float
        Seconds that it may stay in one position; then it is killed.
    limit_mb : float
        The memory that was asked for, in MB. It is not enforced: a job that is killed
        by others while it has more is taken to have failed for it.
    fingerprint, stuck : str
        The job's fingerprint, kept in the file `stuck`, which names the classifier
        that failed; empty for no file.
    """
    seen, since, named, used_mb = b"", time.monotonic(), False, 0.0
    while not select.select([0], [], [], _SECONDS)[0] and os.getppid() == job:
        used_mb = _memory_of(job) or used_mb
        now = os.pread(progress, _LONGEST, 0)
        if now != seen:
            seen, since, named = now, time.monotonic(), False
        elif not named:
            _say(f"{_words(now)}: at work, {used_mb:.0f} MB")
            named = True
        if time.monotonic() - since >= limit_seconds:
            reason = f"took more than {limit_seconds:.0f} s, half of the job's runtime"
            _write(stuck, fingerprint, now, reason)
            _say(
                f"{_words(now)}: {reason}, and was stopped; give the job more runtime "
                f"(--set-resources crossvalidate:runtime=MINUTES), or leave the "
                f"classifier out"
            )
            os.kill(job, signal.SIGKILL)
            return
    now = os.pread(progress, _LONGEST, 0)
    if now.strip():
        reason = f"the process was killed from outside; it had {used_mb:.0f} MB"
        if used_mb > limit_mb:
            reason += f", more than the job's mem_mb of {limit_mb:.0f}"
            _write(stuck, fingerprint, now, reason)
        _say(f"{_words(now)}: {reason}")


def _words(position: bytes) -> str:
    """Return a position as errors name it."""
    dataset, classifier, run, fold = json.loads(position)
    if classifier is None:
        return f"{dataset}: before the first fold"
    return f"{dataset}, {classifier}, run {run}, fold {fold}"


def _write(path: str, fingerprint: str, position: bytes, reason: str) -> None:
    """Write the failure of a classifier atomically."""
    failure = json.loads(position)
    if not path or failure[1] is None:
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f"{path}.part", "w", encoding="utf-8") as file:
        json.dump({"fingerprint": fingerprint, "failure": [*failure, reason]}, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.part", path)


def _memory_of(process: int) -> float:
    """Return the memory of a process in MB; 0 where the system does not say."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _say(text: str) -> None:
    """Write a line in the format of the job's own log."""
    line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n"
    os.write(2, line.encode(errors="replace"))


if __name__ == "__main__":
    # Ctrl-C reaches every process of a terminal; the job itself ends in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch(**json.loads(sys.argv[1]))
