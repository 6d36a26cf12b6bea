"""Intervals over data sets, against SciPy's and enumerations."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom, bootstrap, quantile_test

from tenbyten.statistics import mean_interval, median_interval

SKEWED = np.round(np.random.default_rng(5).gamma(1, 0.02, (3, 30)) - 0.01, 6)


def test_bca_is_that_of_scipy_within_the_monte_carlo_error():
    found = mean_interval(SKEWED, confidence=0.9, seed=1, resamples=40_000)
    how = {"confidence_level": 0.9, "n_resamples": 40_000, "method": "BCa"}
    rng = np.random.default_rng(2)
    expected = bootstrap((SKEWED,), np.mean, axis=-1, rng=rng, **how)
    # Five errors of two quantiles of 0.05: sqrt(0.05 * 0.95 / 40,000) over the density,
    # 0.103, in standard errors of the mean.
    error = 5 * 2**0.5 * 0.0106 * SKEWED.std(axis=1) / 30**0.5
    interval = expected.confidence_interval
    assert np.all(np.abs(found.low - interval.low) < error)
    assert np.all(np.abs(found.high - interval.high) < error)
    assert found.estimate == pytest.approx(SKEWED.mean(axis=1))
    # Percentiles alone would be further off than that.
    assert np.all(found.low + found.high - 2 * found.estimate > 2 * error)


def test_the_same_seed_gives_the_same_interval_of_each_pair():
    together = mean_interval(SKEWED, confidence=0.95, seed=7)
    alone = mean_interval(SKEWED[1], confidence=0.95, seed=7)
    assert (together.low[1], together.high[1]) == (alone.low, alone.high)
    other = mean_interval(SKEWED[1], confidence=0.95, seed=8)
    assert (other.low, other.high) != (alone.low, alone.high)
    assert together.confidence == 0.95


@pytest.mark.parametrize(("n", "has_one"), [(1, False), (3, False), (4, True)])
def test_few_data_sets_have_no_interval_of_the_mean(n, has_one):
    # 3 ** -3 = 0.037 is above a tail of 0.025, 4 ** -4 = 0.004 below.
    found = mean_interval(SKEWED[0, :n], confidence=0.95, seed=1)
    assert found.estimate == pytest.approx(SKEWED[0, :n].mean())
    assert (
        np.isfinite([found.low, found.high, found.confidence]).tolist() == [has_one] * 3
    )
    if has_one:
        assert SKEWED[0, :n].min() < found.low < found.estimate < found.high


def test_equal_differences_have_a_point():
    found = mean_interval(np.full(7, 0.1), confidence=0.95, seed=1)
    assert found[:3] == (0.1, 0.1, 0.1)


@pytest.mark.parametrize("n", [6, 7, 9, 30, 101])
def test_the_interval_of_the_median_is_that_of_scipy(n):
    values = np.random.default_rng(n).normal(size=n)
    found = median_interval(values, confidence=0.95)
    ends = quantile_test(values, q=0, p=0.5).confidence_interval(0.95)
    assert (found.low, found.high) == tuple(ends)
    assert found.estimate == np.median(values)
    below = np.sum(values < found.low)
    assert found.confidence == pytest.approx(1 - 2 * binom.cdf(below, n, 0.5))


@pytest.mark.parametrize(("confidence", "end"), [(0.95, 1), (0.7, 2), (0.3, 3)])
def test_its_confidence_is_that_of_all_patterns_of_signs(confidence, end):
    # With six data sets a median of 0 is covered where neither side holds too few.
    ranked = np.arange(1.0, 7)
    found = median_interval(ranked, confidence=confidence)
    assert (found.low, found.high) == (end, 7 - end)
    below = [sum(signs) for signs in itertools.product([0, 1], repeat=6)]
    covered = np.mean([end <= x <= 6 - end for x in below])
    assert found.confidence == covered >= confidence


def test_five_data_sets_have_no_interval_of_the_median():
    found = median_interval(SKEWED[:, :5], confidence=0.95)
    assert found.low.shape == (3,)
    assert np.isnan([*found.low, *found.high, found.confidence]).all()
    assert np.isfinite(median_interval(SKEWED[:, :6], confidence=0.95).low).all()
    assert median_interval([0.2], confidence=0.5).estimate == 0.2
