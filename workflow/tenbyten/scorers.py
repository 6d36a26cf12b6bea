"""Score the predictions of a fold by scikit-learn's scorers, without a classifier.

Importing this imports scikit-learn.
"""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import get_scorer

Labels = npt.NDArray[np.int64]
Probabilities = npt.NDArray[np.float64]

_AREA = "roc_auc"


class Predicted(ClassifierMixin, BaseEstimator):
    """A classifier that has predicted already: it returns what it was given.

    Parameters
    ----------
    predicted : ndarray of shape (tested,), int
        Label indices; -1 where an instance was left unclassified.
    probabilities : ndarray of shape (tested, classes) or None
        Of every class.
    """

    def __init__(self, predicted: Labels, probabilities: Probabilities | None) -> None:
        self.predicted, self.probabilities = predicted, probabilities

    @property
    def classes_(self) -> Labels:
        """Return all label indices, two at least, as scorers want them."""
        known = int(self.predicted.max()) + 1
        if self.probabilities is not None:
            known = self.probabilities.shape[1]
        return np.arange(max(known, 2))

    def fit(self, X: Any, y: Any) -> "Predicted":
        """Learn nothing."""
        return self

    def predict(self, X: Any) -> Labels:
        """Return the label indices, whatever the instances."""
        return self.predicted

    def predict_proba(self, X: Any) -> Probabilities | None:
        """Return the probabilities, whatever the instances."""
        return self.probabilities


def score(
    names: Mapping[str, bool],
    truth: Labels,
    predicted: Labels,
    probabilities: Probabilities | None,
) -> dict[str, float]:
    """Apply scorers, by their names in scikit-learn, to the predictions of a fold.

    Parameters
    ----------
    names : mapping of str to bool
        Names out of `tenbyten.metrics.SCORERS`, and whether a scorer is made from
        probabilities.
    truth, predicted, probabilities
        As in `tenbyten.metrics`.

    Returns
    -------
    dict of str to float
        By name; NaN where the scorer is undefined.

    Raises
    ------
    ValueError
        If scikit-learn refuses the predictions, such as probabilities that do not sum
        to one.

    Notes
    -----
    Scorers of probabilities are told all classes, as a fold need not have every one of
    them. Averages over classes are over those that occur in the fold or among its
    predictions; an instance left unclassified is missed by the recall of its class and
    is in no class's precision.
    """
    model = Predicted(predicted, probabilities)
    present = np.union1d(truth, predicted[predicted >= 0])
    rows = np.zeros((len(truth), 1))
    found = {}
    with warnings.catch_warnings(), config_context(enable_metadata_routing=True):
        # That a metric is undefined, or 0 by convention, is in its value.
        warnings.simplefilter("ignore")
        for name, of_probabilities in names.items():
            labels = {"labels": model.classes_ if of_probabilities else present}
            # With one class areas are NaN, or an error by one of their weights.
            if name.startswith(_AREA) and len(np.unique(truth)) < 2:
                found[name] = np.nan
            else:
                found[name] = float(get_scorer(name)(model, rows, truth, **labels))
    return found
