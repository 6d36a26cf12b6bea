"""Tests from other resampling than repeated cross-validation."""

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from mlxtend.evaluate import paired_ttest_5x2cv
from other_resampling import (
    conservative_z,
    five_by_two_cv_t,
    one_split_t,
    pseudo_bootstrap,
    resampled_t,
)
from scipy import stats
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from statsmodels.stats.weightstats import ztest

from tenbyten.statistics.rounding import rounded

RESAMPLED_T_COUNTED = arrays(int, 10, elements=st.integers(-2, 2)).map(
    lambda gained: gained / 7
)
RESAMPLED_T_VARYING = RESAMPLED_T_COUNTED.filter(
    lambda differences: np.ptp(differences) > 0
)


@given(RESAMPLED_T_VARYING)
def test_it_is_the_t_test_of_scipy(differences):
    test = resampled_t(differences)
    for p, side in ((test.p_one_sided, "greater"), (test.p_two_sided, "two-sided")):
        theirs = stats.ttest_1samp(differences, 0, alternative=side)
        # SciPy adds up the variance in another order.
        assert test.statistic == pytest.approx(theirs.statistic, rel=1e-12, abs=1e-15)
        assert p == pytest.approx(theirs.pvalue, rel=1e-12)
        assert test.df == theirs.df


# A test instance: only the row is right (-1), both or neither (0), only the column.
CORRECT = arrays(int, 60, elements=st.integers(-1, 1))
ONE_SPLIT_VARYING = CORRECT.filter(lambda differences: np.ptp(differences) > 0)


@given(ONE_SPLIT_VARYING)
def test_it_is_the_z_test_of_statsmodels(differences):
    test = one_split_t(differences)
    for p, side in ((test.p_one_sided, "larger"), (test.p_two_sided, "two-sided")):
        statistic, theirs = ztest(differences, alternative=side)
        assert test.statistic == pytest.approx(statistic, rel=1e-12, abs=1e-15)
        assert p == pytest.approx(theirs, rel=1e-12)


@given(ONE_SPLIT_VARYING)
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
    gap, disagreements = only_row - only_column, only_row + only_column
    assert squared == pytest.approx(gap**2 / disagreements)


def test_four_instances_by_hand():
    # Mean 1/2; squares about it add up to 1, over 3 and over 4 instances: 1/12.
    test = one_split_t(np.array([1, 1, 0, 0]))
    assert test[:4] == pytest.approx((0.5, np.sqrt(1 / 12), np.sqrt(3), np.inf))
    # The two-sided p of sqrt(3), from any table of the normal distribution.
    assert test.p_two_sided == pytest.approx(0.0833, abs=5e-5)


FIVE_BY_TWO_COUNTED = arrays(int, (5, 2), elements=st.integers(-3, 3)).map(
    lambda gained: gained / 7
)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_is_that_of_mlxtend_on_its_own_folds(seed):
    scores = []

    def record(estimator, features, target):
        scores.append(estimator.score(features, target))
        return scores[-1]

    theirs = paired_ttest_5x2cv(
        GaussianNB(),
        DecisionTreeClassifier(max_depth=2, random_state=0),
        *load_iris(return_X_y=True),
        scoring=record,
        random_seed=seed,
    )
    scores = np.reshape(scores, (5, 2, 2))
    test = five_by_two_cv_t(scores[..., 0] - scores[..., 1])
    assert (test.statistic, test.p_two_sided) == pytest.approx(theirs)


def test_five_runs_by_hand():
    # Squared gaps 1 + 4 + 1 + 0 + 4 = 10 in units of 0.01 squared: an error of 0.01.
    percent = np.array([[2, 1], [1, -1], [0, 1], [3, 3], [2, 0]])
    test = five_by_two_cv_t(percent / 100)
    assert test[:4] == pytest.approx((0.02, 0.01, 2, 5))
    assert test.p_one_sided == pytest.approx(stats.t.sf(2, 5))


@given(FIVE_BY_TWO_COUNTED)
def test_the_variance_is_dietterich_s_mean_of_five_sample_variances(differences):
    variance = np.mean(np.var(differences, axis=1, ddof=1))
    assert five_by_two_cv_t(differences).error ** 2 == pytest.approx(variance)


BOOTSTRAP_COUNTED = arrays(int, (6, 4), elements=st.integers(-2, 2)).map(
    lambda gained: gained / 7
)


def test_repetitions_by_hand():
    # First mean 0.03; the others 0.01, 0.02, 0.03 have a variance of 0.0001.
    percent = np.array([[2, 4], [1, 1], [1, 3], [4, 2]])
    test = pseudo_bootstrap(percent / 100)
    assert test[:4] == pytest.approx((0.03, 0.01, 3, 2))
    # Student's t with 2 degrees of freedom: 1/2 - t / (2 sqrt(2 + t^2)).
    assert test.p_one_sided == pytest.approx(0.5 - 3 / (2 * np.sqrt(11)))
    # Table 1, row 7: 1 + 2 splits * 1/9 widens the variance.
    corrected = pseudo_bootstrap(percent / 100, rho=0.1)
    assert corrected.error == pytest.approx(0.01 * np.sqrt(11 / 9))
    assert corrected.estimate == test.estimate


@given(BOOTSTRAP_COUNTED.filter(lambda d: np.ptp(rounded(np.mean(d, axis=-1))[1:]) > 0))
def test_p_is_scipy_s_for_this_statistic(differences):
    means = differences.mean(axis=1)
    error = stats.tstd(means[1:])
    test = pseudo_bootstrap(differences)
    # Means are rounded at 1e-12.
    assert test.error == pytest.approx(error, abs=1e-11)
    assert test.p_two_sided == pytest.approx(
        2 * stats.t.sf(abs(means[0]) / error, 4), abs=1e-9
    )


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
        pseudo_bootstrap(np.zeros((3, 4)), rho=rho)


WHOLE = arrays(int, 3, elements=st.integers(-2, 2)).map(lambda gained: gained / 7)
HALVES = arrays(int, (4, 2, 3), elements=st.integers(-2, 2)).map(
    lambda gained: gained / 7
)


def test_two_halvings_by_hand():
    # Means of the halves 0.01 and 0.03, then 0.02 and 0.00: gaps 0.02 and 0.02;
    # equation 11: (0.0004 + 0.0004) / (2 * 2) = 0.0002.
    halves = np.array([[[0, 2], [3, 3]], [[1, 3], [-1, 1]]]) / 100
    test = conservative_z(np.array([0.0, 0.04]), halves)
    assert test[:4] == pytest.approx((0.02, np.sqrt(0.0002), np.sqrt(2), np.inf))
    # The one-sided p of sqrt(2), from any table of the normal distribution.
    assert test.p_one_sided == pytest.approx(0.0786, abs=5e-5)


@given(WHOLE, HALVES)
def test_the_variance_is_the_mean_sample_variance_of_two_halves(whole, halves):
    variance = np.mean([statistics.variance(pair) for pair in halves.mean(axis=-1)])
    # Means are rounded at 1e-12.
    assert conservative_z(whole, halves).error ** 2 == pytest.approx(
        variance, abs=1e-11
    )


@given(WHOLE, HALVES)
def test_the_order_of_halves_and_splits_does_not_matter(whole, halves):
    there = conservative_z(whole, halves)
    back = conservative_z(whole[::-1], halves[:, ::-1, ::-1])
    assert there == back


DIFFERENCES = np.random.default_rng(3).integers(-2, 3, (2, 3, 12)) / 14


def of_halves(differences):
    """The conservative z-test of some differences and of all, as halves."""
    halves = differences.reshape(*differences.shape[:-1], -1, 2, 3)
    return conservative_z(differences[..., :3], halves)


# The shape of what each test takes.
SHAPES = {
    five_by_two_cv_t: (5, 2),
    one_split_t: (60,),
    resampled_t: (10,),
    of_halves: (24,),
    pseudo_bootstrap: (6, 4),
}


@pytest.mark.parametrize(
    ("test", "many"),
    [
        (resampled_t, DIFFERENCES),
        (one_split_t, DIFFERENCES),
        (five_by_two_cv_t, DIFFERENCES[..., :10].reshape(2, 3, 5, 2)),
        (pseudo_bootstrap, DIFFERENCES.reshape(2, 3, 6, 2)),
        (of_halves, DIFFERENCES),
    ],
)
def test_leading_axes_are_pairs(test, many):
    together = test(many)
    for index in np.ndindex(2, 3):
        for one, every in zip(test(many[index]), together, strict=True):
            found = every[index] if np.shape(every) else every
            np.testing.assert_array_equal(found, one)


@pytest.mark.parametrize("test", list(SHAPES)[:-1])
@pytest.mark.parametrize(
    ("difference", "statistic", "one_sided", "two_sided"),
    [(0, 0, 0.5, 1), (0.1, np.inf, 0, 0), (-0.1, -np.inf, 1, 0)],
)
def test_constant_differences_have_the_p_of_the_limit(
    test, difference, statistic, one_sided, two_sided
):
    found = test(np.full(SHAPES[test], difference))
    assert found[:3] == (difference, 0, statistic)
    assert (found.p_one_sided, found.p_two_sided) == (one_sided, two_sided)


@pytest.mark.parametrize("test", SHAPES)
@given(st.integers(0, 999), st.integers(0, 3))
def test_swapping_the_classifiers_swaps_the_sides(test, seed, most):
    rng = np.random.default_rng(seed)
    gained = rng.integers(-most, most + 1, SHAPES[test]) / 7
    there, back = test(gained), test(-gained)
    assert there.statistic == -back.statistic
    assert there.p_two_sided == back.p_two_sided
    assert there.p_one_sided == pytest.approx(1 - back.p_one_sided, abs=1e-15)


@pytest.mark.parametrize(
    ("test", "shapes", "wanted"),
    [
        (five_by_two_cv_t, [(10, 10)], "hold 5 runs, 2 folds"),
        (five_by_two_cv_t, [(10,)], "hold 5 runs, 2 folds"),
        (one_split_t, [(3, 1)], "hold 2 or more test instances"),
        (resampled_t, [(1,)], "hold 2 or more splits"),
        (pseudo_bootstrap, [(2, 4)], "hold 3 or more repetitions, 1 or more"),
        (pseudo_bootstrap, [(3, 0)], "hold 3 or more repetitions, 1 or more"),
        (conservative_z, [3, (4, 3, 3)], "1 or more halvings, 2 halves, 1 or more"),
        (conservative_z, [0, (4, 2, 3)], r"of shape \(0,\)"),
        (conservative_z, [2, (4, 2, 3)], r"shape \(2,\), `halves` \(4, 2, 3\)"),
        (conservative_z, [(5, 3), (4, 2, 3)], r"shape \(5, 3\), `halves`"),
    ],
)
def test_other_shapes_are_refused(test, shapes, wanted):
    with pytest.raises(ValueError, match=f"{test.__name__}: .*{wanted}"):
        test(*map(np.zeros, shapes))


def test_missing_differences_of_halves_are_refused():
    with pytest.raises(ValueError, match=r"is nan at \(0, 0, 0\)"):
        conservative_z(np.zeros(3), np.full((4, 2, 3), np.nan))
