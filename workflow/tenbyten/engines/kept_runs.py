"""The finished runs of a job, kept until all of them are there."""

from __future__ import annotations

import hashlib
import itertools
import json
import logging
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy.typing as npt

import tenbyten
from tenbyten.engines import Classifier, Panel, find_engine
from tenbyten.engines.failures import Failure
from tenbyten.files import PathLike, atomic_open, sha256_of_sources

if TYPE_CHECKING:
    from tenbyten.dataset import Dataset
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
        The classifiers that failed, at most once each; none of them is in `rows`.
    """

    rows: list[tuple[Any, ...]]
    failures: list[Failure]


def fingerprint_of(
    dataset: Dataset, folds: Folds, panel: Panel, **settings: Any
) -> str:
    """Compute a checksum of all that a job's results depend on.

    Parameters
    ----------
    dataset : Dataset
    folds : Folds
    panel : Panel
        All classifiers of the job; their engine must have been started.
    **settings
        Seed, metrics and other values that JSON can hold.

    Returns
    -------
    str
        A SHA-256, in hexadecimal digits. Beside the arguments it depends on the
        source of this package, the version of Python, and `Engine.software`.
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

    Attributes
    ----------
    stuck_path : Path or None
        File in which the watchdog tells that the job got stuck.
    """

    def __init__(self, path: PathLike | None, fingerprint: str = "") -> None:
        self.fingerprint = fingerprint
        self.stuck_path = stuck_path(path) if path else None
        self._path = Path(path) if path else None
        self._written = time.monotonic()

    def write(self, results: Results, *, runs: int) -> None:
        """Keep the first runs, unless the last time was a moment ago.

        Parameters
        ----------
        results : Results
            All rows of these runs, and all failures so far.
        runs : int
            The number of finished runs.
        """
        if self._path is None or time.monotonic() - self._written < _SECONDS:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"fingerprint": self.fingerprint, "runs": runs} | results._asdict()
        with atomic_open(self._path, encoding="utf-8") as file:
            json.dump(kept, file)
        self._written = time.monotonic()

    def read(
        self, classifiers: Sequence[Classifier], *, folds: int, exclude: bool
    ) -> tuple[int, Results]:
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
            The number of finished runs; 0 if there is no file, or one that was kept
            for another data set, other folds or settings, or that is damaged: the log
            says so.
        results : Results
            Their rows, and the failures.
        """
        nothing = 0, Results([], [])
        kept = _read(self._path, self.fingerprint) or {"runs": 0, "rows": []}
        stuck = _read(self.stuck_path, self.fingerprint)
        try:
            runs = kept["runs"]
            rows = [tuple(row) for row in kept["rows"]]
            failures = [Failure(*failure) for failure in kept.get("failures", [])]
            _check_cells(Results(rows, failures), classifiers, runs, folds)
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
        return runs, Results(rows, failures)


def stuck_path(path: PathLike) -> Path:
    """Name the file that tells that an attempt got stuck, beside the kept runs."""
    return Path(path).with_suffix(".stuck.json")


def forget(path: PathLike) -> None:
    """Remove what was kept for a job, if anything was."""
    for file in (Path(path), stuck_path(path)):
        file.unlink(missing_ok=True)


def _read(path: Path | None, fingerprint: str) -> dict[str, Any] | None:
    """Read one of the files; None if it is missing, damaged or for something else."""
    if path is None or not path.is_file():
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


def _check_cells(
    results: Results, classifiers: Sequence[Classifier], runs: int, folds: int
) -> None:
    """Refuse rows that are not every cell of some runs, once."""
    left = {c.name for c in classifiers} - {f.classifier for f in results.failures}
    cells = itertools.product(left, range(1, runs + 1), range(1, folds + 1))
    if sorted(row[1:4] for row in results.rows) != sorted(cells):
        raise ValueError(f"not every cell of {runs} runs of {folds} folds, once")


def _sum_of(array: npt.NDArray[Any]) -> str:
    """Return a checksum of an array's type, shape and numbers."""
    total = hashlib.sha256(f"{array.dtype} {array.shape}".encode())
    total.update(array.tobytes())
    return total.hexdigest()
