"""The sign test and the paired t-test."""

import numpy as np
import pytest
from demsar_2006 import AUC
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from scipy.stats import binom
from statsmodels.stats.descriptivestats import sign_test as sign_test_of_statsmodels

from tenbyten.statistics.many_datasets.sign_and_paired_t import (
    paired_t,
    relative_differences,
    sign_test,
)
from tenbyten.statistics.p_values import fair_upper_tail

# The sign test


# Small whole numbers: ties occur.
TIED = st.integers(1, 60).flatmap(lambda n: arrays(int, n, elements=st.integers(-2, 2)))
UNTIED = TIED.map(lambda differences: np.where(differences > 0, 1, -1))


def test_the_published_example_counts_eleven_wins_of_fourteen():
    test = sign_test(AUC[:, 1] - AUC[:, 0])
    assert (test.wins, test.ties, test.losses) == (10, 2, 2)
    assert test.n == 14
    # Of 2^14 outcomes 364 + 91 + 14 + 1 have eleven wins or more.
    assert test.p_one_sided == pytest.approx(470 / 2**14)
    assert test.p_two_sided == pytest.approx(470 / 2**13)
    # "Significant with p < 0.05" is what Table 3 and the one-sided p say.
    assert test.p_one_sided < 0.05 < test.p_two_sided


@given(UNTIED)
def test_without_ties_it_is_scipy_s_and_statsmodels_s(differences):
    test, n = sign_test(differences), len(differences)
    wins = int(np.sum(differences > 0))
    for name, alternative in (("p_one_sided", "greater"), ("p_two_sided", "two-sided")):
        theirs = stats.binomtest(wins, n, alternative=alternative).pvalue
        assert getattr(test, name) == pytest.approx(theirs, rel=1e-10)
    theirs = sign_test_of_statsmodels(differences)[1]
    assert test.p_two_sided == pytest.approx(theirs, rel=1e-10)


@given(TIED)
def test_ties_are_split_evenly_and_an_odd_one_is_ignored(differences):
    test = sign_test(differences)
    ties = int(np.sum(differences == 0))
    assert test.wins + test.ties + test.losses == len(differences)
    assert test.n == len(differences) - ties % 2
    counted = np.sum(differences > 0) + ties // 2
    assert test.p_one_sided == binom.sf(counted - 1, test.n, 0.5)


@pytest.mark.parametrize("n", [1, 2, 54])
def test_nothing_but_ties_is_no_evidence(n):
    test = sign_test(np.zeros(n))
    assert (test.n, test.p_two_sided) == (n - n % 2, 1)
    assert test.p_one_sided >= 0.5


@pytest.mark.parametrize("n", [0, 1, 2, 17, 100, 1000])
def test_the_tail_is_that_of_scipy_beyond_both_ends_too(n):
    wins = np.arange(-2, n + 4)
    assert np.array_equal(fair_upper_tail(wins, n), binom.sf(wins - 1, n, 0.5))


# The paired t-test


# Two rows: the row and the column, in steps that leave no rounding to speak of.
MEANS = st.integers(2, 60).flatmap(
    lambda n: arrays(int, (2, n), elements=st.integers(1, 1000)).map(lambda m: m / 1000)
)


@given(MEANS)
def test_it_is_scipy_s_paired_t_test(means):
    difference = np.round(means[1] - means[0], 12)
    assume(np.ptp(difference) > 0)
    test = paired_t(difference)
    for name, alternative in (("p_one_sided", "greater"), ("p_two_sided", "two-sided")):
        theirs = stats.ttest_rel(means[1], means[0], alternative=alternative)
        assert test.df == theirs.df
        assert test.statistic == pytest.approx(theirs.statistic, rel=1e-6, abs=1e-9)
        assert getattr(test, name) == pytest.approx(theirs.pvalue, rel=1e-5)


def test_relative_differences_by_hand():
    # 0.1 over 0.55 and 0.1 over 0.95: the same gain weighs more where both are poor.
    relative = relative_differences(np.array([0.5, 0.9]), np.array([0.6, 1.0]))
    assert relative == pytest.approx([2 / 11, 2 / 19], abs=1e-12)


@given(MEANS)
def test_relative_differences_do_not_depend_on_the_unit(means):
    assert relative_differences(*means) == pytest.approx(
        relative_differences(*(100 * means), largest=100), abs=1e-12
    )


def test_equal_relative_differences_are_equal_floats():
    relative = relative_differences(np.array([0.1, 0.3]), np.array([0.2, 0.6]))
    assert relative[0] == relative[1] == pytest.approx(2 / 3)


def test_two_classifiers_that_are_always_wrong_do_not_differ():
    assert relative_differences(np.zeros(2), np.array([0, 0.5])).tolist() == [0, 2]
