"""The plain resampled t-test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from tenbyten.statistics.one_dataset.correlated_t import corrected_resampled_t
from tenbyten.statistics.one_dataset.other_resampling import resampled_t

COUNTED = arrays(int, 10, elements=st.integers(-2, 2)).map(lambda gained: gained / 7)
VARYING = COUNTED.filter(lambda differences: np.ptp(differences) > 0)


@given(VARYING)
def test_it_is_the_t_test_of_scipy(differences):
    test = resampled_t(differences)
    for p, side in ((test.p_one_sided, "greater"), (test.p_two_sided, "two-sided")):
        theirs = stats.ttest_1samp(differences, 0, alternative=side)
        # SciPy adds up the variance in another order.
        assert test.statistic == pytest.approx(theirs.statistic, rel=1e-12, abs=1e-15)
        assert p == pytest.approx(theirs.pvalue, rel=1e-12)
        assert test.df == theirs.df


@given(COUNTED)
def test_it_is_the_corrected_test_without_correlation(differences):
    corrected = corrected_resampled_t(differences, runs=1, rho=0)
    assert resampled_t(differences) == pytest.approx(corrected, rel=1e-12)


def test_two_splits_by_hand():
    # Mean 0.01, variance 0.0002 over 2 splits: error 0.01, a Cauchy at 1.
    test = resampled_t(np.array([0.0, 0.02]))
    assert test == pytest.approx((0.01, 0.01, 1, 1, 0.25, 0.5))


def test_the_political_ratio_is_that_of_table_1():
    # Table 1, row 2: 1 + J rho / (1 - rho), of splits with correlation rho.
    splits, rho = 5, 0.1
    rng = np.random.default_rng(3)
    shared, own = rng.normal(size=(20_000, 1)), rng.normal(size=(20_000, splits))
    test = resampled_t(np.sqrt(rho) * shared + np.sqrt(1 - rho) * own)
    ratio = np.mean(test.estimate**2) / np.mean(test.error**2)
    # 20,000 squares of a normal: a standard error of one per cent.
    assert ratio == pytest.approx(1 + splits * rho / (1 - rho), rel=0.04)
