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

_LONGEST = 4096
# Seconds between two looks, and those after which the log names a fold.
_SECONDS = 1.0


def watch(job: int, position: int, mem_mb: float | None) -> None:
    """Watch a job until standard input is closed.

    Parameters
    ----------
    job : int
        Its process. It is killed when Snakemake, or a shell between, has ended.
    position : int
        Descriptor of the file that `tenbyten.watchdog.Position` writes.
    mem_mb : float or None
        The memory that was asked for, in MB, to be compared with what the job had when
        it was killed by others. It is not enforced.
    """
    chain = _chain_of(job)
    seen, named, used_mb = b"", b"", 0.0
    while not select.select([0], [], [], _SECONDS)[0] and os.getppid() == job:
        living = _ancestors_of(job)[: len(chain)]
        if living != chain or (living == [1] and not _is_snakemake(1)):
            _say("Snakemake has ended, and this job with it: call Snakemake again")
            for a, b in zip(chain, living, strict=False):
                if a == b:
                    _send(a, signal.SIGTERM)
            kill(job)
            return
        used_mb = _memory_of(job) or used_mb
        now = os.pread(position, _LONGEST, 0).strip()
        if now == seen != named and now not in (b"", b"[]"):
            _say(f"{_words(now)}: at work, {used_mb:.0f} MB")
            named = now
        seen = now
    if now := os.pread(position, _LONGEST, 0).strip():
        more = mem_mb is not None and used_mb > mem_mb
        than = f", more than the job's mem_mb of {mem_mb:.0f}" if more else ""
        _say(
            f"{_words(now)}: the process was killed from outside; it had "
            f"{used_mb:.0f} MB{than}"
        )


def _chain_of(job: int) -> list[int]:
    """Return a job's ancestors up to the Snakemake that was started first.

    It is the parent alone if no ancestor is Snakemake, and nothing where the system
    does not say.
    """
    ancestors = _ancestors_of(job)
    found = [i for i, process in enumerate(ancestors) if _is_snakemake(process)]
    return ancestors[: max(found, default=0) + 1]


def _ancestors_of(process: int) -> list[int]:
    """Return parent, its parent and so on."""
    ancestors = []
    while process := _parent_of(process):
        ancestors.append(process)
    return ancestors


def _parent_of(process: int) -> int:
    """Return the parent of a process; 0 if there is none or nobody says."""
    # After the name in brackets, which may hold anything, come state and parent.
    words = _read(f"/proc/{process}/stat").rpartition(b")")[2].split()
    return int(words[1]) if words else 0


def _is_snakemake(process: int) -> bool:
    """Whether a process is Python at work on Snakemake: no shell that calls it."""
    program, *words = _read(f"/proc/{process}/cmdline").split(b"\0")[:4]
    return b"python" in os.path.basename(program) and any(
        os.path.basename(word) == b"snakemake" for word in words
    )


def kill(job: int) -> None:
    """Kill a process and all that it has started, but for this process."""
    for process in (*_descendants_of(job), job):
        _send(process, signal.SIGKILL)


def _descendants_of(process: int) -> list[int]:
    """Return the processes that a process has started, and so on; not this one."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except FileNotFoundError:
        return found
    for thread in threads:
        for word in _read(f"/proc/{process}/task/{thread}/children").split():
            if int(word) != os.getpid():
                found += [int(word), *_descendants_of(int(word))]
    return found


def _send(process: int, number: signal.Signals) -> None:
    """Send a signal, if the process is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


def _words(position: bytes) -> str:
    """Return a position as errors name it."""
    if not (cell := json.loads(position)):
        return "outside of any fold"
    dataset, classifier, run, fold = cell
    return f"{dataset}, {classifier}, run {run}, fold {fold}"


def _memory_of(process: int) -> float:
    """Return the memory of a process in MB; 0 where the system does not say."""
    words = _read(f"/proc/{process}/statm").split()
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if words else 0


def _read(path: str) -> bytes:
    """Read a file of the system; nothing if it is not there."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _say(text: str) -> None:
    """Write a line in the format of the job's own log."""
    line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n"
    os.write(2, line.encode(errors="replace"))


if __name__ == "__main__":
    # Ctrl-C reaches every process of a terminal; the job itself ends in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch(**json.loads(sys.argv[1]))
