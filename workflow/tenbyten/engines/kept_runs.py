"""The finished runs of a job, kept until all of them are there."""

import hashlib
import importlib
import itertools
import json
import logging
import os
import platform
import sys
import time
from pathlib import Path
from typing import NamedTuple

import tenbyten
from tenbyten.engines.failures import Failure
from tenbyten.files import atomic_open

_log = logging.getLogger(__name__)

# A short job has nothing to lose, and putting a file on disk takes a moment.
_SECONDS = 2.0
# What else settles the numbers of an engine, besides this package.
_LIBRARIES = {
    "native": ("numpy", "numba"),
    "scikit_learn": ("numpy", "scipy", "sklearn"),
    "weka": ("numpy", "jpype"),
}


class Judged(NamedTuple):
    """What a panel of classifiers does on one data set.

    Attributes
    ----------
    rows : list of tuple
        Dataset, classifier, run, fold, tested, correct and the metrics asked for.
    failures : list of Failure
        The classifiers that failed, at most once each; none of them is in `rows`.
    """

    rows: list
    failures: list


def fingerprint_of(dataset, folds, classifiers, *, engine, **settings):
    """Sum up all that a job's results depend on.

    Parameters
    ----------
    dataset : Dataset
        The data set as the engine gets it.
    folds : Folds
        Which instance is tested where.
    classifiers : sequence of Classifier
        All of the panel.
    engine : str
        A module of `tenbyten.engines`; WEKA's JVM must run.
    **settings
        Seed and metrics, or what else JSON can tell.

    Returns
    -------
    str
        A SHA-256, in hexadecimal digits. Beside the arguments it depends on the
        source of this package, the versions of Python and of the libraries, the
        source and the libraries of scikit-learn's classifiers, and WEKA's jar.
    """
    told = {
        "dataset": [dataset.name, dataset.attributes, _sum_of(dataset.values)],
        "folds": [_sum_of(folds.test_fold), folds.splitter, folds.seed],
        "classifiers": classifiers,
        "engine": engine,
        "settings": settings,
        "software": _software(engine, classifiers),
    }
    # An Attribute and any setting that YAML can give have a telling `repr`.
    text = json.dumps(told, sort_keys=True, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()


class KeptRuns:
    """The finished runs of one job, in a file.

    Parameters
    ----------
    path : path or None
        The file; None to keep nothing.
    fingerprint : str, default=""
        From `fingerprint_of`: what the file must have been written for.

    Attributes
    ----------
    stuck_path : Path or None
        Where the watcher writes down that the job got stuck.
    """

    def __init__(self, path, fingerprint=""):
        self.fingerprint = fingerprint
        self.stuck_path = path and stuck_path(path)
        self._path = path and Path(path)
        self._written = time.monotonic()

    def write(self, judged, *, runs):
        """Keep the first runs, unless the last time was a moment ago.

        Parameters
        ----------
        judged : Judged
            All rows of these runs, and all failures so far.
        runs : int
            How many runs are whole.
        """
        if self._path is None or time.monotonic() - self._written < _SECONDS:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"fingerprint": self.fingerprint, "runs": runs} | judged._asdict()
        with atomic_open(self._path, encoding="utf-8") as file:
            json.dump(kept, file)
        self._written = time.monotonic()

    def read(self, classifiers, *, folds, exclude):
        """Read what was kept, if it can be trusted.

        Parameters
        ----------
        classifiers : sequence of Classifier
            All of the panel.
        folds : int
            Folds of each run.
        exclude : bool
            Whether classifiers that failed are left out; if not, what was kept
            without them is not used.

        Returns
        -------
        runs : int
            How many runs are whole; 0 if there is no file, or one that was kept for
            another data set, other folds or settings, or that is damaged: the log
            says so.
        judged : Judged
            Their rows, and the failures.
        """
        nothing = 0, Judged([], [])
        kept = _read(self._path, self.fingerprint) or {"runs": 0, "rows": []}
        stuck = _read(self.stuck_path, self.fingerprint)
        try:
            runs = kept["runs"]
            rows = [tuple(row) for row in kept["rows"]]
            failures = [Failure(*failure) for failure in kept.get("failures", [])]
            _check_cells(rows, failures, classifiers, runs, folds)
            if stuck:
                failures.append(Failure(*stuck["failure"]))
        except (ValueError, KeyError, TypeError):
            _log.warning("%s lacks cells of its runs: not used", self._path)
            return nothing
        if failures and not exclude:
            return nothing
        if runs:
            _log.info(
                "runs 1-%d were kept from an earlier attempt; starting at run %d",
                runs,
                runs + 1,
            )
        for failure in failures:
            _log.warning("%s: %s (earlier attempt)", failure.where, failure.reason)
        return runs, Judged(rows, failures)


def stuck_path(path):
    """Where it is written down that an attempt got stuck, beside the kept runs."""
    return Path(path).with_suffix(".stuck.json")


def forget(path):
    """Remove what was kept for a job, if anything was."""
    for file in (Path(path), stuck_path(path)):
        file.unlink(missing_ok=True)


def _read(path, fingerprint):
    """Read one of the files; None if it is missing, damaged or for something else."""
    if path is None or not path.is_file():
        return None
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        found = kept["fingerprint"]
    except (ValueError, KeyError, TypeError):
        _log.warning("%s cannot be read: not used", path)
        return None
    if found == fingerprint:
        return kept
    _log.info("%s was kept for other data, folds, settings or software: not used", path)
    return None


def _check_cells(rows, failures, classifiers, runs, folds):
    """Refuse rows that are not every cell of some runs, once."""
    left = {c.name for c in classifiers} - {f.classifier for f in failures}
    cells = itertools.product(left, range(1, runs + 1), range(1, folds + 1))
    if sorted(row[1:4] for row in rows) != sorted(cells):
        raise ValueError(f"not every cell of {runs} runs of {folds} folds, once")


def _software(engine, classifiers):
    """Versions and sources that settle what classifiers predict."""
    learners = []
    if engine == "scikit_learn":
        learners = sorted(
            {path for c in classifiers for path in _learners(c._asdict())}
        )
    modules = [path.rpartition(".")[0] for path in learners]
    libraries = {*_LIBRARIES[engine], *(name.split(".")[0] for name in modules)}
    loaded = {name: importlib.import_module(name) for name in sorted(libraries)}
    java = {}
    if engine == "weka":
        java = importlib.import_module("tenbyten.engines.weka.training").versions()
    return {
        "package": _sum_of_sources(Path(tenbyten.__file__).parent),
        "python": [sys.version, platform.machine()],
        "libraries": {n: getattr(m, "__version__", "") for n, m in loaded.items()},
        # A class of the user's own has no version.
        "modules": {name: _source_of(name) for name in modules},
        "java": java,
    }


def _learners(settings):
    """Yield every import path in a classifier's settings."""
    if isinstance(settings, dict):
        if isinstance(settings.get("learner"), str):
            yield settings["learner"]
        settings = list(settings.values())
    if isinstance(settings, list | tuple):
        for value in settings:
            yield from _learners(value)


def _source_of(name):
    """Checksum of a module's file, empty for one that is built in."""
    file = getattr(importlib.import_module(name), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""


def _sum_of_sources(folder):
    """Checksum of all Python files in a folder."""
    total = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        total.update(os.fsencode(file.relative_to(folder)) + b"\n")
        total.update(file.read_bytes())
    return total.hexdigest()


def _sum_of(array):
    """Checksum of an array's type, shape and numbers."""
    total = hashlib.sha256(f"{array.dtype} {array.shape}".encode())
    total.update(array.tobytes())
    return total.hexdigest()
