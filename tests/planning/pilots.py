"""Small pilots, and the paper's, for tests of the planner."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from paper_counts import long_table

from tenbyten.planning.pilot import make_pilot
from tenbyten.study import read_study

ROOT = Path(__file__).parents[2]
# What the planner takes where a study file is silent.
TESTS = {
    "alpha": 0.05,
    "signed_rank": "auto",
    "signed_rank_sides": "one",
    "rope": 0.01,
    "prior_strength": 1.0,
    "prior_place": "rope",
    "bayesian_draws": 1000,
    "seed": 1,
}
OF_PILOT = {"runs": None, "rho": "1/folds", "zero_variance": "half"}


def table(gains, *, runs=2, folds=5, tested=40, classifiers=("a", "b"), seed=1):
    """Counts of classifiers, each better than the one before by the gains.

    `gains` are expected differences by data set. A gain of None: the counts of both are
    the same in every fold.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for number, gain in enumerate(gains):
        for run in range(1, runs + 1):
            for fold in range(1, folds + 1):
                correct = rng.binomial(tested, 0.7)
                for i, name in enumerate(classifiers):
                    if gain is not None and i:
                        correct = rng.binomial(tested, np.clip(0.7 + i * gain, 0, 1))
                    cell = (f"d{number}", name, run, fold, tested, correct)
                    rows.append(cell)
    names = ["dataset", "classifier", "run", "fold", "tested", "correct"]
    return pd.DataFrame(rows, columns=names)


def pilot(*args, row="a", column="b", zero_variance="half", **how):
    """A pilot of such a table."""
    settings = OF_PILOT | {"zero_variance": zero_variance}
    return make_pilot(table(*args, **how), row=row, column=column, **settings)


def exchanged(found, row="a", column="b"):
    """A table in which two classifiers have exchanged their names."""
    names = {row: column, column: row}
    return found.assign(classifier=[names.get(x, x) for x in found["classifier"]])


@cache
def paper():
    """The recorded counts of the paper study as a long table."""
    return long_table(read_study("paper", ROOT))
