"""The variance of accuracies by seed and by fold."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import f_oneway

from tenbyten.metrics import SQUARED
from tenbyten.results.trainings import seed_variances, share_by_classifier

SEEDS, SIZES = 5, [100, 101] * 20


def summed(counts):
    """The variances of one classifier by its counts, of shape (40 folds, seeds)."""
    cells = [("d", "c", 1 + i // 20, 1 + i % 20) for i in range(40)]
    table = pd.DataFrame(cells, columns=["dataset", "classifier", "run", "fold"])
    table["tested"] = np.multiply(SIZES, SEEDS)
    table["correct"], table[SQUARED] = counts.sum(1), (counts**2).sum(1)
    design = {"datasets": ["d"], "classifiers": ["c"], "runs": 2, "folds": 20}
    return seed_variances(table, seeds=SEEDS, **design).iloc[0]


def test_the_share_is_that_of_an_analysis_of_variance():
    rng = np.random.default_rng(1)
    folds = rng.normal(70, 6, (40, 1))
    counts = np.round(folds + rng.normal(0, 4, (40, SEEDS))).astype(int)
    found = summed(counts)
    accuracies = counts / np.array(SIZES)[:, None]
    # F = MSB / MSW, and 1 - ICC(1, 1) = seeds / (F + seeds - 1).
    share = SEEDS / (f_oneway(*accuracies).statistic + SEEDS - 1)
    assert found["share"] == pytest.approx(share, abs=1e-6)
    assert found["seed_variance"] == pytest.approx(accuracies.var(1, ddof=1).mean())


def test_known_shares_are_found_on_average():
    rng, found = np.random.default_rng(2), []
    for _ in range(200):
        counts = rng.normal(70, 3, (40, 1)) + rng.normal(0, 6, (40, SEEDS))
        found.append(summed(np.round(counts).astype(int)))
    means = pd.DataFrame(found)[["seed_variance", "fold_variance"]].mean()
    # Rounding adds 1/12; of 200 tables the standard error is below 1 percent.
    seed, fold = means * 100.5**2
    assert (seed, fold) == pytest.approx((36 + 1 / 12, 9), rel=0.05)


def test_a_negative_estimate_is_cut_to_0_and_no_variance_has_no_share():
    assert summed(np.tile([70, 74, 78, 66, 62], (40, 1)))["share"] > 0.98
    same = np.repeat(np.multiply(SIZES, 0) + 50, SEEDS).reshape(40, SEEDS)
    assert summed(same + (np.arange(40) % 2)[:, None])["share"] == 0
    both = pd.DataFrame(
        {"classifier": ["a", "a", "b"], "seed_variance": [0.01, 0.03, 0.0]}
    ).assign(fold_variance=[0.03, 0.01, 0.0])
    share = share_by_classifier(both).set_index("classifier")["share"]
    assert share["a"] == 0.5
    assert np.isnan(share["b"])
