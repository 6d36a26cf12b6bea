"""Data sets of the network, and counts of correct predictions on them."""

import numpy as np
import pytest
from generators import generator
from network_counts import Model, count, count_correct, draw_difference, draw_instances
from per_instance import count_experiment
from scipy.stats import binomtest, cauchy, kstest

SIZES = np.array([25, 50, 100, 250, 500, 1000])
SMALL = np.array([10, 25, 31, 50])
PLAIN = Model(0.05, 0.0, SIZES)
# Chance that a correct build fails one of the statistical tests; seeds are fixed.
UNLIKELY = 0.001

MODELS = {
    "plain": PLAIN._replace(sizes=SMALL),
    "no difference": PLAIN._replace(sizes=SMALL, difference=0.0),
    "negative": PLAIN._replace(sizes=SMALL, difference=-0.1),
    "cauchy": PLAIN._replace(sizes=SMALL, scale=0.2),
    "negative cauchy": Model(-0.05, 0.1, SMALL),
    "large": PLAIN._replace(sizes=np.array([250])),
}


@pytest.mark.parametrize(
    ("name", "folds"), [*((x, 10) for x in MODELS), *(("plain", x) for x in (2, 3, 7))]
)
def test_counts_are_those_of_a_reference_instance_by_instance(name, folds):
    model = MODELS[name]
    design = {"seed": 7, "datasets": 4 if name == "large" else 12, "runs": 2}
    found = count([3], model, folds=folds, **design)
    gains, sizes = count_experiment(3, model, folds=folds, **design)
    assert found.sizes[0].tolist() == sizes.tolist()
    assert found.gains[0].tolist() == gains.tolist()


def test_an_experiment_alone_is_that_of_many():
    design = {"seed": 2, "datasets": 5, "runs": 2, "folds": 10}
    whole = count(range(6), PLAIN, **design)
    for part in (range(2), range(2, 5), range(5, 6)):
        alone = count(part, PLAIN, **design)
        own = slice(part.start, part.stop)
        assert np.array_equal(alone.gains, whole.gains[own])
        assert np.array_equal(alone.sizes, whole.sizes[own])


def test_other_seeds_differences_and_scales_have_other_numbers():
    design = {"datasets": 20, "runs": 1, "folds": 10}
    models = [PLAIN, PLAIN._replace(difference=0.06), PLAIN._replace(scale=0.1)]
    found = [count([0], model, seed=1, **design) for model in models]
    found += [count([i], PLAIN, seed=seed, **design) for seed, i in [(2, 0), (1, 1)]]
    assert len({counts.sizes.tobytes() for counts in found}) == len(found)


def test_sizes_are_equally_probable():
    found = count(range(400), PLAIN, seed=1, datasets=50, runs=1, folds=10).sizes
    for size in SIZES:
        test = binomtest(int(np.sum(found == size)), found.size, 1 / len(SIZES))
        assert test.pvalue > UNLIKELY


@pytest.mark.parametrize("theta", [0.0, 0.5, 0.55, 1.0])
def test_the_feature_is_the_class_with_probability_theta(theta):
    instances = np.empty(100_000, dtype=np.uint8)
    draw_instances(generator(5), theta, instances)
    labels, features = instances % 2, instances // 2
    assert binomtest(int(labels.sum()), len(labels)).pvalue > UNLIKELY
    for label in (0, 1):
        agree = features[labels == label] == label
        assert binomtest(int(agree.sum()), len(agree), theta).pvalue > UNLIKELY


@pytest.mark.parametrize(("median", "scale"), [(0.03, 0.03), (0.0, 0.05), (-0.02, 0.1)])
def test_differences_are_cauchy_and_capped(median, scale):
    state = generator(6)
    drawn = np.array([draw_difference(state, median, scale) for _ in range(20_000)])
    assert np.abs(drawn).max() == 0.5
    inside = drawn[np.abs(drawn) < 0.5]
    ends = cauchy.cdf([-0.5, 0.5], median, scale)
    for end, share in zip((-0.5, 0.5), (ends[0], 1 - ends[1]), strict=True):
        capped = int(np.sum(drawn == end))
        assert binomtest(capped, len(drawn), share).pvalue > UNLIKELY

    def within(x):
        return (cauchy.cdf(x, median, scale) - ends[0]) / (ends[1] - ends[0])

    assert kstest(inside, within).pvalue > UNLIKELY


def test_ties_are_settled_by_coins():
    # One training row of each class, both with the first feature: zeroR is undecided,
    # and so is the network at either feature.
    totals, tested = np.array([3, 2, 1, 0]), np.array([2, 1, 1, 0])
    for coins in range(8):
        of_zero_r, of_first, of_second = coins & 1, coins >> 1 & 1, coins >> 2
        found = count_correct(totals, tested, np.uint64(coins))
        assert found == ([3, 1][of_zero_r], [2, 1][of_first] + [1, 0][of_second])
