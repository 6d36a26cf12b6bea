"""Train and test WEKA's classifiers and filters in the JVM of this process."""

import difflib
import logging
import time
import zipfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tenbyten.dataset import Dataset
from tenbyten.engines.classifier import Classifier, Prediction
from tenbyten.engines.failures import attributed
from tenbyten.engines.weka.jvm import JavaError, java_class, java_errors
from tenbyten.folds import Folds
from tenbyten.folds.weka import weka_folds, weka_order
from tenbyten.metrics import needs_probabilities

_log = logging.getLogger(__name__)

_FILTERS = {
    "discretize": "weka.filters.supervised.attribute.Discretize",
    "impute": "weka.filters.unsupervised.attribute.ReplaceMissingValues",
}


class _Cut(NamedTuple):
    """A fold, its training and test set in WEKA's form, and its test rows."""

    run: int
    fold: int
    training: Any
    test: Any
    rows: npt.NDArray[np.int64]


def check_classifiers(classifiers: Iterable[Classifier]) -> None:
    """Make every classifier once, untrained.

    Parameters
    ----------
    classifiers : iterable of Classifier

    Raises
    ------
    ValueError
        If WEKA has no such class, the class is not a classifier, it refuses the
        options, or a name in `preprocessing` is unknown.
    """
    import jpype

    for classifier in classifiers:
        unknown = [name for name in classifier.preprocessing if name not in _FILTERS]
        if unknown:
            raise ValueError(
                f"classifier {classifier.name}: unknown preprocessing "
                f"{unknown[0]!r}; WEKA's are {', '.join(_FILTERS)}."
            )
        try:
            _make(classifier)
        except jpype.JException as error:
            raise ValueError(
                f"classifier {classifier.name}: {_complaint(classifier, error)}"
            ) from None


def predict_folds(
    dataset: Dataset,
    folds: Folds,
    classifiers: Sequence[Classifier],
    *,
    metrics: Sequence[str] = (),
    first_run: int = 1,
) -> Generator[Prediction]:
    """Train and test WEKA classifiers, as `Engine.predict_folds`.

    Raises
    ------
    ValueError
        Before any fold: if a classifier cannot be made (`check_classifiers`), or if
        `folds` says that it was made by WEKA's splitter but was not made from this
        data set.
    JavaError
        If WEKA refuses the data set, or Java's heap is exhausted by it.
    ClassifierError
        If Java throws an exception in a classifier, or a classifier gives
        probabilities that are not numbers.

    Notes
    -----
    Preprocessing is fitted on each training set by WEKA's FilteredClassifier. On
    folds of WEKA's splitter the training set comes in the very order in which WEKA's
    Experimenter gives it, which matters to learners that draw or accumulate; on
    other folds it comes in file order.

    The probabilities are those of ``distributionForInstance``. Where `fit_seconds`
    are asked for, the very first fold is trained on twice and timed the second time,
    when Java has loaded the classifier; its compiler still makes later folds faster
    than earlier ones.
    """
    check_classifiers(classifiers)
    if folds.splitter == "weka":
        _refuse_other_folds(dataset, folds)
    return _predict_folds(dataset, folds, classifiers, metrics, first_run)


def _predict_folds(
    dataset: Dataset,
    folds: Folds,
    classifiers: Sequence[Classifier],
    metrics: Sequence[str],
    first_run: int,
) -> Generator[Prediction]:
    names = ", ".join(classifier.name for classifier in classifiers)
    cut = _cut_as_experimenter if folds.splitter == "weka" else _cut_in_file_order
    asked, timed = needs_probabilities(metrics), "fit_seconds" in metrics
    for run, fold, training, test, rows in cut(dataset, folds, first_run):
        if fold == 1:
            _log.info("%s: run %d of %d (%s)", dataset.name, run, folds.runs, names)
        ascending = np.argsort(rows)
        actual = dataset.classes[rows]
        for classifier in classifiers:
            cell = (dataset.name, classifier.name, run, fold)
            with attributed(*cell, plain=(JavaError,)), java_errors():
                if timed and (run, fold) == (first_run, 1):
                    _fit(classifier, training)
                learner, seconds = _fit(classifier, training)
                evaluation = java_class("weka.classifiers.Evaluation")(training)
                predicted = _predict(learner, evaluation, test, actual)
                probabilities = _probabilities(evaluation)[ascending] if asked else None
            yield Prediction(
                classifier.name,
                run,
                fold,
                rows[ascending],
                predicted[ascending],
                probabilities,
                seconds if timed else None,
            )


def _fit(classifier: Classifier, training: Any) -> tuple[Any, float]:
    """Train a classifier; return its Java object and the seconds that took."""
    learner = _make(classifier)
    started = time.perf_counter()
    learner.buildClassifier(training)
    return learner, time.perf_counter() - started


def _probabilities(evaluation: Any) -> npt.NDArray[np.float64]:
    """Probabilities of the instances that were evaluated, (instances, classes)."""
    recorded = evaluation.predictions().toArray()
    return np.array([prediction.distribution() for prediction in recorded])


def _predict(
    learner: Any, evaluation: Any, test: Any, actual: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Predict the label indices of the test set, -1 where unclassified."""
    raw = np.array(evaluation.evaluateModel(learner, test))
    counted = evaluation.correct(), evaluation.unclassified()
    predicted = np.where(np.isnan(raw), -1, raw).astype(np.int64)
    ours = np.count_nonzero(predicted == actual), np.count_nonzero(predicted == -1)
    # WEKA's count never takes NaN for the largest probability, its prediction may.
    if counted != ours:
        raise JavaError(
            f"WEKA counts {counted[0]:g} instances as correct and {counted[1]:g} as "
            f"unclassified, but by the predicted classes it is {ours[0]} and "
            f"{ours[1]}; the classifier's probabilities are not numbers (NaN), so "
            f"change its options or leave it out."
        )
    return predicted


def _cut_as_experimenter(
    dataset: Dataset, folds: Folds, first_run: int
) -> Iterator[_Cut]:
    """Cut training and test sets in the order of WEKA's Experimenter."""
    with java_errors(dataset.name):
        data = _instances(dataset)
    for run in range(first_run, folds.runs + 1):
        seed = folds.seed + run - 1
        order = weka_order(dataset.classes, folds=folds.folds, seed=seed)
        fold_of_position = folds.test_fold[run - 1, order]
        with java_errors(f"{dataset.name}, run {run}"):
            random = java_class("java.util.Random")(seed)
            dealt = java_class("weka.core.Instances")(data)
            dealt.randomize(random)
            dealt.stratify(folds.folds)
        for fold in range(1, folds.folds + 1):
            with java_errors(f"{dataset.name}, run {run}, fold {fold}"):
                # The shuffling of the training set draws on: folds in order.
                training = dealt.trainCV(folds.folds, fold - 1, random)
                test = dealt.testCV(folds.folds, fold - 1)
            yield _Cut(run, fold, training, test, order[fold_of_position == fold])


def _cut_in_file_order(
    dataset: Dataset, folds: Folds, first_run: int
) -> Iterator[_Cut]:
    """Cut training and test sets in file order."""
    with java_errors(dataset.name):
        data = _instances(dataset)
        instances = [data.instance(row) for row in range(data.numInstances())]
    for run in range(first_run, folds.runs + 1):
        for fold in range(1, folds.folds + 1):
            parts: list[Any] = []
            rows = folds.test_rows(run, fold)
            for chosen in (folds.training_rows(run, fold), rows):
                with java_errors(f"{dataset.name}, run {run}, fold {fold}"):
                    part = java_class("weka.core.Instances")(data, len(chosen))
                    add = part.add
                    for row in chosen.tolist():
                        add(instances[row])
                parts.append(part)
            training, test = parts
            yield _Cut(run, fold, training, test, rows)


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
    data = java_class("weka.core.Instances")(
        dataset.name, attributes, len(dataset.values)
    )
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
    filters = [java_class(_FILTERS[name])() for name in classifier.preprocessing]
    if len(filters) == 1:
        (preprocessing,) = filters
    else:
        preprocessing = java_class("weka.filters.MultiFilter")()
        preprocessing.setFilters(filters)
    filtered = java_class("weka.classifiers.meta.FilteredClassifier")()
    filtered.setFilter(preprocessing)
    filtered.setClassifier(learner)
    return filtered


def _refuse_other_folds(dataset: Dataset, folds: Folds) -> None:
    """Raise where the folds are not those of WEKA's splitter on this data set."""
    expected = weka_folds(
        dataset.classes, runs=folds.runs, folds=folds.folds, seed=folds.seed
    )
    differing = np.flatnonzero(np.any(expected.test_fold != folds.test_fold, axis=1))
    if differing.size:
        raise ValueError(
            f"{dataset.name}: run {differing[0] + 1} of the folds is not what WEKA's "
            f"splitter makes from this data set and the seed {folds.seed}; make the "
            f"fold file again."
        )


def _complaint(classifier: Classifier, error: Any) -> str:
    """Say why WEKA could not make a classifier, and what to do."""
    jar = str(java_class("java.lang.System").getProperty("tenbyten.jar"))
    with zipfile.ZipFile(jar) as archive:
        names = [
            name.removesuffix(".class").replace("/", ".")
            for name in archive.namelist()
            if name.startswith("weka/classifiers/") and name.endswith(".class")
        ]
    version = java_class("weka.core.Version").VERSION
    learner = classifier.learner
    if learner in names:
        return (
            f"WEKA {version} cannot make {learner} with the options "
            f"{classifier.options!r}: {error.toString()}; correct the class or its "
            f"options."
        )
    ending = "." + learner.lower().rpartition(".")[2]
    matches = [name for name in names if name.lower().endswith(ending)]
    matches = matches or difflib.get_close_matches(learner, names, cutoff=0.8)
    advice = f"; did you mean {' or '.join(matches)}?" if matches else "."
    return (
        f"WEKA {version} ({jar}) has no classifier {learner}; it is misspelt, or part "
        f"of another version of WEKA (3.6 has many that later ones lack){advice}"
    )
