"""Chances of a pilot's data sets."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.planning.chances import (
    biased_chances,
    chances_for,
    default_differences,
    reach,
)

# A pilot's differences, zeros among them.
DIFFERENCES = st.integers(2, 12).flatmap(
    lambda n: arrays(int, n, elements=st.integers(-50, 50)).map(lambda d: d / 1000)
)


def test_chances_are_those_of_demsars_formula():
    d = np.array([-0.1, 0.0, 0.2])
    odds = 1 / (1 + np.exp(-5 * d))
    assert biased_chances(d, 5).weights == pytest.approx(odds / odds.sum())
    assert biased_chances(d, 0).weights == pytest.approx([1 / 3] * 3)


@given(DIFFERENCES, st.floats(0.02, 0.98))
def test_the_expected_difference_is_the_one_asked_for(d, share):
    low, high = reach(d)
    assume(high > low)
    target = low + share * (high - low)
    chances = chances_for(d, target)
    assert chances.weights.sum() == pytest.approx(1)
    assert chances.weights @ d == pytest.approx(target, abs=1e-9)
    assert 1 - 1e-9 <= chances.effective <= len(d) + 1e-9


def test_the_mean_of_the_pilot_needs_no_bias():
    d = np.array([-0.02, 0.01, 0.05])
    chances = chances_for(d, d.mean())
    assert chances.bias == pytest.approx(0, abs=1e-6)
    assert chances.effective == pytest.approx(3)


def test_a_bias_for_one_side_mirrors_that_for_the_other():
    d = np.array([-0.02, 0.01, 0.05, 0.0])
    there, back = chances_for(d, 0.02), chances_for(-d, -0.02)
    assert back.bias == pytest.approx(-there.bias)
    assert back.weights == pytest.approx(there.weights)


def test_of_two_biases_the_one_nearer_to_zero_is_taken():
    # The expected difference rises to 1/3 and falls again to 1/4.
    d = np.array([0.001, 0.499])
    low, high = reach(d)
    assert high > 0.33 > 0.25 == pytest.approx(low, abs=0.25)
    bias = chances_for(d, 0.3).bias
    further = np.linspace(bias * 1.01, 1e5, 100_000)
    crossing = [biased_chances(d, k).weights @ d < 0.3 for k in further]
    assert any(crossing)
    assert 0 < bias < further[np.argmax(crossing)]


@pytest.mark.parametrize("target", [0.06, -0.04])
def test_a_difference_out_of_reach_names_what_the_pilot_reaches(target):
    d = np.array([-0.02, 0.01, 0.05])
    with pytest.raises(ValueError, match=r"3 data sets .* from -0.02000 to 0.03") as e:
        chances_for(d, target)
    assert f"difference of {target}" in str(e.value)


def test_no_difference_at_all_reaches_nothing():
    assert reach(np.zeros(3)) == (0, 0)
    with pytest.raises(ValueError, match=r"from 0.00000 to 0.00000"):
        chances_for(np.zeros(3), 0.01)
    with pytest.raises(ValueError, match="without a round one above 0"):
        default_differences(np.zeros(3))


@pytest.mark.parametrize(
    ("d", "ways"),
    [
        ([0, 0], "take another pilot"),
        ([-0.02, -0.01], "exchange row and column, or take another pilot"),
        ([0.01, 0.02], "ask for `differences` above 0 within this range, or take .*"),
        ([-0.02, 0.02], "ask for .*, or exchange row and column, or take .*"),
    ],
)
def test_only_what_would_help_is_advised(d, ways):
    with pytest.raises(ValueError, match=rf"row\): {ways}\.$"):
        chances_for(np.array(d), 0.3)


def test_equal_differences_reach_themselves():
    d = np.full(4, 0.02)
    assert chances_for(d, 0.02).weights @ d == pytest.approx(0.02)
    with pytest.raises(ValueError, match="no chances"):
        chances_for(d, 0.021)


def test_default_differences_are_the_largest_round_ones_within_reach():
    d = np.array([-0.02, 0.01, 0.05])
    assert default_differences(d) == [0.01, 0.015, 0.02, 0.03]
    assert default_differences(np.array([0.0, 0.004])) == [0.001, 0.002]
    # Nothing below what the column wins in any case.
    assert default_differences(np.array([0.012, 0.02])) == [0.015]


def test_of_several_biases_the_nearest_to_0_is_taken():
    # Of a larger bias than the best the small gain is drawn as often as the large one.
    gains = np.array([0.2, 0.01, -0.05])
    found = chances_for(gains, 0.11)
    farther = biased_chances(gains, 1000).weights @ gains
    assert farther < 0.11 < biased_chances(gains, 50).weights @ gains
    assert 0 < found.bias < 50
    assert found.weights @ gains == pytest.approx(0.11)
