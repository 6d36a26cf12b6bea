"""Train and test classifiers with scikit-learn's interface."""

import inspect
import logging
import os
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from threadpoolctl import ThreadpoolController

from tenbyten.dataset import Dataset
from tenbyten.engines.classifier import Classifier, Floats, Ints
from tenbyten.engines.failures import attributed
from tenbyten.engines.scikit_learn.import_paths import foreign_paths
from tenbyten.engines.scikit_learn.instantiate import instantiate
from tenbyten.engines.training import Evaluated, Training
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing

_log = logging.getLogger(__name__)

# Environment variables for the threads of OpenMP, OpenBLAS, MKL and Accelerate.
_OF_LIBRARIES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)

# Of scikit-learn's own: it gives the same for any number of OpenMP's threads.
_SAME_BY_OPENMP = ".HistGradientBoostingClassifier"

_ADVICE = " (change the classifier's settings or leave it out)"


class _Cut:
    """A training fold and its test rows, imputed and encoded when first needed.

    That is while a classifier is at work: an encoding too large for the memory is the
    classifier's failure.
    """

    def __init__(self, dataset: Dataset, cell: tuple[int, int], *rows: Ints) -> None:
        self.cell, self.rows = cell, rows
        self.classes = dataset.classes[rows[0]]
        self._dataset = dataset

    @cached_property
    def encoded(self) -> list[Floats]:
        """The training set and the test set, without the class."""
        labels = [len(a.labels or ()) for a in self._dataset.attributes[:-1]]
        n_values = np.array(labels, dtype=np.int64)
        values = self._dataset.values[:, :-1]
        replacements = means_and_modes(values[self.rows[0]], n_values)
        return [
            _one_hot(replace_missing(values[part], replacements), n_values)
            for part in self.rows
        ]


class ScikitLearnTraining(Training):
    """Train and test classifiers by their import paths.

    In each fold missing values are replaced by the training set's mean (numeric) or
    mode (nominal). Then a classifier gets the numeric attributes, in file order,
    followed by a column of 0 and 1 for every declared label of every nominal
    attribute, whether or not the label occurs. Classes are given as label indices,
    so that equal probabilities go to the label declared first; a setting like
    ``class_weight`` names classes by index.

    Every ``random_state`` that is None, of the classifier and of all that it is made
    of, is drawn from (seed, run, fold), and so depends neither on the order of the
    folds nor on the other classifiers. The threads of the job are shared by a
    classifier and its parts (`threads.share_threads`). OpenMP and BLAS use as many for
    foreign classes. For the others they use one, because the sums of several can
    differ in the last bit, and ties between neighbours be broken otherwise; but
    OpenMP uses all for scikit-learn's boosting by histograms, which is the same.

    Predictions must be declared classes, and probabilities be given for each class of
    the training fold; one that it lacks has the probability 0. What a classifier warns
    of goes to the log once, with its count, after the last fold. Imputing and encoding
    are not in the time of training.
    """

    @staticmethod
    def check(classifiers: Iterable[Classifier], metrics: Sequence[str] = ()) -> None:
        """Import and make the classifiers."""
        for classifier in classifiers:
            instantiate(classifier, metrics)

    def prepare(self) -> None:
        """Make the classifiers that are cloned in each fold."""
        self._learners = {
            c.name: instantiate(c, self.metrics, threads=self.threads)
            for c in self.classifiers
        }
        self._pools = ThreadpoolController()
        # Read by the processes that joblib starts, each of which has one thread; this
        # process has read them, and is limited by `_pools`.
        os.environ.update(dict.fromkeys(_OF_LIBRARIES, "1"))
        # Warnings by classifier, category, file and line: how many came, and the first.
        self._warned: dict[tuple[str, type[Warning], str, int], tuple[int, Any]] = {}

    def cut(self, run: int, fold: int) -> _Cut:
        """Cut training and test rows, not encoded yet."""
        rows = self.training_rows(run, fold), self.test_rows(run, fold)
        return _Cut(self.dataset, (run, fold), *rows)

    def evaluate(self, classifier: Classifier, cut: _Cut) -> Evaluated:
        """Train a seeded clone, and check its predictions."""
        dataset, name, probabilities = self.dataset, classifier.name, None
        with (
            self._pools.limit(limits=self._limits(classifier)),
            self._counted_warnings(name),
            attributed(dataset.name, name, *cut.cell, advice=_ADVICE),
        ):
            learner = _seeded(clone(self._learners[name]), (self.seed, *cut.cell))
            training, test = cut.encoded
            started = time.perf_counter()
            learner.fit(training, cut.classes)
            fitted = time.perf_counter()
            predicted = learner.predict(test)
            ended = time.perf_counter()
            if self.asked:
                probabilities = learner.predict_proba(test)
        _check_predicted(predicted, dataset, cut.rows[1])
        if probabilities is not None:
            present = np.unique(cut.classes)
            probabilities = _of_declared_classes(
                probabilities, present, dataset, cut.rows[1]
            )
        seconds = fitted - started, ended - fitted
        return np.asarray(predicted, dtype=np.int64), probabilities, *seconds

    def _limits(self, classifier: Classifier) -> dict[str, int]:
        """Limit the threads of libraries, by their kind."""
        foreign = bool(foreign_paths(classifier))
        shared = foreign or classifier.learner.endswith(_SAME_BY_OPENMP)
        return {
            "openmp": self.threads if shared else 1,
            "blas": self.threads if foreign else 1,
        }

    @contextmanager
    def _counted_warnings(self, name: str) -> Iterator[None]:
        """Count a classifier's warnings by their source instead of printing them."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                yield
            finally:
                for warning in caught:
                    source = name, warning.category, warning.filename, warning.lineno
                    count, first = self._warned.get(source, (0, warning.message))
                    self._warned[source] = (count + 1, first)

    def close(self) -> None:
        """Log each warning once, with its count."""
        for (name, category, _, _), (count, first) in self._warned.items():
            where = f"{self.dataset.name}, {name}: {category.__name__}"
            text = " ".join(str(first).split())
            _log.warning("%s (%d times): %s", where, count, text)


def _one_hot(values: Floats, n_values: Ints) -> Floats:
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


def _check_predicted(predicted: npt.ArrayLike, dataset: Dataset, rows: Ints) -> None:
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
    probabilities: npt.ArrayLike, present: Ints, dataset: Dataset, rows: Ints
) -> Floats:
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
