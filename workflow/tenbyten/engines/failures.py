"""Failures of classifiers, and the exception that tells them from all others."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tenbyten.files import DISK_REMEDIES


class Failure(NamedTuple):
    """A classifier that gives no result on a data set.

    Attributes
    ----------
    dataset, classifier : str
        Their names.
    run, fold : int or None
        The cell in which it failed; None if it does not take the data set at all.
    reason : str
        The error, in one line.
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
        self.failure = failure
        self.fold_timeout = fold_timeout

    def __str__(self) -> str:
        return f"{self.failure.where}: {self.failure.reason}"


@contextmanager
def attributed(
    *cell: Any, plain: tuple[type[Exception], ...] = (), advice: str = ""
) -> Iterator[None]:
    """Make every error a ClassifierError, be it an attempt to end the process.

    A disk that is full or fails, such as that of temporary files, is no failure of a
    classifier: another OSError says what to do.

    The cell is data set, classifier, run and fold. Errors of the classes `plain` are
    told without the name of their class; `advice` on what to do is added, unless better
    is known.
    """
    try:
        yield
    except ClassifierError:
        raise
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split())
        if not isinstance(error, plain):
            said = f"{type(error).__name__}: {said}"
        # By scikit-learn's ColumnTransformer, which got an array.
        if "Specifying the columns using strings" in said:
            advice = (
                " (attributes have names only with `columns: raw` in the study's "
                "entry, or {'estimator': ..., 'columns': 'raw'} in `evaluate`)"
            )
        dataset, classifier, run, fold = cell
        failure = Failure(dataset, classifier, run, fold, said + advice)
        if isinstance(error, OSError) and error.errno in DISK_REMEDIES:
            raise OSError(
                error.errno,
                f"{failure.where}: {said}; {DISK_REMEDIES[error.errno]} (that of "
                f"temporary files, if no file is named), then run the same command "
                f"again",
            ) from error
        raise ClassifierError(failure) from error
