"""Friedman's and Iman and Davenport's tests."""

import numpy as np
import pytest
from demsar_2006 import RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats

from tenbyten.statistics.many_classifiers.friedman import friedman, iman_davenport
from tenbyten.statistics.many_classifiers.ranks import rank_classifiers

# Few values: ties occur.
MEANS = arrays(
    int,
    array_shapes(min_dims=2, max_dims=2, min_side=3, max_side=8),
    elements=st.integers(0, 4),
)
SETTINGS = {"alpha": 0.05, "seed": 1}
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


def test_of_many_results_p_is_scipy_s():
    means = np.round(without_ties(1, 120, 5), 1)
    test = friedman(means, **SETTINGS)
    assert test.p == pytest.approx(stats.friedmanchisquare(*means.T).pvalue)
    assert test.method == "approximate"


def test_of_few_results_p_is_scipy_s_if_asked_for():
    means = np.round(without_ties(1, 3 * 10, 5), 1).reshape(3, 10, 5)
    test = friedman(means, **SETTINGS, method="approximate")
    theirs = [stats.friedmanchisquare(*table.T).pvalue for table in means]
    assert test.p == pytest.approx(np.array(theirs))
    f = iman_davenport(means, **SETTINGS, method="approximate")
    assert f.p == pytest.approx(stats.f.sf(f.statistic, 4, 36))


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="method is 'exact'; give one of auto, app"):
        friedman(RANKS, **SETTINGS, method="exact")


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
    better = iman_davenport(means, alpha=alpha, seed=1)
    assert stats.f(3, 417).sf(better.critical) == pytest.approx(alpha)


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
