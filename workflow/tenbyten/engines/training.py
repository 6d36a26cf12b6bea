"""Training on every fold of every run: the loop that all engines share."""

import logging
from collections.abc import Generator, Iterable, Sequence
from typing import Any

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.engines.classifier import Classifier, Floats, Ints, Prediction
from tenbyten.engines.failures import attributed
from tenbyten.metrics import DURATIONS, needs_probabilities
from tenbyten.position import at_work

# `predicted` and `probabilities` of a Prediction, and the seconds of training and of
# predicting.
Evaluated = tuple[Ints, Floats | None, float, float]

_log = logging.getLogger(__name__)


class Training:
    """Classifiers of an engine at work on one data set.

    An engine inherits from it, and adds what it needs besides.

    Parameters
    ----------
    dataset, folds, classifiers
        As of `Engine.predict_folds`.
    seed : int
        The study's seed.
    metrics : sequence of str, default=()
        They settle whether predictions have `probabilities` and seconds.
    runs : sequence of int, optional
        The runs to make, from 1; all by default. The predictions of a run do not depend
        on the others.
    threads : int, default=1
        Processor cores that a classifier may use.
    predictions : bool, default=False
        Whether predictions are kept: they have `probabilities` then, unless a
        classifier has none to give.

    Attributes
    ----------
    plain : tuple of exception classes
        Errors of a classifier that are told without the name of their class.
    asked, needed, timed : bool
        Whether probabilities are asked for where a classifier gives them, whether a
        metric needs them, and whether seconds of training or predicting are asked for.
    """

    plain: tuple[type[Exception], ...] = (ValueError,)

    def __init__(
        self,
        dataset: Dataset,
        folds: Folds,
        classifiers: Sequence[Classifier],
        *,
        seed: int,
        metrics: Sequence[str] = (),
        runs: Sequence[int] | None = None,
        threads: int = 1,
        predictions: bool = False,
    ) -> None:
        self.dataset, self.folds, self.classifiers = dataset, folds, classifiers
        self.seed, self.metrics, self.threads = seed, metrics, threads
        self.runs = range(1, folds.runs + 1) if runs is None else runs
        self.needed = needs_probabilities(metrics)
        self.asked = self.needed or predictions
        self.timed = not set(DURATIONS).isdisjoint(metrics)

    @staticmethod
    def check(classifiers: Iterable[Classifier], metrics: Sequence[str] = ()) -> None:
        """Make every classifier once, untrained, as `Engine.check`."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Refuse data and folds that do not suit, and load what all folds need."""

    def training_rows(self, run: int, fold: int) -> Ints:
        """Return the ascending rows of a training set that do not lack a class."""
        return self.with_class(self.folds.training_rows(run, fold))

    def test_rows(self, run: int, fold: int) -> Ints:
        """Return the ascending rows of a test set that do not lack a class."""
        return self.with_class(self.folds.test_rows(run, fold))

    def with_class(self, rows: Ints) -> Ints:
        """Return those of `rows` that do not lack a class."""
        return rows[self.dataset.classes[rows] >= 0]

    def cut(self, run: int, fold: int) -> Any:
        """Cut a training set and its test set, for all classifiers.

        It is called for every fold of each of the `runs`, in order. Rows that lack a
        class are neither trained on nor tested: `training_rows`, `test_rows`.
        """
        raise NotImplementedError

    def evaluate(self, classifier: Classifier, cut: Any) -> Evaluated:
        """Train and test a classifier on what `cut` returned."""
        raise NotImplementedError

    def close(self) -> None:
        """End after the last fold, or after an error."""

    def predictions(self) -> Generator[Prediction]:
        """Train and test on every fold of each of the `runs`.

        Where seconds are asked for, the very first fold is evaluated twice and timed
        the second time, when all that it takes is loaded.
        """
        folds, where = self.folds, self.dataset.name
        names = ", ".join(classifier.name for classifier in self.classifiers)
        try:
            for run in self.runs:
                _log.info("%s: run %d of %d (%s)", where, run, folds.runs, names)
                for fold in range(1, folds.folds + 1):
                    cut, rows = self.cut(run, fold), self.test_rows(run, fold)
                    for classifier in self.classifiers:
                        cell = classifier.name, run, fold
                        with attributed(where, *cell, plain=self.plain):
                            if self.timed and (run, fold) == (self.runs[0], 1):
                                with at_work(where, *cell):
                                    self.evaluate(classifier, cut)
                            with at_work(where, *cell):
                                evaluated = self.evaluate(classifier, cut)
                        predicted, probabilities, *seconds = evaluated
                        timed = seconds if self.timed else ()
                        yield Prediction(*cell, rows, predicted, probabilities, *timed)
        finally:
            self.close()
