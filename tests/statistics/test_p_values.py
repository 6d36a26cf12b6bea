"""An estimate over its error."""

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tenbyten.statistics.p_values import mean_and_variance, standardise

ESTIMATES = st.floats(-1, 1, width=16)
ERRORS = st.sampled_from([0.0, 1e-4, 0.5])
DEGREES = st.sampled_from([1, 5, 99, np.inf])


@given(ESTIMATES, ERRORS, DEGREES)
def test_two_sided_p_is_twice_the_smaller_side(estimate, error, df):
    test = standardise(estimate, error, df=df)
    smaller = min(test.p_one_sided, 1 - test.p_one_sided)
    assert test.p_two_sided == pytest.approx(2 * smaller, abs=1e-15)


def test_a_cauchy_by_hand():
    # Estimate over error is 1 / sqrt(3); arctangent pi / 6, a sixth of the mass.
    test = standardise(0.01, np.sqrt(0.0003), df=1)
    assert test == pytest.approx(
        (0.01, np.sqrt(0.0003), 1 / np.sqrt(3), 1, 1 / 3, 2 / 3)
    )


def test_infinite_degrees_of_freedom_are_the_normal_distribution():
    test = standardise(0.2, 0.1, df=np.inf)
    assert test.p_one_sided == pytest.approx(stats.norm.sf(2), rel=1e-12)


@given(st.lists(ESTIMATES, min_size=2, max_size=30))
def test_mean_and_variance_are_those_of_the_standard_library(values):
    expected = (statistics.mean(values), statistics.variance(values))
    assert mean_and_variance(np.array(values)) == pytest.approx(expected, abs=1e-15)


@given(ESTIMATES, st.integers(2, 30))
def test_equal_values_have_no_variance(value, n):
    assert mean_and_variance(np.full(n, value / 7)) == (value / 7, 0)
