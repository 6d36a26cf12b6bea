"""The package's own learners, all of a panel together on each training fold."""

import difflib
import inspect
import logging
import time
from collections.abc import Generator, Iterable, Sequence

import numpy as np

from tenbyten.dataset import Attribute, Dataset
from tenbyten.engines.classifier import Classifier, Prediction
from tenbyten.engines.failures import ClassifierError, Failure, attributed
from tenbyten.engines.native.compiling import compile_once
from tenbyten.engines.native.experimenter_order import training_orders
from tenbyten.engines.native.fold import PREPROCESSING, NativeData, NativeFold
from tenbyten.engines.native.start import load_kernels
from tenbyten.folds import Folds
from tenbyten.learners import LEARNERS, array_learner
from tenbyten.learners.learner import predicted_classes, refuse
from tenbyten.metrics import needs_probabilities

_log = logging.getLogger(__name__)


def check_classifiers(classifiers: Iterable[Classifier]) -> None:
    """Make every classifier once, untrained.

    Raises
    ------
    ValueError
        If there is no such learner, it has no such setting or refuses its value, or
        a name in `preprocessing` is unknown.
    """
    for classifier in classifiers:
        where = f"classifier {classifier.name}"
        if classifier.learner not in LEARNERS:
            advice = _advice(classifier.learner, LEARNERS)
            raise ValueError(
                f"{where}: no native learner {classifier.learner!r}{advice}"
            )
        known = inspect.signature(array_learner(classifier.learner)).parameters
        for setting in classifier.settings:
            if setting not in known:
                raise ValueError(
                    f"{where}: {classifier.learner} has no setting {setting!r}"
                    f"{_advice(setting, known)}"
                )
        for name in classifier.preprocessing:
            if name not in PREPROCESSING:
                advice = _advice(name, PREPROCESSING)
                raise ValueError(f"{where}: unknown preprocessing {name!r}{advice}")
        try:
            _make(classifier).check_settings()
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None


def predict_folds(
    dataset: Dataset,
    folds: Folds,
    classifiers: Sequence[Classifier],
    *,
    metrics: Sequence[str] = (),
    first_run: int = 1,
) -> Generator[Prediction]:
    """Train and test native classifiers, as `Engine.predict_folds`.

    Raises
    ------
    ValueError
        Before any fold: if a classifier cannot be made (`check_classifiers`).
    ClassifierError
        Before any fold: if a classifier does not take such a data set. In a fold: if
        a learner refuses it.

    Notes
    -----
    Where `fit_seconds` are asked for, each classifier makes all that it needs of a
    training fold itself, and the very first fold is trained on twice and timed the
    second time, when the compiled kernels are loaded. What all folds of a data set
    have in common, such as its sorted columns, is not in the time.
    """
    check_classifiers(classifiers)
    load_kernels()
    data = NativeData(dataset)
    learners = {classifier.learner for classifier in classifiers}
    compile_once(_train, learners=learners, missing=bool(data.missing.any()))
    for classifier in classifiers:
        _refuse(dataset, data, classifier)
    return _predict_folds(dataset, data, folds, classifiers, metrics, first_run)


def _train(dataset, folds, classifier):
    """Train and test one classifier, only to compile its kernels."""
    for _ in _predict_folds(dataset, NativeData(dataset), folds, [classifier]):
        pass


def _predict_folds(dataset, data, folds, classifiers, metrics=(), first_run=1):
    names = ", ".join(classifier.name for classifier in classifiers)
    ordered = any(data.depends_on_row_order(c.preprocessing) for c in classifiers)
    orders = training_orders(dataset, folds, first_run=first_run) if ordered else None
    asked, timed = needs_probabilities(metrics), "fit_seconds" in metrics
    for run in range(first_run, folds.runs + 1):
        _log.info("%s: run %d of %d (%s)", dataset.name, run, folds.runs, names)
        for fold in range(1, folds.folds + 1):
            training = next(orders) if ordered else folds.training_rows(run, fold)
            rows = folds.test_rows(run, fold)
            shared = NativeFold(data, training, rows)
            for classifier in classifiers:
                cell = (dataset.name, classifier.name, run, fold)
                with attributed(*cell, plain=(ValueError,)):
                    if timed and (run, fold) == (first_run, 1):
                        _fit(classifier, NativeFold(data, training, rows))
                    if timed:
                        shared = NativeFold(data, training, rows)
                    started = time.perf_counter()
                    learner, prepared = _fit(classifier, shared)
                    seconds = time.perf_counter() - started
                    distribution = learner.distribution_of_fold(prepared)
                predicted = predicted_classes(distribution)
                optional = distribution if asked else None, seconds if timed else None
                yield Prediction(classifier.name, run, fold, rows, predicted, *optional)


def _fit(classifier, shared):
    """Train a learner on one fold; it comes with the fold as it was preprocessed."""
    prepared = shared.prepared(classifier.preprocessing)
    learner = _make(classifier)
    learner.fit_fold(prepared)
    return learner, prepared


def _refuse(dataset, data, classifier):
    """Refuse a data set that a classifier does not take after its preprocessing."""
    needed = data.needed(classifier.preprocessing)
    attributes, values = dataset.attributes[:-1], data.values
    if "discretize" in needed:
        attributes = [a if a.is_nominal else Attribute(a.name, ()) for a in attributes]
    if "impute" in needed:
        values = np.nan_to_num(values)
    try:
        name = classifier.name
        refuse(_make(classifier), name, attributes, dataset.class_attribute, values)
    except ValueError as error:
        reason = str(error).removeprefix(f"{name}: ")
        failure = Failure(dataset.name, name, None, None, reason)
        raise ClassifierError(failure) from error


def _make(classifier):
    """Make the array half of a classifier's learner."""
    return array_learner(classifier.learner)(**classifier.settings)


def _advice(word, known):
    """End an error about `word` by saying what it may have meant."""
    matches = difflib.get_close_matches(word, known)
    if matches:
        return f"; did you mean {' or '.join(matches)}?"
    return f"; it is one of {', '.join(known)}." if known else "; there is none."
