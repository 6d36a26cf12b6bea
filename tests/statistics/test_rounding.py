"""Equal values become equal floats, and share a rank."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from tenbyten.statistics.rounding import (
    decimals,
    error_of_mean,
    merge_close,
    rounded,
    shared_ranks,
)


@given(arrays(int, 12, elements=st.integers(-3, 3)), st.randoms(use_true_random=False))
def test_a_rounded_mean_does_not_depend_on_the_order(gained, random):
    order = random.sample(range(12), 12)
    mean = rounded(np.mean(gained / 7))
    assert mean == rounded(np.mean(gained[order] / 7))
    assert mean == pytest.approx(np.mean(gained) / 7, abs=1e-12)


@given(st.integers(0, 12), st.lists(st.integers(0, 10**12), min_size=1))
def test_decimals_are_those_of_the_shortest_text(places, numbers):
    values = np.array([round(n / 10**12, places) for n in numbers])
    shortest = [f"{value:.12f}".rstrip("0").partition(".")[2] for value in values]
    assert decimals(values) == max(map(len, shortest))


def test_values_in_full_have_no_number_of_decimals():
    assert decimals(np.array([0.5, 1 / 3])) is None
    # What a percentage of two digits leaves when it is divided.
    assert decimals(np.array([93.33, 57.14]) / 100) == 4


def test_close_values_get_their_mean_and_no_chain_grows():
    values = np.array([0.75, 0.5, 0.5625, np.nan, 0.625])
    merged = merge_close(values, 0.125)
    # 0.625 is a whole width away from the smallest.
    assert merged[[0, 1, 2, 4]].tolist() == [0.75, 0.53125, 0.53125, 0.625]
    assert np.isnan(merged[3])


def test_the_error_of_a_mean_is_2_4_standard_deviations_of_its_rounding():
    exact = np.random.default_rng(1).uniform(0, 1, (2, 20_000, 25))
    written = np.round(exact, 1)
    off = np.mean(written[0] - written[1] - exact[0] + exact[1], axis=-1)
    assert error_of_mean(0.1, 25) == pytest.approx(0.02)
    # 20,000 draws have it to half a percent.
    assert error_of_mean(0.1, 25) / np.std(off) == pytest.approx(np.sqrt(6), rel=0.02)


# Ranks of ties, held to SciPy's


SHAPES = [(1,), (7,), (50, 9), (3, 4, 11), (5, 1), (0, 6)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sizes", [1, 3, 1000])
def test_ranks_are_those_of_scipy(shape, sizes):
    values = np.random.default_rng(1).integers(0, sizes, shape) / 7
    assert np.array_equal(shared_ranks(values), rankdata(values, axis=-1))


def test_ranks_by_hand():
    assert shared_ranks(np.array([0.3, 0.1, 0.3, 0.0, -0.0])).tolist() == [
        *(4.5, 3, 4.5, 1.5, 1.5)
    ]
