"""Replicability of experiments on random data sets."""

import itertools
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tenbyten.statistics.reliability.replicability import (
    draw_subsets,
    largest_error,
    replicability_e,
    replicability_p,
)

# Demsar 2006, Table 7, above the diagonals: rejections in 1000 experiments and R(e).
REJECTIONS = {
    "paired t": """154/.74 709/.59 818/.70 178/.71 0/1.00 151/.74 307/.57 909/.83
        300/.58 0/1.00 376/.53 758/.63 335/.55 0/1.00 167/.72 679/.56 162/.73 592/.52
        0/1.00 2/1.00 981/.96""",
    "relative": """75/.86 592/.52 809/.69 181/.70 0/1.00 184/.70 238/.64 848/.74
        314/.57 0/1.00 438/.51 729/.60 361/.54 0/1.00 216/.66 662/.55 79/.85 584/.51
        0/1.00 1/1.00 970/.94""",
    "signed rank": """521/.50 884/.79 897/.82 662/.55 81/.85 618/.53 774/.65 983/.97
        710/.59 351/.54 750/.62 854/.75 804/.68 172/.71 720/.60 915/.84 521/.50 920/.85
        94/.83 102/.82 999/1.00""",
    "sign": """157/.74 323/.56 653/.55 171/.72 48/.91 110/.80 205/.67 863/.76 299/.58
        156/.74 256/.62 513/.50 423/.51 95/.83 229/.65 460/.50 210/.67 486/.50 0/1.00
        1/1.00 850/.74""",
}


@pytest.mark.parametrize("test", REJECTIONS)
def test_the_published_table_comes_out(test):
    cells = [cell.split("/") for cell in REJECTIONS[test].split()]
    assert len(cells) == 21
    rejected, published = np.array(cells, dtype=float).T
    decisions = np.arange(1000) < rejected[:, np.newaxis]
    # The table has two decimals.
    assert replicability_e(decisions) == pytest.approx(published, abs=0.005)


@given(st.lists(st.booleans(), min_size=2, max_size=30))
def test_r_of_e_is_the_share_of_pairs_that_agree(decisions):
    pairs = list(itertools.combinations(decisions, 2))
    share = sum(one == other for one, other in pairs) / len(pairs)
    assert replicability_e(np.array(decisions)) == pytest.approx(share)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_r_of_p_has_the_sample_variance(p):
    variance = statistics.variance(p)
    assert replicability_p(np.array(p)) == pytest.approx(1 - 2 * variance)


def test_subsets_are_distinct_data_sets_in_order():
    subsets = draw_subsets(54, drawn=10, draws=200, seed=1)
    assert subsets.shape == (200, 10)
    assert np.all(np.diff(subsets, axis=-1) > 0)
    assert subsets.min() == 0
    assert subsets.max() == 53


def test_every_subset_is_as_likely():
    subsets = draw_subsets(5, drawn=2, draws=10_000, seed=3)
    kinds, counts = np.unique(subsets, axis=0, return_counts=True)
    assert kinds.tolist() == [
        list(pair) for pair in itertools.combinations(range(5), 2)
    ]
    assert stats.chisquare(counts).pvalue > 0.001


def test_the_seed_settles_the_subsets():
    def draw(seed):
        return draw_subsets(20, drawn=10, draws=50, seed=seed).tolist()

    assert draw(1) == draw(1)
    assert draw(1) != draw(2)


@pytest.mark.parametrize("drawn", [0, 6])
def test_subsets_that_cannot_be_drawn_are_refused(drawn):
    with pytest.raises(ValueError, match=f"subsets: {drawn} of 5 data sets to draw"):
        draw_subsets(5, drawn=drawn, draws=10, seed=1)


@pytest.mark.parametrize(
    ("measure", "outcomes", "message"),
    [
        (replicability_e, np.array([True]), "replicability_e: 1 experiments"),
        (replicability_e, np.array([0, 0.5]), r"the decision is 0.5 at \(1,\)"),
        (replicability_p, np.zeros((3, 0)), "replicability_p: 0 experiments"),
        (replicability_p, np.array([0.5, np.nan]), r"p is nan at \(1,\)"),
        (replicability_p, np.array([[0.5, 5]]), r"p is 5.0 at \(0, 1\)"),
    ],
)
def test_outcomes_that_say_nothing_are_refused(measure, outcomes, message):
    with pytest.raises(ValueError, match=message):
        measure(outcomes)


@pytest.mark.parametrize("draws", [2, 3, 10, 1000])
def test_no_test_has_a_larger_monte_carlo_error(draws):
    # All decisions of so many experiments, weighed by the binomial distribution.
    rejections = np.arange(draws + 1)
    decisions = np.arange(draws) < rejections[:, None]
    for measure in (replicability_e, replicability_p):
        values = measure(decisions)
        errors = []
        for t in np.linspace(0, 0.5, 101):
            weights = stats.binom.pmf(rejections, draws, t)
            mean = weights @ values
            errors.append(np.sqrt(weights @ (values - mean) ** 2))
        assert max(errors) <= largest_error(draws)
        # At R = 3/4 it comes near.
        assert max(errors) > 0.8 * largest_error(draws)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=5), st.data())
def test_no_distribution_of_p_has_a_larger_monte_carlo_error(points, data):
    x = np.array(points)
    weights = np.array(data.draw(st.tuples(*[st.floats(0.01, 1)] * len(x))))
    weights /= weights.sum()
    # Variance of a sample variance, from the moments of p.
    n, deviation = 1000, x - weights @ x
    second, fourth = weights @ deviation**2, weights @ deviation**4
    variance = (fourth - second**2 * (n - 3) / (n - 1)) / n
    assert 2 * np.sqrt(variance) <= largest_error(n)
