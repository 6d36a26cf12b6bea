"""The conservative z-test."""

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.statistics.one_dataset.other_resampling import conservative_z

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


def test_of_independent_halves_the_variance_is_unbiased():
    # Splits with correlation 0.2: the mean of 3 has a variance of 0.2 + 0.8 / 3.
    rng = np.random.default_rng(9)
    shared, own = rng.normal(size=(10_000, 4, 2, 1)), rng.normal(size=(10_000, 4, 2, 3))
    halves = np.sqrt(0.2) * shared + np.sqrt(0.8) * own
    error = conservative_z(np.zeros((10_000, 3)), halves).error
    # 40,000 squares of a normal: a standard error below one per cent.
    assert np.mean(error**2) == pytest.approx(0.2 + 0.8 / 3, rel=0.03)


@pytest.mark.parametrize(
    ("whole", "halves", "message"),
    [
        (np.zeros(3), np.zeros((4, 3, 3)), "1 or more halvings, 2 halves, 1 or more"),
        (np.zeros(0), np.zeros((4, 2, 3)), r"of shape \(0,\)"),
        (np.zeros(2), np.zeros((4, 2, 3)), r"shape \(2,\), `halves` \(4, 2, 3\)"),
        (np.zeros((5, 3)), np.zeros((4, 2, 3)), r"shape \(5, 3\), `halves`"),
        (np.zeros(3), np.full((4, 2, 3), np.nan), r"at \(0, 0, 0\) is nan"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(whole, halves, message):
    with pytest.raises(ValueError, match=message):
        conservative_z(whole, halves)
