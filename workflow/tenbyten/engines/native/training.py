"""Train the package's own learners, all of a panel together on each training fold."""

import inspect
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from numba.core.event import install_recorder

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import random_state, shuffle, weka_order
from tenbyten.engines.classifier import Classifier, ClassifierError, Failure, Ints
from tenbyten.engines.engine import Evaluation, Training
from tenbyten.engines.native.fold import NativeData, NativeFold
from tenbyten.kernels import kernel
from tenbyten.learners import LEARNERS, array_learner
from tenbyten.learners.learner import ArrayLearner, predicted_classes, refuse
from tenbyten.words import suggest


class NativeTraining(Training):
    """Train and test native learners; `seed` has no effect: none of them draws.

    Rows without a class are treated as in WEKA: a filter never sees them, and of the
    learners only J48 and J48graft without filters count them
    (`TrainingRows.all_numbers`).

    Where training is timed, each classifier makes all that it needs of a training fold
    itself. The time leaves out what all folds share, such as sorted columns.
    """

    @staticmethod
    def check(classifiers: Iterable[Classifier], metrics: Sequence[str] = ()) -> None:
        """Check learners and settings; all give probabilities."""
        for classifier in classifiers:
            where, learner = f"classifier {classifier.name}", classifier.learner
            _refuse_unknown(f"{where}: no native learner", [learner], LEARNERS)
            known = inspect.signature(array_learner(learner)).parameters
            no_setting = f"{where}: {learner} has no setting"
            _refuse_unknown(no_setting, classifier.settings, known)
            try:
                _make(classifier).check_settings()
            except ValueError as error:
                raise ValueError(f"{where}: {error}") from None

    def prepare(self) -> None:
        """Refuse data that a classifier does not take."""
        for classifier in self.classifiers:
            _refuse(self.dataset, self._data, classifier)

    @cached_property
    def _data(self) -> NativeData:
        return NativeData(self.dataset)

    @cached_property
    def _orders(self) -> Iterator[Ints] | None:
        """Training rows of every fold in the order that they are summed in."""
        filters = (classifier.preprocessing for classifier in self.classifiers)
        if any(map(self._data.depends_on_row_order, filters)):
            return training_orders(self.dataset, self.folds, self.runs)
        return None

    def cut(self, run: int, fold: int) -> NativeFold:
        """Cut training rows in their order, and test rows."""
        every = self.folds.training_rows(run, fold)
        if self._orders:
            every = next(self._orders)
        rows = self.with_class(every), self.test_rows(run, fold), every
        return NativeFold(self._data, *rows)

    def evaluate(self, classifier: Classifier, cut: NativeFold) -> Evaluation:
        """Train a learner, and predict by its distributions over the classes.

        Where training is timed and kernels were compiled, it is done once more.
        """
        if not self.timed:
            return self._evaluate(classifier, cut)
        with install_recorder("numba:compile") as compiled:
            evaluated = self._evaluate(classifier, replace(cut))
        return self.evaluate(classifier, cut) if compiled.buffer else evaluated

    def _evaluate(self, classifier: Classifier, shared: NativeFold) -> Evaluation:
        started = time.perf_counter()
        prepared = shared.prepared(classifier.preprocessing)
        learner = _make(classifier)
        learner.fit_fold(prepared)
        fitted = time.perf_counter()
        distribution = learner.distribution_of_fold(prepared)
        predicted = predicted_classes(distribution)
        ended = time.perf_counter()
        asked = distribution if self.asked else None
        return predicted, asked, fitted - started, ended - fitted


def _refuse(dataset: Dataset, data: NativeData, classifier: Classifier) -> None:
    """Refuse a data set that a classifier does not take after its preprocessing."""
    needed = data.needed(classifier.preprocessing)
    attributes, values = list(dataset.attributes[:-1]), data.predictors
    if "discretize" in needed:
        attributes = [a if a.is_nominal else Attribute(a.name, ()) for a in attributes]
    if classifier.preprocessing and (data.classes < 0).any():
        values = values[data.classes >= 0]
    if "impute" in needed:
        # Nothing is missing behind it.
        values = values[:0]
    try:
        name = classifier.name
        refuse(_make(classifier), name, attributes, dataset.class_attribute, values)
    except ValueError as error:
        reason = str(error).removeprefix(f"{name}: ")
        failure = Failure(dataset.name, name, None, None, reason)
        raise ClassifierError(failure) from error


def _make(classifier: Classifier) -> ArrayLearner:
    """Make the array half of a classifier's learner."""
    return array_learner(classifier.learner)(**classifier.settings)


def _refuse_unknown(fault: str, words: Iterable[str], known: Collection[str]) -> None:
    """Refuse a word that is not among the known, and say what it may have meant."""
    for word in words:
        if word not in known:
            advice = f"it is one of {', '.join(known)}." if known else "it takes none."
            raise ValueError(f"{fault} {word!r}; {suggest(word, known, advice)}")


# The order in which WEKA's Experimenter hands over each training set matters to sums of
# real numbers, in their last bits.

# Every training set is shuffled: compiled, that is fast.
_shuffle = kernel(shuffle)


def training_orders(
    dataset: Dataset, folds: Folds, runs: Iterable[int]
) -> Iterator[Ints]:
    """Yield the training rows of every fold of each of the `runs`.

    Row numbers are from 0: on folds of WEKA's splitter as WEKA's Experimenter shuffles
    them, by a generator of each run's own; on other folds ascending.
    """
    each = range(1, folds.folds + 1)
    for run in runs:
        if folds.splitter != "weka":
            yield from (folds.training_rows(run, fold) for fold in each)
            continue
        seed = folds.seed + run - 1
        order = weka_order(dataset.classes, folds=folds.folds, seed=seed)
        fold_of_position = folds.test_fold[run - 1, order]
        # The run's own shuffle drew from the same generator first.
        state = _shuffle(order.copy(), random_state(seed))
        for fold in each:
            rows = order[fold_of_position != fold]
            state = _shuffle(rows, state)
            yield rows
