"""New data sets: shares by the Dirichlet process, equivalence, two one-sided tests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import beta, binomtest, wilcoxon
from statsmodels.stats.weightstats import ttost_paired

from tenbyten.statistics import practical_equivalence, region_shares, tost

ROPE = 0.01
DIFFERENCES = st.integers(1, 60).flatmap(
    lambda n: arrays(float, n, elements=st.integers(-30, 30).map(lambda x: x / 1000))
)


def some(within, outside, beyond=0.05):
    """Differences of which so many lie within the rope, at its edge, and outside."""
    return np.r_[np.full(within, -ROPE), np.full(outside, beyond)]


def test_fourteen_of_fourteen_data_sets_are_needed():
    found = [float(practical_equivalence(some(n, 0), rope=ROPE)) for n in (13, 14)]
    assert found == pytest.approx([1 - 0.8**13, 1 - 0.8**14])
    assert found[0] < 0.95 <= found[1]
    needed = [(14, 0), (21, 1), (28, 2)]
    for within, outside in needed:
        assert practical_equivalence(some(within, outside), rope=ROPE) >= 0.95
        fewer = practical_equivalence(some(within - 1, outside), rope=ROPE)
        assert fewer < 0.95


@given(DIFFERENCES, st.sampled_from([0.55, 0.8, 0.95]))
def test_one_minus_it_is_the_p_of_the_binomial_test_of_scipy(differences, share):
    within = int(np.sum(np.abs(differences) <= ROPE))
    p = binomtest(within, len(differences), share, alternative="greater").pvalue
    found = practical_equivalence(differences, rope=ROPE, share=share)
    assert found == pytest.approx(1 - p, abs=1e-12)


def test_data_sets_far_from_zero_are_never_equivalent():
    # The mean of two of them often lies within the rope.
    apart = np.tile([0.05, -0.05], 50)
    assert practical_equivalence(apart, rope=ROPE) == 0
    assert tost(apart, rope=ROPE).t_p < 0.05


@given(DIFFERENCES, st.sampled_from(["row", "rope", "column"]))
def test_shares_are_the_means_of_the_dirichlet_distribution(differences, place):
    found = region_shares(
        differences, rope=ROPE, prior_strength=0.5, prior_place=place, alpha=0.1
    )
    regions = [differences < -ROPE, np.abs(differences) <= ROPE, differences > ROPE]
    counts = np.sum(regions, axis=1)
    prior = 0.5 * np.array([place == x for x in ("row", "rope", "column")])
    assert found.mean == pytest.approx((counts + prior) / (len(differences) + 0.5))
    # The prior outside of the region, and inside.
    for region, k in enumerate(counts):
        others = len(differences) - k
        low = beta.ppf(0.05, k, others + 0.5) if k else 0
        high = beta.ppf(0.95, k + 0.5, others) if others else 1
        assert found.low[region] == pytest.approx(low, abs=1e-9)
        assert found.high[region] == pytest.approx(high, abs=1e-9)
    assert np.all((found.low <= found.mean) & (found.mean <= found.high))


@given(DIFFERENCES)
def test_their_intervals_are_the_exact_ones_of_scipy(differences):
    found = region_shares(differences, rope=ROPE, alpha=0.05)
    within = int(np.sum(np.abs(differences) <= ROPE))
    interval = binomtest(within, len(differences)).proportion_ci(0.95, "exact")
    assert (found.low[1], found.high[1]) == pytest.approx(tuple(interval), abs=1e-9)


@given(st.integers(0, 999), st.integers(6, 40))
def test_tost_is_that_of_statsmodels_and_of_scipy(seed, n):
    differences = np.random.default_rng(seed).normal(0.002, 0.02, n)
    found = tost(differences, rope=ROPE)
    expected, *_ = ttost_paired(differences, np.zeros(n), -ROPE, ROPE)
    assert found.t_p == pytest.approx(expected, abs=1e-10)
    sides = [(ROPE, "greater"), (-ROPE, "less")]
    p = [
        wilcoxon(differences + shift, alternative=side, method="exact").pvalue
        for shift, side in sides
    ]
    assert found.signed_rank_p == pytest.approx(max(p), abs=1e-10)


def test_sizes_that_tie_after_the_shift_share_their_ranks():
    # 0.1 + 0.2 is not 0.3 in floats. Shifted: 0.3 0.3 0.4 against zero.
    found = tost([0.1, 0.1, 0.2], rope=0.2)
    # Of the other side 0.1 0.1 0: the zero is left out, p = P(R+ >= 3) of two ranks.
    assert found.signed_rank_p == pytest.approx(0.25)
