"""One panel of classifiers on one data set: correct predictions in every fold."""

import csv
import importlib
import itertools
import logging
import math
import tempfile
from contextlib import closing
from functools import partial

import numpy as np

from tenbyten.engines.failures import Failure, blame
from tenbyten.engines.kept_runs import Judged, KeptRuns, fingerprint_of, forget
from tenbyten.engines.watching import watched
from tenbyten.files import atomic_open
from tenbyten.folds.assignment import check_folds
from tenbyten.metrics import measure

__all__ = [
    "COLUMNS",
    "forget",
    "judge_panel",
    "write_counts",
    "write_failures",
    "write_metrics",
]

CELL = ("dataset", "classifier", "run", "fold")
COLUMNS = (*CELL, "tested", "correct")

# What Python, NumPy and the JVM need beside the Java heap; up to 125 MB were measured.
_BESIDE_THE_HEAP_MB = 300

_log = logging.getLogger(__name__)


def judge_panel(
    dataset,
    folds,
    classifiers,
    *,
    engine,
    seed,
    metrics=(),
    weka_jar=None,
    mem_mb=None,
    runtime=None,
    failures="stop",
    unfinished=None,
):
    """Count the correct predictions of every classifier in every fold of every run.

    What else is asked for is measured on the same predictions.

    Parameters
    ----------
    dataset : Dataset
        The data set.
    folds : Folds
        Which instance is tested where.
    classifiers : sequence of Classifier
        Classifiers of one engine.
    engine : str
        ``weka``, ``scikit_learn`` or ``native``: a module of `tenbyten.engines`.
    seed : int
        The study's seed.
    metrics : sequence of str, default=()
        What is measured besides: names out of `tenbyten.metrics.METRICS`.
    weka_jar : path, optional
        WEKA's jar, for the engine ``weka``.
    mem_mb : int, optional
        Memory the job may take, in MB: the Java heap of the engine ``weka`` is made
        from it. A process that is killed while it has more has failed for it.
    runtime : float, optional
        Minutes the job may take. It is not held to them as long as it goes on; a
        classifier that needs more than half of them for one fold is taken to hang,
        and this process is killed. None to let it hang.
    failures : str, default="stop"
        ``stop`` makes the first classifier that fails an error; ``exclude`` leaves
        its rows out and goes on with the others.
    unfinished : path, optional
        File in which finished runs are kept, and from which a later call with the
        same arguments takes them; `forget` removes it. None to keep nothing.

    Returns
    -------
    Judged
        Rows of `COLUMNS` and one number for each of `metrics`, by classifier in the
        order given, then run and fold; NaN is a metric that is undefined. With
        ``exclude`` the classifiers that failed, which have no rows.

    Raises
    ------
    ValueError
        If `folds` does not fit `dataset`, or a classifier cannot be made, or it
        gives no probabilities and a metric needs them.
    RuntimeError
        With ``stop``, if a classifier fails, or a probability is no number; names
        data set, classifier, run and fold.

    Notes
    -----
    Runs are kept once two seconds have passed since the last were. A run depends on
    no other, so that a job that starts at a later one gives the very same rows.
    """
    check_folds(folds, dataset, where=dataset.name)
    runner = importlib.import_module(f"tenbyten.engines.{engine}.training")
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        if engine == "weka":
            heap_mb = mem_mb - _BESIDE_THE_HEAP_MB
            runner.start_jvm(weka_jar, heap_mb=heap_mb, scratch=scratch)
        runner.check_classifiers(classifiers, metrics=metrics)
        kept = KeptRuns(None)
        if unfinished:
            asked = {"engine": engine, "seed": seed, "metrics": metrics}
            kept = KeptRuns(
                unfinished, fingerprint_of(dataset, folds, classifiers, **asked)
            )
        with watched(
            dataset.name,
            limit_seconds=None if runtime is None else runtime * 30,
            limit_mb=mem_mb or math.inf,
            fingerprint=kept.fingerprint,
            stuck=kept.stuck_path if failures == "exclude" else None,
        ) as place:
            predict = partial(
                runner.predict_folds, dataset, folds, seed=seed, metrics=metrics
            )
            judged = _judge_all(
                dataset, folds, classifiers, predict, metrics, failures, kept, place
            )
    order = {classifier.name: i for i, classifier in enumerate(classifiers)}
    judged.rows.sort(key=lambda row: (order[row[1]], *row[2:4]))
    _log.info("%s: done, %d folds counted", dataset.name, len(judged.rows))
    return judged


def write_failures(failures, path):
    """Write failures as CSV, a header only if there are none; nothing if no path."""
    if path is not None:
        _write_csv(Failure._fields, failures, path)


def write_counts(rows, path):
    """Write the counts among rows of `judge_panel` as CSV."""
    _write_csv(COLUMNS, [row[: len(COLUMNS)] for row in rows], path)


def write_metrics(rows, path, *, metrics):
    """Write the metrics among rows of `judge_panel` as CSV.

    Parameters
    ----------
    rows : list of tuple
        Of `judge_panel`.
    path : path or None
        The file; None where no metrics are asked for, and then nothing is written.
    metrics : sequence of str
        As given to `judge_panel`. A cell is empty where its metric is undefined.
    """
    if path is None:
        return
    measured = [
        ("" if math.isnan(value) else value for value in row[len(COLUMNS) :])
        for row in rows
    ]
    cells = [(*row[: len(CELL)], *own) for row, own in zip(rows, measured, strict=True)]
    _write_csv((*CELL, *metrics), cells, path)


def _write_csv(header, rows, path):
    """Write a header and rows."""
    with atomic_open(path, encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def _judge_all(dataset, folds, classifiers, predict, metrics, failures, kept, place):
    """Judge the runs that are not kept, again from where a classifier failed."""
    runs, (rows, failed) = kept.read(
        classifiers, folds=folds.folds, exclude=failures == "exclude"
    )
    while runs < folds.runs:
        names = {failure.classifier for failure in failed}
        rows = [row for row in rows if row[1] not in names]
        left = [c for c in classifiers if c.name not in names]
        if not left:
            break
        place.enter(dataset.name)
        try:
            with closing(predict(left, first_run=runs + 1)) as predictions:
                for run in range(runs + 1, folds.runs + 1):
                    cells = itertools.product(range(1, folds.folds + 1), left)
                    judged = []
                    for fold, classifier in cells:
                        place.enter(dataset.name, classifier.name, run, fold)
                        judged.append(_judge(dataset, next(predictions), metrics))
                    rows, runs = rows + judged, run
                    # What cannot be kept is no classifier's failure.
                    place.enter(dataset.name)
                    if run < folds.runs:
                        kept.write(Judged(rows, failed), runs=run)
        except (Exception, SystemExit) as error:
            failure, said = blame(error, cell=place.cell, classifiers=left)
            if failure is None or (said and failures == "stop"):
                raise
            if failures == "stop":
                raise RuntimeError(f"{failure.where}: {failure.reason}") from error
            _log.warning("%s: %s; left out", failure.where, failure.reason)
            failed.append(failure)
    return Judged(rows, failed)


def _judge(dataset, prediction, metrics):
    """One row of `COLUMNS` and of metrics from one prediction."""
    truth = dataset.classes[prediction.rows]
    correct = int(np.count_nonzero(prediction.predicted == truth))
    where = (dataset.name, prediction.classifier, prediction.run, prediction.fold)
    try:
        measured = measure(
            metrics,
            truth,
            prediction.predicted,
            prediction.probabilities,
            prediction.fit_seconds,
        )
    except ValueError as error:
        raise RuntimeError(
            "{}, {}, run {}, fold {}: ".format(*where) + str(error)
        ) from error
    return (*where, len(prediction.rows), correct, *measured)
