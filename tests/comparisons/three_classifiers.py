"""Eight data sets on which two classifiers predict alike, better than a third."""

import itertools

import numpy as np

from long_cells import cells_of
from tenbyten.comparisons.decisions import poisson_tests, signed_rank_tests
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.results.long_table import collect

DATASETS = [f"d{i}" for i in range(8)]
CLASSIFIERS = ["weak", "strong", "twin"]
PAIRS = list(itertools.permutations(CLASSIFIERS, 2))
SETTINGS = {"pairs": PAIRS, "runs": 2, "rho": "1/folds", "rope": 0.01}


def long_table(datasets=DATASETS, classifiers=CLASSIFIERS):
    """Make the accuracies; all but the first classifier have the same."""
    rng = np.random.default_rng(5)
    table = cells_of(datasets, classifiers, 2, 5)
    draws = rng.integers(0, 6, (len(datasets), 10))
    weak, strong = 50 + draws, 60 + draws[:, ::-1]
    others = [strong] * (len(classifiers) - 1)
    table["correct"] = np.stack([weak, *others], axis=1).ravel()
    table["tested"] = 100
    return collect(table, datasets=datasets, classifiers=classifiers, runs=2, folds=5)


def compared(zero_variance="half"):
    """Compare every pair on each of them."""
    return compare_on_each(long_table(), zero_variance=zero_variance, **SETTINGS)


def poisson(table):
    """Exact Poisson tests over all eight data sets."""
    return poisson_tests(
        table, datasets=DATASETS, alpha=0.05, distribution="exact", draws=1000, seed=1
    )


def ranked(table, *, method="approximate", sides="one"):
    """Signed-rank tests over all eight data sets."""
    return signed_rank_tests(
        table, datasets=DATASETS, alpha=0.05, method=method, sides=sides
    )
