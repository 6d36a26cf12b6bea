"""Train and test classifiers with scikit-learn's interface."""

import inspect
import logging
import time
import warnings
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from threadpoolctl import ThreadpoolController

from tenbyten.dataset import Dataset
from tenbyten.engines.classifier import Classifier, Prediction
from tenbyten.engines.failures import attributed
from tenbyten.engines.scikit_learn.instantiate import instantiate
from tenbyten.folds import Folds
from tenbyten.metrics import needs_probabilities
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing

_log = logging.getLogger(__name__)

_ADVICE = " (change the classifier's settings or leave it out)"

# Warnings by category, file and line: how many came, and the first.
_Warned = dict[tuple[type[Warning], str, int], tuple[int, Any]]


def predict_folds(
    dataset: Dataset,
    folds: Folds,
    classifiers: Sequence[Classifier],
    *,
    seed: int,
    metrics: Sequence[str] = (),
    first_run: int = 1,
) -> Generator[Prediction]:
    """Train and test scikit-learn classifiers, as `Engine.predict_folds`.

    Raises
    ------
    ValueError
        Before any fold: if a classifier cannot be made (`instantiate`).
    ClassifierError
        If a classifier fails, or predicts something other than one of the declared
        classes, or a probability of each class that it knows, for each test
        instance.

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
    learners = {c.name: instantiate(c, metrics) for c in classifiers}
    return _predict_folds(dataset, folds, learners, seed, metrics, first_run)


def _predict_folds(
    dataset: Dataset,
    folds: Folds,
    learners: dict[str, Any],
    seed: int,
    metrics: Sequence[str],
    first_run: int,
) -> Generator[Prediction]:
    names = ", ".join(learners)
    threads = ThreadpoolController()
    warned: dict[str, _Warned] = {name: {} for name in learners}
    timed = "fit_seconds" in metrics
    try:
        for run in range(first_run, folds.runs + 1):
            _log.info("%s: run %d of %d (%s)", dataset.name, run, folds.runs, names)
            for fold in range(1, folds.folds + 1):
                rows = folds.test_rows(run, fold)
                encoded = _EncodedFold(dataset, folds.training_rows(run, fold), rows)
                for name, learner in learners.items():
                    cell = (dataset.name, name, run, fold)
                    with (
                        threads.limit(limits=1),
                        _counted(warned[name]),
                        attributed(*cell, advice=_ADVICE),
                    ):
                        fresh = _seeded(clone(learner), (seed, run, fold))
                        if timed and (run, fold) == (first_run, 1):
                            encoded.fit(clone(fresh))
                        seconds = encoded.fit(fresh)
                        predicted = fresh.predict(encoded.test)
                        probabilities = None
                        if needs_probabilities(metrics):
                            probabilities = fresh.predict_proba(encoded.test)
                    with attributed(*cell, plain=(ValueError,)):
                        _check_predicted(predicted, dataset, rows)
                        if probabilities is not None:
                            present = np.unique(encoded.classes)
                            probabilities = _of_declared_classes(
                                probabilities, present, dataset, rows
                            )
                    yield Prediction(
                        *cell[1:],
                        rows,
                        np.asarray(predicted, dtype=np.int64),
                        probabilities,
                        seconds if timed else None,
                    )
    finally:
        for name, warning in warned.items():
            _report(warning, f"{dataset.name}, {name}")


class _EncodedFold:
    """A training fold and its test rows, imputed and encoded when first needed.

    That is while a classifier is at work: an encoding too large for the memory is the
    classifier's failure.
    """

    def __init__(
        self,
        dataset: Dataset,
        training: npt.NDArray[np.int64],
        rows: npt.NDArray[np.int64],
    ) -> None:
        self.classes = dataset.classes[training]
        self._dataset = dataset
        self._parts = training, rows

    def fit(self, learner: Any) -> float:
        """Train a learner; return the seconds that took."""
        training, _ = self._encoded
        started = time.perf_counter()
        learner.fit(training, self.classes)
        return time.perf_counter() - started

    @property
    def test(self) -> npt.NDArray[np.float64]:
        """The encoded test rows."""
        return self._encoded[1]

    @cached_property
    def _encoded(self) -> list[npt.NDArray[np.float64]]:
        labels = [len(a.labels or ()) for a in self._dataset.attributes[:-1]]
        n_values = np.array(labels, dtype=np.int64)
        values = self._dataset.values[:, :-1]
        replacements = means_and_modes(values[self._parts[0]], n_values)
        return [
            _one_hot(replace_missing(values[part], replacements), n_values)
            for part in self._parts
        ]


def _one_hot(
    values: npt.NDArray[np.float64], n_values: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Put numeric columns before an indicator for each label of each nominal one."""
    nominal = n_values > 0
    labels = n_values[nominal]
    columns = values[:, nominal].astype(np.int64) + np.cumsum(labels) - labels
    indicators = np.zeros((len(values), labels.sum()))
    np.put_along_axis(indicators, columns, 1, axis=1)
    return np.hstack([values[:, ~nominal], indicators])


def _seeded(learner: Any, key: tuple[int, int, int]) -> Any:
    """Give each `random_state` that is None a number."""
    drawing = list(_drawing(learner))
    drawn = np.random.SeedSequence(key).generate_state(len(drawing))
    # 31 bits, because some libraries take signed integers of 32.
    for part, state in zip(drawing, (drawn >> 1).tolist(), strict=True):
        part.random_state = state
    return learner


def _drawing(part: Any) -> Iterator[Any]:
    """Yield `part` and those of its parts that have a `random_state` of None.

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


def _check_predicted(
    predicted: npt.ArrayLike, dataset: Dataset, rows: npt.NDArray[np.int64]
) -> None:
    """Refuse predictions that are not one label index for each of `rows`."""
    predicted = np.asarray(predicted)
    if predicted.shape != rows.shape:
        raise ValueError(
            f"predictions of shape {predicted.shape} for {len(rows)} test "
            f"instances; `predict` must give one class for each: correct the "
            f"classifier or leave it out."
        )
    labels = dataset.class_labels
    declared = np.isin(predicted, np.arange(len(labels)))
    if not np.all(declared):
        wrong = predicted[np.argmin(declared)]
        raise ValueError(
            f"predicted {wrong!r}, which is no declared class (0 to "
            f"{len(labels) - 1}); `predict` must give the classes that `fit` was "
            f"given: correct the classifier or leave it out."
        )


def _of_declared_classes(
    probabilities: npt.ArrayLike,
    present: npt.NDArray[np.int64],
    dataset: Dataset,
    rows: npt.NDArray[np.int64],
) -> npt.NDArray[np.float64]:
    """Put the columns of `predict_proba` at their classes; the others are 0.

    By scikit-learn's convention a classifier has a column for each class of its
    training fold, in order.
    """
    probabilities = np.asarray(probabilities)
    if probabilities.shape != (len(rows), len(present)):
        raise ValueError(
            f"probabilities of shape {probabilities.shape} for {len(rows)} "
            f"test instances and the {len(present)} classes of the training fold; "
            f"`predict_proba` must give one for each: correct the classifier or leave "
            f"it out."
        )
    every = np.zeros((len(rows), len(dataset.class_labels)))
    every[:, present] = probabilities
    return every


@contextmanager
def _counted(warned: _Warned) -> Iterator[None]:
    """Count warnings in `warned`, by their source, instead of printing them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            yield
        finally:
            for warning in caught:
                source = (warning.category, warning.filename, warning.lineno)
                count, first = warned.get(source, (0, warning.message))
                warned[source] = (count + 1, first)


def _report(warned: _Warned, where: str) -> None:
    """Log each warning once, with its count."""
    for (category, _, _), (count, first) in warned.items():
        text = " ".join(str(first).split())
        _log.warning("%s: %s (%d times): %s", where, category.__name__, count, text)
