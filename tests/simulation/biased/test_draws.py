"""Draws of data sets with a bias."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from tenbyten.simulation.biased.draws import draw_biased, waiting_times

D = np.array([-0.2, -0.05, 0.0, 0.1, 0.3])


def probabilities(bias, drawn):
    """Probability that each data set is in the draw, summed over all orders."""
    weights = 1 / (1 + np.exp(-bias * D))
    found = np.zeros(len(D))
    for order in permutations(range(len(D)), drawn):
        left, chance = weights.sum(), 1.0
        for i in order:
            chance *= weights[i] / left
            left -= weights[i]
        found[list(order)] += chance
    return found


@pytest.mark.parametrize("drawn", [1, 2, 4])
def test_data_sets_are_drawn_one_after_the_other_with_these_weights(drawn):
    bias, experiments = [0, 5, 20], 20_000
    times = waiting_times(range(experiments), datasets=5, seed=3)
    draws = draw_biased(D, times, bias=bias, drawn=drawn)
    assert draws.shape == (3, experiments, drawn)
    for k, of_bias in zip(bias, draws, strict=True):
        counts = np.bincount(of_bias.ravel(), minlength=5)
        expected = probabilities(k, drawn)
        error = np.sqrt(expected * (1 - expected) / experiments)
        assert (np.abs(counts / experiments - expected) <= 4 * error + 1e-12).all()


def test_none_is_drawn_twice_and_they_are_in_order():
    times = waiting_times(range(200), datasets=5, seed=1)
    draws = draw_biased(D, times, bias=[0, 8], drawn=3)
    assert (np.diff(draws, axis=-1) > 0).all()


def test_the_times_are_exponential():
    times = waiting_times(range(500), datasets=20, seed=7)
    assert stats.kstest(times.ravel(), "expon").pvalue > 0.001


def test_an_experiment_has_its_own_times_in_any_job():
    whole = waiting_times(range(20), datasets=6, seed=5)
    parts = [
        waiting_times(range(*ends), datasets=6, seed=5) for ends in [(0, 7), (7, 20)]
    ]
    np.testing.assert_array_equal(whole, np.concatenate(parts))
    assert (waiting_times(range(20), datasets=6, seed=6) != whole).any()


def test_a_huge_bias_draws_none_on_which_the_other_is_better():
    times = waiting_times(range(300), datasets=5, seed=2)
    # exp(-k d) alone would overflow.
    draws = draw_biased(D, times, bias=[1e5], drawn=2)
    assert (draws >= 2).all()


def test_drawing_all_is_drawing_each_once():
    times = waiting_times(range(10), datasets=5, seed=2)
    assert (draw_biased(D, times, bias=[3], drawn=5) == np.arange(5)).all()


def test_more_than_there_are_is_refused():
    times = waiting_times(range(10), datasets=5, seed=2)
    with pytest.raises(
        ValueError, match="drawn is 6, but the accuracies are of 5 data"
    ):
        draw_biased(D, times, bias=[3], drawn=6)
