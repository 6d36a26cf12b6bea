"""Tune a classifier within each training fold: key `tune` of a study's entry."""

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tenbyten.engines.scikit_learn.settings import is_range, range_wanted
from tenbyten.metrics import DURATIONS, METRICS, measure, unknown_metric


def tuned(
    learner: str, settings: Mapping[str, Any], tune: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Return import path and settings of the search that tunes a classifier.

    Inner folds are stratified and shuffled, by a seed that is drawn in each fold. A
    candidate that fails is an error: it is not passed over.

    Parameters
    ----------
    learner, settings
        Of the classifier.
    tune : dict
        Checked against the schema: ``grid`` or ``random``, ``draws``, ``inner`` and
        ``metric``.

    Raises
    ------
    ValueError
        If these keys contradict each other, a range is none, or there is no such
        metric.
    """
    if fault := _fault(tune):
        raise ValueError(f"tune: {fault}")
    folds = {"n_splits": tune["inner"], "shuffle": True}
    search = {
        "estimator": {"learner": learner, "settings": settings},
        "cv": {"learner": "sklearn.model_selection.StratifiedKFold", "settings": folds},
        "scoring": {
            "learner": f"{__name__}.Score",
            "settings": {"metric": tune["metric"]},
        },
        "error_score": "raise",
    }
    if "grid" in tune:
        search["param_grid"] = tune["grid"]
        return "sklearn.model_selection.GridSearchCV", search
    search |= {"param_distributions": tune["random"], "n_iter": tune["draws"]}
    return "sklearn.model_selection.RandomizedSearchCV", search


def _fault(tune: Mapping[str, Any]) -> str:
    """Say which keys contradict each other; empty if none do."""
    if ("grid" in tune) == ("random" in tune):
        return "give either `grid`, lists of values, or `random`, ranges to draw from"
    if ("draws" in tune) != ("random" in tune):
        return "give `draws`, the candidates to try, with `random` and not with `grid`"
    for name, values in tune.get("random", {}).items():
        if isinstance(values, dict) and not is_range(values):
            return f"random.{name} is {values!r}; {range_wanted}"
    metric = tune["metric"]
    if metric in DURATIONS:
        return f"metric is {metric}, which is no quality; give another"
    return "" if metric in METRICS else f"metric: {unknown_metric(metric)}"


def count_fits(tune: Mapping[str, Any]) -> int:
    """Count the trainings in one fold, the last one on the whole training set."""
    candidates = tune.get("draws") or math.prod(map(len, tune["grid"].values()))
    return candidates * tune["inner"] + 1


def is_tuned(learner: Any) -> bool:
    """Return whether a learner is a search that `tuned` has described."""
    return isinstance(getattr(learner, "scoring", None), Score)


def chosen_by(learner: Any) -> dict[str, str]:
    """Return the settings that a trained classifier chose; empty if it is not tuned."""
    if not is_tuned(learner):
        return {}
    return {name: _written(value) for name, value in learner.best_params_.items()}


def _written(value: Any) -> str:
    """Write a setting as in YAML."""
    plain = value.item() if isinstance(value, np.generic) else value
    return plain if isinstance(plain, str) else json.dumps(plain, default=repr)


class Score:
    """Score a candidate on an inner fold by a metric; more is better.

    A class that the inner training fold lacks has the probability 0. Where the fold
    leaves the metric undefined, for having one class, every candidate scores 0.

    Parameters
    ----------
    metric : str
        A name of `tenbyten.metrics.METRICS`.
    """

    def __init__(self, metric: str) -> None:
        self.metric = metric

    def __call__(self, estimator: Any, X: Any, y: npt.NDArray[np.int64]) -> float:
        """Score a trained candidate."""
        predicted = np.asarray(estimator.predict(X)).reshape(len(y)).astype(np.int64)
        if self.metric == "accuracy":
            return float(np.mean(predicted == y))
        kind, probabilities = METRICS[self.metric], None
        if kind.of_probabilities:
            classes = np.asarray(estimator.classes_, np.int64)
            probabilities = np.zeros((len(y), 1 + max(y.max(), classes.max())))
            probabilities[:, classes] = estimator.predict_proba(X)
        (value,) = measure([self.metric], y, predicted, probabilities)
        value = np.nan_to_num(value)
        return float(value if kind.higher_is_better else -value)
