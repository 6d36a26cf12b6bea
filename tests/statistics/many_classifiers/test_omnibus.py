"""Tests of all classifiers together: p by permutation within the data sets."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tenbyten.statistics.many_classifiers.friedman import (
    approximate_friedman,
    approximate_iman_davenport,
    friedman,
    iman_davenport,
)
from tenbyten.statistics.many_classifiers.omnibus import (
    ARRANGEMENTS,
    complete,
    method_of,
)
from tenbyten.statistics.many_classifiers.repeated_anova import (
    approximate_anova,
    repeated_anova,
)

SETTINGS = {"alpha": 0.05, "seed": 1}
TESTS = [friedman, iman_davenport, repeated_anova]


def p_of_scipy(means, statistic):
    """Exact, by SciPy's permutations of the results of each data set."""
    return stats.permutation_test(
        list(means.T),
        statistic,
        permutation_type="samples",
        n_resamples=np.inf,
        alternative="greater",
        vectorized=False,
    ).pvalue


def spread(*classifiers):
    """Variance of the classifiers' means: grows with F of the analysis of variance."""
    # Rounded, that arrangements with equal spreads are equal.
    return round(float(np.var([np.mean(means) for means in classifiers])), 12)


def arrangements(line):
    """Every order of one data set's results."""
    return [np.array(order) for order in permutations(line)]


def size(of, datasets, classifiers):
    """The share of all arrangements of distinct results in which a test rejects."""
    lines = 0.1 * 2.0 ** np.arange(datasets * classifiers).reshape(datasets, -1)
    every = product(*map(arrangements, lines))
    return np.mean([of(np.array(means), **SETTINGS).p < 0.05 for means in every])


@pytest.mark.parametrize("of", TESTS)
@pytest.mark.parametrize(("datasets", "classifiers"), [(2, 2), (3, 2), (4, 2), (2, 3)])
def test_so_few_data_sets_never_reject(of, datasets, classifiers):
    assert size(of, datasets, classifiers) == 0


@pytest.mark.parametrize("of", TESTS)
@pytest.mark.parametrize(("datasets", "classifiers"), [(6, 2), (3, 3), (2, 4)])
def test_the_size_is_alpha_at_most(of, datasets, classifiers):
    assert 0 < size(of, datasets, classifiers) <= 0.05


@settings(max_examples=15)
@given(st.integers(0, 999), st.sampled_from([(2, 3), (3, 3), (4, 2), (2, 4)]))
def test_exact_p_is_scipy_s_with_ties_and_without(seed, shape):
    rng = np.random.default_rng(seed)
    means = rng.integers(0, 5, shape) / 10
    anova = repeated_anova(means, **SETTINGS)
    assert anova.p == pytest.approx(p_of_scipy(means, spread))
    ranks = stats.rankdata(means, axis=1)
    assert friedman(means, **SETTINGS).p == pytest.approx(p_of_scipy(ranks, spread))
    assert anova.method == "exact"


@settings(max_examples=20)
@given(st.integers(0, 2**16), st.integers(2, 17))
def test_friedman_s_test_of_two_classifiers_is_the_sign_test(bits, datasets):
    won = np.array([bits >> i & 1 for i in range(datasets)])
    theirs = stats.binomtest(int(won.sum()), datasets).pvalue
    test = friedman(np.stack([won, 1 - won], axis=1), **SETTINGS)
    assert test.p == pytest.approx(theirs)


def test_the_analysis_of_variance_of_two_classifiers_flips_the_signs():
    means = np.random.default_rng(2).random((12, 2))
    theirs = stats.permutation_test(
        (means[:, 1] - means[:, 0],),
        lambda differences: round(abs(np.mean(differences)), 12),
        permutation_type="samples",
        n_resamples=np.inf,
        alternative="greater",
    ).pvalue
    assert repeated_anova(means, **SETTINGS).p == pytest.approx(theirs)


def exact_p(ranks):
    """Friedman's exact p where there are many arrangements: count equal sums once."""
    sums = Counter({(0,) * ranks.shape[1]: 1})
    for line in ranks:
        added = Counter()
        for order in permutations(line):
            for there, ways in sums.items():
                added[tuple(np.add(there, order))] += ways
        sums = added
    found = np.var(ranks.sum(axis=0)) - 1e-9
    as_large = sum(ways for at, ways in sums.items() if np.var(at) >= found)
    return as_large / sum(sums.values())


@pytest.mark.parametrize("shift", [0, 0.25, 0.5])
def test_p_of_random_arrangements_is_near_the_exact_one(shift):
    means = np.random.default_rng(6).random((9, 3)) + np.array([0, 0, shift])
    test = friedman(means, **SETTINGS)
    p = exact_p(stats.rankdata(means, axis=1))
    assert test.method == "permutation"
    # Five standard errors of the share of so many arrangements.
    error = np.sqrt(p * (1 - p) / ARRANGEMENTS)
    assert abs(test.p - p) < 5 * error + 1 / ARRANGEMENTS
    assert 1e-5 < p < 0.9


def test_a_seed_settles_random_arrangements():
    means = np.random.default_rng(7).random((10, 4))
    first, again, other = (
        repeated_anova(means, alpha=0.05, seed=seed).p for seed in (1, 1, 2)
    )
    assert first == again != other
    assert first == pytest.approx(other, abs=0.01)


@pytest.mark.parametrize("of", TESTS)
def test_no_p_of_random_arrangements_is_zero(of):
    agree = np.tile([0.5, 0.6, 0.7, 0.9], (30, 1))
    test = of(agree, **SETTINGS)
    assert test.statistic > 89
    assert (test.p, test.method) == (1 / (ARRANGEMENTS + 1), "permutation")


def test_the_unit_of_the_means_does_not_matter():
    means = np.random.default_rng(8).random((5, 3))
    p = repeated_anova(means, **SETTINGS).p
    for unit in (1e-6, 100, 1e9):
        assert repeated_anova(means * unit, **SETTINGS).p == p


def test_as_the_reference_says():
    assert [method_of(q, 2) for q in (17, 18)] == ["exact", "permutation"]
    assert [method_of(q, 3) for q in (7, 8)] == ["exact", "permutation"]
    assert [method_of(q, 4) for q in (4, 5)] == ["exact", "permutation"]
    assert [method_of(q, 5) for q in (3, 4)] == ["exact", "permutation"]
    assert [method_of(q, 5) for q in (100, 101)] == ["permutation", "approximate"]
    assert [method_of(q, 2) for q in (250, 251)] == ["permutation", "approximate"]


@pytest.mark.parametrize("shape", [(3, 3), (12, 5)])
def test_tests_that_share_arrangements_find_the_same_p_as_alone(shape):
    means = np.random.default_rng(4).integers(0, 9, shape) / 10
    of_each = [approximate_friedman, approximate_iman_davenport, approximate_anova]
    together = complete(*(of(means, 0.05) for of in of_each), seed=1)
    assert together == tuple(test(means, **SETTINGS) for test in TESTS)
