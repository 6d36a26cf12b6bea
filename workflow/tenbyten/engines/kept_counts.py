"""Keep the counts of every classifier in every run, with what they were made from."""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tenbyten.dataset import Dataset
from tenbyten.engines.classifier import Prediction
from tenbyten.engines.evaluating import COLUMNS
from tenbyten.engines.failures import Failure
from tenbyten.engines.kept_file import (
    Entry,
    KeptFailure,
    Row,
    RunSums,
    join_metrics,
    refuse_other_counts,
)
from tenbyten.engines.kept_files import (
    KeptFiles,
    Wanted,
    lacking_metrics,
    measured_by,
)
from tenbyten.engines.kept_predictions import KeptPredictions, link
from tenbyten.engines.made_from import differences
from tenbyten.files import PathLike
from tenbyten.metrics import DURATIONS, needs_probabilities


class KeptCounts:
    """The counts of one panel on one data set, in a file and its parts.

    Damaged entries and files of another data set are named in the log and not used.
    What is not there is looked for in the files of the same name in the folders beside,
    those of other panels: a classifier that leaves a panel keeps its counts.

    Parameters
    ----------
    path : path, optional
        The file, ``<panel>/<dataset>.json``; None to keep nothing on disk.
    part : str, default=""
        The part that is written, ``<dataset>~<part>.json``: jobs that work at the same
        time each take another. Empty for `path` itself. All parts are read.
    predictions : path, optional
        The folder of the data set's predictions: a file for every run of a classifier,
        which the entry of its counts has the checksum of.
    thorough : bool, default=False
        Whether the checksum of every such file is taken, not only of one that is newer
        than the counts.

    Attributes
    ----------
    damaged : list of str
        What cannot be used, in words that begin with the file.
    predictions : KeptPredictions
        The predictions in their folder.

    Notes
    -----
    In all methods `wanted` has what `made_from` gives by classifier, and `run_sums` the
    checksum of each run's folds (`folds.run_sums`), for all runs that are asked for:
    the counts must have been made from these. `metrics` must have been measured.
    `exclude` says that a classifier that failed is left out; `fold_timeout` is the time
    in seconds that it gets for a fold, None for any.
    """

    def __init__(
        self,
        path: PathLike | None = None,
        *,
        part: str = "",
        predictions: PathLike = "",
        thorough: bool = False,
    ) -> None:
        self._path = Path(path) if path else None
        self.predictions = KeptPredictions(predictions, thorough=thorough)
        self._files = KeptFiles(self._path, part)
        self.damaged = self._files.damaged

    def missing(
        self,
        wanted: Wanted,
        run_sums: RunSums,
        *,
        metrics: Sequence[str] = (),
        predictions: bool = False,
        exclude: bool = False,
        fold_timeout: float | None = None,
    ) -> dict[str, list[int]]:
        """List the runs that are not kept, by classifier; without those that lack none.

        Where `predictions` are wanted, a run without them is not kept either.

        With `exclude` a classifier that failed in a run lacks only runs before it, so
        that its first failure is found by jobs of any size.
        """
        found = {}
        for name, made_from in wanted.items():
            there = self._files.entries(name, made_from, run_sums, metrics)
            if predictions:
                there = self._predicted(name, made_from, there)
            runs = [run for run in run_sums if run not in there]
            if runs and exclude:
                of_name = name, made_from, run_sums, metrics, fold_timeout
                if failure := self._failure(*of_name):
                    runs = [run for run in runs if run < (failure.run or 0)]
            if runs:
                found[name] = runs
        return found

    def differences(
        self,
        name: str,
        made_from: Mapping[str, Any],
        run_sums: RunSums | None = None,
        metrics: Sequence[str] = (),
    ) -> list[str]:
        """Say what a classifier's kept counts were made from that is no longer so.

        Parameters
        ----------
        name : str
            The classifier.
        made_from : mapping
            What its counts are to be made from: ``wanted[name]``.
        run_sums, metrics : optional
            To be told of folds that differ, and of metrics that were not measured.

        Returns
        -------
        list of str
            Such as ``seed 1, now 7``; empty if nothing is kept of it, or all fits.
        """
        self._files.entries(name, made_from, run_sums or {}, metrics)
        engine = made_from.get("engine")
        olds = [x.made_from for x in self._files.all_of(name)]
        olds = [old for old in olds if old.get("engine") == engine]
        same = list(self._files.of(name, made_from))
        if olds and not same:
            return differences(olds[0], made_from)
        entries = [entry for x in same for entry in x.runs.items()]
        words = []
        for run, run_sum in (run_sums or {}).items():
            sums = {entry.folds for of_run, entry in entries if of_run == run}
            if sums and run_sum not in sums:
                words.append(f"folds of run {run}")
        for metric in metrics:
            if not all(metric in entry.metrics for _, entry in entries):
                words.append(f"{metric} was not measured")
        for key, now in measured_by(metrics).items():
            if {entry.metrics.get(key) for _, entry in entries} - {None, now}:
                words.append(f"{key} of the metrics")
        return words

    def rows(
        self,
        wanted: Wanted,
        run_sums: RunSums,
        dataset: str,
        metrics: Sequence[str] = (),
        *,
        exclude: bool = False,
        fold_timeout: float | None = None,
    ) -> list[Row]:
        """Return the counts and metrics.

        Returns
        -------
        list of tuple
            Rows of `COLUMNS` and of `metrics`, by classifier in the order of `wanted`,
            run and fold; NaN is a metric that is undefined. With `exclude` classifiers
            that failed have none.

        Raises
        ------
        ValueError
            If a run of a classifier is not kept.
        """
        failed = set()
        if exclude:
            of_dataset = wanted, run_sums, dataset, metrics
            failures = self.failures(*of_dataset, fold_timeout=fold_timeout)
            failed = {failure.classifier for failure in failures}
        rows: list[Row] = []
        for name in [name for name in wanted if name not in failed]:
            there = self._files.entries(name, wanted[name], run_sums, metrics)
            for run in run_sums:
                if run not in there:
                    raise ValueError(
                        f"{self._path or dataset}: {name} has no counts of run {run} "
                        f"made from these data, folds, settings and software; run "
                        f"again, and they will be made."
                    )
                rows += there[run].rows((dataset, name, run), metrics)
        return rows

    def failures(
        self,
        wanted: Wanted,
        run_sums: RunSums,
        dataset: str,
        metrics: Sequence[str] = (),
        *,
        fold_timeout: float | None = None,
    ) -> list[Failure]:
        """Return the first failure of each classifier that failed, in their order."""
        found = []
        for name, made_from in wanted.items():
            kept = self._failure(name, made_from, run_sums, metrics, fold_timeout)
            if kept:
                found.append(Failure(dataset, name, kept.run, kept.fold, kept.reason))
        return sorted(found, key=lambda failure: (failure.run or 0, failure.fold or 0))

    def put(
        self,
        rows: Sequence[Row],
        *,
        made_from: Mapping[str, Any],
        run_sum: str,
        metrics: Sequence[str] = (),
        predictions: str = "",
    ) -> None:
        """Put one run of one classifier: rows of `COLUMNS` and of `metrics`, by fold.

        In the own file they replace all that was made from something else.
        `predictions` is from `KeptPredictions.put`.

        Raises
        ------
        ValueError
            If a count is not the one that is kept.
        """
        dataset, name, run, *_ = rows[0]
        counts = " ".join(f"{row[5]}/{row[4]}" for row in rows)
        columns = list(zip(*rows, strict=True))[len(COLUMNS) :]
        measured = {
            metric: " ".join(repr(float(value)) for value in column)
            for metric, column in zip(metrics, columns, strict=True)
        }
        measured |= measured_by(metrics)
        where = f"{self._path or dataset}: {name}"
        for kept in self._files.of(name, made_from):
            before = kept.runs.get(run)
            if before and before.folds == run_sum:
                refuse_other_counts(before.counts, counts, f"{where}, run {run}")
                measured = join_metrics(before.metrics, measured)
                predictions = predictions or before.predictions
        own = self._files.own_of(name, made_from)
        own.runs[run] = Entry(run_sum, counts, measured, predictions)

    def to_measure(
        self,
        wanted: Wanted,
        run_sums: RunSums,
        dataset: Dataset,
        metrics: Sequence[str],
    ) -> Iterator[tuple[str, list[str], list[Prediction]]]:
        """Yield runs that lack metrics alone, with predictions that these come from.

        Each as a classifier, the metrics that it lacks, and a prediction for each fold.
        No prediction tells how long it took.
        """
        for name, made_from in wanted.items():
            measurable = self.measurable(name, made_from, run_sums, metrics)
            for run, entry in measurable.items():
                found = self.predictions.read(name, made_from, run, entry, dataset)
                lacking = lacking_metrics(entry, metrics)
                without = all(p.probabilities is None for p in found)
                if found and not (without and needs_probabilities(lacking)):
                    yield name, lacking, found

    def measurable(
        self,
        name: str,
        made_from: Mapping[str, Any],
        run_sums: RunSums,
        metrics: Sequence[str],
    ) -> dict[int, Entry]:
        """Return the runs of a classifier that lack what predictions can tell."""
        counted = self._files.entries(name, made_from, run_sums, ())
        return {
            run: entry
            for run, entry in self._predicted(name, made_from, counted).items()
            if (lacking := lacking_metrics(entry, metrics))
            and set(lacking).isdisjoint(DURATIONS)
        }

    def files_of_predictions(self, wanted: Wanted, run_sums: RunSums) -> Iterator[Path]:
        """Yield the files of the predictions of these runs, as `KeptPredictions`."""
        for name, made_from in wanted.items():
            entries = self._files.entries(name, made_from, run_sums, ())
            yield from self.predictions.files(name, made_from, entries)

    def link_predictions(
        self, wanted: Wanted, run_sums: RunSums, folder: PathLike
    ) -> None:
        """Put the files of the predictions of these runs into a folder."""
        for path in self.files_of_predictions(wanted, run_sums):
            link(path, folder)

    def put_failure(
        self,
        failure: Failure,
        *,
        made_from: Mapping[str, Any],
        run_sum: str = "",
        metrics: Sequence[str] = (),
        fold_timeout: float | None = None,
    ) -> None:
        """Put a classifier's failure.

        `run_sum` is of the run that it failed in, empty if there is none;
        `fold_timeout` is the seconds that were too few, None if that was not why.
        """
        kept = KeptFailure(*failure[2:], run_sum, list(metrics), fold_timeout)
        self._files.own_of(failure.classifier, made_from).failures.append(kept)

    def write(self, *, at_end: bool = True) -> None:
        """Write the own file, atomically.

        Unless `at_end`, nothing is written where the last time was a moment ago.
        """
        self._files.write(at_end=at_end)

    def _predicted(
        self, name: str, made_from: Mapping[str, Any], entries: Mapping[int, Entry]
    ) -> dict[int, Entry]:
        """Return those of the entries whose predictions are there."""
        files = [x.written for x in self._files.of(name, made_from)]
        # What changed since any of them was written is looked into.
        written = min((x for x in files if x is not None), default=None)
        return self.predictions.there(name, made_from, entries, written)

    def _failure(
        self,
        name: str,
        made_from: Mapping[str, Any],
        run_sums: RunSums,
        metrics: Sequence[str],
        fold_timeout: float | None,
    ) -> KeptFailure | None:
        """Find the first failure that would come again; counts of its run refute it."""
        there = self._files.entries(name, made_from, run_sums, metrics)
        found = [
            failure
            for kept in self._files.of(name, made_from)
            for failure in kept.failures
            if failure.folds == run_sums.get(failure.run or 0, "")
            if set(failure.metrics) <= set(metrics)
            if (fold_timeout or math.inf) <= (failure.fold_timeout or math.inf)
            if not (failure.run in there if failure.run else there)
        ]
        return min(found, key=lambda x: (x.run or 0, x.fold or 0), default=None)


def merge_parts(
    path: PathLike, wanted: Wanted | None = None, run_sums: RunSums | None = None
) -> None:
    """Fold all parts of a file of `KeptCounts` into it, and delete them.

    Where files were made from different things, what is as wanted is taken, else what
    is newest. What is as wanted in files of other panels is taken over, too. Arguments
    are those of `KeptCounts`. If two files contradict each other, a ValueError is
    raised.
    """
    KeptFiles(Path(path), "").merge(wanted or {}, run_sums or {})
