"""Any classifier with scikit-learn's manners, by its import path."""

import inspect
import logging
import time
import warnings
from contextlib import contextmanager

import numpy as np
from sklearn.base import clone
from threadpoolctl import ThreadpoolController

from tenbyten.engines.classifier import Prediction
from tenbyten.engines.scikit_learn.instantiate import make_learner
from tenbyten.metrics import needs_probabilities
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing

_log = logging.getLogger(__name__)


def check_classifiers(classifiers, *, metrics=()):
    """Make every classifier once, untrained, so that a wrong one is found at once.

    Parameters
    ----------
    classifiers : iterable of Classifier
        What a study asks of this engine.
    metrics : sequence of str, default=()
        What is measured besides accuracy (`tenbyten.metrics.METRICS`).

    Raises
    ------
    ValueError
        If an import path leads to no class, a setting is unknown, the class does
        not accept its settings or is no classifier, `options` or a `preprocessing`
        other than ``impute`` are given, which only other engines have, or a metric
        needs probabilities and the classifier gives none.
    """
    for classifier in classifiers:
        make_learner(classifier, metrics)


def predict_folds(dataset, folds, classifiers, *, seed, metrics=(), first_run=1):
    """Train and test scikit-learn classifiers on every fold of every run.

    Parameters
    ----------
    dataset : Dataset
        The data set.
    folds : Folds
        Which instance is tested in which fold.
    classifiers : sequence of Classifier
        The classifiers; each training set is encoded once for all of them.
    seed : int
        The study's seed.
    metrics : sequence of str, default=()
        What is measured besides accuracy (`tenbyten.metrics.METRICS`): it settles
        whether predictions have `probabilities` and `fit_seconds`.
    first_run : int, default=1
        The run to start at; what comes from there on does not depend on it.

    Yields
    ------
    Prediction
        In the order of runs, folds and classifiers; `rows` ascend.

    Raises
    ------
    ValueError
        Before any fold is run, as `check_classifiers`.
    RuntimeError
        If a classifier fails, or predicts something other than one of the declared
        classes, or a probability of each class that it knows, for each test
        instance; names data set, classifier, run and fold.

    Notes
    -----
    In each fold missing values are replaced by the training set's mean (numeric) or
    mode (nominal). Then a classifier gets the numeric attributes, in file order,
    followed by a column of 0 and 1 for every declared label of every nominal
    attribute, whether or not the label occurs. Classes are given as label indices,
    so that equal probabilities go to the label declared first; a setting like
    ``class_weight`` names classes by index.

    Every ``random_state`` that is None, of the classifier and of all that it is made
    of, is drawn from (seed, run, fold), and so depends neither on the order of the
    folds nor on the other classifiers. BLAS and OpenMP use one thread, for the sums
    of several can differ in the last bit; ``n_jobs`` is left as it is set.

    What a classifier warns of goes to the log once, with its count, after the last
    fold.

    A class that the training fold lacks has the probability 0. Where `fit_seconds`
    are asked for, the very first fold is trained on twice and timed the second time,
    when what `fit` imports is loaded; imputing and encoding are not in the time.
    """
    learners = {c.name: make_learner(c, metrics) for c in classifiers}
    return _predict_folds(dataset, folds, learners, seed, metrics, first_run)


def _predict_folds(dataset, folds, learners, seed, metrics, first_run):
    names = ", ".join(learners)
    threads = ThreadpoolController()
    n_values = np.array(
        [len(attribute.labels or ()) for attribute in dataset.attributes[:-1]],
        dtype=np.int64,
    )
    warned = {name: {} for name in learners}
    asked, timed = needs_probabilities(metrics), "fit_seconds" in metrics
    try:
        for run in range(first_run, folds.runs + 1):
            _log.info("%s: run %d of %d (%s)", dataset.name, run, folds.runs, names)
            for fold in range(1, folds.folds + 1):
                training = folds.training_rows(run, fold)
                classes = dataset.classes[training]
                rows = folds.test_rows(run, fold)
                known, unknown = _encoded(dataset, n_values, training, rows)
                for name, learner in learners.items():
                    where = f"{dataset.name}, {name}, run {run}, fold {fold}"
                    probabilities = None
                    with threads.limit(limits=1), _kept(warned[name]), _named(where):
                        fresh = _seeded(clone(learner), (seed, run, fold))
                        if timed and (run, fold) == (first_run, 1):
                            clone(fresh).fit(known, classes)
                        seconds = _fit(fresh, known, classes)
                        predicted = fresh.predict(unknown)
                        if asked:
                            probabilities = fresh.predict_proba(unknown)
                    _check_predicted(predicted, dataset, rows, where)
                    if asked:
                        probabilities = _of_declared_classes(
                            probabilities, np.unique(classes), dataset, rows, where
                        )
                    yield Prediction(
                        name,
                        run,
                        fold,
                        rows,
                        np.asarray(predicted, dtype=np.int64),
                        probabilities,
                        seconds if timed else None,
                    )
    finally:
        for name, warning in warned.items():
            _report(warning, f"{dataset.name}, {name}")


def _fit(learner, known, classes):
    """Train a learner, and say how many seconds that took."""
    started = time.perf_counter()
    learner.fit(known, classes)
    return time.perf_counter() - started


def _encoded(dataset, n_values, training, rows):
    """Attributes of the training and of the test set as numbers without gaps."""
    values = dataset.values[:, :-1]
    replacements = means_and_modes(values[training], n_values)
    return tuple(
        _one_hot(replace_missing(values[part], replacements), n_values)
        for part in (training, rows)
    )


def _one_hot(values, n_values):
    """Numeric columns, then an indicator for each label of each nominal column."""
    nominal = n_values > 0
    labels = n_values[nominal]
    places = values[:, nominal].astype(np.int64) + np.cumsum(labels) - labels
    indicators = np.zeros((len(values), labels.sum()))
    np.put_along_axis(indicators, places, 1, axis=1)
    return np.hstack([values[:, ~nominal], indicators])


def _seeded(learner, key):
    """Settle what `learner` draws: each `random_state` that is None gets a number."""
    drawing = list(_drawing(learner))
    drawn = np.random.SeedSequence(key).generate_state(len(drawing))
    # 31 bits, because some libraries take signed integers of 32.
    for part, state in zip(drawing, (drawn >> 1).tolist(), strict=True):
        part.random_state = state
    return learner


def _drawing(part):
    """Yield what has a `random_state` of None: `part` and all that it is made of.

    `get_params(deep=True)` would miss the splitter and the grid of a search.
    """
    if isinstance(part, dict):
        part = list(part.values())
    if isinstance(part, list | tuple):
        for item in part:
            yield from _drawing(item)
    elif not inspect.isclass(part):
        if getattr(part, "random_state", 0) is None:
            yield part
        if hasattr(part, "get_params"):
            for _, value in sorted(part.get_params(deep=False).items()):
                yield from _drawing(value)


def _check_predicted(predicted, dataset, rows, where):
    """Refuse predictions that are not one label index for each of `rows`."""
    predicted = np.asarray(predicted)
    if predicted.shape != rows.shape:
        raise RuntimeError(
            f"{where}: predictions of shape {predicted.shape} for {len(rows)} test "
            f"instances; `predict` must give one class for each: correct the "
            f"classifier or leave it out."
        )
    labels = dataset.class_attribute.labels
    declared = np.isin(predicted, np.arange(len(labels)))
    if not np.all(declared):
        wrong = predicted[np.argmin(declared)]
        raise RuntimeError(
            f"{where}: predicted {wrong!r}, which is no declared class (0 to "
            f"{len(labels) - 1}); `predict` must give the classes that `fit` was "
            f"given: correct the classifier or leave it out."
        )


def _of_declared_classes(probabilities, present, dataset, rows, where):
    """Put the columns of `predict_proba` at their classes; the others are 0.

    scikit-learn's manners settle the columns: a classifier has one for each class of
    its training fold, in order.
    """
    probabilities = np.asarray(probabilities)
    if probabilities.shape != (len(rows), len(present)):
        raise RuntimeError(
            f"{where}: probabilities of shape {probabilities.shape} for {len(rows)} "
            f"test instances and the {len(present)} classes of the training fold; "
            f"`predict_proba` must give one for each: correct the classifier or leave "
            f"it out."
        )
    every = np.zeros((len(rows), len(dataset.class_attribute.labels)))
    every[:, present] = probabilities
    return every


@contextmanager
def _named(where):
    """Turn a classifier's exceptions into a RuntimeError that says where."""
    try:
        yield
    except Exception as error:
        raise RuntimeError(
            f"{where}: {type(error).__name__}: {error} (change the classifier's "
            f"settings or leave it out)"
        ) from error


@contextmanager
def _kept(warned):
    """Count warnings in `warned`, by where they come from, instead of printing."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            yield
        finally:
            for warning in caught:
                source = (warning.category, warning.filename, warning.lineno)
                count, first = warned.get(source, (0, warning.message))
                warned[source] = (count + 1, first)


def _report(warned, where):
    """Log each warning once, with how often it came."""
    for (category, _, _), (count, first) in warned.items():
        text = " ".join(str(first).split())
        _log.warning("%s: %s (%d times): %s", where, category.__name__, count, text)
