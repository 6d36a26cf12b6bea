"""Read and write a file of counts, each entry with a checksum."""

import hashlib
import json
import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.engines.made_from import fingerprint_of
from tenbyten.files import atomic_open
from tenbyten.metrics import SCORERS

# The checksum of each run's folds, by run.
RunSums = Mapping[int, str]
Row = tuple[Any, ...]

_log = logging.getLogger(__name__)

_FORMAT = 1
# No metric has these names.
MEASURED_BY = "code"
SCORED_BY = "scikit-learn"
# Between a data set's name and that of a part, in the name of a file.
_PART = "~"
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


class Entry(NamedTuple):
    """One classifier's one run: as texts, which are read and checked fast.

    Attributes
    ----------
    folds : str
        Checksum of the run's folds.
    counts : str
        ``correct/tested`` of each fold, with blanks between.
    metrics : dict of str
        By name the values of each fold, with blanks between; ``nan`` is undefined.
        Under `MEASURED_BY` the checksum of the code that measured them, and under
        `SCORED_BY` the version of scikit-learn where one of its scorers is among them.
    predictions : str
        Size and checksum of the file with the run's predictions; empty if they are not
        kept.
    """

    folds: str
    counts: str
    metrics: dict[str, str]
    predictions: str = ""

    def rows(self, cell: tuple[str, str, int], metrics: Sequence[str]) -> list[Row]:
        """Make the row of each fold: a cell, `tested`, `correct`, and the metrics."""
        counts = [map(int, count.split("/")) for count in self.counts.split()]
        measured = [map(float, self.metrics[metric].split()) for metric in metrics]
        return [
            (*cell, fold, tested, correct, *values)
            for fold, ((correct, tested), *values) in enumerate(
                zip(counts, *measured, strict=True), start=1
            )
        ]


class KeptFailure(NamedTuple):
    """A failure of one classifier.

    Attributes
    ----------
    run, fold, reason
        As of `Failure`.
    folds : str
        Checksum of the run's folds; empty if `run` is None.
    metrics : list of str
        Those that were asked for.
    fold_timeout : float or None
        The seconds that were too few for the fold; None if that was not why.
    """

    run: int | None
    fold: int | None
    reason: str
    folds: str
    metrics: list[str]
    fold_timeout: float | None


class Kept:
    """What a file holds of one classifier, all made from the same."""

    def __init__(self, made_from: Mapping[str, Any], where: str = "") -> None:
        self.made_from, self.where = dict(made_from), where
        # When the file was written, None for what is in no file yet.
        self.written: int | None = None
        self.runs: dict[int, Entry] = {}
        self.failures: list[KeptFailure] = []

    def join(self, newer: "Kept", run_sums: RunSums) -> None:
        """Add what was made from the same, unless the older fits and it does not."""
        for run, entry in newer.runs.items():
            before = self.runs.get(run)
            if before and before.folds == entry.folds:
                where = f"{newer.where}, run {run}"
                refuse_other_counts(before.counts, entry.counts, where)
                metrics = join_metrics(before.metrics, entry.metrics)
                predictions = entry.predictions or before.predictions
                entry = entry._replace(metrics=metrics, predictions=predictions)
            elif before and before.folds == run_sums.get(run):
                continue
            self.runs[run] = entry
        self.failures += [x for x in newer.failures if x not in self.failures]


def join_metrics(older: dict[str, str], newer: dict[str, str]) -> dict[str, str]:
    """Join metrics of a run that the same code measured; else take the newer ones."""
    if not newer or not older:
        return older | newer
    if older.get(MEASURED_BY) != newer.get(MEASURED_BY):
        return newer
    if SCORED_BY in newer and older.get(SCORED_BY) != newer[SCORED_BY]:
        older = {name: x for name, x in older.items() if name not in SCORERS}
    return older | newer


def part_of(path: Path, part: str) -> Path:
    """Name a part of a file; the file itself for an empty one."""
    return path.with_stem(path.stem + _PART + part) if part else path


def parts_of(path: Path) -> list[Path]:
    """List the parts of a file, the oldest first."""
    files = _beginning(path, path.stem + _PART, path.suffix)
    return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name))


def unfinished_of(path: Path) -> list[Path]:
    """List what is left of a file and its parts by jobs that were killed writing."""
    begins = (f".{path.name}.", f".{path.stem}{_PART}")
    return [file for begin in begins for file in _beginning(path, begin, ".part")]


def _beginning(path: Path, begins: str, ends: str) -> list[Path]:
    """List files beside one, by how their names begin and end."""
    names = os.listdir(path.parent) if path.parent.is_dir() else []
    return [
        path.with_name(name)
        for name in names
        if name.startswith(begins) and name.endswith(ends)
    ]


def refuse_other_counts(old: str, new: str, where: str) -> None:
    """Raise at the first fold whose count is not the one that was kept."""
    folds = zip(old.split(), new.split(), strict=True)
    for fold, (kept, made) in enumerate(folds, start=1):
        if kept != made:
            raise ValueError(
                f"{where}, fold {fold}: {made} instances are predicted rightly, but it "
                f"was {kept} with the same data, folds, settings and software, so that "
                f"the classifier is not deterministic; give it a `random_state` or a "
                f"single thread, delete the file and run again."
            )


def files_beside(path: Path, classifier: str) -> Iterator[Path]:
    """Find the files of the same data set in other panels that name a classifier."""
    if not path.parent.parent.is_dir():
        return
    quoted = json.dumps(classifier).encode()
    panels, own = os.path.split(path.parent)
    for panel in sorted(set(os.listdir(panels)) - {own}):
        file = os.path.join(panels, panel, path.name)
        with suppress(FileNotFoundError, NotADirectoryError), open(file, "rb") as found:
            # Most panels do not have the classifier.
            if quoted in found.read():
                yield Path(file)


def read_kept(path: Path, dataset: str) -> tuple[dict[str, Kept], list[str]]:
    """Read a file of `write_kept`, as far as it is whole; the log says what is not.

    Returns
    -------
    kept : dict of Kept
        By classifier; empty if there is no such file.
    damaged : list of str
        What cannot be used, in words that begin with the file.
    """
    kept: dict[str, Kept] = {}
    damaged = []
    try:
        content = json.loads(path.read_bytes())
        found = content["format"], content["dataset"]
        if found != (_FORMAT, dataset):
            damaged.append(f"counts of {found[1]!r} in format {found[0]!r}")
        else:
            for name, of_name in content["classifiers"].items():
                kept[name], faults = _checked(dataset, name, of_name)
                kept[name].where = f"{path}: {name}"
                kept[name].written = path.stat().st_mtime_ns
                if faults:
                    damaged.append(f"{name}: {', '.join(faults)} damaged")
    except FileNotFoundError:
        return {}, []
    except _UNREADABLE:
        kept, damaged = {}, ["cannot be read"]
    told = [f"{path}: {fault}: not used" for fault in damaged]
    for words in told:
        _log.warning("%s", words)
    return {n: x for n, x in kept.items() if x.runs or x.failures}, told


def write_kept(path: Path, dataset: str, kept: Mapping[str, Kept]) -> None:
    """Write what is kept of each classifier on a data set, atomically.

    The bytes do not depend on the order in which it came.
    """
    classifiers: dict[str, dict[str, Any]] = {}
    for name, of_name in sorted(kept.items()):
        total = _of_classifier(dataset, name, of_name.made_from)
        runs = {}
        for run, entry in sorted(of_name.runs.items()):
            entry = entry._replace(metrics=dict(sorted(entry.metrics.items())))
            values = {key: x for key, x in entry._asdict().items() if x != ""}
            runs[str(run)] = values | {"sum": _sum(total, _text(run, entry))}
        classifiers[name] = {"made_from": of_name.made_from, "runs": runs}
        if of_name.failures:
            failures = sorted(of_name.failures, key=json.dumps)
            classifiers[name]["failures"] = [
                failure._asdict() | {"sum": _sum(total, json.dumps(failure))}
                for failure in failures
            ]
    content = {"format": _FORMAT, "dataset": dataset, "classifiers": classifiers}
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_open(path, encoding="utf-8") as file:
        json.dump(content, file, separators=(",", ":"))


def _checked(dataset: str, name: str, content: Any) -> tuple[Kept, list[str]]:
    """Take a classifier's entries that fit their checksums, and name the others."""
    try:
        kept = Kept(content["made_from"])
        runs = content["runs"].items()
        failures = list(content.get("failures", []))
        total = _of_classifier(dataset, name, kept.made_from)
    except _UNREADABLE:
        return Kept({}), ["all"]
    damaged = []
    for run, values in runs:
        try:
            entry = Entry(
                values["folds"],
                values["counts"],
                values["metrics"],
                values.get("predictions", ""),
            )
            if _sum(total, _text(run, entry)) != values["sum"]:
                raise ValueError(run)
            kept.runs[int(run)] = entry
        except _UNREADABLE:
            damaged.append(f"run {run}")
    for values in failures:
        try:
            failure = KeptFailure(*(values[key] for key in KeptFailure._fields))
            if _sum(total, json.dumps(failure)) != values["sum"]:
                raise ValueError(failure)
            kept.failures.append(failure)
        except _UNREADABLE:
            damaged.append("a failure")
    return kept, damaged


def _of_classifier(dataset: str, name: str, made_from: Mapping[str, Any]) -> Any:
    """Start the checksum of an entry: whose it is, and what it was made from."""
    text = json.dumps([dataset, name, fingerprint_of(made_from)])
    return hashlib.sha256(text.encode())


def _sum(started: Any, text: str) -> str:
    """Return the checksum of an entry, in hexadecimal digits."""
    total = started.copy()
    total.update(text.encode())
    digits: str = total.hexdigest()
    return digits


def _text(run: int | str, entry: Entry) -> str:
    """Join all of an entry; much faster than JSON."""
    names, values = entry.metrics.keys(), entry.metrics.values()
    predictions = (entry.predictions,) if entry.predictions else ()
    texts = (str(run), entry.folds, entry.counts, *names, *values, *predictions)
    return "\n".join(texts)
