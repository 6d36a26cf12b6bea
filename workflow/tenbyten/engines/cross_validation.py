"""Cross-validate a panel of classifiers on one data set."""

import csv
import itertools
import logging
import math
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

from tenbyten.dataset import Dataset
from tenbyten.engines import Classifier, Panel, Prediction, find_engine
from tenbyten.engines.evaluating import CELL, COLUMNS, evaluate_fold
from tenbyten.engines.failures import ClassifierError, Failure
from tenbyten.engines.kept_runs import KeptRuns, Results, fingerprint_of, stuck_path
from tenbyten.engines.watchdog import Progress, watched
from tenbyten.files import PathLike, atomic_open
from tenbyten.folds import Folds, check_folds

_log = logging.getLogger(__name__)


class Allotment(NamedTuple):
    """Program, memory and time that a job is given.

    Attributes
    ----------
    program : path
        From `Engine.find_program`; empty where the engine needs none.
    mem_mb : int or None
        Memory the job may take, in MB: an engine may limit itself to it. A process
        that is killed while it has more has failed for it.
    runtime : float or None
        Minutes the job may take. It is not held to them as long as it goes on; a
        classifier that needs more than half of them for one fold is taken to hang,
        and this process is killed. None to let it hang.
    """

    program: PathLike = ""
    mem_mb: int | None = None
    runtime: float | None = None


def evaluate_panel(
    dataset: Dataset,
    folds: Folds,
    panel: Panel,
    *,
    seed: int,
    metrics: Sequence[str] = (),
    failures: str = "stop",
    allotted: Allotment = Allotment(),  # noqa: B008 - it cannot be changed
    unfinished: PathLike | None = None,
) -> Results:
    """Count the correct predictions of every classifier in every fold of every run.

    Parameters
    ----------
    dataset, folds, seed, metrics
        As of `Engine.predict_folds`.
    panel : Panel
        Classifiers, and the engine that runs them.
    failures : {"stop", "exclude"}, default="stop"
        ``stop`` makes the first classifier that fails an error; ``exclude`` leaves
        its rows out and goes on with the others.
    allotted : Allotment, optional
        Program, memory and time; no limits by default.
    unfinished : path, optional
        File in which finished runs are kept, and from which a later call with the
        same arguments takes them; `forget` removes it. None to keep nothing.

    Returns
    -------
    Results
        Rows of `COLUMNS` and one number for each of `metrics`, by classifier in the
        order given, then run and fold; NaN is a metric that is undefined. With
        ``exclude`` the classifiers that failed, which have no rows.

    Raises
    ------
    ValueError
        If `folds` does not fit `dataset`, or as `Engine.check`.
    ClassifierError
        With ``stop``, if a classifier fails, or a probability is no number.

    Notes
    -----
    Runs are kept once two seconds have passed since the last were. A run depends on
    no other, so that a job that starts at a later one gives the very same rows.
    """
    check_folds(folds, dataset, where=dataset.name)
    engine = find_engine(panel.engine)
    program, mem_mb, runtime = allotted
    asked: dict[str, Any] = {"seed": seed, "metrics": metrics}
    exclude = failures == "exclude"
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        engine.start(program=program, mem_mb=mem_mb, scratch=scratch)
        engine.check(panel.classifiers, metrics=metrics)
        fingerprint = ""
        if unfinished:
            fingerprint = fingerprint_of(dataset, folds, panel, **asked)
        with watched(
            dataset.name,
            limit_seconds=None if runtime is None else runtime * 30,
            limit_mb=mem_mb or math.inf,
            fingerprint=fingerprint,
            stuck=str(stuck_path(unfinished)) if unfinished and exclude else "",
        ) as progress:
            results = _evaluate_runs(
                folds,
                panel,
                partial(engine.predict_folds, dataset, folds, **asked),
                partial(evaluate_fold, dataset, metrics=metrics),
                KeptRuns(unfinished, fingerprint),
                progress,
                exclude=exclude,
            )
    order = {classifier.name: i for i, classifier in enumerate(panel.classifiers)}
    results.rows.sort(key=lambda row: (order[row[1]], *row[2:4]))
    _log.info("%s: done, %d folds counted", dataset.name, len(results.rows))
    return results


def write_failures(failures: Iterable[Failure], path: PathLike | None) -> None:
    """Write failures as CSV, a header only if there are none; nothing if no path."""
    if path is not None:
        _write_csv(Failure._fields, failures, path)


def write_counts(rows: Iterable[tuple[Any, ...]], path: PathLike) -> None:
    """Write the counts among rows of `evaluate_panel` as CSV."""
    _write_csv(COLUMNS, [row[: len(COLUMNS)] for row in rows], path)


def write_metrics(
    rows: Iterable[tuple[Any, ...]], path: PathLike | None, *, metrics: Sequence[str]
) -> None:
    """Write the metrics among rows of `evaluate_panel` as CSV; nothing if no path.

    A cell is empty where its metric is undefined.
    """
    if path is not None:
        cells = []
        for row in rows:
            measured = ("" if math.isnan(x) else x for x in row[len(COLUMNS) :])
            cells.append((*row[: len(CELL)], *measured))
        _write_csv((*CELL, *metrics), cells, path)


def _write_csv(
    header: Sequence[str], rows: Iterable[Sequence[Any]], path: PathLike
) -> None:
    """Write a header and rows."""
    with atomic_open(path, encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def _evaluate_runs(
    folds: Folds,
    panel: Panel,
    predict: Callable[..., Generator[Prediction]],
    evaluate: Callable[[Prediction], tuple[Any, ...]],
    kept: KeptRuns,
    progress: Progress,
    *,
    exclude: bool,
) -> Results:
    """Evaluate the runs that are not kept, again from where a classifier failed."""
    runs, (rows, failed) = kept.read(panel.classifiers, folds.folds, exclude=exclude)
    while runs < folds.runs:
        names = {failure.classifier for failure in failed}
        rows = [row for row in rows if row[1] not in names]
        left = [c for c in panel.classifiers if c.name not in names]
        if not left:
            break
        try:
            with closing(predict(left, first_run=runs + 1)) as predictions:
                for run in range(runs + 1, folds.runs + 1):
                    rows = rows + [
                        evaluate(next(predictions))
                        for _ in _announced(progress, left, run, folds.folds)
                    ]
                    runs = run
                    if run < folds.runs:
                        kept.write(Results(rows, failed), runs=run)
        except ClassifierError as error:
            if not exclude:
                raise
            _log.warning("%s; left out", error)
            failed.append(error.failure)
            progress.enter()
    return Results(rows, failed)


def _announced(
    progress: Progress, classifiers: Sequence[Classifier], run: int, folds: int
) -> Iterator[None]:
    """Tell the watchdog each cell of a run before it is evaluated, and the end."""
    for fold, classifier in itertools.product(range(1, folds + 1), classifiers):
        progress.enter(classifier.name, run, fold)
        yield
    progress.enter()
