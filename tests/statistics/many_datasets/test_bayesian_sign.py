"""The Bayesian sign test over many data sets."""

import baycomp
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import gamma

from tenbyten.statistics.many_datasets.bayesian_sign import bayesian_sign

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
