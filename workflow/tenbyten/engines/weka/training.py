"""Train and test WEKA's classifiers and filters in the JVM of this process."""

import time
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds.weka import weka_order
from tenbyten.engines.classifier import Classifier, Ints
from tenbyten.engines.engine import Evaluation, Training
from tenbyten.engines.weka.jvm import (
    FILTERS,
    JavaError,
    check_names,
    java_class,
    java_errors,
    java_property,
)

# A training and a test set of Java, and the rows of the test set in its order.
_Cut = tuple[Any, Any, Ints]


class WekaTraining(Training):
    """Train and test Java objects; `seed` is without effect.

    A classifier that draws random numbers starts from its own option (mostly ``-S``,
    by default 1) in every fold, as it does in WEKA's Experimenter. On folds of WEKA's
    splitter the training set comes in the very order in which the Experimenter gives
    it, which matters to learners that draw or accumulate; on other folds it comes in
    file order. Preprocessing is fitted on each training set by FilteredClassifier.
    Instances without a class are in both sets, as the Experimenter hands them over:
    filters and learners of WEKA leave them out, its Evaluation does not count them.

    A classifier gets copies, so that one that writes into them changes no other's data.

    If WEKA refuses the data set, or Java's heap is exhausted by it, that is a JavaError
    and no classifier's failure. Where training is timed, Java's compiler makes later
    folds faster than earlier ones.
    """

    plain = (JavaError,)

    @staticmethod
    def check(classifiers: Iterable[Classifier], metrics: Sequence[str] = ()) -> None:
        """Make the Java objects; all of them give probabilities."""
        import jpype

        for classifier in classifiers:
            check_names(classifier, java_property("tenbyten.jar"))
            try:
                _make(classifier)
            except jpype.JException as error:
                raise ValueError(
                    f"classifier {classifier.name}: WEKA cannot make "
                    f"{classifier.learner} with the options {classifier.options!r}: "
                    f"{error.toString()}; correct the class or its options."
                ) from None

    def prepare(self) -> None:
        """Give WEKA the data set."""
        self._as_experimenter = self.folds.splitter == "weka"
        with java_errors(self.dataset.name):
            self._data = _instances(self.dataset)

    def cut(self, run: int, fold: int) -> _Cut:
        """Cut a training and a test set."""
        with java_errors(f"{self.dataset.name}, run {run}, fold {fold}"):
            if self._as_experimenter:
                return self._cut_as_experimenter(run, fold)
            rows = self.folds.test_rows(run, fold)
            training = self._part(self.folds.training_rows(run, fold))
            return training, self._part(rows), rows

    @cached_property
    def _rows(self) -> list[Any]:
        """Every instance as an object of Python, which is slow to make."""
        return [self._data.instance(row) for row in range(self._data.numInstances())]

    def _part(self, rows: Ints) -> Any:
        """Copy instances in file order."""
        part = java_class("weka.core.Instances")(self._data, len(rows))
        add = part.add
        for row in rows.tolist():
            add(self._rows[row])
        return part

    def _cut_as_experimenter(self, run: int, fold: int) -> _Cut:
        """Cut in the order of WEKA's Experimenter, which deals at the first fold."""
        folds = self.folds
        if fold == 1:
            seed, classes = folds.seed + run - 1, self.dataset.classes
            self._order = weka_order(classes, folds=folds.folds, seed=seed)
            self._random = java_class("java.util.Random")(seed)
            self._dealt = java_class("weka.core.Instances")(self._data)
            self._dealt.randomize(self._random)
            self._dealt.stratify(folds.folds)
        # The shuffling of the training set draws on: folds in order.
        training = self._dealt.trainCV(folds.folds, fold - 1, self._random)
        test = self._dealt.testCV(folds.folds, fold - 1)
        tested = folds.test_fold[run - 1, self._order] == fold
        return training, test, self._order[tested]

    def evaluate(self, classifier: Classifier, cut: _Cut) -> Evaluation:
        """Train, and predict by WEKA's Evaluation and ``distributionForInstance``."""
        training, test, rows = cut
        copied = java_class("weka.core.Instances")
        ascending = np.argsort(rows)
        ascending = ascending[self.dataset.classes[rows[ascending]] >= 0]
        with java_errors():
            learner = _make(classifier)
            own, test = copied(training), copied(test)
            started = time.perf_counter()
            learner.buildClassifier(own)
            fitted = time.perf_counter()
            evaluation = java_class("weka.classifiers.Evaluation")(training)
            actual = self.dataset.classes[rows]
            begun = time.perf_counter()
            predicted = _predict(learner, evaluation, test, actual)[ascending]
            ended = time.perf_counter()
            probabilities = None
            if self.asked:
                recorded = evaluation.predictions().toArray()
                given = np.array([instance.distribution() for instance in recorded])
                probabilities = given[ascending]
        return predicted, probabilities, fitted - started, ended - begun


def _predict(learner: Any, evaluation: Any, test: Any, actual: Ints) -> Ints:
    """Predict the label indices of the test set, -1 where unclassified."""
    raw = np.array(evaluation.evaluateModel(learner, test))
    counted = evaluation.correct(), evaluation.unclassified()
    predicted = np.where(np.isnan(raw), -1, raw).astype(np.int64)
    with_class = predicted[actual >= 0]
    correct = np.count_nonzero(with_class == actual[actual >= 0])
    ours = correct, np.count_nonzero(with_class == -1)
    # WEKA's count never takes NaN for the largest probability, its prediction may.
    if counted != ours:
        raise JavaError(
            f"WEKA counts {counted[0]:g} instances as correct and {counted[1]:g} as "
            f"unclassified, but by the predicted classes it is {ours[0]} and "
            f"{ours[1]}; the classifier's probabilities are not numbers (NaN), so "
            f"change its options or leave it out."
        )
    return predicted


def _instances(dataset: Dataset) -> Any:
    """Build WEKA's form of a data set."""
    row_class = java_class("weka.core.Instance")
    if row_class.class_.isInterface():  # since WEKA 3.7
        row_class = java_class("weka.core.DenseInstance")
    attributes = java_class("weka.core.FastVector")()
    for attribute in dataset.attributes:
        arguments = [attribute.name]
        if attribute.labels is not None:
            labels = java_class("weka.core.FastVector")()
            for label in attribute.labels:
                labels.addElement(label)
            arguments.append(labels)
        attributes.addElement(java_class("weka.core.Attribute")(*arguments))
    count = len(dataset.values)
    data = java_class("weka.core.Instances")(dataset.name, attributes, count)
    data.setClassIndex(len(dataset.attributes) - 1)
    for values in dataset.values:
        data.add(row_class(1.0, values))
    return data


def _make(classifier: Classifier) -> Any:
    """Make the WEKA object of a classifier, with its preprocessing around it."""
    split = java_class("weka.core.Utils").splitOptions(classifier.options)
    learner = java_class("weka.core.Utils").forName(
        java_class("weka.classifiers.Classifier").class_, classifier.learner, split
    )
    if not classifier.preprocessing:
        return learner
    filters = [java_class(FILTERS[name])() for name in classifier.preprocessing]
    if len(filters) == 1:
        (preprocessing,) = filters
    else:
        preprocessing = java_class("weka.filters.MultiFilter")()
        preprocessing.setFilters(filters)
    filtered = java_class("weka.classifiers.meta.FilteredClassifier")()
    filtered.setFilter(preprocessing)
    filtered.setClassifier(learner)
    return filtered
