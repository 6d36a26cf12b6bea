"""Compare the times of classifiers beside their accuracy."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.accuracies.values import means_of
from tenbyten.metrics import DURATIONS
from tenbyten.statistics.rounding import DECIMALS


class Costs(NamedTuple):
    """Means over the folds of every data set, of shape (datasets, classifiers).

    `means` are of a `metric` that is no time; `seconds` those of training and of
    predicting, by `metrics.DURATIONS`, as far as they were measured.
    """

    metric: str
    means: pd.DataFrame
    seconds: Mapping[str, pd.DataFrame]


def find_costs(
    tables: Sequence[pd.DataFrame], *, metric: str, scale: str = "difference"
) -> Costs | None:
    """Find times in long tables, and what they are compared beside.

    That is the compared metric or, where it is a time or is compared by ratios or
    order, accuracy. None if either is missing.
    """
    seconds = {
        name: means_of(table, name, undefined=True)
        for name in DURATIONS
        for table in tables
        if name in table
    }
    named = [metric] if scale == "difference" and metric not in DURATIONS else []
    for name in (*named, "accuracy"):
        for table in tables:
            if seconds and name in table:
                return Costs(name, means_of(table, name, undefined=True), seconds)
    return None


def cost_table(
    costs: Costs,
    datasets: Sequence[str],
    *,
    reference: str,
    higher_is_better: bool = True,
) -> pd.DataFrame:
    """Average metric and times of every classifier over some data sets.

    Returns
    -------
    DataFrame
        By classifier mean and, for each of the times, such as ``fit_seconds``, under
        its name the geometric mean over the data sets of its ratio to the time of
        `reference`; nan if a time on one of them is missing or 0. ``<name>_front`` is
        1 for classifiers on the Pareto front: no other one is at least as good on
        average and as fast, and better or faster.
    """
    table = pd.DataFrame({"mean": costs.means.loc[datasets].mean().round(DECIMALS)})
    good = table["mean"].to_numpy() * (1 if higher_is_better else -1)
    for name, seconds in costs.seconds.items():
        logs = np.log(seconds.loc[datasets].where(lambda x: x > 0))
        of_reference = logs.sub(logs[reference], axis=0)
        table[name] = np.exp(of_reference.mean(skipna=False))
        time = table[name].to_numpy()
        as_good, as_fast = good >= good[:, None], time <= time[:, None]
        equal = (good == good[:, None]) & (time == time[:, None])
        dominated = (as_good & as_fast & ~equal).any(axis=1)
        table[f"{name}_front"] = (~dominated & np.isfinite(time)).astype(int)
    return table.rename_axis("classifier")
