"""A classifier that gives no result on a data set, and what its failure is called."""

from typing import NamedTuple


class Failure(NamedTuple):
    """A classifier that gives no result on a data set.

    Attributes
    ----------
    dataset, classifier : str
        Their names.
    run, fold : int or None
        Where it failed; None if it does not take the data set at all.
    reason : str
        What it said, in one line.
    """

    dataset: str
    classifier: str
    run: int | None
    fold: int | None
    reason: str

    @property
    def where(self):
        """Data set, classifier, run and fold in words."""
        at = "" if self.run is None else f", run {self.run}, fold {self.fold}"
        return f"{self.dataset}, {self.classifier}{at}"


def blame(error, *, cell, classifiers):
    """Say which classifier an error is about.

    Parameters
    ----------
    error : BaseException
        What an engine raised. Its own errors say where in their first words.
    cell : tuple of (str, str or None, int or None, int or None)
        Data set, classifier, run and fold that the engine was at; the last three None
        before the first fold.
    classifiers : sequence of Classifier
        Those that the engine was asked for.

    Returns
    -------
    failure : Failure or None
        None if it is no classifier's: the error is the data set's or the engine's.
    said : bool
        Whether the error itself says where.
    """
    dataset, classifier, run, fold = cell
    told = " ".join(str(error).split())
    known = [Failure(dataset, c.name, None, None, "") for c in classifiers]
    if classifier is not None:
        known.insert(0, Failure(dataset, classifier, run, fold, ""))
    for failure in known:
        beginning = f"{failure.where}: "
        if told.startswith(beginning):
            return failure._replace(reason=told.removeprefix(beginning)), True
    if classifier is None or told.startswith((f"{dataset}, run ", f"{dataset}: ")):
        return None, True
    return known[0]._replace(reason=f"{type(error).__name__}: {told}"), False
