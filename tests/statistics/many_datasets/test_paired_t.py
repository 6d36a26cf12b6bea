"""The paired t-test over many data sets."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from tenbyten.statistics.many_datasets.paired_t import paired_t, relative_differences

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


def test_two_data_sets_by_hand():
    # Mean 0.02, standard error 0.01: t = 2 with one degree of freedom, a Cauchy.
    test = paired_t(np.array([0.01, 0.03]))
    assert test.statistic == pytest.approx(2)
    assert test.df == 1
    assert test.p_one_sided == pytest.approx(0.5 - np.arctan(2) / np.pi)
    assert test.p_two_sided == pytest.approx(1 - 2 * np.arctan(2) / np.pi)


def test_relative_differences_by_hand():
    # 0.1 over 0.55 and 0.1 over 0.95: the same gain weighs more where both are poor.
    relative = relative_differences(np.array([0.5, 0.9]), np.array([0.6, 1.0]))
    assert relative == pytest.approx([2 / 11, 2 / 19], abs=1e-12)


@given(MEANS)
def test_relative_differences_do_not_depend_on_the_unit(means):
    assert relative_differences(*means) == pytest.approx(
        relative_differences(*(100 * means), largest=100), abs=1e-12
    )


@given(MEANS)
def test_swapping_the_classifiers_turns_relative_differences_round(means):
    assert (relative_differences(*means) == -relative_differences(*means[::-1])).all()


def test_equal_relative_differences_are_equal_floats():
    relative = relative_differences(np.array([0.1, 0.3]), np.array([0.2, 0.6]))
    assert relative[0] == relative[1] == pytest.approx(2 / 3)


def test_two_classifiers_that_are_always_wrong_do_not_differ():
    assert relative_differences(np.zeros(2), np.array([0, 0.5])).tolist() == [0, 2]


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        (np.array([50.0, 0.1]), np.array([0.5, 0.1]), r"`mean_row` is 50.0 at \(0,\)"),
        (np.array([0.5]), np.array([np.nan]), r"`mean_column` is nan at \(0,\)"),
        (np.array([0.5]), np.array([-0.1]), r"`mean_column` is -0.1 at \(0,\)"),
        (np.zeros(2), np.zeros(3), r"the shapes are \(2,\) and \(3,\)"),
    ],
)
def test_means_that_are_none_are_refused(row, column, message):
    with pytest.raises(ValueError, match=message):
        relative_differences(row, column)


def test_an_infinite_mean_is_refused_where_there_is_no_bound():
    with pytest.raises(ValueError, match="is inf"):
        relative_differences(np.ones(2), np.array([1, np.inf]), largest=np.inf)
