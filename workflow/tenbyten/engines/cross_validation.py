"""Cross-validate a panel of classifiers on one data set."""

import csv
import itertools
import logging
import tempfile
from collections.abc import (
    Callable,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from tenbyten.dataset import Dataset
from tenbyten.engines import Panel, Prediction, find_engine
from tenbyten.engines.evaluating import COLUMNS, evaluate_fold
from tenbyten.engines.failures import ClassifierError, Failure
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.files import PathLike, atomic_open
from tenbyten.folds import Folds, check_folds, run_sums

_log = logging.getLogger(__name__)


class Allotment(NamedTuple):
    """Program, memory and cores that a job is given.

    Attributes
    ----------
    program : path
        From `Engine.find_program`; empty where the engine needs none.
    mem_mb : int or None
        Memory the job may take, in MB: an engine may limit itself to it.
    threads : int
        Processor cores that the job may use.
    """

    program: PathLike = ""
    mem_mb: int | None = None
    threads: int = 1


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


# What settles the counts, what is allotted to the job, and what is kept of them.
def evaluate_panel(
    dataset: Dataset,
    folds: Folds,
    panel: Panel,
    *,
    seed: int,
    metrics: Sequence[str] = (),
    predictions: bool = False,
    failures: str = "stop",
    fold_timeout: float | None = None,
    allotted: Allotment = Allotment(),  # noqa: B008 - it cannot be changed
    kept: KeptCounts | None = None,
    wanted: Mapping[str, Mapping[str, Any]] | None = None,
    runs: Sequence[int] | None = None,
) -> Results:
    """Count the correct predictions of every classifier in every fold of the runs.

    Parameters
    ----------
    dataset, folds, seed, metrics
        As of `Engine.predict_folds`.
    panel : Panel
        Classifiers, and the engine that runs them.
    predictions : bool, default=False
        Whether `kept` is to have the predictions too.
    failures : {"stop", "exclude"}, default="stop"
        ``stop`` makes the first classifier that fails an error; ``exclude`` leaves
        its rows out and goes on with the others.
    fold_timeout : float, optional
        Seconds that a classifier gets for a fold; any by default. A failure for this
        reason is not tried again with as few seconds. Who calls holds it to them:
        `fold_timeout.call_with_timeout`.
    allotted : Allotment, optional
        Program, memory and cores; no limit of memory by default.
    kept : KeptCounts, optional
        Counts that are not made again, and where new ones are put: run by run, and on
        disk at the latest at the end, be it with an error. By default nothing is kept.
        Metrics that it lacks are measured on the predictions that it has, as far as
        these tell them.
    wanted : mapping, optional
        What `made_from` gives for each classifier, by name; needed if `kept` is.
    runs : sequence of int, optional
        The runs to evaluate; all by default.

    Returns
    -------
    Results
        Rows of `COLUMNS` and one number for each of `metrics`, by classifier in the
        order given, then run and fold; NaN is a metric that is undefined. With
        ``exclude`` the classifiers that failed, which have no rows.

    Raises
    ------
    ValueError
        If `folds` does not fit `dataset`, as `Engine.check`, or if a count is not the
        one that `kept` has without a metric that is asked for.
    ClassifierError
        With ``stop``, if a classifier fails, or a probability is no number.

    Notes
    -----
    A run depends on no other, so that runs that are made at different times, in any
    order and by any number of jobs have the very same rows.
    """
    check_folds(folds, dataset, where=dataset.name)
    sums = run_sums(folds)
    for run in set(runs or ()) - sums.keys():
        raise ValueError(
            f"{dataset.name}: run {run} is asked for, but there are folds of "
            f"{folds.runs} runs; make the folds again."
        )
    work = _Work(
        dataset,
        folds,
        panel,
        {"seed": seed, "metrics": metrics, "predictions": predictions},
        {"exclude": failures == "exclude", "fold_timeout": fold_timeout},
        kept or KeptCounts(),
        {c.name: (wanted or {})[c.name] if kept else {} for c in panel.classifiers},
        sums if runs is None else {run: sums[run] for run in sorted(runs)},
    )
    if missing := work.missing():
        total = len(work.wanted) * len(work.sums)
        there = total - sum(map(len, missing.values()))
        _log.info("%s: %d of %d runs are kept", dataset.name, there, total)
        work.do(allotted)
    results = work.results()
    _log.info("%s: done, %d folds counted", dataset.name, len(results.rows))
    return results


def write_counts(rows: Iterable[tuple[Any, ...]], path: PathLike) -> None:
    """Write the counts among rows of `evaluate_panel` as CSV."""
    with atomic_open(path, encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row[: len(COLUMNS)] for row in rows)


@dataclass(frozen=True)
class _Work:
    """The runs of a panel on a data set: those that are kept, and those to be made.

    `asked` are the seed and the metrics, `how` what `KeptCounts` is told of failures,
    `wanted` and `sums` what counts must have been made from.
    """

    dataset: Dataset
    folds: Folds
    panel: Panel
    asked: dict[str, Any]
    how: dict[str, Any]
    kept: KeptCounts
    wanted: dict[str, Mapping[str, Any]]
    sums: dict[int, str]

    def missing(self) -> dict[str, list[int]]:
        """List the runs to be made, by classifier."""
        asked = {key: self.asked[key] for key in ("metrics", "predictions")}
        return self.kept.missing(self.wanted, self.sums, **asked, **self.how)

    def do(self, allotted: Allotment) -> None:
        """Make what is missing; if a classifier fails, the finished runs are kept."""
        try:
            self._measure()
        finally:
            self.kept.write()
        if not self.missing():
            return
        engine = find_engine(self.panel.engine)
        program, mem_mb, threads = allotted
        predict = partial(engine.predict_folds, threads=threads)
        with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
            engine.start(program=program, mem_mb=mem_mb, scratch=scratch)
            try:
                while missing := self.missing():
                    self._make(predict, *_sharing(missing))
            finally:
                self.kept.write()

    def _measure(self) -> None:
        """Measure what metrics alone are missing of, by the predictions that are kept.

        A classifier whose predictions cannot be measured is tried again, and fails as
        it would have.
        """
        metrics, measured = self.asked["metrics"], 0
        of_these = self.wanted, self.sums, self.dataset, metrics
        for name, lacking, found in self.kept.to_measure(*of_these):
            with suppress(ClassifierError):
                rows = [evaluate_fold(self.dataset, p, metrics=lacking) for p in found]
                self._put_run(rows, name, found[0].run, lacking)
                measured += 1
        if measured:
            where = self.dataset.name
            _log.info("%s: %d runs measured by kept predictions", where, measured)

    def _make(
        self,
        predict: Callable[..., Generator[Prediction]],
        names: set[str],
        runs: list[int],
    ) -> None:
        """Make runs of some classifiers, until one of them fails."""
        classifiers = [c for c in self.panel.classifiers if c.name in names]
        on = self.dataset, self.folds, classifiers
        try:
            with closing(predict(*on, runs=runs, **self.asked)) as predictions:
                for run in runs:
                    cells = itertools.islice(predictions, len(on[2]) * on[1].folds)
                    self._put(cells, names, run)
        except ClassifierError as error:
            if not self.how["exclude"]:
                raise
            _log.warning("%s; left out", error)
            self._put_failure(error)

    def _put(self, cells: Iterator[Prediction], names: set[str], run: int) -> None:
        """Count, measure and keep one run of some classifiers."""
        metrics, rows = self.asked["metrics"], []
        found: dict[str, list[Prediction]] = {name: [] for name in names}
        for prediction in cells:
            rows.append(evaluate_fold(self.dataset, prediction, metrics=metrics))
            if self.asked["predictions"]:
                found[prediction.classifier].append(prediction)
        for name in names:
            of_name = [row for row in rows if row[1] == name]
            self._put_run(of_name, name, run, metrics, found[name])
        self.kept.write(at_end=False)

    def _put_run(
        self,
        rows: list[tuple[Any, ...]],
        name: str,
        run: int,
        metrics: Sequence[str],
        predictions: Sequence[Prediction] = (),
    ) -> None:
        """Keep one run of one classifier, its predictions first."""
        made_from, written = self.wanted[name], ""
        if predictions:
            put = self.kept.predictions.put
            written = put(predictions, self.dataset, made_from)
        self.kept.put(
            rows,
            made_from=made_from,
            run_sum=self.sums[run],
            metrics=metrics,
            predictions=written,
        )

    def _put_failure(self, error: ClassifierError) -> None:
        """Keep a failure."""
        failure = error.failure
        self.kept.put_failure(
            failure,
            made_from=self.wanted[failure.classifier],
            run_sum=self.sums.get(failure.run or 0, ""),
            metrics=self.asked["metrics"],
            fold_timeout=error.fold_timeout,
        )

    def results(self) -> Results:
        """Return all rows, and with ``exclude`` the classifiers that failed."""
        metrics, fold_timeout = self.asked["metrics"], self.how["fold_timeout"]
        of_dataset = self.wanted, self.sums, self.dataset.name, metrics
        failures = []
        if self.how["exclude"]:
            failures = self.kept.failures(*of_dataset, fold_timeout=fold_timeout)
        return Results(self.kept.rows(*of_dataset, **self.how), failures)


def _sharing(missing: dict[str, list[int]]) -> tuple[set[str], list[int]]:
    """Name the classifiers that miss the first of all runs, and what runs they share.

    These are made together, for the folds are shared.
    """
    of_run: dict[int, set[str]] = {}
    for name, runs in missing.items():
        for run in runs:
            of_run.setdefault(run, set()).add(name)
    names = of_run[min(of_run)]
    return names, sorted(run for run in of_run if of_run[run] == names)
