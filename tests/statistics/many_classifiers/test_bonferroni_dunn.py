"""The Bonferroni-Dunn test against a control."""

import numpy as np
import pytest
from demsar_2006 import AVERAGE_RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tenbyten.statistics.many_classifiers.bonferroni_dunn import (
    bonferroni_dunn,
    critical_difference,
)
from tenbyten.statistics.many_classifiers.ranks import average_ranks, error_of_ranks

# Demsar 2006, Table 5(b): two to ten classifiers, the control among them. For nine
# it prints 2.724, out of line with its neighbours and with the normal distribution
# at 0.05 / 8 / 2, which gives 2.734.
PUBLISHED = {
    0.05: [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773],
    0.10: [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539],
}


@pytest.mark.parametrize("alpha", PUBLISHED)
def test_the_published_critical_values(alpha):
    q = [
        critical_difference(classifiers=k, datasets=14, alpha=alpha)
        / error_of_ranks(classifiers=k, datasets=14)
        for k in range(2, 11)
    ]
    assert q == pytest.approx(PUBLISHED[alpha], abs=0.0006)


def test_the_published_example():
    cd = critical_difference(classifiers=4, datasets=14, alpha=0.05)
    # The paper cuts 1.168 off to 1.16.
    assert np.floor(cd * 100) / 100 == 1.16
    test = bonferroni_dunn(AVERAGE_RANKS, control=0, datasets=14)
    # Order: C4.5+m, C4.5+cf, C4.5+m+cf. The paper's p are of a table.
    assert test.z == pytest.approx([2.342, 0.512, 2.416], abs=0.001)
    assert test.p_unadjusted == pytest.approx([0.019, 0.607, 0.016], abs=0.0015)
    # "C4.5+m+cf performs significantly better [...] C4.5+m is just below".
    assert (test.p < 0.05).tolist() == [False, False, True]


@settings(max_examples=40)
@given(st.integers(0, 999), st.integers(0, 4), st.floats(0.01, 0.5))
def test_p_and_critical_difference_agree(seed, control, alpha):
    averages = average_ranks(np.random.default_rng(seed).random((12, 5)))
    cd = critical_difference(classifiers=5, datasets=12, alpha=alpha)
    test = bonferroni_dunn(averages, control=control, datasets=12)
    difference = averages[control] - np.delete(averages, control)
    assert ((test.p < alpha) == (np.abs(difference) > cd)).all()
    assert (np.sign(test.z) == np.sign(difference)).all()


def test_it_is_statsmodels_adjustment_of_the_normal_p():
    averages = average_ranks(np.random.default_rng(4).random((15, 7)))
    test = bonferroni_dunn(averages, control=2, datasets=15)
    z = (averages[2] - np.delete(averages, 2)) / np.sqrt(7 * 8 / (6 * 15))
    p = 2 * stats.norm.cdf(-np.abs(z))
    assert test.p == pytest.approx(multipletests(p, method="bonferroni")[1])
