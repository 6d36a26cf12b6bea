"""Counts and accuracies become differences, exactly."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.statistics.one_dataset.differences import (
    differences,
    differences_of_values,
    mean_differences,
    mean_differences_of_values,
)

# Correct of the row, correct of the column, tested: one fold.
FOLD = st.integers(1, 2000).flatmap(
    lambda tested: st.tuples(
        st.integers(0, tested), st.integers(0, tested), st.just(tested)
    )
)
FOLDS = st.lists(FOLD, min_size=1, max_size=12)


def rational(folds):
    """Differences of `folds` as fractions."""
    return [Fraction(column - row, tested) for row, column, tested in folds]


@given(FOLDS)
def test_a_difference_is_the_float_nearest_to_the_fraction(folds):
    expected = [float(fraction) for fraction in rational(folds)]
    assert differences(*np.array(folds).T).tolist() == expected


@given(FOLDS)
def test_a_mean_is_the_float_nearest_to_the_fraction(folds):
    expected = float(sum(rational(folds)) / len(folds))
    assert mean_differences(*np.array(folds).T) == expected


def test_unsigned_counts_do_not_wrap():
    row, column, tested = np.array([[3, 1], [1, 3], [4, 4]], dtype=np.uint8)
    assert differences(row, column, tested).tolist() == [-0.5, 0.5]
    assert mean_differences(row, column, tested) == 0


@given(FOLDS)
def test_accuracies_give_the_differences_of_the_counts_to_12_places(folds):
    row, column, tested = np.array(folds).T
    known = differences(row, column, tested)
    rounded = differences_of_values(row / tested, column / tested)
    assert np.array_equal(rounded == 0, known == 0)
    assert np.array_equal(rounded, np.round(known, 12))
    mean = mean_differences_of_values(row / tested, column / tested)
    # Half a unit of the last place that is kept.
    assert mean == pytest.approx(np.mean(known), abs=0.51e-12)


def test_the_lower_loss_is_the_better_by_hand():
    loss_row, loss_column = np.array([3.0, 40.5]), np.array([1.0, 40.25])
    loss = {"higher_is_better": False, "largest": np.inf}
    each = differences_of_values(loss_row, loss_column, **loss)
    assert each.tolist() == [2, 0.25]
    mean = mean_differences_of_values(loss_row, loss_column, **loss)
    assert mean == 1.125


def equal_means(tested, rng, pairs=400):
    """Draw counts of pairs of classifiers in 100 folds, both right equally often."""
    row, column = rng.binomial(tested, 0.85, (2, pairs, 100))
    for i, surplus in enumerate(np.sum(column - row, axis=-1)):
        while surplus:
            fold, step = rng.integers(100), np.sign(surplus)
            if 0 <= column[i, fold] - step <= tested:
                column[i, fold], surplus = column[i, fold] - step, surplus - step
    return row, column


@pytest.mark.parametrize("places", [2, 3, 4])
@pytest.mark.parametrize("tested", [15, 30, 66, 150, 1000])
def test_nearly_all_means_of_zero_are_found_in_rounded_values(tested, places):
    counts = np.stack(equal_means(tested, np.random.default_rng(1)))
    values, error = np.round(counts / tested, places), 10.0**-places
    means = mean_differences_of_values(*values, error=error)
    assert np.mean(means == 0) >= 0.96
    found = differences_of_values(*values, error=error)
    assert np.mean(found, axis=-1) == pytest.approx(means, abs=1e-12)


@given(FOLDS, st.integers(1, 12))
def test_a_mean_is_0_below_the_error_of_a_mean_and_as_it_is_above(folds, places):
    row, column, tested = np.array(folds).T
    values = np.round([row / tested, column / tested], places)
    error = 10.0**-places
    exact = mean_differences_of_values(*values)
    tie = abs(exact) < (1 - 1e-6) * error / np.sqrt(len(folds))
    assert mean_differences_of_values(*values, error=error) == (0 if tie else exact)


def test_rounding_hides_a_tie_and_an_equal_gain_that_the_error_finds():
    # 14 and 12 of 15 against twice 13: equal means, 0.9333 + 0.8 - 2 * 0.8667.
    row, column = np.array([0.9333, 0.8]), np.array([0.8667, 0.8667])
    assert mean_differences_of_values(row, column) == pytest.approx(5e-5)
    assert mean_differences_of_values(row, column, error=1e-4) == 0
    # One instance of 15 more in both folds: 0.0667 and 0.0666.
    row, column = np.array([0.8667, 0.8]), np.array([0.9333, 0.8667])
    assert np.ptp(differences_of_values(row, column)) > 0
    found = differences_of_values(row, column, error=1e-4)
    assert found.tolist() == pytest.approx([0.06665] * 2)
    assert np.ptp(found) == 0


def test_a_difference_of_a_unit_is_one_and_each_data_set_has_its_error():
    row, column = np.full((3, 2), 0.93), np.array([[0.94, 0.94], [0.935, 0.935]])
    column = np.vstack([column, [[0.935, 0.935]]])
    means = mean_differences_of_values(row, column, error=np.array([0.01, 0.01, 0]))
    assert means.tolist() == pytest.approx([0.01, 0, 0.005])


@pytest.mark.parametrize(
    "sizes",
    [
        [7, 8, 9, 11],
        # Their common multiples need 60 and 100 bits.
        [2**20 - 3, 2**20 - 5, 2**20 - 17, 7],
        [2**20 - 3, 2**20 - 5, 2**20 - 17, 2**20 - 27, 2**20 - 33],
        [2**32, 2**33 - 9],
    ],
)
def test_a_mean_over_folds_of_many_sizes_is_rounded_once(sizes):
    rng = np.random.default_rng(3)
    tested = np.array([rng.permutation(sizes * 3) for _ in range(4)])
    row, column = rng.integers(0, tested + 1, (2, *tested.shape))
    means = mean_differences(row, column, tested)
    for found, *folds in zip(means, row, column, tested, strict=True):
        fractions = rational(zip(*(x.tolist() for x in folds), strict=True))
        assert found == float(sum(fractions) / len(fractions))
    assert mean_differences(row[0], column[0], tested[0]) == means[0]
