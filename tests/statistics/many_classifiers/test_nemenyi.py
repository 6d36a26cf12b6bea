"""Nemenyi's test."""

import numpy as np
import pytest
import scikit_posthocs
from demsar_2006 import AUC, AVERAGE_RANKS
from scipy import stats

from tenbyten.statistics.many_classifiers.nemenyi import critical_difference, nemenyi
from tenbyten.statistics.many_classifiers.ranks import (
    average_ranks,
    error_of_ranks,
    z_of_ranks,
)

# Demsar 2006, Table 5(a): two to ten classifiers.
PUBLISHED = {
    0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
    0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
}


@pytest.mark.parametrize("alpha", PUBLISHED)
def test_the_published_critical_values(alpha):
    q = [
        critical_difference(classifiers=k, datasets=14, alpha=alpha)
        / error_of_ranks(classifiers=k, datasets=14)
        for k in range(2, 11)
    ]
    # The paper's come from a table of the range in two decimals, some rounded down.
    assert q == pytest.approx(PUBLISHED[alpha], abs=0.001)


def test_the_published_example():
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


def test_p_is_alpha_at_the_critical_difference():
    cd = critical_difference(classifiers=4, datasets=20, alpha=0.07)
    p = nemenyi(2.5 + np.array([cd / 2, -cd / 2, 0, 0]), datasets=20)
    assert p[0, 1] == pytest.approx(0.07)


def test_two_classifiers_need_no_adjustment():
    averages = np.array([1.3, 1.7])
    z = z_of_ranks(averages, datasets=20)[0, 1]
    p = nemenyi(averages, datasets=20)
    assert p[0, 1] == pytest.approx(2 * stats.norm.sf(abs(z)))
    assert p.diagonal().tolist() == [1, 1]
