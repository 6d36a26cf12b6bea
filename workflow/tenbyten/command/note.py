"""Hold a file locked while a run works on a study, so that a killed run is known.

Snakemake locks what a run makes, and cannot know that the run was killed. The system
unlocks a file when the last process that holds it has ended.
"""

from __future__ import annotations

import fcntl
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import psutil

_RESULTS = Path("results")
_NAME = ".tenbyten-run-{}"


def conduct(command: list[str], study: str) -> int:
    """Call Snakemake, and note this; return its exit status.

    The lock of a run that was noted, and was killed on this machine, is removed first.

    Parameters
    ----------
    command : list of str
        A call of Snakemake.
    study : str
        Name of the study that it runs. A file in results/ has the machine's name
        while it does.

    Raises
    ------
    ValueError
        If a run works on the study.
    """
    _RESULTS.mkdir(exist_ok=True)
    path, here = _RESULTS / _NAME.format(study), socket.gethostname()
    with open(path, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError("a run works on this study; wait until it ends") from None
        except OSError:
            # A file system without locks: no run can be known to be dead.
            return _call(command, file)
        file.seek(0)
        host = file.read()
        if host and host != here:
            _tell(f"a run was noted here, on {host}, and did not end as far as known")
        elif host and (other := _others(path)):
            _tell(f"the last run was killed; its lock stays, for {other} works here")
        elif host:
            _tell("the last run was killed; the lock that it left is removed")
            if status := subprocess.run([*command, "--unlock"]).returncode:
                return status
        file.truncate(0)
        file.write(here)
        file.flush()
        status = _call(command, file)
        path.unlink(missing_ok=True)
    # It stood there before, or holds what was made.
    with suppress(OSError):
        _RESULTS.rmdir()
    # As a shell tells of a signal.
    return 128 - status if status < 0 else status


def _call(command: list[str], file: IO[str]) -> int:
    """Call a command, which gets signals and the locked file; return its status."""
    sys.stdout.flush()
    sys.stderr.flush()
    with subprocess.Popen(command, pass_fds=[file.fileno()]) as snakemake:

        def hand_on(number: int, _: Any) -> None:
            # What is typed in a terminal reaches both.
            if number != signal.SIGINT or not sys.stdin.isatty():
                snakemake.send_signal(number)

        handled = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        former = {number: signal.signal(number, hand_on) for number in handled}
        try:
            return snakemake.wait()
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)


def _others(own: Path) -> str:
    """Name a run that works here, or may; empty if there is none."""
    for path in set(_RESULTS.glob(_NAME.format("*"))) - {own}:
        if (host := path.read_text(encoding="utf-8")) != socket.gethostname():
            return f"a run on {host}"
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            names = [Path(word).name for word in process.cmdline()[:4]]
            if "snakemake" in names and Path(process.cwd()) == Path.cwd():
                return f"process {process.pid}"
    return ""


def _tell(text: str) -> None:
    """Say it before Snakemake says more."""
    print(f"tenbyten run: {text}", file=sys.stderr, flush=True)
