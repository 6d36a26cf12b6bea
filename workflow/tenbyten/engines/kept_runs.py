"""The finished runs of a job, kept until all of them are there."""

import hashlib
import itertools
import json
import logging
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy.typing as npt

import tenbyten
from tenbyten.dataset import Dataset
from tenbyten.engines import Classifier, Panel, find_engine
from tenbyten.engines.failures import Failure
from tenbyten.files import PathLike, atomic_open, sha256_of_sources
from tenbyten.folds import Folds

_log = logging.getLogger(__name__)

# A short job has nothing to lose, and putting a file on disk takes a moment.
_SECONDS = 2.0


class Results(NamedTuple):
    """Counts and metrics of a panel on one data set.

    Attributes
    ----------
    rows : list of tuple
        Dataset, classifier, run, fold, tested, correct and the metrics asked for.
    failures : list of Failure
        Each classifier that failed, once; none of them is in `rows`.
    """

    rows: list[tuple[Any, ...]]
    failures: list[Failure]


def fingerprint_of(
    dataset: Dataset, folds: Folds, panel: Panel, **settings: Any
) -> str:
    """Compute a SHA-256 of all that a job's results depend on, in hexadecimal digits.

    Beside the arguments that is the source of this package, the version of Python, and
    `Engine.software`. The panel's engine must have been started; `settings` are values
    that JSON can hold.
    """
    told = {
        "dataset": [dataset.name, dataset.attributes, _sum_of(dataset.values)],
        "folds": [_sum_of(folds.test_fold), folds.splitter, folds.seed],
        "panel": panel,
        "settings": settings,
        "package": sha256_of_sources(Path(tenbyten.__file__).parent),
        "python": [sys.version, platform.machine()],
        "software": find_engine(panel.engine).software(panel.classifiers),
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
    """

    def __init__(self, path: PathLike | None, fingerprint: str = "") -> None:
        self.fingerprint = fingerprint
        self._path = Path(path) if path else None
        self._written = time.monotonic()

    def write(self, results: Results, *, runs: int) -> None:
        """Keep all rows of the first runs, unless the last time was a moment ago."""
        if self._path is None or time.monotonic() - self._written < _SECONDS:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"fingerprint": self.fingerprint, "runs": runs} | results._asdict()
        with atomic_open(self._path, encoding="utf-8") as file:
            json.dump(kept, file)
        self._written = time.monotonic()

    def read(
        self, classifiers: Sequence[Classifier], folds: int, *, exclude: bool
    ) -> tuple[int, Results]:
        """Read what was kept, if it can be trusted.

        Without `exclude`, classifiers that failed are not left out, and what was kept
        without them is not used.

        Returns
        -------
        runs : int
            The number of finished runs; 0 if nothing was kept, or it was kept for
            another job or is damaged: the log says so.
        results : Results
        """
        nothing = 0, Results([], [])
        if self._path is None:
            return nothing
        kept = _read(self._path, self.fingerprint) or {"runs": 0, "rows": []}
        stuck = _read(stuck_path(self._path), self.fingerprint)
        try:
            runs = kept["runs"]
            rows = [tuple(row) for row in kept["rows"]]
            failures = [Failure(*failure) for failure in kept.get("failures", [])]
            left = {c.name for c in classifiers} - {f.classifier for f in failures}
            cells = itertools.product(left, range(1, runs + 1), range(1, folds + 1))
            if sorted(row[1:4] for row in rows) != sorted(cells):
                raise ValueError("not every cell of some runs, once")
            if stuck:
                failures.append(Failure(*stuck["failure"]))
        except (ValueError, KeyError, TypeError):
            _log.warning("%s lacks cells of its runs: not used", self._path)
            return nothing
        if failures and not exclude:
            return nothing
        if runs:
            text = "runs 1-%d were kept from an earlier attempt; starting at run %d"
            _log.info(text, runs, runs + 1)
        for failure in failures:
            _log.warning("%s: %s (earlier attempt)", failure.where, failure.reason)
        return runs, Results(rows, failures)


def stuck_path(path: PathLike) -> Path:
    """Name the file that tells that an attempt got stuck, beside the kept runs."""
    return Path(path).with_suffix(".stuck.json")


def forget(path: PathLike) -> None:
    """Remove what was kept for a job, if anything was."""
    for file in (Path(path), stuck_path(path)):
        file.unlink(missing_ok=True)


def _read(path: Path, fingerprint: str) -> dict[str, Any] | None:
    """Read one of the files; None if it is missing, damaged or for something else."""
    if not path.is_file():
        return None
    try:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        found = kept["fingerprint"]
    except (ValueError, KeyError, TypeError):
        _log.warning("%s cannot be read: not used", path)
        return None
    if found == fingerprint:
        return kept
    _log.info("%s was kept for other data, folds, settings or software: not used", path)
    return None


def _sum_of(array: npt.NDArray[Any]) -> str:
    """Return a checksum of an array's type, shape and numbers."""
    total = hashlib.sha256(f"{array.dtype} {array.shape}".encode())
    total.update(array.tobytes())
    return total.hexdigest()
