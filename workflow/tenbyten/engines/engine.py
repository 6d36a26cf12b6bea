"""The protocol of an engine, and the training loop that all engines share."""

import logging
import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.engines.classifier import (
    Classifier,
    Floats,
    Ints,
    Panel,
    Prediction,
    as_classifier_error,
)
from tenbyten.files import PathLike, sha256_of
from tenbyten.learners import LEARNERS
from tenbyten.metrics import DURATIONS, SCORERS, needs_probabilities
from tenbyten.position import in_fold
from tenbyten.versions import describe_imports, python_version, versions_of

# `predicted` and `probabilities` of a Prediction, and the seconds of training and of
# predicting.
Evaluation = tuple[Ints, Floats | None, float, float]

_UNCLASSIFIED = "it left every test instance unclassified"

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
    seeds : int, default=1
        How often a classifier that draws is trained in each fold.

    Attributes
    ----------
    plain : tuple of exception classes
        Errors of a classifier that are reported without the name of their class.
    asked, needed, timed : bool
        Whether probabilities are asked for where a classifier gives them, whether a
        metric needs them, and whether seconds of training or predicting are asked for.
    draw : int
        Which of its `seeds` the classifier at work draws by, from 1.
    chosen : dict
        The settings that it chose by tuning, when it was evaluated last.
    warned : dict of str to str
        What it warned of then, by `words.kind_of_warning`.
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
        seeds: int = 1,
    ) -> None:
        self.dataset, self.folds, self.classifiers = dataset, folds, classifiers
        self.seed, self.metrics, self.threads = seed, metrics, threads
        self.runs = range(1, folds.runs + 1) if runs is None else runs
        self.needed = needs_probabilities(metrics)
        self.asked = self.needed or predictions
        self.timed = not set(DURATIONS).isdisjoint(metrics)
        self.seeds, self.draw = seeds, 1
        self.chosen: dict[str, Any] = {}
        self.warned: dict[str, str] = {}

    @staticmethod
    def check(classifiers: Iterable[Classifier], metrics: Sequence[str] = ()) -> None:
        """Make every classifier once, untrained, as `Engine.check`."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Refuse data and folds that do not suit, and load what all folds need."""

    def training_rows(self, run: int, fold: int) -> Ints:
        """Return the ascending rows of a training set with a class."""
        return self.with_class(self.folds.training_rows(run, fold))

    def test_rows(self, run: int, fold: int) -> Ints:
        """Return the ascending rows of a test set with a class."""
        return self.with_class(self.folds.test_rows(run, fold))

    def with_class(self, rows: Ints) -> Ints:
        """Return those of `rows` with a class."""
        return rows[self.dataset.classes[rows] >= 0]

    def cut(self, run: int, fold: int) -> Any:
        """Cut a training set and its test set, for all classifiers.

        It is called for every fold of each of the `runs`, in order. Rows without a
        class are neither trained on nor tested: `training_rows`, `test_rows`.
        """
        raise NotImplementedError

    def evaluate(self, classifier: Classifier, cut: Any) -> Evaluation:
        """Train and test a classifier on what `cut` returned."""
        raise NotImplementedError

    def draws(self, classifier: Classifier) -> bool:
        """Return whether a classifier draws by seeds that are not set."""
        return False

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
                        with as_classifier_error(where, *cell, plain=self.plain):
                            if self.timed and (run, fold) == (self.runs[0], 1):
                                with in_fold(where, *cell):
                                    self.evaluate(classifier, cut)
                            prediction = self._predict(classifier, cut, cell, rows)
                        yield prediction
        finally:
            self.close()

    def _predict(
        self, classifier: Classifier, cut: Any, cell: tuple[str, int, int], rows: Ints
    ) -> Prediction:
        """Train and test a classifier on a fold, by each of its seeds."""
        predictions = []
        seeds = self.seeds if self.draws(classifier) else 1
        for draw in range(1, seeds + 1):
            self.draw, self.warned = draw, {}
            with in_fold(self.dataset.name, *cell):
                predicted, probabilities, *seconds = self.evaluate(classifier, cut)
            timed = seconds if self.timed else ()
            found = Prediction(*cell, rows, predicted, probabilities, *timed)
            if len(predicted) and np.all(predicted < 0):
                self.warned[_UNCLASSIFIED] = _UNCLASSIFIED
            found = found._replace(chosen=self.chosen, warned=self.warned)
            predictions.append(found)
        return predictions[0]._replace(further=tuple(predictions[1:]))


# Raised by hand when a metric changes, or a column of counts is added.
METRICS_VERSION = 1


class Resources(NamedTuple):
    """Time and memory that a job asks for at its first attempt."""

    minutes: int
    megabytes: int


class Engine(Protocol):
    """Train and test classifiers on every fold of a data set.

    Engines are stateless objects, registered in `tenbyten.engines`. Importing the
    module of one is cheap: Snakemake imports all of them. A method that needs a heavy
    library imports it itself. Methods with a body here are defaults, to be inherited.

    `metrics` are those besides accuracy: names of `tenbyten.metrics.METRICS`.

    Attributes
    ----------
    name : str
        The key of this engine's entry in a study's classifier, and the engine's folder
        in `tenbyten.engines`.
    splits_by_classifier : bool
        Whether a job may evaluate one classifier of a panel. If not, the classifiers
        share too much of a fold, or of the start, and a job evaluates all of them.
    isolated : bool
        Whether `start` changes the process for good, so that checks before a study
        need a process of their own.
    repeats : str
        The engine whose counts this one repeats fold for fold; empty for none.
    takes_estimators : bool
        Whether it takes the objects of `Classifier.estimator`, and gives each
        classifier the form of the attributes that its `columns` ask for.
    counts_version : int
        Raised by hand when counts change that tests hold as golden: counts that are
        kept are found by it.
    libraries : tuple of str
        Packages, by the names they are imported by, on whose versions counts depend.
    slowness : float
        How many times the seconds of a native learner one of `LEARNERS` takes here.
    takes_seeds : bool
        Whether it trains a classifier that draws several times in a fold, by as many
        seeds; other engines train once.
    """

    name: str
    splits_by_classifier: bool = False
    isolated: bool = False
    repeats: str = ""
    takes_estimators: bool = False
    counts_version: int = 1
    libraries: tuple[str, ...] = ()
    slowness: float = 1
    takes_seeds: bool = False

    def training(self) -> type[Training]:
        """Import the class that trains and tests."""
        ...

    def foreign(self, classifier: Classifier) -> list[str]:
        """Name the Python classes it imports that are no scikit-learn's or ours.

        Nothing of them is imported before the first job starts.
        """
        return []

    def check_names(self, classifiers: Iterable[Classifier], *, program: str) -> None:
        """Refuse what cannot be made by its names alone, making and starting nothing.

        It comes before all other checks; a dry run makes no other where the engine is
        `isolated`. Errors are those of `check` and of `start`.
        """
        return

    def threads_at_once(self, classifier: Classifier) -> int:
        """Count the threads that its own settings ask for, importing nothing."""
        return 1

    def scheme(self, classifier: Classifier) -> tuple[str, str]:
        """Return the scheme and options that WEKA's Experimenter calls it by.

        Both are empty where the Experimenter cannot run the classifier.
        """
        return "", ""

    def citations(self, classifier: Classifier) -> set[str]:
        """Name what to cite: names of `tenbyten.report.citations.sources`."""
        ...

    def seconds(
        self, classifier: Classifier, *, instances: int, attributes: int, folds: int
    ) -> float:
        """Estimate the seconds of one run, all its folds, on one core of today.

        `attributes` counts the class too. Measured on one core of a small server.
        Estimates settle the size of jobs and what they ask for, and no result.
        """
        learner = classifier.learner.rpartition(".")[2]
        if learner not in LEARNERS:
            return folds * self.slowness * default_seconds(instances, attributes)
        # On numeric attributes it takes longer; on nominal ones this is far too much.
        unit = 2e-8 if "discretize" in classifier.preprocessing else 6e-8
        cost = Cost(2.5e-4 + 6e-6 * attributes, unit)
        return folds * self.slowness * cost.seconds(instances, attributes)

    def resources(self, panel: Panel, *, seconds: float, cells: int) -> Resources:
        """Estimate amply what a job of a panel needs, where the study does not say.

        `seconds` is the sum of the job's estimates, `cells` the instances times
        attributes of its largest data set.
        """
        minutes = panel.runtime or 20 + math.ceil(5 * seconds / 60)
        return Resources(minutes, panel.mem_mb or 1500 + cells // 4000)

    def find_program(self, machine: Mapping[str, Any]) -> str:
        """Find the program outside Python that the engine runs; empty if it needs none.

        By the machine's configuration. Raises FileNotFoundError if it is missing.
        """
        return ""

    def provenance(self, program: PathLike) -> dict[str, Any]:
        """Describe `program` for provenance.json; empty if the engine did not run."""
        return {}

    def start(
        self, *, program: PathLike, mem_mb: int | None, scratch: PathLike
    ) -> None:
        """Start what lasts as long as the process, such as a Java virtual machine.

        `program` is from `find_program`; `mem_mb` is the memory that the job may take,
        in MB, None if nobody says; `scratch` is an empty folder that is removed at the
        end of the job.
        """
        return

    def check(
        self, classifiers: Iterable[Classifier], *, metrics: Sequence[str] = ()
    ) -> None:
        """Make every classifier once, untrained, to find a wrong one at once.

        `start` comes first where the engine is `isolated`.

        Raises
        ------
        ValueError
            Naming the classifier: if it is unknown, refuses its settings or options,
            asks for preprocessing that the engine lacks, or gives no probabilities
            and a metric needs them.
        """
        self.training().check(classifiers, metrics)

    def predict_folds(
        self,
        dataset: Dataset,
        folds: Folds,
        classifiers: Sequence[Classifier],
        **asked: Any,
    ) -> Generator[Prediction]:
        """Train and test classifiers on every fold of all runs, or of some.

        Parameters
        ----------
        dataset : Dataset
        folds : Folds
            The test fold of every instance in every run.
        classifiers : sequence of Classifier
            What they share of a training fold is made once, unless training is timed.
        **asked
            Keyword arguments of `Training`.

        Yields
        ------
        Prediction
            In the order of `runs`, folds and classifiers; `rows` ascend.

        Raises
        ------
        ValueError
            Before any fold: as `check`.
        ClassifierError
            If a classifier does not take the data set, fails, or predicts what
            cannot be.
        """
        self.check(classifiers, metrics=asked.get("metrics", ()))
        work = self.training()(dataset, folds, classifiers, **asked)
        work.prepare()
        return work.predictions()

    def modules(self, classifier: Classifier) -> list[str]:
        """Name the modules that making a classifier imports, but for this package's."""
        return []

    def made_with(
        self, classifier: Classifier, *, program: PathLike = "", folder: PathLike = ""
    ) -> dict[str, Any]:
        """Describe the software that settles a classifier's counts, starting nothing.

        Parameters
        ----------
        classifier : Classifier
        program : path, optional
            From `find_program`.
        folder : path, optional
            Where a user's own modules may be besides the path of Python: the folder of
            the study file.

        Returns
        -------
        dict
            Values that JSON can hold. ``version``: `counts_version`. ``modules``:
            digests of the user's own modules. ``libraries``: versions of those that
            count, and of all that these modules import. ``program``: the program's
            checksum, or empty. ``python``: its version, and the architecture.
        """
        modules = tuple(self.modules(classifier))
        named = self.libraries, modules, str(program), str(folder)
        return {"version": self.counts_version} | deepcopy(_made_with(*named))


@cache
def _made_with(
    libraries: tuple[str, ...], modules: tuple[str, ...], program: str, folder: str
) -> dict[str, Any]:
    """Describe, once in a process, what is the same for many classifiers."""
    imports = describe_imports(modules, folder)
    found = versions_of(*libraries) | imports.libraries
    return {
        "modules": imports.modules,
        "libraries": dict(sorted(found.items())),
        "program": sha256_of(program) if program else "",
        "python": python_version(),
    }


def metric_versions(metrics: Sequence[str]) -> dict[str, Any]:
    """Describe what counts and measures; empty in version 1 without metrics."""
    if not metrics and METRICS_VERSION == 1:
        return {}
    found: dict[str, Any] = {"version": METRICS_VERSION}
    if not SCORERS.keys().isdisjoint(metrics):
        found |= versions_of("sklearn")
    return found


class Cost(NamedTuple):
    """Seconds of a fold: ``start + unit * instances**n * attributes**m``."""

    start: float
    unit: float
    n: float = 1
    m: float = 1

    def seconds(self, instances: int, attributes: int) -> float:
        """Estimate the seconds of a fold."""
        return self.start + self.unit * instances**self.n * attributes**self.m


def default_seconds(instances: int, attributes: int) -> float:
    """Estimate the seconds of a fold for a class that is not known.

    Ample on large data, a random forest of 500 trees, so that many cores share what is
    slow. On small data so little that data sets share jobs.
    """
    forms = Cost(0.02, 4e-8, n=2, m=0.5), Cost(0.45, 2.5e-5, n=1.3, m=0.5)
    return min(form.seconds(instances, attributes) for form in forms)
