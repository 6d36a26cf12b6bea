"""Power in section 4.2 of Corani & Benavoli, by another program.

The counts of a fold are drawn by NumPy's distributions, without instances and without
kernels: what is left of four kinds of instances is dealt to the folds by the
multivariate hypergeometric distribution. The tests are those of the package.
"""

import numpy as np
import pytest
from simulation_runs import committed

from tenbyten.statistics import poisson_test, posterior, signed_rank

EXPERIMENTS, FOLDS = 400, 10
SIZES = np.array([25, 50, 100, 250, 500, 1000])
WINS = {"half": 0.5, "win": 1.0, "drop": np.nan, "lose": 0.0}


def differences(delta, rng):
    """Differences in ten runs of ten folds, of 50 data sets an experiment."""
    shape = (EXPERIMENTS, 50)
    size = rng.choice(SIZES, shape)
    agree = (1 + 2 * delta) / 4
    # Kinds: feature and class 00, 01, 10, 11.
    kinds = rng.multinomial(size, [agree, 0.5 - agree, 0.5 - agree, agree])
    left = np.repeat(kinds[:, :, np.newaxis], 10, axis=2)
    found = []
    for fold in range(FOLDS):
        tested = (size // FOLDS + (fold < size % FOLDS))[..., np.newaxis]
        tested = np.broadcast_to(tested, left.shape[:-1])
        here, rest, wanted = [], left.sum(axis=-1), tested.copy()
        for kind in range(4):
            good = left[..., kind]
            rest = rest - good
            drawn = rng.hypergeometric(good, rest, wanted)
            here.append(drawn)
            wanted = wanted - drawn
        test = np.stack(here, axis=-1)
        left = left - test
        found.append(gain(kinds[:, :, np.newaxis] - test, test, rng) / tested)
    # By run, then fold.
    return np.stack(found, axis=-1).reshape(*shape, -1)


def gain(train, test, rng):
    """Correct predictions of the network minus those of zeroR; a coin settles ties."""

    def larger(first, second):
        coin = rng.integers(2, size=first.shape)
        return np.where(first == second, coin, second > first)

    label = larger(train[..., 0] + train[..., 2], train[..., 1] + train[..., 3])
    zero_r = np.where(label, test[..., 1] + test[..., 3], test[..., 0] + test[..., 2])
    network = sum(
        np.where(
            larger(train[..., x], train[..., x + 1]), test[..., x + 1], test[..., x]
        )
        for x in (0, 2)
    )
    return network - zero_r


def rates(delta, seed):
    """Rates of rejection by data sets, runs, test and policy."""
    x = differences(delta, np.random.default_rng([2015, seed]))
    for runs in (1, 10):
        seen = x[..., : runs * FOLDS]
        wins = posterior(seen, runs=runs).column_wins("half")
        all_zero = ~np.any(seen, axis=-1)
        # Means of few different values: equal ones to the last bit.
        means = np.round(seen.mean(axis=-1), 12)
        for datasets in (25, 50):
            for policy, value in WINS.items():
                p = np.where(all_zero, value, wins)[:, :datasets]
                better = poisson_test(p, alpha=0.05).column_is_better
                yield (datasets, runs, "poisson", policy), better.mean()
            for zeros in ("split", "drop", "pratt"):
                test = signed_rank(means[:, :datasets], zeros=zeros)
                ahead = test.rank_sum_column > test.rank_sum_row
                better = (test.p_one_sided < 0.05) & ahead
                yield (datasets, runs, "signed_rank", zeros), better.mean()


@pytest.mark.slow
def test_all_308_cells_are_within_four_standard_errors():
    table = committed("corani_benavoli_4_2", "estimates")
    table = table.query("measure == 'rejection_rate'")
    keys = ["difference", "datasets", "runs", "test", "policy"]
    ours = table.set_index(keys)["value"]
    assert len(ours) == 308
    off = []
    for seed, delta in enumerate(sorted(set(table["difference"]))):
        for key, rate in rates(delta, seed):
            found = ours[delta, *key]
            p = (rate * EXPERIMENTS + found * 5000) / (EXPERIMENTS + 5000)
            error = np.sqrt(p * (1 - p) * (1 / EXPERIMENTS + 1 / 5000))
            off.append(abs(rate - found) - 1 / EXPERIMENTS - 4 * error)
    assert len(off) == 308
    assert max(off) <= 0
