"""One panel of classifiers on one data set: correct predictions in every fold."""

import csv
import importlib
import logging
import math
import tempfile

import numpy as np

from tenbyten.folds.assignment import check_folds
from tenbyten.metrics import measure
from tenbyten.preprocessing.imputation import impute

CELL = ("dataset", "classifier", "run", "fold")
COLUMNS = (*CELL, "tested", "correct")

# What Python, NumPy and the JVM need beside the Java heap; up to 125 MB were measured.
_BESIDE_THE_HEAP_MB = 300

_log = logging.getLogger(__name__)


def cross_validate(
    dataset,
    folds,
    classifiers,
    *,
    engine,
    seed,
    metrics=(),
    impute_before_splitting=False,
    weka_jar=None,
    mem_mb=None,
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
    impute_before_splitting : bool, default=False
        Whether missing values are replaced by the mean or mode of all instances
        first. It lets the test folds leak into training; it is there to repeat
        published work.
    weka_jar : path, optional
        WEKA's jar, for the engine ``weka``.
    mem_mb : int, optional
        Memory the job may take, in MB, for the engine ``weka``.

    Returns
    -------
    list of tuple
        Rows of `COLUMNS` and one number for each of `metrics`, by classifier in the
        order given, then run and fold. NaN is a metric that is undefined.

    Raises
    ------
    ValueError
        If `folds` does not fit `dataset`, or a classifier cannot be made, or it
        gives no probabilities and a metric needs them.
    RuntimeError
        If a classifier fails, or a probability is no number; names data set,
        classifier, run and fold.
    """
    check_folds(folds, dataset, where=dataset.name)
    if impute_before_splitting:
        _log.info("%s: imputing the whole data set before splitting", dataset.name)
        dataset = impute(dataset)
    runner = importlib.import_module(f"tenbyten.engines.{engine}")
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        if engine == "weka":
            heap_mb = mem_mb - _BESIDE_THE_HEAP_MB
            runner.start_jvm(weka_jar, heap_mb=heap_mb, scratch=scratch)
        runner.check_classifiers(classifiers, metrics=metrics)
        predictions = runner.predict_folds(
            dataset, folds, classifiers, seed=seed, metrics=metrics
        )
        rows = [_judge(dataset, prediction, metrics) for prediction in predictions]
    order = {classifier.name: i for i, classifier in enumerate(classifiers)}
    _log.info("%s: done, %d folds counted", dataset.name, len(rows))
    return sorted(rows, key=lambda row: (order[row[1]], *row[2:4]))


def write_counts(rows, path):
    """Write the counts among rows of `cross_validate` as CSV."""
    _write_csv(COLUMNS, [row[: len(COLUMNS)] for row in rows], path)


def write_metrics(rows, path, *, metrics):
    """Write the metrics among rows of `cross_validate` as CSV.

    Parameters
    ----------
    rows : list of tuple
        From `cross_validate`.
    path : path or None
        The file; None where no metrics are asked for, and then nothing is written.
    metrics : sequence of str
        As given to `cross_validate`. A cell is empty where its metric is undefined.
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
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


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
