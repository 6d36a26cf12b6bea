"""Measure the predictions of a fold besides accuracy.

Importing this needs numpy only. Every measure takes one or more of

truth : ndarray of shape (tested,), int
    Label indices of the test instances.
predicted : ndarray of shape (tested,), int
    Label indices; -1 where the classifier left the instance unclassified.
probabilities : ndarray of shape (tested, classes)
    Of every class.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

# Decimals that are kept of a metric: a difference in the thirteenth is one of rounding,
# and libraries differ in it from machine to machine.
DECIMALS = 12
# Clocks tell microseconds.
_DECIMALS_OF_SECONDS = 6

Labels = npt.NDArray[np.int64]
Probabilities = npt.NDArray[np.float64]


class Metric(NamedTuple):
    """Properties of a metric, whose smallest value is 0.

    `largest` is its largest value, infinite where there is none: two values differ by
    this much at most. `of_probabilities` tells whether it is made from the
    probabilities of the classes.
    """

    higher_is_better: bool
    largest: float
    of_probabilities: bool


METRICS = {
    "accuracy": Metric(True, 1.0, False),
    "auc": Metric(True, 1.0, True),
    "log_loss": Metric(False, np.inf, True),
    "f1": Metric(True, 1.0, False),
    "brier": Metric(False, 2.0, True),
    "fit_seconds": Metric(False, np.inf, False),
}
# The metric that a fold can leave undefined; its cell is empty then.
UNDEFINED = "auc"


def needs_probabilities(metrics: Collection[str]) -> bool:
    """Return whether a metric is made from the probabilities of the classes."""
    return any(METRICS[name].of_probabilities for name in metrics)


def measure(
    metrics: Sequence[str],
    truth: Labels,
    predicted: Labels,
    probabilities: Probabilities | None,
    fit_seconds: float | None,
) -> list[float]:
    """Measure the predictions of a classifier for one test fold.

    Parameters
    ----------
    metrics : sequence of str
        Names out of `METRICS` without accuracy, which is counted elsewhere.
    truth, predicted, probabilities : ndarray
        Probabilities may be None if no metric is made from them.
    fit_seconds : float or None
        Duration of the training; None if that is not asked for.

    Returns
    -------
    list of float
        In the order of `metrics`, rounded at 1e-12, seconds at 1e-6; NaN where a
        metric is undefined.

    Raises
    ------
    ValueError
        If a probability is NaN, below 0 or above 1.
    """
    if needs_probabilities(metrics):
        _check_probabilities(probabilities, truth)
    found = truth, predicted, probabilities, fit_seconds
    return [round(_MEASURES[name](*found), DECIMALS) for name in metrics]


def area_under_roc(truth: Labels, probabilities: Probabilities) -> float:
    """Compute the area under the ROC curve, one class against the rest, weighted.

    It is from 0 to 1, 1/2 for guessing, and NaN where all instances are of one class.

    Notes
    -----
    The area of a class is the share of pairs (an instance of it, one of another) in
    which the first has the higher probability of it, ties counting half
    (Mann-Whitney). The mean over the classes that occur, each weighted by its
    instances, is WEKA's ``weightedAreaUnderROC`` and, where all classes occur,
    scikit-learn's ``roc_auc_score(multi_class="ovr", average="weighted")``. If an
    instance was left unclassified its probabilities, mostly zeros, are taken as they
    are.
    """
    present = np.unique(truth)
    if len(present) < 2:
        return np.nan
    total = 0.0
    for label in present:
        is_label = truth == label
        inside = probabilities[is_label, label]
        outside = np.sort(probabilities[~is_label, label])
        # Twice the pairs won: an integer, whatever the order of the instances.
        below = np.searchsorted(outside, inside, side="left").sum()
        not_above = np.searchsorted(outside, inside, side="right").sum()
        # The weight of the class, len(inside) / len(truth), cancels its own count.
        total += (below + not_above) / (2 * len(outside))
    return float(total / len(truth))


def log_loss(truth: Labels, probabilities: Probabilities) -> float:
    """Compute the mean of minus the natural logarithm of the true class's probability.

    It is from 0 to 36.04, the loss of an instance whose class was impossible.

    Notes
    -----
    Probabilities are clipped to 2.2e-16 from 0 and from 1, the machine's precision,
    as scikit-learn's ``log_loss`` clips them. An instance left unclassified has
    mostly the probability 0.
    """
    own = probabilities[np.arange(len(truth)), truth]
    precision = np.finfo(np.float64).eps
    return float(-np.mean(np.log(np.clip(own, precision, 1 - precision))))


def brier_score(truth: Labels, probabilities: Probabilities) -> float:
    """Compute the mean squared distance of the probabilities from the true class.

    It is from 0 to 2.

    Notes
    -----
    The squares are summed over all classes, also where there are but two, and
    averaged over instances: Brier's own definition, scikit-learn's
    ``brier_score_loss(scale_by_half=False)``. With two classes it is twice what
    many programs give. An instance left unclassified, with the probability 0 of
    every class, counts 1.
    """
    distance = np.array(probabilities, dtype=np.float64)
    distance[np.arange(len(truth)), truth] -= 1
    return float(np.sum(np.square(distance)) / len(truth))


def macro_f1(truth: Labels, predicted: Labels) -> float:
    """Compute the mean over classes of the harmonic mean of precision and recall.

    It is from 0 to 1.

    Notes
    -----
    Over the classes that occur in `truth` or in `predicted`, of equal weight, as
    scikit-learn's ``f1_score(average="macro", zero_division=0)``. An instance left
    unclassified is missed by the recall of its class and is in no class's precision.
    """
    size = max(truth.max(), predicted.max()) + 1
    right = np.bincount(truth[truth == predicted], minlength=size)
    # F1 is 2 right / (how often the class occurs + how often it is predicted).
    either = np.bincount(truth, minlength=size)
    either = either + np.bincount(predicted[predicted >= 0], minlength=size)
    present = either > 0
    return float(np.mean(2 * right[present] / either[present]))


def _check_probabilities(probabilities, truth):
    """Refuse probabilities that are not numbers from 0 to 1."""
    # Sums of probabilities can exceed 1 by rounding.
    wrong = ~((probabilities >= 0) & (probabilities <= 1 + 1e-9))
    if np.any(wrong):
        row, label = np.argwhere(wrong)[0].tolist()
        raise ValueError(
            f"the probability of class {label} (from 0) is {probabilities[row, label]} "
            f"for test instance {row + 1} of {len(truth)}; auc, log_loss and brier "
            f"need numbers from 0 to 1: change the classifier's settings, or leave it "
            f"or these metrics out."
        )


# By metric, a function of truth, predicted, probabilities and seconds of training.
_MEASURES: dict[str, Callable[..., float]] = {
    "auc": lambda truth, _, probabilities, __: area_under_roc(truth, probabilities),
    "log_loss": lambda truth, _, probabilities, __: log_loss(truth, probabilities),
    "brier": lambda truth, _, probabilities, __: brier_score(truth, probabilities),
    "f1": lambda truth, predicted, _, __: macro_f1(truth, predicted),
    "fit_seconds": lambda *found: round(found[-1], _DECIMALS_OF_SECONDS),
}
