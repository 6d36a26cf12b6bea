"""The Bayesian sign and signed-rank tests."""

import baycomp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.integrate import quad
from scipy.stats import gamma

from tenbyten.statistics.many_datasets.bayesian import (
    Settings,
    bayesian_sign,
    bayesian_signed_rank,
    count_largest,
    draw_signed_rank,
    signed_rank_at,
)

# The sign test


DRAWS = 50_000
# Five standard errors of a share of the draws.
MONTE_CARLO = 5 * 0.5 / np.sqrt(DRAWS)
SIGN_DIFFERENCES = np.random.default_rng(2).normal(0.004, 0.02, 27)


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
    [("rope", 1, (2, 5, 4)), ("row", 2.5, (4.5, 4, 4)), ("column", 6, (2, 4, 10))],
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


TESTS = [bayesian_sign, bayesian_signed_rank, draw_signed_rank]


def test_shared_draws_are_split_evenly():
    thetas = np.array([[0.5, 0, 0.5], [0.2, 0.3, 0.5], [0.4, 0.2, 0.4], np.ones(3) / 3])
    assert count_largest(thetas) == pytest.approx([4 / 3, 1 / 3, 7 / 3])
    rounding = np.array([[0.5 + 1e-16, 0, 0.5 - 1e-16]])
    assert count_largest(rounding).tolist() == [0.5, 0, 0.5]


@pytest.mark.parametrize("test", TESTS)
def test_a_metric_without_bounds_is_compared_by_its_own_rope(test):
    differences = np.array([2.0, -3.0, 7.0, 5.0])
    wide = test(differences, rope=1.5, seed=1, largest=np.inf)
    assert np.array_equal(wide, test(differences / 100, rope=0.015, seed=1))


# The signed-rank test


# Five standard errors of a share of the draws.

SIGNED_RANK_DIFFERENCES = np.random.default_rng(2).normal(0.006, 0.02, 27)
PSEUDO = {"row": -np.inf, "rope": 0.0, "column": np.inf}


def weights_of(datasets, **prior):
    """The weights behind the draws, the prior's last: (draws, datasets + 1).

    All pairs share them. Where one data set alone is beyond the rope, column is all but
    the square of what the others weigh.
    """
    alone = np.eye(datasets)
    thetas = draw_signed_rank(alone, rope=0.1, **prior | {"prior_place": "rope"})
    weights = 1 - np.sqrt(1 - thetas[:, :, 2].T)
    return np.hstack([weights, 1 - np.sum(weights, axis=1, keepdims=True)])


def double_sum(differences, weights, rope):
    """Thetas of one draw by the definition; a sum on a bound counts half."""
    row = column = 0
    for i, own in enumerate(differences):
        for j, other in enumerate(differences):
            product = weights[i] * weights[j]
            column += product * np.heaviside(own + other - 2 * rope, 0.5)
            row += product * np.heaviside(-2 * rope - own - other, 0.5)
    return row, 1 - row - column, column


@settings(max_examples=60)
@given(
    # Sums on the bounds are frequent, and exact in floats.
    st.integers(1, 7).flatmap(lambda n: arrays(int, n, elements=st.integers(-4, 4))),
    st.integers(0, 3),
    st.sampled_from(list(PSEUDO)),
    st.sampled_from([0, 0.5, 3]),
)
def test_every_draw_is_the_double_sum_over_its_weights(steps, rope, place, strength):
    prior = {"prior_strength": strength, "prior_place": place, "seed": 7, "draws": 70}
    thetas = draw_signed_rank(steps / 16, rope=rope / 16, **prior)
    weights = weights_of(len(steps), **prior)
    differences = np.append(steps / 16, PSEUDO[place])
    for draw in (0, 63, 64, 69):
        expected = double_sum(differences, weights[draw], rope / 16)
        # The square root in `weights_of` leaves half of the digits.
        assert thetas[draw] == pytest.approx(expected, abs=1e-6)


def test_ropes_together_say_what_each_says_alone():
    # Twelfths, so that sums on the bounds of some ropes count half.
    pairs = np.round(np.random.default_rng(4).normal(0.01, 0.03, (3, 2, 9)) * 12) / 12
    settings = {"seed": 3, "draws": 700, "prior_place": "column"}
    settings["prior_strength"] = 0.5
    ropes = [0, 1 / 24, 0.06, 1 / 12]
    together = signed_rank_at(pairs, Settings(0, **settings), ropes=ropes)
    assert together.shape == (3, 2, 4, 3)
    for at, rope in enumerate(ropes):
        alone = bayesian_signed_rank(pairs, rope=rope, **settings)
        assert np.array_equal(np.moveaxis(together[:, :, at], -1, 0), alone)


def test_the_weights_are_those_of_the_dirichlet_distribution():
    prior = {"prior_strength": 2.0, "seed": 7, "draws": DRAWS}
    weights = weights_of(3, **prior)
    total = 5
    parameters = np.array([1, 1, 1, 2])
    mean = parameters / total
    # Its moments: a / A, and a b / (A^2 (A + 1)) below the product of two means.
    covariance = (np.diag(mean) - np.outer(mean, mean)) / (total + 1)
    assert np.mean(weights, axis=0) == pytest.approx(mean, abs=0.005)
    assert np.cov(weights.T) == pytest.approx(covariance, abs=0.001)


@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_the_signed_rank_test_is_baycomp_s(rope):
    draws = 10_000
    theirs = baycomp.SignedRankTest(
        np.zeros(27), SIGNED_RANK_DIFFERENCES, rope, nsamples=draws, random_state=1
    )
    settings = {"rope": rope, "seed": 1, "draws": draws}
    ours = bayesian_signed_rank(SIGNED_RANK_DIFFERENCES, **settings)
    # Both are drawn.
    monte_carlo = 10 * 0.5 / np.sqrt(draws)
    assert ours == pytest.approx(theirs.probs(), abs=monte_carlo)
    thetas = draw_signed_rank(SIGNED_RANK_DIFFERENCES, **settings)
    for quantile in (0.05, 0.5, 0.95):
        assert np.quantile(thetas, quantile, axis=0) == pytest.approx(
            np.quantile(theirs.sample, quantile, axis=0), abs=monte_carlo
        )


@pytest.mark.parametrize("strength", [0.5, 1, 3])
def test_one_data_set_by_hand(strength):
    # Beyond twice the rope, column is 1 - v^2, with v the weight of the prior; it is
    # the largest where v^2 < 1/2, and the chance that v < x is x^strength.
    settings = {"rope": 0.01, "seed": 1, "prior_strength": strength}
    shares = bayesian_signed_rank(np.array([0.05]), **settings)
    column = 0.5 ** (strength / 2)
    assert shares == pytest.approx((0, 1 - column, column), abs=MONTE_CARLO)
    # Between the rope and twice the rope column is (1 - v)^2.
    shares = bayesian_signed_rank(np.array([0.015]), **settings)
    column = (1 - np.sqrt(0.5)) ** strength
    assert shares == pytest.approx((0, 1 - column, column), abs=MONTE_CARLO)


def test_the_shares_are_those_of_the_draws():
    thetas = draw_signed_rank(SIGNED_RANK_DIFFERENCES, rope=0.01, seed=1)
    assert thetas.shape == (DRAWS, 3)
    assert np.sum(thetas, axis=1) == pytest.approx(np.ones(DRAWS))
    assert np.min(thetas) >= 0
    largest = np.bincount(np.argmax(thetas, axis=1), minlength=3) / DRAWS
    assert bayesian_signed_rank(
        SIGNED_RANK_DIFFERENCES, rope=0.01, seed=1
    ) == pytest.approx(largest)


def test_without_a_rope_nothing_is_practically_equivalent():
    differences = np.round(SIGNED_RANK_DIFFERENCES, 2)
    assert np.any(differences == 0)
    thetas = draw_signed_rank(differences, rope=0, seed=1, draws=1000)
    assert (thetas[:, 1] == 0).all()


def test_classifiers_that_never_differ_are_split_evenly_or_equivalent():
    assert bayesian_signed_rank(np.zeros(54), rope=0, seed=1) == (0.5, 0, 0.5)
    assert bayesian_signed_rank(np.zeros(54), rope=0.01, seed=1) == (0, 1, 0)


def test_sums_that_are_on_a_bound_but_for_rounding_count_half():
    # In floats 0.1 + 0.2 exceeds 2 * 0.15.
    differences = np.array([0.1, 0.2])
    prior = {"prior_strength": 0, "seed": 1, "draws": 100}
    thetas = draw_signed_rank(differences, rope=0.15, **prior)
    first, second, _ = weights_of(2, **prior).T
    assert thetas[:, 2] == pytest.approx(second**2 + first * second, abs=1e-6)


@pytest.mark.parametrize("place", ["row", "rope", "column"])
def test_swapping_the_classifiers_swaps_the_sides_by_signed_rank(place):
    other = {"row": "column", "rope": "rope", "column": "row"}[place]
    prior = {"prior_strength": 4, "rope": 0.01, "seed": 1}
    there = draw_signed_rank(SIGNED_RANK_DIFFERENCES, prior_place=place, **prior)
    back = draw_signed_rank(-SIGNED_RANK_DIFFERENCES, prior_place=other, **prior)
    assert np.allclose(there, back[:, ::-1], rtol=0, atol=1e-12)


def test_a_pair_does_not_depend_on_the_other_pairs():
    # So many pairs are drawn in several chunks, one pair in one.
    differences = np.random.default_rng(5).normal(0, 0.02, (2, 1500, 3))
    settings = {"rope": 0.01, "seed": 3, "draws": 500}
    shares = bayesian_signed_rank(differences, **settings)
    thetas = draw_signed_rank(differences, **settings)
    for index in ((0, 0), (0, 1), (1, 1499)):
        one = bayesian_signed_rank(differences[index], **settings)
        assert one == tuple(share[index] for share in shares)
        alone = draw_signed_rank(differences[index], **settings)
        assert np.array_equal(alone, thetas[index])
