"""The Poisson test over many data sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tenbyten.statistics.many_datasets.poisson import poisson_test

PROBABILITIES = st.lists(st.floats(0, 1), min_size=1, max_size=60).map(np.array)
# A sum of at most 61 terms, each with a relative error of some 1e-15.
ROUNDING = 1e-13


@settings(max_examples=50)
@given(PROBABILITIES)
def test_it_is_scipy_s_poisson_binomial_for_as_many_data_sets_as_there_are(p):
    test, half = poisson_test(p, alpha=0.05), len(p) // 2
    expected = stats.poisson_binom.sf(half, p), stats.poisson_binom.cdf(half, p)
    tie = stats.poisson_binom.pmf(half, p) if len(p) % 2 == 0 else 0
    assert test[:3] == pytest.approx(
        (expected[0], tie, expected[1] - tie), abs=ROUNDING
    )


def test_two_data_sets_by_hand():
    test = poisson_test(np.array([0.5, 0.75]), alpha=0.65)
    assert test == (0.375, 0.5, 0.125, 2, 1.25, True)


@pytest.mark.parametrize("draws", [None, 1000])
@pytest.mark.parametrize(
    ("wins", "q", "expected"),
    [(54, 54, (1, 0, 0)), (0, 54, (0, 0, 1)), (27, 54, (0, 1, 0)), (14, 27, (1, 0, 0))],
)
def test_certain_wins_give_certain_answers(draws, wins, q, expected):
    test = poisson_test(np.arange(q) < wins, alpha=0.05, draws=draws, seed=1)
    assert test[:3] == expected
    assert test.expected_wins == wins


def test_the_decision_asks_for_more_than_one_minus_alpha():
    p = np.array([0.75])
    assert not poisson_test(p, alpha=0.25).column_is_better
    assert poisson_test(p, alpha=0.25 + 1e-12).column_is_better


def test_simulation_approaches_the_exact_distribution():
    p = np.random.default_rng(8).random((3, 27))
    exact = poisson_test(p, alpha=0.05)
    simulated = poisson_test(p, alpha=0.05, draws=100_000, seed=8)
    # Five standard errors of a share of 100,000 draws.
    assert np.allclose(exact[:3], simulated[:3], rtol=0, atol=5 * 0.5 / np.sqrt(1e5))
    assert not np.array_equal(exact.column, simulated.column)
    assert np.array_equal(exact.q, simulated.q)
    assert np.array_equal(exact.expected_wins, simulated.expected_wins)


def test_the_seed_settles_the_draws_of_each_pair_alone():
    p = np.random.default_rng(9).random((3, 10))
    together = poisson_test(p, alpha=0.05, draws=500, seed=4)
    alone = poisson_test(p[1], alpha=0.05, draws=500, seed=4)
    other = poisson_test(p[1], alpha=0.05, draws=500, seed=5)
    assert together.column[1] == alone.column
    assert other.column != alone.column


@pytest.mark.parametrize("draws", [None, 2000])
def test_dropped_data_sets_leave_the_test(draws):
    p = np.array([[0.9, np.nan, 0.2, 0.7, np.nan], [0.1, 0.2, 0.3, 0.4, 0.5]])
    test = poisson_test(p, alpha=0.05, draws=draws, seed=2)
    assert test.q.tolist() == [3, 5]
    assert test.expected_wins == pytest.approx([1.8, 1.5])
    kept = poisson_test(np.array([0.9, 0.2, 0.7]), alpha=0.05)
    # Exact, or within five standard errors of a share of 2,000 draws.
    tolerance = ROUNDING if draws is None else 5 * 0.5 / np.sqrt(draws)
    for simulated, exact in zip(test[:3], kept[:3], strict=True):
        assert simulated[0] == pytest.approx(exact, abs=tolerance)


def test_where_all_data_sets_are_dropped_neither_is_better():
    test = poisson_test(np.full(4, np.nan), alpha=0.05)
    assert test == (0, 1, 0, 0, 0, False)
