"""Counts and accuracies become differences, exactly."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.statistics.one_dataset.differences import (
    differences,
    differences_of_accuracies,
    differences_of_values,
    mean_differences,
    mean_differences_of_accuracies,
    mean_differences_of_values,
)

# Correct of left, correct of right, tested: one fold.
FOLD = st.integers(1, 2000).flatmap(
    lambda tested: st.tuples(
        st.integers(0, tested), st.integers(0, tested), st.just(tested)
    )
)
FOLDS = st.lists(FOLD, min_size=1, max_size=12)


def rational(folds):
    """Differences of `folds` as fractions."""
    return [Fraction(right - left, tested) for left, right, tested in folds]


@given(FOLDS)
def test_a_difference_is_the_float_nearest_to_the_fraction(folds):
    expected = [float(fraction) for fraction in rational(folds)]
    assert differences(*np.array(folds).T).tolist() == expected


@given(FOLDS)
def test_a_mean_is_the_float_nearest_to_the_fraction(folds):
    expected = float(sum(rational(folds)) / len(folds))
    assert mean_differences(*np.array(folds).T) == expected


@given(FOLDS)
def test_swapping_the_classifiers_negates_exactly(folds):
    left, right, tested = np.array(folds).T
    there = mean_differences(left, right, tested)
    assert there == -mean_differences(right, left, tested)
    there = differences(left, right, tested)
    assert np.array_equal(there, -differences(right, left, tested))


def test_equal_gains_are_equal_floats_whatever_the_size_of_the_fold():
    left, right, tested = [12, 13, 20, 39], [13, 14, 22, 42], [14, 14, 28, 42]
    assert differences(left, right, tested).tolist() == [1 / 14] * 4
    # The accuracies themselves, subtracted, do not agree.
    left, right, tested = np.array([left, right, tested])
    assert np.ptp(right / tested - left / tested) > 0


def test_means_that_cancel_are_zero_in_any_order_of_the_folds():
    gained = np.array([1, 1, 1, -1, -1, -1])
    tested = np.array([14, 15, 16, 16, 14, 15])
    orders = [np.random.default_rng(seed).permutation(6) for seed in range(50)]
    means = [mean_differences(0 * o + 5, 5 + gained[o], tested[o]) for o in orders]
    assert set(means) == {0.0}
    # Floating-point means are not all zero: the exact sum is needed.
    assert {np.mean(gained[o] / tested[o]) for o in orders} != {0.0}


def test_data_sets_and_pairs_are_leading_axes():
    rng = np.random.default_rng(3)
    tested = rng.integers(1, 20, (4, 1, 10))
    left, right = rng.integers(0, tested, (2, 4, 3, 10))
    each = differences(left, right, tested)
    means = mean_differences(left, right, tested)
    assert each.shape == (4, 3, 10)
    assert means.shape == (4, 3)
    assert np.array_equal(
        each[2, 1], differences(left[2, 1], right[2, 1], tested[2, 0])
    )
    assert means[2, 1] == mean_differences(left[2, 1], right[2, 1], tested[2, 0])


def test_unsigned_counts_do_not_wrap():
    left, right, tested = np.array([[3, 1], [1, 3], [4, 4]], dtype=np.uint8)
    assert differences(left, right, tested).tolist() == [-0.5, 0.5]
    assert mean_differences(left, right, tested) == 0


@given(FOLDS)
def test_accuracies_give_the_differences_of_the_counts_to_12_places(folds):
    left, right, tested = np.array(folds).T
    known = differences(left, right, tested)
    rounded = differences_of_accuracies(left / tested, right / tested)
    assert np.array_equal(rounded == 0, known == 0)
    assert np.array_equal(rounded, np.round(known, 12))
    mean = mean_differences_of_accuracies(left / tested, right / tested)
    # Half a unit of the last place that is kept.
    assert mean == pytest.approx(np.mean(known), abs=0.51e-12)


def test_equal_differences_of_accuracies_become_equal():
    left, right = np.array([12 / 14, 13 / 14]), np.array([13 / 14, 14 / 14])
    assert np.ptp(right - left) > 0
    assert np.ptp(differences_of_accuracies(left, right)) == 0


def test_a_cancelling_mean_of_accuracies_is_zero():
    left = np.array([12 / 14, 13 / 15, 14 / 14, 14 / 15])
    right = np.array([13 / 14, 14 / 15, 13 / 14, 13 / 15])
    assert np.mean(right - left) != 0
    assert mean_differences_of_accuracies(left, right) == 0


@pytest.mark.parametrize("function", [differences, mean_differences])
@pytest.mark.parametrize(
    ("left", "right", "tested", "message"),
    [
        ([0.5], [1], [2], r"`correct_left` holds float64, not integers"),
        ([1], [1], [True], r"`tested` holds bool, not integers"),
        ([1, 1], [1, 3], [2, 2], r"`correct_right` is 3 of 2 tested at \(1,\)"),
        ([1, -1], [1, 1], [2, 2], r"`correct_left` is -1 of 2 tested at \(1,\)"),
        ([0], [0], [0], r"`tested` is 0 at \(0,\)"),
        ([1, 1], [1, 1], [2], r"same number of folds"),
        (1, 1, 2, r"same number of folds"),
        (np.ones((2, 0), int), np.ones((2, 0), int), np.ones((2, 0), int), "one at"),
        (np.ones((2, 4), int), np.ones((3, 4), int), np.ones(4, int), "fit together"),
    ],
)
def test_counts_that_cannot_be_are_refused(function, left, right, tested, message):
    with pytest.raises(ValueError, match=message):
        function(left, right, tested)


@pytest.mark.parametrize(
    "function", [differences_of_accuracies, mean_differences_of_accuracies]
)
@pytest.mark.parametrize(
    ("left", "right", "message"),
    [
        ([0.5, 93.3], [0.5, 0.9], r"`accuracy_left` is 93.3 at \(1,\).*percentages"),
        ([0.5], [np.nan], r"`accuracy_right` is nan at \(0,\)"),
        ([0.5, 0.5], [0.5], "same number of folds"),
    ],
)
def test_accuracies_that_cannot_be_are_refused(function, left, right, message):
    with pytest.raises(ValueError, match=message):
        function(left, right)


@given(FOLDS)
def test_values_differ_as_accuracies_do_and_the_other_way_where_less_is_better(folds):
    left, right, tested = np.array(folds).T
    pair = left / tested, right / tested
    for of_values, of_accuracies in (
        (differences_of_values, differences_of_accuracies),
        (mean_differences_of_values, mean_differences_of_accuracies),
    ):
        expected = of_accuracies(*pair)
        assert np.array_equal(of_values(*pair, higher_is_better=True), expected)
        assert np.array_equal(of_values(*pair, higher_is_better=False), -expected)


def test_the_lower_loss_is_the_better_by_hand():
    loss_left, loss_right = np.array([3.0, 40.5]), np.array([1.0, 40.25])
    each = differences_of_values(loss_left, loss_right, higher_is_better=False)
    assert each.tolist() == [2, 0.25]
    mean = mean_differences_of_values(loss_left, loss_right, higher_is_better=False)
    assert mean == 1.125


@pytest.mark.parametrize(
    "of_values", [differences_of_values, mean_differences_of_values]
)
def test_values_that_are_missing_or_of_other_folds_are_refused(of_values):
    with pytest.raises(ValueError, match=r"`value_right` is nan at \(1,\); fill in"):
        of_values([1.0, 2.0], [1.0, np.nan], higher_is_better=True)
    with pytest.raises(ValueError, match="same number of folds"):
        of_values([1.0, 2.0], [1.0], higher_is_better=True)
