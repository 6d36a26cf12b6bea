"""Decisions from counts, held to the functions of `tenbyten.statistics`."""

import numpy as np
import pytest
from network_counts import Counts, Model, count
from network_decisions import POLICIES, decide, differences_after

from tenbyten.statistics import (
    differences,
    mean_differences,
    poisson_test,
    posterior,
    signed_rank,
)
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

FOLDS = 10
SIZES = np.array([25, 50, 100, 250, 500, 1000])


@pytest.fixture(scope="module", params=[0.0, 0.05])
def counts(request):
    model = Model(request.param, request.param, SIZES)
    return count(range(40), model, seed=1, datasets=30, runs=3, folds=FOLDS)


def counts_of_both(counts, runs):
    """Correct predictions of two classifiers with these gains, and tested instances."""
    gains = counts.gains[..., : runs * FOLDS].astype(int)
    fold = np.arange(runs * FOLDS) % FOLDS
    sizes = counts.sizes[..., np.newaxis]
    tested = sizes // FOLDS + (fold < sizes % FOLDS)
    return np.maximum(-gains, 0), np.maximum(gains, 0), tested


@pytest.mark.parametrize("runs", [1, 3])
def test_differences_are_the_same_floats(counts, runs):
    seen = differences_after(counts, runs, folds=FOLDS)
    of_both = counts_of_both(counts, runs)
    assert np.array_equal(seen.means, mean_differences(*of_both))
    found = posterior(differences(*of_both), runs=runs)
    assert np.array_equal(seen.wins, found.column_wins("half"))
    assert np.array_equal(seen.all_zero, (found.location == 0) & (found.scale == 0))
    assert seen.all_zero.any()


def test_decisions_are_those_of_the_tests(counts):
    for runs in (1, 3):
        seen = differences_after(counts, runs, folds=FOLDS)
        found = dict(map(named, decide(seen)))
        of_both = counts_of_both(counts, runs)
        of_each = posterior(differences(*of_both), runs=runs)
        for policy in ZERO_VARIANCE:
            p = of_each.column_wins(policy)
            expected = poisson_test(p, alpha=0.05).column_is_better
            assert np.array_equal(found["poisson", policy], expected)
        lost = np.where(seen.all_zero, 0, of_each.column_wins("half"))
        expected = poisson_test(lost, alpha=0.05).column_is_better
        assert np.array_equal(found["poisson", "lose"], expected)
        for zeros in POLICIES["signed_rank"]:
            test = signed_rank(mean_differences(*of_both), zeros=zeros)
            expected = test.p_one_sided < 0.05
            assert np.array_equal(found["signed_rank", zeros], expected)
        assert len(found) == sum(map(len, POLICIES.values()))


def named(found):
    """A test with its policy, and its decisions."""
    test, policy, better = found
    return (test, policy), better


def test_a_constant_difference_is_no_zero():
    # Every fold of the first data set is won by one instance, of the second by none.
    gains = np.stack([np.ones((1, 20)), np.zeros((1, 20))], axis=1).astype(np.int32)
    counts = Counts(gains, np.array([[50, 50]]))
    seen = differences_after(counts, 2, folds=FOLDS)
    assert seen.means.tolist() == [[0.2, 0]]
    assert seen.wins.tolist() == [[1, 0.5]]
    assert seen.all_zero.tolist() == [[False, True]]
