"""Decisions of the signed-rank test on many drawn comparisons."""

import numpy as np
import pytest

from tenbyten.planning.signed_rank import FEW, rank_tails
from tenbyten.statistics import signed_rank

RNG = np.random.default_rng(6)
SIZES = [2, 7, 20, 45, 90]
PILOTS = {
    "distinct": RNG.normal(0.2, 1, 54),
    "tied": np.round(RNG.normal(0.3, 1, 30) * 2) / 2,
    "few": np.array([-1.0, 2.0, 5.0]),
    "zeros": np.array([0.0, 0.0, 0.0, 0.0, 3.0, -1.0, 2.0]),
    "nothing": np.zeros(3),
}


def drawn(pilot, experiments, most):
    return RNG.integers(0, len(pilot), (experiments, most))


@pytest.mark.parametrize("name", PILOTS)
@pytest.mark.parametrize("method", ["auto", "approximate"])
def test_tails_are_those_of_the_signed_rank_test(name, method):
    pilot = PILOTS[name]
    chosen = drawn(pilot, 40, SIZES[-1])
    # Of every tail the exact p is wanted.
    tails = rank_tails(pilot, chosen, SIZES, method=method, low=0, high=1)
    for i, size in enumerate(SIZES):
        test = signed_rank(pilot[chosen[:, :size]], method=method)
        larger = test.rank_sum_column > test.rank_sum_row
        np.testing.assert_array_equal(tails.column_is_larger[:, i], larger)
        np.testing.assert_allclose(
            tails.column[larger, i], test.p_one_sided[larger], rtol=1e-12
        )
        np.testing.assert_allclose(
            tails.two_sided[:, i], test.p_two_sided, rtol=1e-12, atol=1e-15
        )


@pytest.mark.parametrize("name", ["distinct", "zeros"])
def test_more_data_sets_than_are_exact_are_approximated_alike(name):
    pilot, sizes = PILOTS[name], [200, 201, 260]
    chosen = drawn(pilot, 10, sizes[-1])
    tails = rank_tails(pilot, chosen, sizes, method="auto", low=0, high=1)
    for i, size in enumerate(sizes):
        test = signed_rank(pilot[chosen[:, :size]])
        np.testing.assert_allclose(tails.two_sided[:, i], test.p_two_sided, rtol=1e-9)


@pytest.mark.parametrize("name", PILOTS)
@pytest.mark.parametrize("alpha", [0.005, 0.05, 0.1])
def test_approximate_tails_decide_as_exact_ones(name, alpha):
    pilot = PILOTS[name]
    chosen = drawn(pilot, 400, SIZES[-1])
    tails = rank_tails(pilot, chosen, SIZES, method="auto", low=alpha, high=alpha)
    exact = rank_tails(pilot, chosen, SIZES, method="auto", low=0, high=1)
    for side in ("column", "row"):
        np.testing.assert_array_equal(
            getattr(tails, side) < alpha, getattr(exact, side) < alpha
        )


def test_tails_far_from_the_thresholds_are_approximate():
    pilot, size = PILOTS["distinct"], 2 * FEW
    chosen = drawn(pilot, 200, size)
    found, exact = (
        rank_tails(pilot, chosen, [size], method="auto", low=low, high=high)
        for low, high in ((0.001, 0.001), (0, 1))
    )
    assert not np.array_equal(found.column, exact.column)
    far = exact.two_sided > 0.02
    np.testing.assert_allclose(found.two_sided[far], exact.two_sided[far], rtol=0.05)
