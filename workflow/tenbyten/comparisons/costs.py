"""Compare the times of classifiers beside their accuracy."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.metrics import DURATIONS, metric_of
from tenbyten.results.values import means_of
from tenbyten.statistics.rounding import DECIMALS


def cost_tables(
    tables: Sequence[pd.DataFrame],
    subsets: Mapping[str, Sequence[str]],
    settings: Mapping[str, Any],
) -> dict[str, pd.DataFrame]:
    """Average times of every classifier, and a metric beside them, over each subset.

    Parameters
    ----------
    tables : sequence of DataFrame
        Long tables, of which some may have times.
    subsets : dict of str to sequence of str
        The data sets of each.
    settings : dict
        Of the study: metric, foreign_metrics and, if not differences are compared,
        scale. Times are averaged beside accuracy where the metric is a time or is
        compared by ratios or order.

    Returns
    -------
    dict of str to DataFrame
        By subset, a line a classifier: metric; mean; for each of the times, such as
        ``fit_seconds``, under its name the geometric mean of the data sets' mean
        seconds of a fold, nan if one is missing or 0; and ``fit_seconds_front``, 1 on
        the Pareto front: no other classifier is at least as good on average and as
        fast, and better or faster. Empty if there are no times, or nothing beside them.
    """
    metric, scale = settings["metric"], settings.get("scale", "difference")
    means = {
        name: means_of(table, name, undefined=True)
        for name in (metric, "accuracy", *DURATIONS)
        for table in tables
        if name in table
    }
    times = [name for name in DURATIONS if name in means]
    if scale != "difference" or metric in DURATIONS:
        metric = "accuracy"
    if not times or metric not in means:
        return {}
    sign = 1 if metric_of(metric, settings["foreign_metrics"]).higher_is_better else -1
    found = {}
    for subset, datasets in subsets.items():
        mean = means[metric].loc[datasets].mean().round(DECIMALS)
        table = found[subset] = pd.DataFrame({"metric": metric, "mean": mean})
        for name in times:
            seconds = means[name].loc[datasets]
            logs = np.log(seconds.where(seconds > 0))
            table[name] = np.exp(logs.mean(skipna=False))
            front = _on_front(sign * mean.to_numpy(), table[name].to_numpy())
            table[f"{name}_front"] = front.astype(int)
    return found


def _on_front(good: np.ndarray, time: np.ndarray) -> np.ndarray:
    """Mark what nothing else is at least as good as and as fast."""
    is_other = (good[:, None] != good) | (time[:, None] != time)
    dominates = (good[:, None] <= good) & (time[:, None] >= time) & is_other
    return np.isfinite(time) & ~dominates.any(axis=1)
