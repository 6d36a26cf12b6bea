"""Made-up accuracies for simulations with biased draws."""

import numpy as np
import pandas as pd

NAMES = ["tree", "bayes", "neighbours", "rules"]


def accuracies(names=NAMES, *, datasets=24, folds=5, seed=1):
    """A long table: classifiers of other means, ties, data sets of other difficulty."""
    rng = np.random.default_rng(seed)
    tested, classifiers = 20, len(names)
    shape = (datasets, classifiers, folds)
    strength = rng.uniform(0.6, 0.95, (datasets, 1, 1))
    strength = strength + rng.normal(0, 0.04, (datasets, classifiers, 1))
    strength += 0.02 * np.arange(classifiers)[:, None]
    correct = rng.binomial(tested, np.clip(strength, 0, 1), shape)
    # Some data sets on which two classifiers tie.
    correct[::6, 1] = correct[::6, 0]
    index = pd.MultiIndex.from_product(
        [[f"d{i}" for i in range(datasets)], names, range(1, folds + 1)],
        names=["dataset", "classifier", "fold"],
    )
    table = pd.DataFrame({"correct": correct.ravel()}, index=index).reset_index()
    table = table.assign(run=1, tested=tested, accuracy=table["correct"] / tested)
    return table[
        ["dataset", "classifier", "run", "fold", "tested", "correct", "accuracy"]
    ]
