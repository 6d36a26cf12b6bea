"""Disturb what a study does to its files, by a preloaded library: see faults.c."""

import errno
import shutil
import signal
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).with_name("faults.c")
LIBRARY = "faults.so"

# Files of a study by the step that makes them: what fails there.
MADE_BY = {
    "prepare": ("*/data/*", "*/made/prepare/*"),
    "crossvalidate": ("*/cache/*", "*/counts/*", "*/made/crossvalidate/*"),
    "collect": ("*/accuracies.csv", "*/metrics.csv", "*/failures.csv"),
    "compare": ("*/comparisons/*", "*/made/run_*"),
    "report": ("*/figures/*", "*/*.html", "*/tables/*", "*/made/report.json"),
}


class Fault(NamedTuple):
    """A call of the file system that does not go well.

    Attributes
    ----------
    call : {"rename", "fsync", "write", "open"}
    paths : tuple of str
        Patterns of the paths that it fails on.
    at : int
        So many calls, or bytes that are written, go well.
    how : int or signal
        The error of all later calls; the signal that is sent before the next one.
    group : bool
        Whether the signal goes to all processes of the study.
    """

    call: str
    paths: tuple[str, ...]
    at: int
    how: int | signal.Signals
    group: bool = False

    def __str__(self):
        is_kill = isinstance(self.how, signal.Signals)
        what = self.how.name if is_kill else errno.errorcode[self.how]
        return f"{what} at {self.call} {self.at + 1} of {', '.join(self.paths)}"


def compile_library(folder):
    """Compile the library into a folder, or skip the test."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler, which makes the library that disturbs a study")
    command = [compiler, "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    library = Path(folder) / LIBRARY
    subprocess.run([*command, "-o", library, SOURCE, "-ldl"], check=True)


class Disturbance:
    """A fault that is laid into processes by their environment."""

    def __init__(self, library, folder, fault):
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        tally, self._told = folder / "tally", folder / "told"
        tally.write_bytes(bytes(8))
        self._told.unlink(missing_ok=True)
        sign = -1 if isinstance(fault.how, signal.Signals) else 1
        self.env = {
            "LD_PRELOAD": str(library),
            "FAULT_CALL": fault.call,
            "FAULT_PATHS": ":".join(fault.paths),
            "FAULT_AT": str(fault.at),
            "FAULT_HOW": str(sign * fault.how),
            "FAULT_GROUP": str(int(fault.group)),
            "FAULT_TALLY": str(tally),
            "FAULT_TOLD": str(self._told),
        }

    @property
    def told(self):
        """The calls that were disturbed, each with its path."""
        return self._told.read_text().splitlines() if self._told.exists() else []


def files_of(study, patterns):
    """The files of a study that fit patterns, hidden ones left out."""
    files = [path for path in sorted(study.top.rglob("*")) if path.is_file()]
    shown = [path for path in files if not path.name.startswith(".")]
    return [x for x in shown if any(fnmatch(str(x), pattern) for pattern in patterns)]


def unlock(study):
    """What Snakemake asks for after it was killed: remove the lock it left."""
    if any((study.folder / ".snakemake" / "locks").glob("*")):
        study.do("--unlock")
