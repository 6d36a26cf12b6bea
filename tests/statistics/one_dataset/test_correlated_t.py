"""The correlated t-test on one data set."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from tenbyten.statistics.one_dataset.correlated_t import (
    ZERO_VARIANCE,
    corrected_resampled_t,
    correlated_t,
    posterior,
)
from tenbyten.statistics.one_dataset.differences import differences

DIFFERENCES = arrays(float, 100, elements=st.floats(-1, 1, width=16))
# Ten folds in which a few instances of 7 change sides: ties and constants occur.
COUNTED = arrays(int, 10, elements=st.integers(-2, 2)).map(lambda gained: gained / 7)
# Probabilities are sums of a few terms, each rounded at 1e-16.
ROUNDING = 1e-14


@given(DIFFERENCES, st.floats(0, 0.1))
def test_swapping_the_classifiers_swaps_the_sides(difference, rope):
    there = correlated_t(difference, runs=10, rope=rope)
    back = correlated_t(-difference, runs=10, rope=rope)
    assert there == pytest.approx(back[::-1], abs=ROUNDING)


@given(COUNTED, st.floats(0, 0.999), st.floats(0, 0.999))
def test_probabilities_sum_to_one_for_every_rope_and_rho(difference, rope, rho):
    probabilities = correlated_t(difference, runs=2, rope=rope, rho=rho)
    assert sum(probabilities) == pytest.approx(1, abs=ROUNDING)
    assert min(probabilities) >= 0


def test_two_folds_by_hand():
    # A Cauchy; mean / scale = 1 / sqrt(3), arctangent pi / 6: column = 1/2 + 1/6.
    difference = np.array([0.0, 0.02])
    probabilities = correlated_t(difference, runs=1)
    assert probabilities == pytest.approx((1 / 3, 0, 2 / 3))
    test = corrected_resampled_t(difference, runs=1)
    assert test[2:] == pytest.approx((1 / np.sqrt(3), 1, 1 / 3, 2 / 3))
    # Variance 0.0002 times 1/2 + 1: the square root of 0.0003.
    found = posterior(difference, runs=1)
    assert found[:3] == pytest.approx((0.01, np.sqrt(3) / 100, 1))


def test_a_rope_by_hand():
    # As above; the rope's ends are 0 and 2 scales from the location 1 / sqrt(3).
    rope = 0.01
    row = 1 / 2 - np.arctan(2 / np.sqrt(3)) / np.pi
    probabilities = correlated_t(np.array([0.0, 0.02]), runs=1, rope=rope)
    assert probabilities == pytest.approx((row, 1 / 2 - row, 1 / 2))


@given(COUNTED)
def test_p_equals_one_minus_the_posterior_probability(difference):
    location, scale, df, _ = posterior(difference, runs=2)
    test = corrected_resampled_t(difference, runs=2)
    wins = posterior(difference, runs=2).column_wins("half")
    assert 1 - test.p_one_sided == pytest.approx(wins, abs=ROUNDING)
    if scale > 0:
        probability = stats.t(df, location, scale).sf(0)
        assert 1 - test.p_one_sided == pytest.approx(probability, abs=ROUNDING)
        column = correlated_t(difference, runs=2).column
        assert column == pytest.approx(probability, abs=ROUNDING)


@given(COUNTED.filter(lambda difference: np.ptp(difference) > 0))
def test_without_correlation_it_is_the_t_test_of_scipy(difference):
    test = corrected_resampled_t(difference, runs=1, rho=0)
    for p, alternative in ((test.p_one_sided, "greater"), (test.p_two_sided, None)):
        expected = stats.ttest_1samp(
            difference, 0, alternative=alternative or "two-sided"
        )
        # SciPy adds up the variance in another order.
        assert test.statistic == pytest.approx(expected.statistic, rel=1e-12, abs=1e-15)
        assert p == pytest.approx(expected.pvalue, rel=1e-12)
        assert test.df == expected.df


def test_correlation_widens_by_test_over_training_size():
    # Equation 1: rho / (1 - rho) is 1/9 for ten folds, whatever the runs.
    difference = np.random.default_rng(5).normal(0.01, 0.03, 100)
    for runs, folds in ((10, 10), (5, 20)):
        scale = posterior(difference, runs=runs).scale
        variance = np.var(difference, ddof=1) * (1 / 100 + 1 / (folds - 1))
        assert scale == pytest.approx(np.sqrt(variance))
        assert posterior(difference, runs=runs, rho=1 / folds).scale == scale


@pytest.mark.parametrize(
    ("policy", "p"), [("half", 0.5), ("win", 1.0), ("drop", np.nan)]
)
def test_the_policy_decides_a_data_set_of_all_zero_differences(policy, p):
    wins = posterior(np.zeros(100), runs=10).column_wins(policy)
    assert wins == pytest.approx(p, nan_ok=True)


@pytest.mark.parametrize("policy", ZERO_VARIANCE)
def test_who_wins_every_fold_by_as_much_wins_under_every_policy(policy):
    assert posterior(np.full(100, 1 / 14), runs=10).column_wins(policy) == 1
    assert posterior(np.full(100, -1 / 14), runs=10).column_wins(policy) == 0


@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_an_all_zero_difference_is_all_rope(rope):
    assert correlated_t(np.zeros(100), runs=10, rope=rope) == (0, 1, 0)


@given(st.integers(1, 200), st.integers(2, 400))
def test_a_constant_difference_as_large_as_the_rope_is_in_the_rope(gained, tested):
    # The mean of equal floats may differ from them in the last bit; the rope, the
    # same rational written as a decimal or a ratio, is the same float.
    row = np.zeros(30, dtype=int)
    difference = differences(row, row + min(gained, tested - 1), row + tested)
    rope = min(gained, tested - 1) / tested
    assert correlated_t(difference, runs=3, rope=rope) == (0, 1, 0)
    assert correlated_t(-difference, runs=3, rope=rope) == (0, 1, 0)
    assert correlated_t(difference, runs=3, rope=rope * 0.999) == (0, 0, 1)


def test_the_number_of_folds_is_only_a_check():
    difference = np.random.default_rng(3).normal(0.01, 0.02, 30)
    for runs, folds in ((3, 10), (10, 3)):
        found = posterior(difference, runs=runs, folds=folds)
        assert found == posterior(difference, runs=runs)
        design = {"runs": runs, "folds": folds}
        assert correlated_t(difference, **design) == found.probabilities()
        assert corrected_resampled_t(difference, **design) == found.test()


def test_resamples_are_runs_of_one_fold_with_a_correlation_of_their_own():
    # Nadeau and Bengio's correction is test over training size: rho / (1 - rho).
    difference = np.random.default_rng(3).normal(0.01, 0.02, 30)
    found = posterior(difference, runs=30, rho=0.25)
    variance = np.var(difference, ddof=1) * (1 / 30 + 25 / 75)
    assert found.scale == pytest.approx(np.sqrt(variance))
    assert found.df == 29
    assert found == posterior(difference, runs=30, folds=1, rho=0.25)
    assert found == posterior(difference, runs=3, rho=0.25)


def test_a_metric_without_bounds_may_differ_by_anything_finite():
    difference = np.random.default_rng(4).normal(3, 20, 20)
    unbounded = {"runs": 2, "largest": np.inf}
    for scale in (1, 1000):
        ours = correlated_t(scale * difference, rope=5 * scale, **unbounded)
        small = correlated_t(difference / 100, rope=0.05, runs=2)
        assert ours == pytest.approx(small)
    assert corrected_resampled_t(difference, **unbounded).statistic == pytest.approx(
        corrected_resampled_t(difference / 100, runs=2).statistic
    )


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match=r"zero_variance is 'tie'; .*half, win, drop"):
        posterior(np.zeros(10), runs=1).column_wins("tie")
