"""Average ranks of many classifiers, and the tests by them."""

import numpy as np
import pytest
import scikit_posthocs
from demsar_2006 import AUC, AVERAGE_RANKS, DATASETS, RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tenbyten.statistics.many_classifiers.ranks import (
    average_ranks,
    bonferroni_dunn,
    critical_difference,
    error_of_ranks,
    nemenyi,
    rank_classifiers,
    z_of_ranks,
)

# Few values: ties occur.
MEANS = arrays(
    int, array_shapes(min_dims=2, max_dims=3, min_side=2), elements=st.integers(0, 4)
)


def test_the_published_ranks_come_from_the_published_results():
    voting = DATASETS.index("voting")
    ranks = rank_classifiers(AUC)
    assert (np.delete(ranks, voting, axis=0) == np.delete(RANKS, voting, axis=0)).all()
    # The paper ranked with more decimals than it printed.
    assert ranks[voting].tolist() == [4, 1, 2.5, 2.5]


def test_the_published_averages_come_from_the_published_ranks():
    averages = average_ranks(-RANKS)
    assert averages == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=0.0005)


def test_the_published_z_come_from_the_published_averages():
    assert error_of_ranks(classifiers=4, datasets=14) == pytest.approx(0.488, abs=5e-4)
    z = z_of_ranks(AVERAGE_RANKS, datasets=14)
    # The paper divides rounded ranks by a rounded error.
    assert z[0, [3, 1, 2]] == pytest.approx([2.416, 2.342, 0.512], abs=0.001)


@settings(max_examples=40)
@given(MEANS)
def test_a_rank_counts_the_better_ones_and_half_of_the_equal_ones(means):
    other, own = means[..., np.newaxis, :], means[..., np.newaxis]
    # Each classifier equals itself: the half of it makes 1/2 too little.
    count = (other > own).sum(axis=-1) + (other == own).sum(axis=-1) / 2 + 0.5
    assert (rank_classifiers(means) == count).all()


@settings(max_examples=40)
@given(MEANS)
def test_where_lower_is_better_the_ranks_are_those_of_the_negative(means):
    lower = average_ranks(means, higher_is_better=False)
    assert (lower == average_ranks(-means)).all()


@settings(max_examples=40)
@given(MEANS)
def test_z_is_positive_where_the_second_has_the_better_rank(means):
    averages = average_ranks(means)
    z = z_of_ranks(averages, datasets=means.shape[-2])
    better = averages[..., np.newaxis, :] < averages[..., :, np.newaxis]
    assert ((z > 0) == better).all()
    assert (z == -np.swapaxes(z, -1, -2)).all()


# Nemenyi's test


# Demsar 2006, Table 5(a): two to ten classifiers.
NEMENYI_PUBLISHED = {
    0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
    0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
}


@pytest.mark.parametrize("alpha", NEMENYI_PUBLISHED)
def test_the_published_critical_values_of_nemenyi(alpha):
    q = [
        critical_difference(classifiers=k, datasets=14, alpha=alpha)
        / error_of_ranks(classifiers=k, datasets=14)
        for k in range(2, 11)
    ]
    # The paper's come from a table of the range in two decimals, some rounded down.
    assert q == pytest.approx(NEMENYI_PUBLISHED[alpha], abs=0.001)


def test_the_published_example_of_nemenyi():
    cd = critical_difference(classifiers=4, datasets=14, alpha=0.05)
    assert round(cd, 2) == 1.25
    # "Even the difference between the best and the worst is smaller".
    assert np.ptp(AVERAGE_RANKS) < cd
    p = nemenyi(AVERAGE_RANKS, datasets=14)
    assert (p > 0.05).all()
    assert round(critical_difference(classifiers=4, datasets=14, alpha=0.1), 2) == 1.12
    # "C4.5 is significantly worse than C4.5+m and C4.5+m+cf. We cannot tell [...]
    # C4.5+cf".
    assert np.argwhere(np.triu(p < 0.1)).tolist() == [[0, 1], [0, 3]]


@pytest.mark.parametrize("means", [AUC, np.random.default_rng(2).random((40, 9))])
def test_it_is_scikit_posthocs(means):
    ours = nemenyi(average_ranks(means), datasets=len(means))
    theirs = scikit_posthocs.posthoc_nemenyi_friedman(means)
    assert ours == pytest.approx(theirs.to_numpy(), abs=1e-12)


# The Bonferroni-Dunn test


# Demsar 2006, Table 5(b): two to ten classifiers, the control among them. For nine
# it prints 2.724, out of line with its neighbours and with the normal distribution
# at 0.05 / 8 / 2, which gives 2.734.
BONFERRONI_DUNN_PUBLISHED = {
    0.05: [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773],
    0.10: [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539],
}


@pytest.mark.parametrize("alpha", BONFERRONI_DUNN_PUBLISHED)
def test_the_published_critical_values_of_bonferroni_dunn(alpha):
    for k, q in enumerate(BONFERRONI_DUNN_PUBLISHED[alpha], start=2):
        for away, is_less in ((q - 0.0006, False), (q + 0.0006, True)):
            # The control and one other differ by as many standard errors.
            half = away * error_of_ranks(classifiers=k, datasets=14) / 2
            averages = np.full(k, (k + 1) / 2)
            averages[:2] += half, -half
            test = bonferroni_dunn(averages, control=0, datasets=14)
            assert (test.p[0] < alpha) == is_less


def test_the_published_example_of_bonferroni_dunn():
    test = bonferroni_dunn(AVERAGE_RANKS, control=0, datasets=14)
    # Order: C4.5+m, C4.5+cf, C4.5+m+cf. The paper's p are of a table.
    assert test.z == pytest.approx([2.342, 0.512, 2.416], abs=0.001)
    assert test.p_unadjusted == pytest.approx([0.019, 0.607, 0.016], abs=0.0015)
    # "C4.5+m+cf performs significantly better [...] C4.5+m is just below".
    assert (test.p < 0.05).tolist() == [False, False, True]


def test_it_is_statsmodels_adjustment_of_the_normal_p():
    averages = average_ranks(np.random.default_rng(4).random((15, 7)))
    test = bonferroni_dunn(averages, control=2, datasets=15)
    z = (averages[2] - np.delete(averages, 2)) / np.sqrt(7 * 8 / (6 * 15))
    p = 2 * stats.norm.cdf(-np.abs(z))
    assert test.p == pytest.approx(multipletests(p, method="bonferroni")[1])
