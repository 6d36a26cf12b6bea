"""Tests of whether many classifiers differ at all."""

from collections import Counter
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from demsar_2006 import RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats
from statsmodels.stats.anova import AnovaRM

from tenbyten.statistics.many_classifiers.omnibus import (
    ARRANGEMENTS,
    approximate_anova,
    approximate_friedman,
    approximate_iman_davenport,
    complete,
    friedman,
    iman_davenport,
    method_of,
    repeated_anova,
)
from tenbyten.statistics.many_classifiers.ranks import rank_classifiers

# p by permutation


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


# Friedman's and Iman and Davenport's tests


# Few values: ties occur.
MEANS = arrays(
    int,
    array_shapes(min_dims=2, max_dims=2, min_side=3, max_side=8),
    elements=st.integers(0, 4),
)

# Each draws 100,000 arrangements.
FEW = settings(max_examples=10)


def without_ties(seed, datasets, classifiers):
    """Results that all differ."""
    return np.random.default_rng(seed).random((datasets, classifiers))


def correction_for_ties(ranks):
    """The share of the ranks' variance that ties leave."""
    n, k = ranks.shape
    counts = [np.unique(line, return_counts=True)[1] for line in ranks]
    ties = sum(np.sum(count**3 - count) for count in counts)
    return 1 - ties / (n * k * (k**2 - 1))


def test_the_published_example():
    # Published without correction for ties.
    test = friedman(RANKS, **SETTINGS)
    chi_squared = test.statistic * correction_for_ties(RANKS)
    assert (round(chi_squared, 2), test.df1) == (9.28, 3)
    assert test.statistic == pytest.approx(stats.friedmanchisquare(*RANKS.T).statistic)
    better = iman_davenport(RANKS, **SETTINGS)
    assert round(13 * chi_squared / (14 * 3 - chi_squared), 2) == 3.69
    assert better.statistic == pytest.approx(
        13 * test.statistic / (14 * 3 - test.statistic)
    )
    assert (better.df1, better.df2) == (3, 39)
    # "The critical value of F(3,39) for alpha = 0.05 is 2.85, so we reject".
    assert better.statistic > 2.85
    assert better.p < 0.05


@FEW
@given(MEANS.filter(lambda means: np.ptp(means, axis=1).any()))
def test_it_is_scipy_s_with_ties_and_without(means):
    theirs = stats.friedmanchisquare(*means.T).statistic
    test = friedman(means, **SETTINGS)
    assert test.statistic == pytest.approx(theirs, abs=1e-12)


# Of many results, and of few if asked for.
APPROXIMATE = pytest.mark.parametrize(
    ("datasets", "method"), [(120, "auto"), (10, "approximate")]
)


@APPROXIMATE
def test_approximate_p_is_scipy_s(datasets, method):
    means = np.round(without_ties(1, datasets, 5), 1)
    test = friedman(means, **SETTINGS, method=method)
    assert test.p == pytest.approx(stats.friedmanchisquare(*means.T).pvalue)
    assert test.method == "approximate"
    f = iman_davenport(means, **SETTINGS, method=method)
    assert f.p == pytest.approx(stats.f.sf(f.statistic, 4, 4 * (datasets - 1)))


@FEW
@given(st.integers(0, 999), st.integers(2, 30), st.integers(2, 9), st.booleans())
def test_iman_and_davenport_s_is_the_analysis_of_variance_of_the_ranks(
    seed, datasets, classifiers, ties
):
    # Two-way without interaction; the data sets have no effect on ranks.
    means = np.round(without_ties(seed, datasets, classifiers), 1 if ties else 9)
    ranks = rank_classifiers(means)
    averages = ranks.mean(axis=0)
    df1, df2 = classifiers - 1, (classifiers - 1) * (datasets - 1)
    between = datasets * np.sum((averages - ranks.mean()) ** 2) / df1
    residual = np.sum((ranks - averages) ** 2) / df2
    test = iman_davenport(means, **SETTINGS)
    if residual < 1e-12:
        assert test.statistic == (0 if between < 1e-12 else np.inf)
    else:
        assert test.statistic == pytest.approx(between / residual, abs=1e-12)
    assert (test.df1, test.df2) == (df1, df2)


@settings(max_examples=40)
@given(st.floats(0.001, 0.5))
def test_p_is_alpha_at_the_critical_value(alpha):
    means = without_ties(1, 140, 4)
    test = friedman(means, alpha=alpha, seed=1)
    assert stats.chi2(3).sf(test.critical) == pytest.approx(alpha)
    for of in (iman_davenport, repeated_anova):
        critical = of(means, alpha=alpha, seed=1).critical
        assert stats.f(3, 417).sf(critical) == pytest.approx(alpha)


def test_data_sets_that_all_agree_have_an_infinite_f_and_the_least_p():
    agree = np.tile(np.arange(3), (4, 1))
    test = iman_davenport(agree, **SETTINGS)
    assert (test.statistic, test.p) == (np.inf, 1 / 6**3)
    # Also where all of them tie alike.
    tied = iman_davenport(np.tile([1, 1, 2], (4, 1)), **SETTINGS)
    assert (tied.statistic, tied.p) == (np.inf, 1 / 3**3)


@pytest.mark.parametrize("shape", [(2, 2), (9, 4), (150, 4)])
def test_nothing_but_ties_is_no_evidence(shape):
    for of in (friedman, iman_davenport):
        test = of(np.full(shape, 0.1 + 0.2), **SETTINGS)
        assert (test.statistic, test.p) == (0, 1)


def test_both_have_the_same_p_where_it_is_not_approximate():
    for shape in ((5, 3), (12, 4)):
        means = np.round(without_ties(4, *shape), 1)
        p = friedman(means, **SETTINGS).p
        assert iman_davenport(means, **SETTINGS).p == p


# Repeated-measures analysis of variance


# Each draws 100,000 arrangements.


def anova_of_statsmodels(means):
    """F, both degrees of freedom and p."""
    long = pd.DataFrame(means).rename_axis("dataset").reset_index()
    long = long.melt("dataset", var_name="classifier", value_name="mean")
    test = AnovaRM(long, "mean", "dataset", within=["classifier"]).fit()
    return test.anova_table.iloc[0][["F Value", "Num DF", "Den DF", "Pr > F"]].tolist()


@FEW
@given(st.integers(0, 999), st.integers(2, 12), st.integers(2, 6))
def test_it_is_statsmodels(seed, datasets, classifiers):
    means = np.random.default_rng(seed).random((datasets, classifiers))
    assert repeated_anova(means, **SETTINGS)[:3] == pytest.approx(
        anova_of_statsmodels(means)[:3]
    )


@APPROXIMATE
def test_approximate_p_is_statsmodels(datasets, method):
    means = np.random.default_rng(1).random((datasets, 5))
    test = repeated_anova(means, **SETTINGS, method=method)
    assert test[:4] == pytest.approx(anova_of_statsmodels(means))
    assert test.method == "approximate"


def test_two_data_sets_by_hand():
    # Effects -1, 0, 1 (hundredths); what remains is -1, 0, 1 and its negative on
    # the two data sets: 4 / 2 over 4 / 2.
    test = repeated_anova(np.array([[0.50, 0.52, 0.54], [0.8, 0.8, 0.8]]), **SETTINGS)
    assert test[:3] == pytest.approx((1, 2, 2))
    # All on the second data set are equal: no arrangement differs.
    assert test.p == 1


def test_constant_differences_are_infinite_evidence_and_none_is_none():
    level = np.random.default_rng(1).random((9, 1))
    constant = repeated_anova(level + np.array([0, 0.1, 0.3]), **SETTINGS)
    # None of the arrangements drawn is as extreme.
    assert (constant.statistic, constant.p) == (np.inf, 1 / 100_001)
    equal = repeated_anova(level + np.array([0, 0, 0]), **SETTINGS)
    assert (equal.statistic, equal.p) == (0, 1)
