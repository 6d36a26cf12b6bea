"""The Bayesian sign test over many data sets."""

import baycomp
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import gamma

from tenbyten.statistics.many_datasets.bayesian_sign import bayesian_sign, count_largest
from tenbyten.statistics.many_datasets.bayesian_signed_rank import (
    bayesian_signed_rank,
    draw_signed_rank,
)

DRAWS = 50_000
# Five standard errors of a share of the draws.
MONTE_CARLO = 5 * 0.5 / np.sqrt(DRAWS)
DIFFERENCES = np.random.default_rng(2).normal(0.004, 0.02, 27)


def exact(parameters):
    """Chance that each coordinate of a Dirichlet is the largest, by quadrature.

    A Dirichlet is made of gammas; one is the largest at x where the others are lower.
    """
    chances = []
    for i, own in enumerate(parameters):
        rest = [p for j, p in enumerate(parameters) if j != i]

        def density(x, own=own, rest=rest):
            return gamma.pdf(x, own) * np.prod(gamma.cdf(x, rest))

        chances.append(quad(density, 0, 200, limit=200, points=[1, 5, 20])[0])
    return chances


@pytest.mark.parametrize(
    ("place", "strength", "parameters"),
    [
        ("rope", 1, (2, 5, 4)),
        ("row", 2.5, (4.5, 4, 4)),
        ("column", 6, (2, 4, 10)),
    ],
)
def test_the_shares_are_those_of_the_dirichlet_distribution(
    place, strength, parameters
):
    differences = np.repeat([-0.1, 0, 0.1], [2, 4, 4])
    shares = bayesian_sign(
        differences, rope=0.01, seed=1, prior_strength=strength, prior_place=place
    )
    assert shares == pytest.approx(exact(parameters), abs=MONTE_CARLO)
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("rope", [0.0, 0.01])
@pytest.mark.parametrize("place", ["row", "rope", "column"])
def test_it_is_baycomp_s(rope, place):
    theirs = {"row": "LEFT", "rope": "ROPE", "column": "RIGHT"}
    prior = (2.0, getattr(baycomp.SignTest, theirs[place]))
    theirs = baycomp.SignTest(
        np.zeros(27), DIFFERENCES, rope, prior=prior, random_state=1
    )
    ours = bayesian_sign(
        DIFFERENCES, rope=rope, seed=1, prior_strength=2.0, prior_place=place
    )
    # Both are drawn.
    assert ours == pytest.approx(theirs.probs(), abs=2 * MONTE_CARLO)


def test_two_regions_by_hand():
    # One data set above the rope and a prior of 1 in the rope: either is as likely.
    shares = bayesian_sign(np.array([0.1]), rope=0.01, seed=1)
    assert shares == pytest.approx((0, 0.5, 0.5), abs=MONTE_CARLO)
    assert shares.row == 0


def test_the_rope_is_closed():
    bounds = {"rope": 0.01, "seed": 1, "prior_strength": 0}
    assert bayesian_sign(np.array([0.01, -0.01]), **bounds) == (0, 1, 0)
    bounds["rope"] = 0
    assert bayesian_sign(np.zeros(3), **bounds) == (0, 1, 0)


def test_swapping_the_classifiers_swaps_the_sides():
    there = bayesian_sign(DIFFERENCES, rope=0.01, seed=1, prior_place="row")
    back = bayesian_sign(-DIFFERENCES, rope=0.01, seed=1, prior_place="column")
    assert there == pytest.approx(back[::-1], abs=2 * MONTE_CARLO)


TESTS = [bayesian_sign, bayesian_signed_rank, draw_signed_rank]
FINE = {"rope": 0.01, "seed": 1}


def test_shared_draws_are_split_evenly():
    thetas = np.array([[0.5, 0, 0.5], [0.2, 0.3, 0.5], [0.4, 0.2, 0.4], np.ones(3) / 3])
    assert count_largest(thetas) == pytest.approx([4 / 3, 1 / 3, 7 / 3])


def test_rounding_does_not_break_a_tie():
    assert count_largest(np.array([[0.5 + 1e-16, 0, 0.5 - 1e-16]])).tolist() == [
        0.5,
        0,
        0.5,
    ]


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize(
    ("differences", "settings", "message"),
    [
        (np.zeros((2, 0)), {}, r"differences of shape \(2, 0\)"),
        (0.1, {}, r"differences of shape \(\)"),
        (np.array([0.1, np.nan]), {}, r"at \(1,\) is nan"),
        (np.array([0.1, 2.0]), {}, r"at \(1,\) is 2.0; .* a number from -1 to 1"),
        (np.array([0.1, np.inf]), {"largest": np.inf}, r"at \(1,\) is inf"),
        (np.zeros(3), {"rope": 1}, "rope is 1; give a number from 0 to below 1"),
        (np.zeros(3), {"rope": -0.1}, "rope is -0.1"),
        (np.zeros(3), {"prior_strength": -1}, "prior_strength is -1; give 0 or more"),
        (
            np.zeros(3),
            {"prior_place": "left"},
            "prior_place is 'left'; give one of row",
        ),
        (np.zeros(3), {"draws": 0}, "draws is 0 and seed is 1; give at least one"),
        (np.zeros(3), {"seed": None}, "seed is None; give at least one draw and an"),
    ],
)
def test_what_no_posterior_can_be_drawn_from_is_refused(
    test, differences, settings, message
):
    with pytest.raises(ValueError, match=f"^{test.__name__}: .*{message}"):
        test(differences, **FINE | settings)


@pytest.mark.parametrize("test", TESTS)
def test_a_metric_without_bounds_is_compared_by_its_own_rope(test):
    differences = np.array([2.0, -3.0, 7.0, 5.0])
    wide = test(differences, rope=1.5, seed=1, largest=np.inf)
    assert np.array_equal(wide, test(differences / 100, rope=0.015, seed=1))
