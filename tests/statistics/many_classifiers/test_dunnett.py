"""Dunnett's test after the repeated-measures analysis of variance."""

import numpy as np
import pytest
from demsar_2006 import AUC
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tenbyten.statistics.many_classifiers.of_means import dunnett
from tenbyten.statistics.many_classifiers.studentized import p_of_maximum


def test_it_is_the_multivariate_t_of_scipy():
    test = dunnett(AUC, control=0)
    effects = AUC.mean(axis=0)
    rest = AUC - effects - AUC.mean(axis=1)[:, np.newaxis] + AUC.mean()
    error = np.sqrt(2 * np.sum(rest**2) / 39 / 14)
    assert test.difference == pytest.approx(effects[1:] - effects[0])
    assert test.statistic == pytest.approx((effects[1:] - effects[0]) / error)
    shape = np.full((3, 3), 0.5) + np.eye(3) / 2
    for t, p in zip(np.abs(test.statistic), test.p, strict=True):
        within = stats.multivariate_t(shape=shape, df=39).cdf(
            np.full(3, t), lower_limit=np.full(3, -t), random_state=1
        )
        # SciPy's integral is over random points.
        assert p == pytest.approx(1 - within, abs=5e-4)


def test_groups_in_place_of_data_sets_give_scipy_s_dunnett():
    groups = np.random.default_rng(6).normal([0, 0, 0.5, 1, 1.5], 1, (8, 5))
    theirs = stats.dunnett(*groups.T[1:], control=groups[:, 0], random_state=1)
    ours = p_of_maximum(np.abs(theirs.statistic), others=4, df=5 * 7)
    assert ours == pytest.approx(theirs.pvalue, abs=5e-4)


@settings(max_examples=15)
@given(st.integers(0, 999), st.integers(2, 30))
def test_two_classifiers_are_the_paired_t_test(seed, datasets):
    means = np.random.default_rng(seed).random((datasets, 2))
    test = dunnett(means, control=0)
    theirs = stats.ttest_rel(means[:, 1], means[:, 0])
    assert test.statistic[0] == pytest.approx(theirs.statistic)
    assert test.p[0] == pytest.approx(theirs.pvalue)


def test_constant_differences_are_certain_and_equal_classifiers_are_not():
    level = np.random.default_rng(1).random((9, 1))
    test = dunnett(level + np.array([0, 0.1, 0.1]), control=1)
    assert test.statistic.tolist() == [-np.inf, 0]
    assert test.p.tolist() == [0, 1]
