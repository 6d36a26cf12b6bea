"""The tests over many data sets without each of them."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binom, poisson_binom

from tenbyten.statistics.many_datasets.leave_one_out import (
    poisson_with_each_undecided,
    signed_rank_without_each,
)
from tenbyten.statistics.many_datasets.poisson import distribution_of_wins, poisson_test
from tenbyten.statistics.many_datasets.signed_rank import (
    EXACT_UP_TO,
    METHODS,
    signed_rank,
)

CHANCES = st.integers(1, 12).flatmap(
    lambda q: arrays(float, (2, q), elements=st.floats(0, 1))
)
# Small whole numbers: ties and zeros occur.
TIED = arrays(
    int,
    st.tuples(*[st.integers(1, 2)] * 2, st.integers(3, 20)),
    elements=st.integers(-4, 4),
)


@given(CHANCES)
def test_the_distribution_of_wins_is_scipy_s(p):
    wins = np.arange(p.shape[-1] + 1)
    theirs = poisson_binom.pmf(wins[:, np.newaxis], p).T
    assert distribution_of_wins(p) == pytest.approx(theirs, abs=1e-14)


def enumerated(p):
    """P(X > q / 2), summed over all 2 to the q results; NaN are not in the test."""
    p = p[~np.isnan(p)]
    wins = np.array([*itertools.product([False, True], repeat=len(p))], dtype=bool)
    chances = np.prod(np.where(wins, p, 1 - p), axis=1)
    return np.sum(chances, where=2 * np.sum(wins, axis=1) > len(p))


# Each example is up to two dozen enumerations.
@settings(max_examples=40)
@given(CHANCES, st.data())
def test_with_a_data_set_undecided_it_is_the_enumeration_of_all_results(p, data):
    dropped = data.draw(arrays(bool, p.shape))
    p = np.where(dropped, np.nan, p)
    found = poisson_with_each_undecided(p)
    for pair, k in np.ndindex(p.shape):
        undecided = p[pair].copy()
        assert found.complete[pair] == pytest.approx(enumerated(undecided), abs=1e-14)
        if not dropped[pair, k]:
            undecided[k] = 1 / 2
        assert found.column[pair, k] == pytest.approx(enumerated(undecided), abs=1e-14)


# Fractions, so that no rounding hides a wrong direction.
@given(
    st.lists(st.integers(0, 16), min_size=1, max_size=12).map(
        lambda sixteenths: np.array(sixteenths) / 16
    )
)
def test_no_data_set_that_the_column_wins_lowers_its_probability(p):
    found = poisson_with_each_undecided(p)
    rise = found.column - found.complete
    assert np.all(rise[p > 1 / 2] <= 0)
    assert np.all(rise[p < 1 / 2] >= 0)
    assert np.all(rise[p == 1 / 2] == 0)


def test_small_probabilities_keep_their_digits():
    # 12 heads of 24 coins that fall on their face once in a million, and a fair one's;
    # or 13.
    found = poisson_with_each_undecided(np.full(25, 1e-6)).column
    theirs = (binom.sf(11, 24, 1e-6) + binom.sf(12, 24, 1e-6)) / 2
    assert found == pytest.approx(np.full(25, theirs), rel=1e-12)
    assert found[0] < 1e-65


def test_a_pair_does_not_depend_on_the_others():
    # More pairs than are computed at once.
    p = np.random.default_rng(5).random((3, 1000, 54))
    together, alone = (
        poisson_with_each_undecided(p),
        poisson_with_each_undecided(p[2, 990:]),
    )
    assert np.array_equal(together.column[2, 990:], alone.column)
    assert np.array_equal(together.complete[2, 990:], alone.complete)
    assert np.array_equal(
        distribution_of_wins(p)[2, 990:], distribution_of_wins(p[2, 990:])
    )


@pytest.mark.parametrize("sizes", [1, 3, 1000])
def test_above_the_limit_it_is_the_corrected_approximation_of_the_others(sizes):
    rng = np.random.default_rng(sizes)
    # One more than `signed_rank` takes for an approximation without each.
    differences = rng.integers(-sizes, sizes + 1, EXACT_UP_TO + 2)
    found = signed_rank_without_each(differences)
    for k in range(len(differences)):
        others = signed_rank(np.delete(differences, k))
        assert tuple(value[k] for value in found) == pytest.approx(
            tuple(others), rel=1e-12
        )


@pytest.mark.parametrize("more", [0, 1])
def test_no_method_changes_with_a_data_set_left_out(more):
    rng = np.random.default_rng(7)
    differences = rng.integers(-50, 70, EXACT_UP_TO + more)
    found = signed_rank_without_each(differences)
    assert (found.rank_sum_column > found.rank_sum_row).all()
    exact = [
        signed_rank(np.delete(differences, k)).p_one_sided
        for k in range(len(differences))
    ]
    same = found.p_one_sided == exact
    assert not same.any() if more else same.all()


@pytest.mark.parametrize("method", METHODS)
@given(TIED)
def test_without_each_it_is_the_test_of_the_others_and_pairs_are_leading_axes(
    method, differences
):
    found = signed_rank_without_each(differences, method=method)
    for *index, k in np.ndindex(differences.shape):
        others = np.delete(differences[tuple(index)], k)
        slow = signed_rank(others, method=method)
        assert tuple(value[*index, k] for value in found) == tuple(slow)


@pytest.mark.parametrize("p", [np.array([0.5, -0.5]), np.array([1.5]), np.array([])])
def test_chances_that_cannot_be_are_refused(p):
    with pytest.raises(ValueError, match="poisson_test"):
        poisson_with_each_undecided(p)
    with pytest.raises(ValueError, match="poisson_test"):
        poisson_test(p, alpha=0.05)


@pytest.mark.parametrize(
    ("datasets", "method", "message"),
    [
        (2, "auto", r"of shape \(2,\); .* 3 or more data sets"),
        (3, "asymptotic", "method is 'asymptotic'; give one of auto"),
    ],
)
def test_too_few_data_sets_and_unknown_methods_are_refused(datasets, method, message):
    with pytest.raises(ValueError, match=message):
        signed_rank_without_each(np.arange(datasets), method=method)
