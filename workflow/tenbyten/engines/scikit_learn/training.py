"""Train and test classifiers with scikit-learn's interface."""

import logging
import os
import pickle
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir, contextmanager
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from threadpoolctl import ThreadpoolController

from tenbyten.datasets import Dataset
from tenbyten.engines.classifier import Classifier, Floats, Ints, as_classifier_error
from tenbyten.engines.engine import Evaluation, Training
from tenbyten.engines.scikit_learn.boosters import refuse_unused
from tenbyten.engines.scikit_learn.foreign_labels import (
    adapt,
    is_foreign,
    wrong_classes,
)
from tenbyten.engines.scikit_learn.instantiate import instantiate
from tenbyten.engines.scikit_learn.parts import Seeds, find_parts, parameter_names
from tenbyten.engines.scikit_learn.settings import foreign_paths
from tenbyten.engines.scikit_learn.tuning import chosen_by
from tenbyten.engines.scikit_learn.warned import gathered
from tenbyten.own_code import one_line
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing
from tenbyten.words import kind_of_warning

# Environment variables for the threads of OpenMP, OpenBLAS, MKL and Accelerate.
_OF_LIBRARIES = [f"{x}_NUM_THREADS" for x in ("OMP", "OPENBLAS", "MKL")]
_OF_LIBRARIES += ["VECLIB_MAXIMUM_THREADS"]

# Settings of CatBoost, of which it takes one.
_VERBOSITY = {"verbose", "verbose_eval", "logging_level", "silent"}

# Of scikit-learn's own: it gives the same for any number of OpenMP's threads.
_SAME_BY_OPENMP = ".HistGradientBoostingClassifier"

_ADVICE = " (change the classifier's settings or leave it out)"
_log = logging.getLogger(__name__)


class Columns:
    """The attributes of a data set, without the class, as a pandas DataFrame.

    It is made when a classifier first asks for it, and once for all folds.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.attributes, self.values = dataset.attributes[:-1], dataset.values[:, :-1]
        self.n_values = dataset.n_values[:-1]
        self.missing = bool(np.isnan(self.values).any())

    @cached_property
    def frame(self) -> Any:
        """The table: float64, or a category dtype of all declared labels in order."""
        import pandas as pd

        columns = {}
        for attribute, values in zip(self.attributes, self.values.T, strict=True):
            if attribute.is_nominal:
                codes = np.where(np.isnan(values), -1, values).astype(np.int64)
                values = pd.Categorical.from_codes(codes, list(attribute.labels or ()))
            columns[attribute.name] = values
        return pd.DataFrame(columns, index=range(len(self.values)))


class Cut:
    """A training fold and its test rows, in the forms of `classifier.COLUMNS`.

    Each form is made when it is first needed, while a classifier is at work: the error
    names it if a form is too large for the memory.
    """

    def __init__(
        self, cell: tuple[int, int], columns: Columns, classes: Ints, *rows: Ints
    ) -> None:
        self.cell, self.rows, self.classes = cell, rows, classes[rows[0]]
        self._columns = columns

    @cached_property
    def ordinal(self) -> list[Floats]:
        """Missing values imputed, in file order; nominal ones as label indices."""
        values, n_values = self._columns.values, self._columns.n_values
        sets = [values[part] for part in self.rows]
        if not self._columns.missing:
            return sets
        replacements = means_and_modes(sets[0], n_values)
        return [replace_missing(part, replacements) for part in sets]

    @cached_property
    def encoded(self) -> list[Floats]:
        """Missing values imputed, nominal attributes one-hot encoded."""
        return [_one_hot(values, self._columns.n_values) for values in self.ordinal]

    @cached_property
    def raw(self) -> list[Any]:
        """Rows of the DataFrame."""
        return [self._columns.frame.iloc[part] for part in self.rows]

    def copy(self, columns: str, part: int) -> Any:
        """Copy the training rows, 0, or the test rows, 1, for a classifier to change.

        Of a DataFrame names and categories too, which its own `copy` shares.
        """
        rows = getattr(self, columns)[part]
        return pickle.loads(pickle.dumps(rows)) if columns == "raw" else np.array(rows)


class ScikitLearnTraining(Training):
    """Train and test classifiers by their import paths.

    A classifier gets the attributes in one of three forms, as its `columns` say.
    ``encoded``: in each fold missing values are replaced by the training set's mean
    (numeric) or mode (nominal); then come the numeric attributes, in file order,
    followed by a column of 0 and 1 for every declared label of every nominal
    attribute, whether or not the label occurs. ``ordinal``: missing values are replaced
    likewise; all attributes are in file order, a nominal one as the index of its label.
    ``raw``: a pandas DataFrame of the attributes' names, with float64 for a numeric
    attribute, a category dtype of all declared labels for a nominal one, and missing
    values as they are.

    Classes are given as label indices, so that equal probabilities go to the label
    declared first; a setting like ``class_weight`` names classes by index. Classifiers
    of other packages get classes that are dense in every training set, within a search
    too (`foreign_labels.adapt`).

    Every seed that is None, of the classifier and of all that it is made of, is drawn
    from (seed, run, fold), by further `seeds` from (seed, run, fold, draw), and so
    depends neither on the order of the folds nor on the other classifiers
    (`parts.Seeds`). The threads of the job are shared by a
    classifier and its parts (`parts.share_threads`). OpenMP and BLAS use as many for
    foreign classes. For the others they use one, because the sums of several can
    differ in the last bit, and ties between neighbours be broken otherwise; but
    OpenMP uses all for scikit-learn's boosting by histograms, which is the same.

    A classifier gets copies of rows and classes, for `predict_proba` another one, so
    that one that writes into them changes no other's data. Copying is not timed.

    Predictions must be declared classes, and probabilities be given for each class of
    `classes_` or, without, of the training fold; others have the probability 0. What a
    classifier warns of goes to the log once, with its count, after the last fold, too.
    Files that CatBoost writes are thrown away, and it prints nothing unless its
    settings ask for it. The form of the attributes is not in the time of training.
    """

    @staticmethod
    def check(classifiers: Iterable[Classifier], metrics: Sequence[str] = ()) -> None:
        """Import and make the classifiers, and refuse settings without effect."""
        for classifier in classifiers:
            refuse_unused(classifier, instantiate(classifier, metrics))

    def prepare(self) -> None:
        """Make the classifiers that are cloned in each fold."""
        make = partial(instantiate, metrics=self.metrics, threads=self.threads)
        self._learners = {c.name: make(c) for c in self.classifiers}
        self._scratch = tempfile.TemporaryDirectory(prefix="tenbyten-")
        for learner in self._learners.values():
            adapt(learner)
            _write_into(self._scratch.name, learner)
        self._foreign = {
            c.name
            for c in self.classifiers
            if foreign_paths(c)
            or any(map(is_foreign, find_parts(self._learners[c.name])))
        }
        self._seeds = {name: Seeds(x) for name, x in self._learners.items()}
        self._columns = Columns(self.dataset)
        self._warned: dict[tuple[str, str], list[str]] = {}
        self._pools = ThreadpoolController()
        # Read by the processes that joblib starts, each of which has one thread; this
        # process has read them, and is limited by `_pools`.
        os.environ.update(dict.fromkeys(_OF_LIBRARIES, "1"))

    def cut(self, run: int, fold: int) -> Cut:
        """Cut training and test rows, in no form yet."""
        rows = self.training_rows(run, fold), self.test_rows(run, fold)
        return Cut((run, fold), self._columns, self.dataset.classes, *rows)

    def evaluate(self, classifier: Classifier, cut: Cut) -> Evaluation:
        """Train a clone with seeds of its own, and check its predictions."""
        dataset, name, probabilities = self.dataset, classifier.name, None
        with (
            self._pools.limit(limits=self._limits(classifier)),
            self._counting_warnings(name),
            as_classifier_error(dataset.name, name, *cut.cell, advice=_ADVICE),
            # It may leave the working folder, in which results are written.
            chdir(os.curdir),
        ):
            further = (self.draw,) if self.draw > 1 else ()
            self._seeds[name].draw((self.seed, *cut.cell, *further))
            learner = clone(self._learners[name])
            training, test = (cut.copy(classifier.columns, part) for part in (0, 1))
            classes = cut.classes.copy()
            started = time.perf_counter()
            learner.fit(training, classes)
            fitted = time.perf_counter()
            predicted = np.array(learner.predict(test))
            ended = time.perf_counter()
            self.chosen = chosen_by(learner)
            if self.needed or (self.asked and hasattr(learner, "predict_proba")):
                probabilities = learner.predict_proba(cut.copy(classifier.columns, 1))
        if predicted.ndim == 2 and predicted.shape[1] == 1:
            predicted = predicted[:, 0]
        _check_predicted(predicted, dataset, cut.rows[1])
        if probabilities is not None:
            present = np.unique(cut.classes)
            columns = getattr(learner, "classes_", present)
            probabilities = _of_declared_classes(
                probabilities, columns, present, dataset, cut.rows[1]
            )
        seconds = fitted - started, ended - fitted
        return predicted.astype(np.int64), probabilities, *seconds

    def draws(self, classifier: Classifier) -> bool:
        """Return whether a seed of the classifier, or of a part, is not set."""
        return bool(self._seeds[classifier.name].drawing)

    def _limits(self, classifier: Classifier) -> dict[str, int]:
        """Limit the threads of libraries, by their kind."""
        foreign = classifier.name in self._foreign
        shared = foreign or classifier.learner.endswith(_SAME_BY_OPENMP)
        return {
            "openmp": self.threads if shared else 1,
            "blas": self.threads if foreign else 1,
        }

    def close(self) -> None:
        """Log each warning once, and remove what was written."""
        for (name, *_), texts in self._warned.items():
            times = f" ({len(texts)} times)" if texts[1:] else ""
            _log.warning("%s, %s%s: %s", self.dataset.name, name, times, texts[0])
        self._scratch.cleanup()

    @contextmanager
    def _counting_warnings(self, name: str) -> Iterator[None]:
        """Count what a classifier warns of, by kind."""
        found = list[str]()
        try:
            with gathered(found):
                yield
        finally:
            for text in found:
                line = one_line(text)
                kind = kind_of_warning(line)
                self._warned.setdefault((name, kind), []).append(line)
                self.warned.setdefault(kind, one_line(line, 200))


def _write_into(folder: str, learner: Any) -> None:
    """Set CatBoost's `train_dir`, and let it be silent, unless its settings do."""
    for part in find_parts(learner):
        if "train_dir" in parameter_names(part):
            given = part.get_params(deep=False)
            if given.get("train_dir") is None:
                part.set_params(train_dir=folder)
            if _VERBOSITY.isdisjoint(given):
                part.set_params(logging_level="Silent")


def _check_predicted(predicted: npt.NDArray[Any], dataset: Dataset, rows: Ints) -> None:
    """Refuse predictions that are not one label index for each of `rows`."""
    if predicted.shape != rows.shape:
        raise ValueError(
            f"predictions of shape {predicted.shape} for {len(rows)} test "
            f"instances; `predict` must give one class for each: correct the "
            f"classifier or leave it out."
        )
    labels = dataset.class_labels
    declared = np.isin(predicted, np.arange(len(labels)))
    if not np.all(declared):
        wrong = predicted.tolist()[int(np.argmin(declared))]
        raise ValueError(
            f"predicted {wrong!r}, which is no declared class (0 to "
            f"{len(labels) - 1}); `predict` must give the classes that `fit` was "
            f"given: correct the classifier or leave it out."
        )


def _of_declared_classes(
    probabilities: npt.ArrayLike,
    columns: npt.ArrayLike,
    present: Ints,
    dataset: Dataset,
    rows: Ints,
) -> Floats:
    """Put the columns of `predict_proba` at their classes; the others are 0.

    The columns are those of `classes_` or, without, the classes of the training fold.
    """
    probabilities, columns = np.asarray(probabilities), np.asarray(columns)
    if probabilities.shape != (len(rows), columns.size):
        raise ValueError(
            f"probabilities of shape {probabilities.shape} for {len(rows)} "
            f"test instances and the {columns.size} classes that it was trained on; "
            f"`predict_proba` must give one for each: correct the classifier or leave "
            f"it out."
        )
    every = np.zeros((len(rows), len(dataset.class_labels)))
    named, known = set(columns.ravel().tolist()), set(present.tolist())
    is_part = named <= known or known <= named <= set(range(every.shape[1]))
    if not is_part or len(named) < columns.size:
        raise wrong_classes(columns, present)
    every[:, columns.astype(np.int64)] = probabilities
    return every


def _one_hot(values: Floats, n_values: Ints) -> Floats:
    """Put numeric columns before an indicator for each label of each nominal one."""
    nominal = n_values > 0
    if not nominal.any():
        return values
    labels = n_values[nominal]
    columns = values[:, nominal].astype(np.int64) + np.cumsum(labels) - labels
    indicators = np.zeros((len(values), labels.sum()))
    np.put_along_axis(indicators, columns, 1, axis=1)
    return np.hstack([values[:, ~nominal], indicators])
