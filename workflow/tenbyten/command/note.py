"""Note which run works on a study, so that the next one can follow it if it is killed.

Snakemake locks what a run makes, and cannot know that the run was killed.
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

_RESULTS = Path("results")
_NAME = ".tenbyten-run-{}.json"
# A clock that is set moves the starts of processes by less.
_CLOCK_SECONDS = 2.0


class Note:
    """A file in the working directory that names the run of a study while it lasts.

    Parameters
    ----------
    study : str
        The study's name.
    """

    def __init__(self, study: str) -> None:
        self._path = _RESULTS / _NAME.format(study)

    def read(self) -> Mapping[str, Any]:
        """Return host, process and start of the run that is noted; empty if none is."""
        return _read(self._path)

    def write(self, process: int) -> None:
        """Note that a process of this machine works on the study."""
        started = psutil.Process(process).create_time()
        note = {"host": _host(), "process": process, "started": started}
        self._path.parent.mkdir(exist_ok=True)
        self._path.write_text(json.dumps(note), encoding="utf-8")

    def remove(self, process: int) -> None:
        """Note that the process works no longer."""
        if self.read().get("process") == process:
            self._path.unlink(missing_ok=True)
            # It stood there before, or holds what was made.
            with suppress(OSError):
                self._path.parent.rmdir()


def conduct(command: list[str], note: Note) -> int:
    """Call Snakemake, and note this; return its exit status.

    The lock of a run that was noted, and was killed on this machine, is removed first.

    Parameters
    ----------
    command : list of str
        A call of Snakemake.
    note : Note
        Of the study that it runs.

    Raises
    ------
    ValueError
        If a run works on the study on this machine.
    """
    if before := note.read():
        said = f"process {before['process']} on {before['host']}"
        if before["host"] != _host():
            _tell(
                f"another run was noted here, {said}, and did not end as far as known"
            )
        elif is_alive(before):
            raise ValueError(f"{said} works on this study; wait until it ends")
        elif other := _others():
            _tell(f"the last run was killed; its lock stays, for {other} works here")
        else:
            _tell("the last run was killed; the lock that it left is removed")
            if status := subprocess.run([*command, "--unlock"]).returncode:
                return status
    sys.stdout.flush()
    sys.stderr.flush()
    with subprocess.Popen(command) as snakemake:

        def hand_on(number: int, _: Any) -> None:
            # What is typed in a terminal reaches both.
            if number != signal.SIGINT or not sys.stdin.isatty():
                snakemake.send_signal(number)

        handled = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        former = {number: signal.signal(number, hand_on) for number in handled}
        try:
            # It may have ended at once, and nothing depends on a note.
            with suppress(psutil.Error, OSError):
                note.write(snakemake.pid)
            status = snakemake.wait()
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)
            note.remove(snakemake.pid)
    # As a shell tells of a signal.
    return 128 - status if status < 0 else status


def is_alive(note: Mapping[str, Any]) -> bool:
    """Return whether a process of this machine that was noted may work yet."""
    try:
        process = psutil.Process(note["process"])
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        same = abs(process.create_time() - note["started"]) < _CLOCK_SECONDS
        # The clock may have been set.
        return same or _is_snakemake(process)
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True


def _others() -> str:
    """Name a run that works here, or may; empty if there is none."""
    for path in _RESULTS.glob(_NAME.format("*")):
        if (note := _read(path)) and (note["host"] != _host() or is_alive(note)):
            return f"process {note['process']} on {note['host']}"
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if _is_snakemake(process) and Path(process.cwd()) == Path.cwd():
                return f"process {process.pid}"
    return ""


def _is_snakemake(process: psutil.Process) -> bool:
    """Return whether a process is Snakemake."""
    return any(Path(word).name == "snakemake" for word in process.cmdline()[:4])


def _read(path: Path) -> Mapping[str, Any]:
    """Read a note; empty if there is none, or one that is damaged."""
    try:
        note = json.loads(path.read_bytes())
        kinds = {"host": str, "process": int, "started": float}
        sound = all(isinstance(note[name], kind) for name, kind in kinds.items())
        return note if sound else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _host() -> str:
    return socket.gethostname()


def _tell(text: str) -> None:
    """Say it before Snakemake says more."""
    print(f"tenbyten run: {text}", file=sys.stderr, flush=True)
