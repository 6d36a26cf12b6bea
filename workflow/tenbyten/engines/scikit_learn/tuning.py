"""Tune a classifier within each training fold: key `tune` of a study's entry."""

import json
import math
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt

from tenbyten.engines.scikit_learn.settings import is_range, range_wanted
from tenbyten.metrics import DURATIONS, METRICS, measure, unknown_metric


def tuned(name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry of the search that tunes a classifier.

    Inner folds are stratified and shuffled. A candidate that fails is an error, and not
    passed over. An entry without `tune` stays as it is.

    Parameters
    ----------
    name : str
        The classifier's name.
    entry : dict
        The engine's entry of a study file, checked against the schema.

    Raises
    ------
    ValueError
        If keys of `tune` contradict each other, or a range or metric is invalid.
    """
    others = dict(entry)
    if not (tune := others.pop("tune", None)):
        return others
    if fault := _fault(tune):
        raise ValueError(f"classifier {name}: tune: {fault}")
    kind, settings = "GridSearchCV", {"param_grid": tune.get("grid")}
    if "random" in tune:
        kind, settings = "RandomizedSearchCV", {"param_distributions": tune["random"]}
        settings["n_iter"] = tune["draws"]
    kfold, inner = "StratifiedKFold", {"n_splits": tune["inner"], "shuffle": True}
    settings |= {
        "estimator": {key: others.pop(key) for key in ("learner", "settings")},
        "cv": {"learner": f"sklearn.model_selection.{kfold}", "settings": inner},
        "scoring": {
            "learner": f"{__name__}.Score",
            "settings": {"metric": tune["metric"]},
        },
        "error_score": "raise",
    }
    return others | {"learner": f"sklearn.model_selection.{kind}", "settings": settings}


def _fault(tune: Mapping[str, Any]) -> str:
    """Say which keys contradict each other; empty if none do."""
    if ("grid" in tune) == ("random" in tune):
        return "give either `grid`, lists of values, or `random`, ranges to draw from"
    if ("draws" in tune) != ("random" in tune):
        return "give `draws`, the candidates to try, with `random` and not with `grid`"
    for name, values in tune.get("random", {}).items():
        if isinstance(values, dict) and not is_range(values):
            return f"random.{name} is {values!r}; {range_wanted}"
    if (metric := tune["metric"]) in DURATIONS:
        return f"metric: {metric} is no quality; give another"
    return "" if metric in METRICS else f"metric: {unknown_metric(metric)}"


def tunings(classifiers: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the key `tune` of each classifier of a study that has it."""
    entries = {name: x.get("scikit_learn", {}) for name, x in classifiers.items()}
    return {name: entry["tune"] for name, entry in entries.items() if "tune" in entry}


def count_fits(tune: Mapping[str, Any]) -> int:
    """Count the trainings in one fold, the last one on the whole training set."""
    candidates = tune.get("draws") or math.prod(map(len, tune["grid"].values()))
    return candidates * tune["inner"] + 1


def is_tuned(learner: Any) -> bool:
    """Return whether a learner is a search that `tuned` has described."""
    return isinstance(getattr(learner, "scoring", None), Score)


def chosen_by(learner: Any) -> dict[str, str]:
    """Return the settings that a trained search chose, as in YAML; empty for others."""
    chosen = learner.best_params_ if is_tuned(learner) else {}
    plain = {x: y.item() if isinstance(y, np.generic) else y for x, y in chosen.items()}
    return {
        name: value if isinstance(value, str) else json.dumps(value, default=repr)
        for name, value in plain.items()
    }


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
        """Score a trained candidate, which may write into what it predicts."""
        given = estimator.predict(deepcopy(X))
        predicted = np.asarray(given).reshape(len(y)).astype(np.int64)
        if self.metric == "accuracy":
            return float(np.mean(predicted == y))
        kind, probabilities = METRICS[self.metric], None
        if kind.of_probabilities:
            present = np.asarray(estimator.classes_, np.int64)
            probabilities = np.zeros((len(y), 1 + max(y.max(), present.max())))
            probabilities[:, present] = estimator.predict_proba(X)
        value = np.nan_to_num(measure([self.metric], y, predicted, probabilities)[0])
        return float(value if kind.higher_is_better else -value)
