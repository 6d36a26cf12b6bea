"""Small pilots for tests of the planner."""

import itertools

import numpy as np
import pandas as pd

from long_cells import CELL


def table(gains, *, runs=2, folds=5, tested=40, classifiers=("a", "b"), seed=1):
    """Counts of classifiers, each better than the one before by the gains.

    `gains` are expected differences by data set. A gain of None: the counts of both are
    the same in every fold.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for number, gain in enumerate(gains):
        for run, fold in itertools.product(range(1, runs + 1), range(1, folds + 1)):
            correct = rng.binomial(tested, 0.7)
            for i, name in enumerate(classifiers):
                if gain is not None and i:
                    correct = rng.binomial(tested, np.clip(0.7 + i * gain, 0, 1))
                rows.append((f"d{number}", name, run, fold, tested, correct))
    return pd.DataFrame(rows, columns=[*CELL, "tested", "correct"])
