"""Keep the counts of classifiers on a data set, found by what made them.

A file is ``<data set>/<classifier>~<fingerprint>~<folds>.json``: the runs that one job
made of a classifier. It begins with all that settles the counts, in readable form, and
ends with its own checksum. Numbers are read by the header of their columns, which
it has as well. The fingerprint is of the first, the last part of the
name is of the folds of all runs that the job was asked for, so that jobs that make
other runs at the same time write other files. Nothing is ever changed in place: what
was made from something else stays beside it, and is found again when a setting comes
back. For classifiers of the study's `keep`, counts are found as well that differ in
nothing but the digests of the user's own modules.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.engines.classifier import Ints, Prediction
from tenbyten.files import PathLike, atomic_open, sha256_of, write_text
from tenbyten.versions import as_json, digest

# A job writes a file at most once in so many seconds, and at its end.
_SECONDS = 2.0


class Entry(NamedTuple):
    """One run of a classifier.

    Attributes
    ----------
    folds : str
        Checksum of the run's folds.
    cells : list of list
        Of each fold a number for each column of the file's header, followed by the
        settings that a tuned classifier chose, by seed.
    predictions : str
        Checksum of the file with the run's predictions; empty if none are kept.
    warned : dict of str to int
        What the classifier warned of, and on how many folds.
    """

    folds: str
    cells: list[list[Any]]
    predictions: str = ""
    warned: dict[str, int] = {}  # noqa: RUF012 - nobody changes a default


class CountsCache:
    """The counts that are kept of some classifiers on one data set.

    Parameters
    ----------
    folder : path or None
        The cache, shared by all data sets; None keeps nothing on disk.
    dataset : str
        The data set's name.
    made_from : dict of str to dict
        By classifier all that settles its counts but for the folds of a run.
    keep : collection of str, default=()
        Classifiers whose counts may be of earlier versions of the user's own modules.

    Attributes
    ----------
    used : dict of str to list of str
        The files that were read or written, below `folder`; of an earlier version with
        the modules that have changed since.
    """

    def __init__(
        self,
        folder: PathLike | None,
        dataset: str,
        made_from: Mapping[str, Any],
        keep: Collection[str] = (),
    ) -> None:
        self._folder = Path(folder, dataset) if folder else None
        self.dataset = dataset
        self.made_from = {name: as_json(x) for name, x in made_from.items()}
        self._own: dict[str, tuple[str, dict[str, Any]]] = {}
        self._put: set[str] = set()
        self._written = time.monotonic()
        self._columns: list[str] = []
        self.used: dict[str, list[str]] = {}
        self._keep = keep
        # Of runs of earlier versions, by classifier and run.
        self._earlier: dict[tuple[str, int], CountsCache] = {}

    def read(
        self,
        name: str,
        sums: Mapping[int, str],
        columns: Sequence[str] = (),
        *,
        renamed: bool = True,
    ) -> dict[int, Entry]:
        """Return the runs of a classifier that are kept, of those with these folds.

        Cells have these `columns`, and so will those that are put; of a file that lacks
        one nothing is read. If `renamed`, also what was made from the same under other
        names, but for runs with predictions, whose files have the names. The latest of
        several earlier versions of modules counts.

        Raises
        ------
        ValueError
            If a file was altered since it was written.
        """
        found: dict[int, Entry] = {}
        own, self._columns = digest(sorted(sums.values()), 8), list(columns)
        self._own[name] = own, {}
        for path in self._files(f"{name}~{digest(self.made_from[name])}~"):
            content = self._content(path, self.made_from[name])
            runs = _by_header(content, self._columns)
            if path.stem.endswith(own):
                # A run may be made again without its predictions.
                self._own[name] = own, runs
            for run, values in runs.items():
                entry = Entry(**values)
                whole = self._has_predictions(name, int(run), entry)
                if sums.get(int(run)) == entry.folds and whole:
                    found[int(run)] = entry
                    self.used[f"{self.dataset}/{path.name}"] = []
        if renamed and found.keys() != sums.keys():
            for folder, other, made_from in self._other_names(name):
                cache = CountsCache(folder.parent, folder.name, {other: made_from})
                every = cache.read(other, sums, columns, renamed=False).items()
                more = {x: y for x, y in every if not (x in found or y.predictions)}
                self.used |= cache.used if more else {}
                found |= more
        for path in self._of_earlier(name):
            then = self._content(path)["made_from"]
            cache = CountsCache(path.parent.parent, self.dataset, {name: then})
            left = {x: sums[x] for x in sums.keys() - found.keys()}
            new = cache.read(name, left, columns, renamed=False)
            self._earlier |= {(name, run): cache for run in new}
            modules = self.made_from[name]["software"]["modules"].items()
            changed = {x for x, _ in modules ^ then["software"]["modules"].items()}
            self.used |= dict.fromkeys(cache.used if new else (), sorted(changed))
            found |= new
        return found

    def _other_names(self, name: str) -> Iterator[tuple[Path, str, dict[str, Any]]]:
        """Yield names under which the same counts are: a folder, a classifier."""
        top = self._folder and self._folder.parent
        for folder in sorted(top.iterdir()) if top and top.is_dir() else ():
            made_from = self.made_from[name] | {"dataset": folder.name}
            mark = f"~{digest(made_from)}~"
            others = {x.name.split(mark)[0] for x in folder.glob(f"*{mark}*.json")}
            # Two classifiers of a study that are alike are trained each.
            alike = {x for x, y in self.made_from.items() if y == made_from}
            yield from ((folder, other, made_from) for other in sorted(others - alike))

    def _of_earlier(self, name: str) -> list[Path]:
        """List the files of earlier versions of modules, the latest made first."""
        if name not in self._keep:
            return []
        now, paths = self.made_from[name], []
        for path in self._files(f"{name}~"):
            then = self._content(path)["made_from"]
            if then != now and _others(then) == _others(now):
                paths.append(path)
        return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)

    def put(self, name: str, run: int, entry: Entry) -> None:
        """Keep a run of a classifier after `read`; it is on disk after `write`."""
        self._own[name][1][str(run)] = entry._asdict()
        self._put.add(name)

    def read_failure(self, name: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the failure that is kept of a classifier under the same rules."""
        made_from = self._failing(name, rules)
        for path in self._files(f"{name}~{digest(made_from)}~"):
            self.used[f"{self.dataset}/{path.name}"] = []
            return dict(self._content(path, made_from)["failure"])
        return {}

    def put_failure(
        self, name: str, rules: Mapping[str, Any], failure: Mapping[str, Any]
    ) -> None:
        """Keep a failure of a classifier: the first of a job's runs."""
        self._write(name, self._failing(name, rules), {"failure": failure}, "failed")

    def write(self, *, at_end: bool = True) -> None:
        """Write what was put; unless `at_end` only if the last time is a while ago."""
        if not at_end and time.monotonic() - self._written < _SECONDS:
            return
        for name in self._put:
            own, runs = self._own[name]
            content = {"columns": self._columns, "runs": runs}
            self._write(name, self.made_from[name], content, own)
        self._written = time.monotonic()

    def predictions(self, name: str, run: int) -> Path:
        """Return where the predictions of a run are kept."""
        if (name, run) in self._earlier:
            return self._earlier[name, run].predictions(name, run)
        if self._folder is None:
            raise ValueError("predictions are kept in a cache of counts; name a folder")
        fingerprint = digest(self.made_from[name])
        return self._folder / f"{name}~{fingerprint}~{run:04d}.parquet"

    def _failing(self, name: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return what settles a failure: also the rules, and which runs are made."""
        return {**self.made_from[name], "rules": as_json(rules)}

    def _files(self, begins: str) -> list[Path]:
        """List the files with counts whose names begin so, in order."""
        if self._folder is None or not self._folder.is_dir():
            return []
        return [
            self._folder / name
            for name in sorted(os.listdir(self._folder))
            if name.startswith(begins) and name.endswith(".json")
        ]

    def _content(
        self, path: Path, made_from: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Read a file, which must be as it was written, and made from this."""
        body, _, checksum = path.read_bytes().rpartition(b"\n")
        content: dict[str, Any] = {}
        if hashlib.sha256(body).hexdigest().encode() == checksum:
            content = json.loads(body)
        if not content or made_from not in (None, content["made_from"]):
            raise ValueError(
                f"{path}: altered since it was written; delete the file and run the "
                f"same command again: its counts will be recreated"
            )
        return content

    def _write(
        self,
        name: str,
        made_from: Mapping[str, Any],
        content: Mapping[str, Any],
        own: str,
    ) -> None:
        """Write a file, whole or not at all."""
        if self._folder is None:
            return
        path = self._folder / f"{name}~{digest(made_from)}~{own}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        body = json.dumps({"made_from": made_from}, indent=1, ensure_ascii=False)
        more = json.dumps(content, ensure_ascii=False)
        body = f"{body.removesuffix('}').rstrip()},\n{more.removeprefix('{')}"
        checksum = hashlib.sha256(body.encode()).hexdigest()
        write_text(f"{body}\n{checksum}", path)
        self.used[f"{self.dataset}/{path.name}"] = []

    def _has_predictions(self, name: str, run: int, entry: Entry) -> bool:
        """Return whether the predictions of an entry are there, as they were made."""
        if not entry.predictions:
            return True
        path = self.predictions(name, run)
        if not path.is_file():
            return False
        if sha256_of(path) != entry.predictions:
            raise ValueError(
                f"{path}: not the predictions that belong to the counts; delete the "
                f"file and run the same command again: they will be recreated"
            )
        self.used[f"{self.dataset}/{path.name}"] = []
        return True


def _by_header(content: Mapping[str, Any], columns: list[str]) -> dict[str, Any]:
    """Return the runs of a file, their cells by these columns; none if it lacks one."""
    header = content.get("columns", [])
    if not set(columns) <= set(header):
        return {}
    runs: dict[str, Any] = content.get("runs", {})
    if header != columns:
        places, end = [header.index(x) for x in columns], len(header)
        for run in runs.values():
            run["cells"] = [[*(x[y] for y in places), *x[end:]] for x in run["cells"]]
    return runs


def _others(made_from: Mapping[str, Any]) -> dict[str, Any]:
    """Return all that settles counts, but for the user's own modules."""
    return {**made_from, "software": {**made_from["software"], "modules": {}}}


def list_cache_files(folder: PathLike) -> Sequence[Path]:
    """List the files of a cache of counts, those that were left unfinished too."""
    return sorted(path for path in Path(folder).glob("*/*~*") if path.is_file())


PROBABILITY = "probability_"


def write_predictions(
    predictions: Sequence[Prediction], dataset: Dataset, path: Path
) -> None:
    """Write the predictions of one classifier for all folds of one run, atomically.

    The file is Parquet. A line is an instance of a test fold. The columns are

    classifier, run, fold
        As in the tables of accuracies.
    row
        The instance's row in the canonical data set, from 0.
    truth, predicted
        Labels of its class and of the predicted one, empty where it was left
        unclassified: categories, all labels of the data set in their order.
    probability_<label>
        Of each label, as the classifier gave it; not there if it gives none.
    """
    import pyarrow as pa
    from pyarrow import parquet

    labels = dataset.class_labels
    rows = np.concatenate([p.rows for p in predictions])
    sizes = [len(p.rows) for p in predictions]
    folds = np.repeat([p.fold for p in predictions], sizes)
    name, run = predictions[0].classifier, predictions[0].run
    predicted = np.concatenate([p.predicted for p in predictions])
    columns = {
        "classifier": _categories(np.zeros(len(rows), int), [name]),
        "run": pa.array(np.full(len(rows), run), pa.int32()),
        "fold": pa.array(folds, pa.int32()),
        "row": pa.array(rows, pa.int64()),
        "truth": _categories(dataset.classes[rows], labels),
        "predicted": _categories(predicted, labels),
    }
    given = [p.probabilities for p in predictions if p.probabilities is not None]
    if given:
        every = np.concatenate(given)
        for label, column in zip(labels, every.T, strict=True):
            columns[PROBABILITY + label] = pa.array(column, pa.float64())
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_open(path, "wb") as file:
        parquet.write_table(pa.table(columns), file, compression="zstd")


def _categories(codes: Ints, labels: Sequence[str]) -> Any:
    """Return codes of labels as a dictionary column, empty where a code is -1."""
    import pyarrow as pa

    indices = pa.array(codes, pa.int32(), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(labels, pa.string()))
