"""The t-test on one split."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.weightstats import ztest

from tenbyten.statistics.one_dataset.mcnemar import mcnemar
from tenbyten.statistics.one_dataset.other_resampling import one_split_t

# A test instance: only the row is right (-1), both or neither (0), only the column.
CORRECT = arrays(int, 60, elements=st.integers(-1, 1))
VARYING = CORRECT.filter(lambda differences: np.ptp(differences) > 0)


@given(VARYING)
def test_it_is_the_z_test_of_statsmodels(differences):
    test = one_split_t(differences)
    for p, side in ((test.p_one_sided, "larger"), (test.p_two_sided, "two-sided")):
        statistic, theirs = ztest(differences, alternative=side)
        assert test.statistic == pytest.approx(statistic, rel=1e-12, abs=1e-15)
        assert p == pytest.approx(theirs, rel=1e-12)


@given(VARYING)
def test_about_zero_instead_of_the_mean_it_is_mcnemar_s(differences):
    # Footnote 5: McNemar's takes the mean square for the variance.
    test = one_split_t(differences)
    n = len(differences)
    about_zero = np.mean(differences**2)
    variance = test.error**2 * n
    # The sample variance is about the mean and has n - 1 in its denominator.
    assert variance * (n - 1) / n == pytest.approx(about_zero - test.estimate**2)
    squared = test.statistic**2 * variance / about_zero
    only_row, only_column = np.sum(differences < 0), np.sum(differences > 0)
    assert squared == pytest.approx(mcnemar(only_row, only_column).statistic)


def test_four_instances_by_hand():
    # Mean 1/2; squares about it add up to 1, over 3 and over 4 instances: 1/12.
    test = one_split_t(np.array([1, 1, 0, 0]))
    assert test[:4] == pytest.approx((0.5, np.sqrt(1 / 12), np.sqrt(3), np.inf))
    # The two-sided p of sqrt(3), from any table of the normal distribution.
    assert test.p_two_sided == pytest.approx(0.0833, abs=5e-5)
