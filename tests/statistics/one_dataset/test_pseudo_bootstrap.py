"""The pseudo-bootstrap, plain and corrected."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from tenbyten.statistics.one_dataset.other_resampling import (
    corrected_pseudo_bootstrap,
    pseudo_bootstrap,
)
from tenbyten.statistics.rounding import rounded

COUNTED = arrays(int, (6, 4), elements=st.integers(-2, 2)).map(
    lambda gained: gained / 7
)
RHO = 0.1


@pytest.fixture(scope="module")
def correlated():
    """Splits of 20,000 data sets with correlation `RHO` and no difference."""
    rng = np.random.default_rng(7)
    shared, own = rng.normal(size=(20_000, 1, 1)), rng.normal(size=(20_000, 6, 4))
    return np.sqrt(RHO) * shared + np.sqrt(1 - RHO) * own


def test_repetitions_by_hand():
    # First mean 0.03; the others 0.01, 0.02, 0.03 have a variance of 0.0001.
    percent = np.array([[2, 4], [1, 1], [1, 3], [4, 2]])
    test = pseudo_bootstrap(percent / 100)
    assert test[:4] == pytest.approx((0.03, 0.01, 3, 2))
    # Student's t with 2 degrees of freedom: 1/2 - t / (2 sqrt(2 + t^2)).
    assert test.p_one_sided == pytest.approx(0.5 - 3 / (2 * np.sqrt(11)))
    # Table 1, row 7: 1 + 2 splits * 1/9 widens the variance.
    corrected = corrected_pseudo_bootstrap(percent / 100, rho=0.1)
    assert corrected.error == pytest.approx(0.01 * np.sqrt(11 / 9))
    assert corrected.estimate == test.estimate


@given(COUNTED.filter(lambda d: np.ptp(rounded(np.mean(d, axis=-1))[1:]) > 0))
def test_p_is_scipy_s_for_this_statistic(differences):
    means = differences.mean(axis=1)
    error = stats.tstd(means[1:])
    test = pseudo_bootstrap(differences)
    # Means are rounded at 1e-12.
    assert test.error == pytest.approx(error, abs=1e-11)
    assert test.p_two_sided == pytest.approx(
        2 * stats.t.sf(abs(means[0]) / error, 4), abs=1e-9
    )


@given(COUNTED)
def test_without_correlation_the_correction_changes_nothing(differences):
    assert corrected_pseudo_bootstrap(differences, rho=0) == pseudo_bootstrap(
        differences
    )


def test_the_corrected_statistic_is_student_s_t_where_rho_is_right(correlated):
    # Section 4, number 7: the ideal case of Lemma 2.
    test = corrected_pseudo_bootstrap(correlated, rho=RHO)
    assert stats.kstest(test.statistic, stats.t(test.df).cdf).pvalue > 0.001


def test_the_political_ratio_of_the_plain_test_is_that_of_table_1(correlated):
    # Row 5: 1 + J rho / (1 - rho).
    test = pseudo_bootstrap(correlated)
    ratio = np.mean(test.estimate**2) / np.mean(test.error**2)
    # 20,000 squares of a normal: a standard error of one per cent.
    assert ratio == pytest.approx(1 + 4 * RHO / (1 - RHO), rel=0.05)


def test_repetitions_in_another_order_do_not_vary():
    splits = np.array([3, 1, -2, 2, 1, 3, 1, 5, 4]) / 7
    orders = np.array([np.roll(splits, places) for places in range(9)])
    assert np.ptp(orders.mean(axis=-1)) > 0
    test = pseudo_bootstrap(orders)
    assert (test.error, test.statistic) == (0, np.inf)
    nothing = pseudo_bootstrap(np.zeros((3, 4)))
    assert (nothing.statistic, nothing.p_one_sided) == (0, 0.5)


@pytest.mark.parametrize("rho", [-0.1, 1, np.nan])
def test_a_correlation_out_of_range_is_refused(rho):
    with pytest.raises(ValueError, match=f"rho is {rho}"):
        corrected_pseudo_bootstrap(np.zeros((3, 4)), rho=rho)
