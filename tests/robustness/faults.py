"""Disturb what a study does to its files, by a preloaded library: see faults.c."""

import errno
import json
import shutil
import signal
import subprocess
from base64 import urlsafe_b64decode
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).with_name("faults.c")
LIBRARY = "faults.so"

# Files of a study by the step that makes them: what is killed or fails there.
MADE_BY = {
    "prepare": ("*/data/*", "*/folds/*"),
    "crossvalidate": ("*/kept/*",),
    "collect": ("*/accuracies*", "*/metrics.csv", "*/failures.csv", "*/datasets.json"),
    "compare": ("*/comparisons/*",),
    "tabulate": ("*/tables/all.*", "*/tables/sensitivity.*"),
    "record_provenance": ("*/provenance.json",),
    "draw": ("*/figures/*",),
    "report": ("*/report.html", "*/tables/exported/*"),
}
# The step's records, the last that it writes.
RECORDS = {"compare": "*/made/run_*", "tabulate": "*/made/[ta][as]*"}


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


def patterns_of(step):
    """The files that a step makes, its records among them."""
    return (*MADE_BY[step], RECORDS.get(step, f"*/made/{step}*"))


def files_of(study, patterns):
    """The files of a study that fit patterns, hidden ones left out."""
    results = study.folder / "results" / study.name
    files = [path for path in sorted(results.rglob("*")) if path.is_file()]
    shown = [path for path in files if not path.name.startswith(".")]
    return [x for x in shown if any(fnmatch(str(x), pattern) for pattern in patterns)]


def unfinished(study):
    """The outputs that Snakemake itself holds for incomplete."""
    marks = study.folder / ".snakemake" / "incomplete"
    names = [
        "".join(part.removeprefix("@") for part in mark.relative_to(marks).parts)
        for mark in marks.rglob("*")
        if mark.is_file()
    ]
    results = f"results/{study.name}/"
    decoded = (urlsafe_b64decode(name).decode() for name in names)
    return tuple(path.removeprefix(results) for path in decoded)


def assert_whole(study, expected):
    """Every file that passes for finished is whole."""
    halves = unfinished(study)
    for path, content in study.made().items():
        is_hidden = path.endswith(".part")
        # The record of a data set is written before its folds, and again after them.
        is_begun = path.startswith("data/") and path.endswith(".json")
        is_begun = is_begun and "folds" not in json.loads(content)
        if not (is_hidden or is_begun or path.startswith(halves)):
            assert content == expected[path], path


def everything(study):
    """Time and bytes of every file of a study, by path, but for the log of `verify`."""
    results = study.folder / "results"
    return {
        path: (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(results.rglob("*"))
        if path.is_file() and path.name != "verify.log"
    }


def assert_refused(study):
    """What is unfinished does not pass for verified; nothing is changed by asking."""
    before = everything(study)
    code, said = study("verify")
    assert code != 0, said
    assert "\nverified: " not in said, said
    assert everything(study) == before


def assert_finished(study, expected):
    """The study goes on to its end, which is that of a study that nothing disturbed."""
    code, said = study()
    assert code == 0, said
    assert study.made() == expected
    results = study.folder / "results" / study.name
    assert not [*results.glob("kept/*/*~*"), *results.glob("planned/**/*.*")]
    code, said = study("verify")
    assert code == 0, said
    assert "verified: " in said
    assert study.jobs() == {}


def unlock(study):
    """What Snakemake asks for after it was killed: remove the lock it left."""
    if any((study.folder / ".snakemake" / "locks").glob("*")):
        code, said = study("--unlock")
        assert code == 0, said
