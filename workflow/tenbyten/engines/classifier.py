"""Input and output of an engine: classifiers, predictions and failures."""

import errno
import re
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tenbyten.files import REMEDIES
from tenbyten.own_code import in_one_line, one_line, own_calls

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# How libraries tell, in other errors, that memory or threads are exhausted.
_EXHAUSTED = re.compile(
    r"bad_alloc|bad allocation|OutOfMemory|out of memory|n.t start new thread"
    r"|(?:can.?not|unable to|can't) allocate",
    re.IGNORECASE,
)

# The forms of the attributes in words; the first is the default.
COLUMNS = {
    "encoded": "attributes imputed and, if nominal, one-hot encoded",
    "ordinal": "attributes imputed and, if nominal, numbered by label",
    "raw": "attributes as they are, with names, categories and missing values,",
}


class Classifier(NamedTuple):
    """A named entry of a study, for one engine.

    Attributes
    ----------
    name : str
        The name that tables and file names use.
    learner : str
        Import path of a scikit-learn class, Java class of a WEKA classifier, or class
        of `tenbyten.learners`.
    settings : dict
        Keyword arguments of a Python learner.
    options : str
        Command-line options of a WEKA classifier.
    preprocessing : tuple of str
        Filters fitted on each training fold, in order: ``discretize``, ``impute``.
    columns : {"encoded", "ordinal", "raw"}
        How a scikit-learn classifier gets the attributes: one of `COLUMNS`.
    estimator : object, optional
        An untrained scikit-learn classifier, of which `learner` is the class; in place
        of `settings`. No study file has one, but `tenbyten.evaluate`.
    """

    name: str
    learner: str
    settings: dict[str, Any] = {}  # noqa: RUF012 - nobody changes a default
    options: str = ""
    preprocessing: tuple[str, ...] = ()
    columns: str = "encoded"
    estimator: Any = None


class Panel(NamedTuple):
    """Classifiers that one job evaluates together.

    Attributes
    ----------
    engine : str
        Name of their engine: one of `tenbyten.engines.ENGINES`.
    classifiers : list of Classifier
    threads, gpu : int
        Processor cores and graphics processors that a job asks for.
    mem_mb, runtime : int or None
        Memory in MB and minutes that a job asks for; None to estimate them by
        `Engine.resources`.
    """

    engine: str
    classifiers: list[Classifier]
    threads: int = 1
    gpu: int = 0
    mem_mb: int | None = None
    runtime: int | None = None


class Prediction(NamedTuple):
    """Predictions of one classifier for one test fold.

    Attributes
    ----------
    classifier : str
        The classifier's name.
    run, fold : int
        Both from 1.
    rows : ndarray of shape (tested,), int
        Row numbers of the test instances, from 0; those without a class are left out.
    predicted : ndarray of shape (tested,), int
        Label index of the predicted class; -1 where an instance was left unclassified.
    probabilities : ndarray of shape (tested, classes) or None
        Probability of every declared class; None unless a metric is made from it, or
        predictions are kept.
    fit_seconds, predict_seconds : float or None
        Durations of training and of predicting all test instances, by the wall clock;
        None unless one of them is asked for.
    further : tuple of Prediction
        Those for the same fold by further seeds.
    chosen : dict
        The settings chosen by tuning.
    warned : dict of str to str
        What the classifier warned of, by `words.kind_of_warning`: the first of each
        kind, as short as a `Failure.reason`.
    """

    classifier: str
    run: int
    fold: int
    rows: Ints
    predicted: Ints
    probabilities: Floats | None = None
    fit_seconds: float | None = None
    predict_seconds: float | None = None
    further: tuple["Prediction", ...] = ()
    chosen: dict[str, Any] = {}  # noqa: RUF012 - nobody changes a default
    warned: dict[str, str] = {}  # noqa: RUF012 - nobody changes a default


# Characters of a reason.
MOST_OF_REASON = 200


class Failure(NamedTuple):
    """A classifier that gives no result on a data set.

    Attributes
    ----------
    dataset, classifier : str
        Their names.
    run, fold : int or None
        The cell in which it failed; None if it does not take the data set at all.
    reason : str
        The error, in one line of at most `MOST_OF_REASON` characters, the same on every
        machine; the whole of it is in the log.
    """

    dataset: str
    classifier: str
    run: int | None
    fold: int | None
    reason: str

    @property
    def where(self) -> str:
        """Data set, classifier, run and fold in words."""
        at = "" if self.run is None else f", run {self.run}, fold {self.fold}"
        return f"{self.dataset}, {self.classifier}{at}"


class ClassifierError(RuntimeError):
    """A failure of a classifier, and not of the data set or of an engine.

    `fold_timeout` is the seconds that were too few for the fold, None if that was not
    the reason.
    """

    def __init__(self, failure: Failure, *, fold_timeout: float | None = None) -> None:
        super().__init__(failure)
        reason = one_line(failure.reason, MOST_OF_REASON)
        self.failure = failure._replace(reason=reason)
        self.fold_timeout = fold_timeout

    def __str__(self) -> str:
        return f"{self.failure.where}: {self.failure.reason}"


class MachineFault(OSError):
    """A fault of the machine, told with the place and what to do."""


@contextmanager
def as_classifier_error(
    *cell: Any, plain: tuple[type[Exception], ...] = (), advice: str = ""
) -> Iterator[None]:
    """Turn every error, SystemExit included, into a ClassifierError.

    A fault of the machine is not the classifier's failure: of a disk that is full or
    fails, of memory, threads or open files that are exhausted, of a process of the
    classifier's that was killed. It raises a MachineFault with what to do.

    The cell is data set, classifier, run and fold. Errors of the classes `plain` are
    reported without the name of their class. `advice` on what to do is appended, unless
    a better one is known.

    Calls in a user's own files are the error's notes. The reason names the function and
    no line: what is kept of a failure stays as it is when a comment is added.
    """
    try:
        yield
    except (ClassifierError, MachineFault):
        raise
    except (Exception, SystemExit) as error:
        calls = own_calls(error)
        if calls:
            last = calls[-1]
            advice = f" ({last.function} in {last.file}: correct it, or leave it out)"
        # By scikit-learn's ColumnTransformer, which got an array.
        if "Specifying the columns using strings" in str(error):
            advice = (
                " (attributes have names only with `columns: raw` in the study's "
                "entry, or {'estimator': ..., 'columns': 'raw'} in `evaluate`)"
            )
        message = in_one_line(error, plain=plain)
        short = one_line(message, max(60, MOST_OF_REASON - len(advice)))
        failure = Failure._make((*cell, short + advice))
        if number := _fault_of_machine(error):
            remedy = REMEDIES[number]
            if "disk" in remedy:
                remedy += " (that of temporary files, if no file is named)"
            said = f"{message}; {remedy}, then run the same command again"
            raise MachineFault(number, f"{failure.where}: {said}") from error
        failed = ClassifierError(failure)
        for call in calls:
            failed.add_note(str(call))
        raise failed from error


def _fault_of_machine(error: BaseException | None) -> int | None:
    """Return the number of the machine's fault that an error tells of, or comes from.

    It is one of `files.REMEDIES`; None if there is no such fault.
    """
    while error:
        if isinstance(error, OSError) and error.errno in REMEDIES:
            return error.errno
        is_exhausted = isinstance(error, MemoryError | BrokenExecutor)
        if is_exhausted or _EXHAUSTED.search(str(error)):
            return errno.ENOMEM
        error = error.__cause__ or error.__context__
    return None
