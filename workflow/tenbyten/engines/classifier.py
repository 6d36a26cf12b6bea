"""A classifier as an engine gets it, and a prediction as an engine gives it."""

from typing import Any, NamedTuple

import numpy as np


class Classifier(NamedTuple):
    """A named entry of a study, for one engine.

    Attributes
    ----------
    name : str
        The name that tables and file names use.
    learner : str
        Import path of a scikit-learn class, Java class of a WEKA classifier,
        or class of `tenbyten.learners`.
    settings : dict
        Keyword arguments of a Python learner.
    options : str
        Command-line options of a WEKA classifier.
    preprocessing : tuple of str
        Filters fitted on each training fold, in order: ``discretize``,
        ``impute``.
    """

    name: str
    learner: str
    settings: dict[str, Any] = {}  # noqa: RUF012 - nobody changes a default
    options: str = ""
    preprocessing: tuple[str, ...] = ()


class Prediction(NamedTuple):
    """What one classifier predicts for one test fold.

    Attributes
    ----------
    classifier : str
        The classifier's name.
    run, fold : int
        Both from 1.
    rows : ndarray of shape (tested,), int
        Row numbers of the test instances, from 0.
    predicted : ndarray of shape (tested,), int
        Label index of the predicted class of each of `rows`; -1 where the
        classifier left the instance unclassified.
    probabilities : ndarray of shape (tested, classes) or None
        What the classifier gives every declared class for each of `rows`; None
        unless a metric is made from it.
    fit_seconds : float or None
        How long training took, by the wall clock; None unless asked for.
    """

    classifier: str
    run: int
    fold: int
    rows: np.ndarray
    predicted: np.ndarray
    probabilities: np.ndarray | None = None
    fit_seconds: float | None = None
