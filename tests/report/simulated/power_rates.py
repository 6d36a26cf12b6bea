"""Tables as those of problem `network`: rates by hand, for the report and figures."""

import itertools

import numpy as np
import pandas as pd

DIFFERENCES = (0.0, 0.05, 0.1)
POLICIES = {"poisson": ("half", "win", "drop"), "signed_rank": ("split", "drop")}
# By runs, at the three differences: the Poisson test under `half`, and the other test.
HALF = {1: (0.0, 0.3, 1.0), 10: (0.0, 0.5, 1.0)}
SIGNED_RANK = {1: (0.01, 0.4, 1.0), 10: (0.01, 0.41, 1.0)}
EXPERIMENTS = 400

SETTINGS = {
    "simulation": {
        "experiments": EXPERIMENTS,
        "differences": list(DIFFERENCES),
        "spread": "none",
        "sizes": [25, 1000],
        "datasets": [25, 50],
        "runs": [1, 10],
        "stratified": False,
        "estimator": "frequencies",
        "exchange": True,
    },
    "alpha": 0.05,
    "folds": 10,
    "zero_variance": "half",
}


def rate_of(test, policy, runs, place):
    """The rate of a test under a policy; `win` rejects more often by 0.1."""
    if test == "signed_rank":
        return SIGNED_RANK[runs][place]
    return min(1.0, HALF[runs][place] + 0.1 * (policy == "win"))


def estimates():
    """Rates of rejection."""
    rows = []
    where = itertools.product(enumerate(DIFFERENCES), (25, 50), (1, 10))
    for (place, difference), datasets, runs in where:
        for test, policies in POLICIES.items():
            for policy in policies:
                value = rate_of(test, policy, runs, place)
                rows.append(
                    {
                        "difference": difference,
                        "scale": 0.0,
                        "datasets": datasets,
                        "runs": runs,
                        "test": test,
                        "policy": policy,
                        "measure": "rejection_rate",
                        "value": value,
                        "error": np.sqrt(value * (1 - value) / EXPERIMENTS),
                        "experiments": EXPERIMENTS,
                    }
                )
    # What the classifiers themselves are like is no rate of a test.
    shortfall = {"difference": 0.1, "scale": 0.0, "test": "classifiers", "policy": ""}
    shortfall |= {"measure": "shortfall", "value": 0.02, "experiments": EXPERIMENTS}
    return pd.DataFrame([*rows, shortfall])


def rates():
    """Rates of rejection alone."""
    table = estimates().query("measure == 'rejection_rate'")
    return table.astype({"datasets": int, "runs": int})


def paired():
    """Differences of 0.09 and 0.1: within two errors with 25 data sets, else not."""
    table = rates()
    keys = ["difference", "scale", "datasets", "runs"]
    own = table.query("test == 'signed_rank' and policy == 'split'")[[*keys, "value"]]
    joined = table.query("test == 'poisson'").merge(own, on=keys)
    return joined.assign(
        other="signed_rank",
        value=joined["value_x"] - joined["value_y"],
        error=np.where(joined["datasets"] == 25, 0.051, 0.044),
    ).drop(columns=["value_x", "value_y"])


def facts():
    """What was simulated: all sizes, then each."""
    rows = [
        {
            "difference": difference,
            "scale": 0.0,
            "runs": runs,
            "size": size,
            "simulated": 800,
            "all_zero": 0.2,
            "negative": 0.3,
            "zero": 0.2,
            "positive": 0.5,
            "mean_difference": difference * (0.5 if size == 25 else 0.8),
            "error": 0.001,
            "expected_difference": difference - 0.0101,
        }
        for difference in DIFFERENCES
        for runs in (1, 10)
        for size in (np.nan, 25, 1000)
    ]
    return pd.DataFrame(rows)


def tables():
    """All tables, by name."""
    return {"estimates": estimates(), "paired": paired(), "facts": facts()}
