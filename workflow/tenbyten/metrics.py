"""Measure the predictions of a fold besides accuracy.

Importing this needs numpy only; scikit-learn is imported where one of its scorers is
measured. Every measure takes one or more of

truth : ndarray of shape (tested,), int
    Label indices of the test instances.
predicted : ndarray of shape (tested,), int
    Label indices; -1 where the classifier left the instance unclassified.
probabilities : ndarray of shape (tested, classes)
    Of every class.
"""

import math
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tenbyten.words import suggest

# Decimals of a metric; further ones are rounding errors, which differ from machine to
# machine.
DECIMALS = 12
# Clocks tell microseconds.
_DECIMALS_OF_SECONDS = 6
# Tolerance for probabilities that rounding puts beyond 0 and 1.
_ROUNDING = 1e-9

Labels = npt.NDArray[np.int64]
Probabilities = npt.NDArray[np.float64]
# Metrics that are not measured here, as a study describes them: `foreign_metrics`.
Foreign = Mapping[str, Mapping[str, Any]]
NO_FOREIGN: Foreign = MappingProxyType({})


class Metric(NamedTuple):
    """Properties of a metric.

    `smallest` and `largest` are its bounds, infinite where there are none. On the
    `scale` ``ratio`` they are those of its logarithm, which is compared then; on
    ``order`` signs of differences are compared.
    `of_probabilities` tells whether it is made from the probabilities of the classes,
    and `can_be_undefined` whether a fold can leave it undefined: its cell is empty
    then.
    """

    higher_is_better: bool
    largest: float
    of_probabilities: bool = False
    smallest: float = 0.0
    can_be_undefined: bool = False
    scale: str = "difference"

    @property
    def width(self) -> float:
        """Return the most by which two values differ."""
        return self.largest - self.smallest


_OURS = {
    "accuracy": Metric(True, 1.0),
    "balanced_accuracy": Metric(True, 1.0),
    "mcc": Metric(True, 1.0, smallest=-1.0),
    "kappa": Metric(True, 1.0, smallest=-1.0, can_be_undefined=True),
    "auc": Metric(True, 1.0, of_probabilities=True, can_be_undefined=True),
    "log_loss": Metric(False, np.inf, of_probabilities=True),
    "f1": Metric(True, 1.0),
    "brier": Metric(False, 2.0, of_probabilities=True),
    "fit_seconds": Metric(False, np.inf),
    "predict_seconds": Metric(False, np.inf),
}
# Metrics that are measured by a clock, not from predictions.
DURATIONS = ("fit_seconds", "predict_seconds")
# Remedies where a compared metric is undefined.
UNDEFINED = (
    "a test fold there lacks classes, or has but one: ask for fewer folds, for a "
    "splitter that stratifies, or for another metric, or leave the data set out"
)
_share = Metric(True, 1.0)
_area = Metric(True, 1.0, of_probabilities=True, can_be_undefined=True)
# Scorers of scikit-learn for classification that name no positive class and are not
# among ours.
SCORERS = {
    **{
        f"{name}_{average}": _share
        for name in ("f1", "jaccard", "precision", "recall")
        for average in ("macro", "micro", "weighted")
        if (name, average) != ("f1", "macro")
    },
    **{
        f"roc_auc_{how}": _area
        for how in ("ovo", "ovo_weighted", "ovr", "ovr_weighted")
    },
    "top_k_accuracy": Metric(True, 1.0, of_probabilities=True),
}
METRICS = _OURS | SCORERS
# Names of scikit-learn's scorers for metrics that are measured here.
OURS_OF_SCORERS = {
    "f1_macro": "f1",
    "matthews_corrcoef": "mcc",
    "neg_brier_score": "brier",
    "neg_log_loss": "log_loss",
    "roc_auc": "auc",
}


def metric_of(
    name: str, foreign_metrics: Foreign = NO_FOREIGN, scale: str = "difference"
) -> Metric:
    """Return the properties of a metric as it is compared on a scale.

    Parameters
    ----------
    name : str
        One of `METRICS`, or a name in `foreign_metrics`.
    foreign_metrics : mapping
        The study's key of that name. A metric has no bounds but those given there.
    scale : {"difference", "ratio", "order"}, default="difference"
        How values are compared.

    Returns
    -------
    Metric
    """
    if name not in foreign_metrics:
        kind = METRICS[name]
    else:
        described = foreign_metrics[name]
        kind = Metric(
            higher_is_better=described["greater_is_better"],
            largest=float(described.get("largest", np.inf)),
            smallest=float(described.get("smallest", -np.inf)),
        )
    if scale == "ratio":
        return kind._replace(scale=scale, smallest=-np.inf, largest=np.inf)
    return kind._replace(scale=scale)


def usual_scale(name: str, foreign_metrics: Foreign = NO_FOREIGN) -> str:
    """Return the scale of a metric for which a study gives none.

    Parameters
    ----------
    name : str
        One of `METRICS`, or a name in `foreign_metrics`.
    foreign_metrics : mapping
        The study's key of that name.

    Returns
    -------
    {"difference", "ratio", "order"}
    """
    described = foreign_metrics.get(name, {})
    return described.get("scale", "ratio" if name in DURATIONS else "difference")


def unknown_metric(name: str) -> str:
    """Say why a name is no metric to ask for, and what to give instead."""
    if name == "accuracy":
        return "accuracy is always measured; take it out"
    if ours := OURS_OF_SCORERS.get(name):
        return f"{name!r} is called {ours} here; give that"
    some = f"give some of {', '.join(METRICS)}"
    hint = suggest(name, [*METRICS, *OURS_OF_SCORERS], some)
    for scorer, ours in OURS_OF_SCORERS.items():
        hint = hint.replace(f"{scorer}?", f"{ours}?")
    return f"{name!r} is no metric; {hint}"


# Sum over seeds of the squared counts of correct predictions.
SQUARED = "correct_squared"


def measured_columns(asked: Mapping[str, Any]) -> list[str]:
    """Name the columns after `tested` and `correct`, by keys `metrics` and `seeds`."""
    return [*asked["metrics"], *[SQUARED] * (asked.get("seeds", 1) > 1)]


def needs_probabilities(metrics: Collection[str]) -> bool:
    """Return whether a metric is made from the probabilities of the classes."""
    return any(METRICS[name].of_probabilities for name in metrics)


def measure(
    metrics: Sequence[str],
    truth: Labels,
    predicted: Labels,
    probabilities: Probabilities | None = None,
    fit_seconds: float | None = None,
    predict_seconds: float | None = None,
) -> list[float]:
    """Measure the predictions of a classifier for one test fold.

    Parameters
    ----------
    metrics : sequence of str
        Names out of `METRICS` without accuracy, which is counted elsewhere.
    truth, predicted, probabilities : ndarray
        Probabilities may be None if no metric is made from them.
    fit_seconds, predict_seconds : float or None
        Durations of training and of predicting; None if they are not asked for.

    Returns
    -------
    list of float
        In the order of `metrics`, rounded at 1e-12, seconds at 1e-6; NaN where a
        metric is undefined.

    Raises
    ------
    ValueError
        If a probability is NaN, below 0 or above 1, or if scikit-learn refuses what it
        is to score.
    """
    if probabilities is not None and needs_probabilities(metrics):
        made = [name for name in metrics if METRICS[name].of_probabilities]
        probabilities = _checked(probabilities, truth, made)
    values = dict.fromkeys(metrics, np.nan)
    for name in _MEASURES.keys() & values:
        given = probabilities if METRICS[name].of_probabilities else predicted
        values[name] = _MEASURES[name](truth, given)
    for name in SCORERS.keys() & values:
        values[name] = _score(name, truth, predicted, probabilities)
    seconds = zip(DURATIONS, (fit_seconds, predict_seconds), strict=True)
    for name, duration in seconds:
        if name in metrics and duration is not None:
            values[name] = round(duration, _DECIMALS_OF_SECONDS)
    return [round(values[name], DECIMALS) for name in metrics]


def balanced_accuracy(truth: Labels, predicted: Labels) -> float:
    """Compute the mean over classes of the share that is predicted rightly.

    It is from 0 to 1.

    Notes
    -----
    Over the classes that occur in `truth`, of equal weight, as scikit-learn's
    ``balanced_accuracy_score``. An instance left unclassified is predicted wrongly.
    """
    occurring = np.bincount(truth)
    right = np.bincount(truth[truth == predicted], minlength=len(occurring))
    present = occurring > 0
    return float(np.mean(right[present] / occurring[present]))


def matthews_correlation(truth: Labels, predicted: Labels) -> float:
    """Compute Matthews' correlation of predictions with the truth, for any classes.

    It is from -1 to 1, 0 for guessing.

    Notes
    -----
    Gorodkin's correlation of two tables of indicators, as scikit-learn's
    ``matthews_corrcoef``; as there it is 0 where all instances are of one class, or
    predicted to be. Instances left unclassified are predicted as a class that never
    occurs.
    """
    n, right, occurring, predictions = _confusion(truth, predicted)
    chance = sum(occurring * predictions)
    spreads = n**2 - sum(occurring**2), n**2 - sum(predictions**2)
    if 0 in spreads:
        return 0.0
    return (n * right - chance) / math.sqrt(spreads[0] * spreads[1])


def cohens_kappa(truth: Labels, predicted: Labels) -> float:
    """Compute Cohen's kappa: the accuracy, corrected for what chance would give.

    It is from -1 to 1, 0 for guessing, and NaN where all instances are of one class
    and all are predicted as it.

    Notes
    -----
    As scikit-learn's ``cohen_kappa_score``. Instances left unclassified are predicted
    as a class that never occurs.
    """
    n, right, occurring, predictions = _confusion(truth, predicted)
    chance = sum(occurring * predictions)
    if chance == n**2:
        return np.nan
    return (n * right - chance) / (n**2 - chance)


def _confusion(truth, predicted):
    """Return the sums of a confusion matrix: all, diagonal, rows and columns.

    As integers of Python, of which no product is too large; -1 comes first.
    """
    size = max(truth.max(), predicted.max()) + 2
    counts = (np.bincount(labels + 1, minlength=size) for labels in (truth, predicted))
    right = int(np.count_nonzero(truth == predicted))
    return len(truth), right, *(count.astype(object) for count in counts)


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


def _score(name, truth, predicted, probabilities):
    """Score by scikit-learn, by the function behind its scorer of a name.

    Functions of probabilities are told all classes, as a fold need not have every one
    of them. Averages over classes are over those that occur in the fold or among its
    predictions; an instance left unclassified is missed by the recall of its class and
    is in no class's precision. NaN where a score is undefined.
    """
    from sklearn import metrics as theirs

    function, _, average = name.rpartition("_")
    if SCORERS[name].of_probabilities:
        classes = probabilities.shape[1]
        how = {"labels": np.arange(classes)}
        # Of two classes they take the probability of the second.
        given = probabilities if classes > 2 else probabilities[:, -1]
        function = "top_k_accuracy"
        if name.startswith("roc_auc"):
            # With one class they are NaN, or an error by one of their weights.
            if len(np.unique(truth)) < 2:
                return np.nan
            function, how["multi_class"] = "roc_auc", name.split("_")[2]
            how["average"] = average if average == "weighted" else "macro"
    else:
        present = np.union1d(truth, predicted[predicted >= 0])
        given, how = predicted, {"labels": present, "average": average}
    with warnings.catch_warnings():
        # That a metric is undefined, or 0 by convention, is in its value.
        warnings.simplefilter("ignore")
        return float(getattr(theirs, f"{function}_score")(truth, given, **how))


def _checked(probabilities, truth, metrics):
    """Refuse probabilities that are not numbers from 0 to 1, but for rounding."""
    # Sums of probabilities can exceed 1 by rounding, and differences of sums fall
    # below 0.
    wrong = ~((probabilities >= -_ROUNDING) & (probabilities <= 1 + _ROUNDING))
    if np.any(wrong):
        row, label = np.argwhere(wrong)[0].tolist()
        raise ValueError(
            f"the probability of class {label} (from 0) is {probabilities[row, label]} "
            f"for test instance {row + 1} of {len(truth)}; {', '.join(metrics)} needs "
            f"numbers from 0 to 1: change the classifier's settings, or leave it or "
            f"these `metrics` out."
        )
    return np.clip(probabilities, 0, 1)


# By metric, a function of the truth and of what is predicted or of probabilities.
_MEASURES: dict[str, Callable[..., float]] = {
    "balanced_accuracy": balanced_accuracy,
    "mcc": matthews_correlation,
    "kappa": cohens_kappa,
    "auc": area_under_roc,
    "log_loss": log_loss,
    "brier": brier_score,
    "f1": macro_f1,
}
