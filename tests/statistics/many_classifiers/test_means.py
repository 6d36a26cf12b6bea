"""Tukey's and Dunnett's tests after the repeated-measures analysis of variance."""

import numpy as np
import pytest
from demsar_2006 import AUC
from scipy import stats

from tenbyten.statistics.many_classifiers.means import dunnett, tukey

# Tukey's test


def test_it_is_the_studentised_range_of_scipy():
    test = tukey(AUC)
    effects = AUC.mean(axis=0)
    rest = AUC - effects - AUC.mean(axis=1)[:, np.newaxis] + AUC.mean()
    error = np.sqrt(np.sum(rest**2) / 39 / 14)
    for first, second in np.ndindex(4, 4):
        difference = effects[second] - effects[first]
        assert test.difference[first, second] == pytest.approx(difference, abs=1e-15)
        p = stats.studentized_range.sf(abs(difference) / error, 4, 39)
        assert test.p[first, second] == pytest.approx(p, abs=1e-10)


def test_constant_differences_are_certain_by_tukey_and_equal_ones_are_not():
    level = np.random.default_rng(1).random((9, 1))
    p = tukey(level + np.array([0, 0.1, 0.1])).p
    assert p.tolist() == [[1, 0, 0], [0, 1, 1], [0, 1, 1]]


# Dunnett's test


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


def test_constant_differences_are_certain_by_dunnett_and_equal_ones_are_not():
    level = np.random.default_rng(1).random((9, 1))
    test = dunnett(level + np.array([0, 0.1, 0.1]), control=1)
    assert test.statistic.tolist() == [-np.inf, 0]
    assert test.p.tolist() == [0, 1]
