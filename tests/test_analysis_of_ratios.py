"""Times, sizes and costs are compared by ratios: differences of their logarithms."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.stats import wilcoxon

from tenbyten.analysis import compare

QUICK = {"replicability_drawn": 4, "replicability_draws": 100}
TIME = {"time": {"greater_is_better": False, "scale": "ratio"}}
# B is twice as fast as A on 15 small data sets, and a bit slower on five large ones.
FASTER = np.array([2.0] * 15 + [0.9, 0.92, 0.94, 0.95, 0.96])
SECONDS = np.r_[np.geomspace(0.003, 3, 15), np.geomspace(2000, 30000, 5)]
NOISE = np.random.default_rng(7).normal(0, 0.02, size=(20, 2))


def times(unit=1.0):
    """One time for each data set and classifier, in some unit by data set."""
    both = np.column_stack([SECONDS, SECONDS / FASTER]) * np.exp(NOISE)
    names = [f"d{i}" for i in range(20)]
    return pd.DataFrame((both.T * unit).T, index=names, columns=["A", "B"])


def compared(table, foreign=TIME, **more):
    """The table compared by its only metric."""
    settings = {"metric": next(iter(foreign)), "foreign_metrics": foreign}
    return compare(table, **settings, **QUICK, **more)


def test_twice_as_fast_on_most_data_sets_is_found():
    table = times()
    logs = np.log(table["A"] / table["B"])
    found = compared(table)
    line = found.pairs().iloc[0]
    assert line["p"] == pytest.approx(wilcoxon(logs, method="exact").pvalue)
    assert line["holm"] == 1
    averages = [
        (x + y) / 2 for x, y in itertools.combinations_with_replacement(logs, 2)
    ]
    assert line["median_difference"] == pytest.approx(np.median(averages))
    said = " ".join(str(found).split())
    assert said.startswith("B is better by time than A")
    assert f"{np.exp(np.median(averages)):.2f} times (" in said
    # By differences the five large data sets hide all others.
    by_differences = compared(table, {"time": {"greater_is_better": False}})
    assert by_differences.pairs()["mean_difference"][0] < -100
    assert "No difference is found" in str(by_differences)
