"""Friedman's and Iman and Davenport's tests."""

import numpy as np
import pytest
from demsar_2006 import AVERAGE_RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from tenbyten.statistics.many_classifiers.friedman import friedman, iman_davenport
from tenbyten.statistics.many_classifiers.ranks import average_ranks, rank_classifiers

# Few values: ties occur.
MEANS = arrays(
    int,
    array_shapes(min_dims=2, max_dims=2, min_side=3, max_side=8),
    elements=st.integers(0, 4),
)
SETTINGS = {"datasets": 14, "alpha": 0.05}


def without_ties(seed, datasets, classifiers):
    """Results that all differ."""
    return np.random.default_rng(seed).random((datasets, classifiers))


def test_the_published_example():
    test = friedman(AVERAGE_RANKS, **SETTINGS)
    assert (round(test.statistic, 2), test.df1) == (9.28, 3)
    better = iman_davenport(AVERAGE_RANKS, **SETTINGS)
    assert (round(better.statistic, 2), better.df1, better.df2) == (3.69, 3, 39)
    # "The critical value of F(3,39) for alpha = 0.05 is 2.85, so we reject".
    assert round(better.critical, 2) == 2.85
    assert better.p < 0.05


def test_rounded_ranks_are_as_good():
    test = friedman(np.array([3.143, 2.000, 2.893, 1.964]), **SETTINGS)
    assert round(test.statistic, 2) == 9.28


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 999), st.integers(2, 30), st.integers(3, 9))
def test_without_ties_it_is_scipy_s(seed, datasets, classifiers):
    means = without_ties(seed, datasets, classifiers)
    test = friedman(average_ranks(means), datasets=datasets, alpha=0.05)
    theirs = stats.friedmanchisquare(*means.T)
    assert test.statistic == pytest.approx(theirs.statistic)
    assert test.p == pytest.approx(theirs.pvalue)


@settings(max_examples=40, deadline=None)
@given(MEANS.filter(lambda means: np.ptp(means, axis=1).any()))
def test_with_ties_it_is_scipy_s_without_the_correction(means):
    n, k = means.shape
    counts = [np.unique(line, return_counts=True)[1] for line in means]
    ties = sum(np.sum(count**3 - count) for count in counts)
    correction = 1 - ties / (n * k * (k**2 - 1))
    test = friedman(average_ranks(means), datasets=n, alpha=0.05)
    theirs = stats.friedmanchisquare(*means.T).statistic
    assert test.statistic == pytest.approx(theirs * correction, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 999), st.integers(2, 30), st.integers(2, 9))
def test_iman_and_davenport_s_is_the_analysis_of_variance_of_the_ranks(
    seed, datasets, classifiers
):
    # Two-way without interaction; the data sets have no effect on ranks.
    ranks = rank_classifiers(without_ties(seed, datasets, classifiers))
    averages = ranks.mean(axis=0)
    df1, df2 = classifiers - 1, (classifiers - 1) * (datasets - 1)
    between = datasets * np.sum((averages - ranks.mean()) ** 2) / df1
    residual = np.sum((ranks - averages) ** 2) / df2
    test = iman_davenport(averages, datasets=datasets, alpha=0.05)
    if residual == 0:
        assert test.statistic == np.inf
    else:
        assert test.statistic == pytest.approx(between / residual)
    assert (test.df1, test.df2) == (df1, df2)


@settings(max_examples=40, deadline=None)
@given(st.floats(0.001, 0.5))
def test_p_is_alpha_at_the_critical_value(alpha):
    test = friedman(AVERAGE_RANKS, datasets=14, alpha=alpha)
    assert stats.chi2(3).sf(test.critical) == pytest.approx(alpha)
    better = iman_davenport(AVERAGE_RANKS, datasets=14, alpha=alpha)
    assert stats.f(3, 39).sf(better.critical) == pytest.approx(alpha)


def test_data_sets_that_all_agree_are_infinite_evidence():
    test = iman_davenport(np.array([1.0, 2, 3, 4, 5, 6, 7]), datasets=9, alpha=0.05)
    assert (test.statistic, test.p) == (np.inf, 0)


def test_nothing_but_ties_is_no_evidence():
    for of in (friedman, iman_davenport):
        test = of(np.full(4, 2.5), datasets=9, alpha=0.05)
        assert (test.statistic, test.p) == (0, 1)


def test_leading_axes_are_families():
    averages = average_ranks(np.random.default_rng(3).random((2, 3, 12, 5)))
    for of in (friedman, iman_davenport):
        tests = of(averages, datasets=12, alpha=0.05)
        for index in np.ndindex(2, 3):
            one = of(averages[index], datasets=12, alpha=0.05)
            assert tests.statistic[index] == one.statistic
            assert tests.p[index] == one.p


@pytest.mark.parametrize("of", [friedman, iman_davenport])
@pytest.mark.parametrize(
    ("averages", "settings", "message"),
    [
        ([1, 2, 3], {"datasets": 1, "alpha": 0.05}, "1 data sets and 3 classifiers"),
        ([0.9, 0.8, 0.7], SETTINGS, "sum to 2.4, not to 6"),
        ([1, 2, 3], {"datasets": 14, "alpha": 5}, "alpha is 5; give a number between"),
    ],
)
def test_what_cannot_be_tested_is_refused(of, averages, settings, message):
    with pytest.raises(ValueError, match=f"{of.__name__}: .*{message}"):
        of(averages, **settings)
