"""The signed-rank test near and above the most data sets with an exact p."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from tenbyten.statistics.many_datasets.signed_rank import (
    EXACT_UP_TO,
    signed_rank,
    upper_tail,
)


def test_small_p_keep_their_digits_at_the_limit():
    won = np.arange(1.0, EXACT_UP_TO + 1)
    assert signed_rank(won).p_one_sided == pytest.approx(0.5**EXACT_UP_TO, rel=1e-12)
    # The one lost data set has the smallest rank, or none is lost: two cases.
    won[0] = -1
    assert signed_rank(won).p_one_sided == pytest.approx(
        2 * 0.5**EXACT_UP_TO, rel=1e-12
    )


@pytest.mark.parametrize("lead", [0, 5, 10])
def test_at_the_limit_the_approximation_is_near_the_exact_p(lead):
    rng = np.random.default_rng(lead)
    # Hundreds of ties and some zeros.
    differences = np.round(rng.normal(lead / 100, 1, EXACT_UP_TO) * 5)
    exact = signed_rank(differences, zeros="drop")
    # One more zero, dropped, changes nothing but the method.
    approximate = signed_rank(np.append(differences, 0), zeros="drop")
    assert approximate.z == exact.z
    assert 0.001 < exact.p_one_sided < 0.999
    assert approximate.p_one_sided != exact.p_one_sided
    # With ties the correction for continuity is larger than it need be.
    excess = approximate.p_one_sided - exact.p_one_sided
    assert -1e-3 < excess < 5e-3


@given(
    st.integers(EXACT_UP_TO + 1, EXACT_UP_TO + 30).flatmap(
        lambda q: arrays(int, q, elements=st.integers(-30, 30)).filter(np.any)
    ),
    st.sampled_from(["drop", "pratt"]),
)
def test_above_the_limit_z_is_scipy_s_with_ties(differences, zeros):
    theirs = stats.wilcoxon(
        differences,
        zero_method={"drop": "wilcox", "pratt": "pratt"}[zeros],
        method="asymptotic",
        correction=False,
    )
    z = signed_rank(differences, zeros=zeros).z
    assert z == pytest.approx(-abs(theirs.zstatistic), abs=1e-9)


@pytest.mark.parametrize("lead", [0.02, 0.1, 0.2])
def test_above_the_limit_p_is_scipy_s_without_ties(lead):
    differences = np.random.default_rng(1).normal(lead, 1, EXACT_UP_TO + 1)
    test = signed_rank(differences)
    for name, alternative in (("p_one_sided", "greater"), ("p_two_sided", "two-sided")):
        theirs = stats.wilcoxon(
            differences, alternative=alternative, method="asymptotic", correction=True
        )
        assert getattr(test, name) == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize("datasets", [EXACT_UP_TO, EXACT_UP_TO + 1, 5000])
def test_five_data_sets_won_are_no_result_among_any_number_of_zeros(datasets):
    differences = np.zeros(datasets)
    differences[:5] = [0.01, 0.02, 0.03, 0.04, 0.05]
    # One of the 32 patterns of signs, and its mirror image.
    assert signed_rank(differences).p_two_sided >= 2 / 32


@given(
    st.integers(EXACT_UP_TO + 1, EXACT_UP_TO + 100),
    st.integers(1, EXACT_UP_TO),
    st.sampled_from([1, 2, 5, 1000]),
    st.integers(0, 10**6),
)
def test_above_the_limit_p_is_not_below_the_exact_p(datasets, differ, sizes, seed):
    rng = np.random.default_rng(seed)
    differences = np.zeros(datasets)
    # So many wins more than losses that p is often near 0.05.
    wins = rng.random(differ) < 0.5 + rng.choice([-1, 1]) / np.sqrt(differ)
    sign = np.where(wins, 1, -1)
    differences[:differ] = sign * rng.integers(1, sizes + 1, differ)
    test = signed_rank(differences)
    moving = np.abs(differences[:differ])
    ranks = stats.rankdata(moving) + (datasets - differ) // 2 * 2
    larger = max(np.sum(ranks[sign > 0]), np.sum(ranks[sign < 0]))
    tail = upper_tail((2 * ranks).astype(int))
    exact = min(1, 2 * tail[int(2 * larger)])
    if exact < 0.1:
        assert test.p_two_sided > exact - 0.001


@given(
    st.integers(EXACT_UP_TO + 1, EXACT_UP_TO + 30).flatmap(
        lambda q: arrays(int, q, elements=st.integers(-3, 3)).filter(np.any)
    )
)
def test_above_the_limit_split_zeros_add_nothing_to_the_variance(differences):
    # SciPy's `zsplit` leaves their average rank in it.
    kept = np.sum(differences == 0) // 2 * 2
    moving = differences[differences != 0]
    ranks = stats.rankdata(np.abs(moving)) + kept
    z = np.sum(np.sign(moving) * ranks) / np.sqrt(np.sum(ranks**2))
    assert signed_rank(differences).z == pytest.approx(-abs(z), rel=1e-9)
