"""Hold what a file of counts, its parts and the files beside it say of classifiers."""

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tenbyten.engines.kept_file import (
    MEASURED_BY,
    SCORED_BY,
    Entry,
    Kept,
    RunSums,
    files_beside,
    part_of,
    parts_of,
    read_kept,
    unfinished_of,
    write_kept,
)
from tenbyten.engines.made_from import differences, fingerprint_of
from tenbyten.metrics import SCORERS
from tenbyten.software import code_of, libraries_of

_log = logging.getLogger(__name__)

# A job writes at most once in so many seconds, and at its end.
_SECONDS = 2.0
# What `made_from` gives, by classifier.
Wanted = Mapping[str, Mapping[str, Any]]


class KeptFiles:
    """The files of counts of one panel on one data set, and those of other panels.

    Arguments and attribute `damaged` are those of `KeptCounts`, as are `wanted`,
    `run_sums` and `metrics` of the methods.
    """

    def __init__(self, path: Path | None, part: str) -> None:
        self._path = path
        self._dataset = path.stem if path else ""
        self._written = time.monotonic()
        self._own: dict[str, Kept] = {}
        self._others: dict[Path, dict[str, Kept]] = {}
        self._beside: dict[str, list[Kept]] = {}
        self.damaged: list[str] = []
        if path is None:
            return
        self._own_path = part_of(path, part)
        self._own = self._read(self._own_path)
        for file in (path, *parts_of(path)):
            if file != self._own_path:
                self._others[file] = self._read(file)

    def all_of(self, name: str) -> list[Kept]:
        """Return what files hold of a classifier, the own one first."""
        files = (self._own, *self._others.values())
        here = [of_file[name] for of_file in files if name in of_file]
        return here + self._beside.get(name, [])

    def of(self, name: str, made_from: Mapping[str, Any]) -> Iterator[Kept]:
        """Yield what files hold of a classifier that was made from the same."""
        fingerprint = fingerprint_of(made_from)
        for kept in self.all_of(name):
            if fingerprint_of(kept.made_from) == fingerprint:
                yield kept

    def own_of(self, name: str, made_from: Mapping[str, Any]) -> Kept:
        """Return what the own file holds of a classifier, without what is outdated."""
        kept = self._own.get(name)
        if kept is None or fingerprint_of(kept.made_from) != fingerprint_of(made_from):
            if kept:
                changed = ", ".join(differences(kept.made_from, made_from))
                _log.info("%s, %s: counts replaced: %s", self._dataset, name, changed)
            kept = self._own[name] = Kept(made_from)
        return kept

    def entries(
        self,
        name: str,
        made_from: Mapping[str, Any],
        run_sums: RunSums,
        metrics: Sequence[str],
    ) -> dict[int, Entry]:
        """Find the entries of a classifier that are as wanted, by run."""
        found = self._found(name, made_from, run_sums, metrics)
        if len(found) < len(run_sums) and name not in self._beside:
            files = files_beside(self._path, name) if self._path else ()
            read = (self._read(file).get(name) for file in files)
            self._beside[name] = [kept for kept in read if kept]
            found = self._found(name, made_from, run_sums, metrics)
        return found

    def write(self, *, at_end: bool = True) -> None:
        """Write the own file, atomically.

        Unless `at_end`, nothing is written where the last time was a moment ago.
        """
        if self._path is None or not self._own:
            return
        if at_end or time.monotonic() - self._written >= _SECONDS:
            write_kept(self._own_path, self._dataset, self._own)
            self._written = time.monotonic()

    def merge(self, wanted: Wanted, run_sums: RunSums) -> None:
        """Take what other files hold into the own one, as `merge_parts`."""
        merged: dict[str, Kept] = {}
        here = [self._own, *self._others.values()]
        newest = {name: of_file[name].made_from for of_file in here for name in of_file}
        for name in newest | dict(wanted):
            fitting = []
            if name in wanted:
                self.entries(name, wanted[name], run_sums, ())
                fitting = list(self.of(name, wanted[name]))
            for kept in fitting or self.of(name, newest.get(name, {})):
                merged.setdefault(name, Kept(kept.made_from)).join(kept, run_sums)
        if self._path is None:
            return
        if self._others or any(self._beside.values()):
            write_kept(self._own_path, self._dataset, merged)
        for file in (*self._others, *unfinished_of(self._path)):
            file.unlink()

    def _read(self, path: Path) -> dict[str, Kept]:
        """Read a file, and remember what of it is damaged."""
        kept, damaged = read_kept(path, self._dataset)
        self.damaged.extend(damaged)
        return kept

    def _found(
        self,
        name: str,
        made_from: Mapping[str, Any],
        run_sums: RunSums,
        metrics: Sequence[str],
    ) -> dict[int, Entry]:
        """Find the entries of a classifier that are as wanted in what was read."""
        found: dict[int, Entry] = {}
        for kept in self.of(name, made_from):
            for run, entry in kept.runs.items():
                if run_sums.get(run) != entry.folds or lacking_metrics(entry, metrics):
                    continue
                if run not in found or not found[run].predictions:
                    found[run] = entry
        return found


def measured_by(metrics: Sequence[str]) -> dict[str, str]:
    """Say what measures metrics: code, and scikit-learn where it has a part in it."""
    if not metrics:
        return {}
    measured = {MEASURED_BY: code_of("tenbyten.metrics:measure")}
    if not SCORERS.keys().isdisjoint(metrics):
        measured[SCORED_BY] = libraries_of("tenbyten.scorers:score")[SCORED_BY]
    return measured


def lacking_metrics(entry: Entry, metrics: Sequence[str]) -> list[str]:
    """Name the metrics that an entry lacks, or has of something else."""
    if not metrics:
        return []
    now, had = measured_by(metrics), entry.metrics
    if had.get(MEASURED_BY) != now[MEASURED_BY]:
        return list(metrics)
    others = SCORERS if had.get(SCORED_BY) != now.get(SCORED_BY) else {}
    return [name for name in metrics if name not in had or name in others]
