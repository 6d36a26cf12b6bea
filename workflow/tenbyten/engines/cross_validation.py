"""One panel of classifiers on one data set: correct predictions in every fold."""

import csv
import importlib
import logging
import tempfile

import numpy as np

from tenbyten.folds.assignment import check_folds
from tenbyten.preprocessing.imputation import impute

COLUMNS = ("dataset", "classifier", "run", "fold", "tested", "correct")

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
    impute_before_splitting=False,
    weka_jar=None,
    mem_mb=None,
):
    """Count the correct predictions of every classifier in every fold of every run.

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
        Rows of `COLUMNS`, by classifier in the order given, then run and fold.

    Raises
    ------
    ValueError
        If `folds` does not fit `dataset`, or a classifier cannot be made.
    RuntimeError
        If a classifier fails; names data set, classifier, run and fold.
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
        runner.check_classifiers(classifiers)
        predictions = runner.predict_folds(dataset, folds, classifiers, seed=seed)
        rows = [_count(dataset, prediction) for prediction in predictions]
    order = {classifier.name: i for i, classifier in enumerate(classifiers)}
    _log.info("%s: done, %d folds counted", dataset.name, len(rows))
    return sorted(rows, key=lambda row: (order[row[1]], *row[2:4]))


def write_counts(rows, path):
    """Write rows of `cross_validate` as CSV."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def _count(dataset, prediction):
    """One row of `COLUMNS` from one prediction."""
    truth = dataset.classes[prediction.rows]
    correct = int(np.count_nonzero(prediction.predicted == truth))
    where = (dataset.name, prediction.classifier, prediction.run, prediction.fold)
    return (*where, len(prediction.rows), correct)
