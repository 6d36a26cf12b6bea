"""Repeated-measures analysis of variance."""

import numpy as np
import pandas as pd
import pytest
from demsar_2006 import AUC
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.anova import AnovaRM

from tenbyten.statistics.many_classifiers.repeated_anova import (
    decompose,
    repeated_anova,
)

SETTINGS = {"alpha": 0.05, "seed": 1}
# Each draws 100,000 arrangements.
FEW = settings(max_examples=10)


def anova_of_statsmodels(means):
    """F, both degrees of freedom and p."""
    long = pd.DataFrame(means).rename_axis("dataset").reset_index()
    long = long.melt("dataset", var_name="classifier", value_name="mean")
    test = AnovaRM(long, "mean", "dataset", within=["classifier"]).fit()
    return test.anova_table.iloc[0][["F Value", "Num DF", "Den DF", "Pr > F"]].tolist()


@FEW
@given(st.integers(0, 999), st.integers(2, 12), st.integers(2, 6))
def test_it_is_statsmodels(seed, datasets, classifiers):
    means = np.random.default_rng(seed).random((datasets, classifiers))
    assert repeated_anova(means, **SETTINGS)[:3] == pytest.approx(
        anova_of_statsmodels(means)[:3]
    )


def test_it_is_statsmodels_on_the_published_results():
    test = repeated_anova(AUC, **SETTINGS)
    assert test[:3] == pytest.approx(anova_of_statsmodels(AUC)[:3])
    assert (test.df1, test.df2) == (3, 39)


def test_of_many_results_p_is_statsmodels():
    means = np.random.default_rng(1).random((101, 5))
    test = repeated_anova(means, **SETTINGS)
    assert test[:4] == pytest.approx(anova_of_statsmodels(means))
    assert test.method == "approximate"


def test_of_few_results_p_is_statsmodels_if_asked_for():
    means = np.random.default_rng(2).random((10, 5))
    test = repeated_anova(means, **SETTINGS, method="approximate")
    assert test[:4] == pytest.approx(anova_of_statsmodels(means))


@FEW
@given(st.integers(0, 999), st.integers(2, 30))
def test_two_classifiers_are_the_paired_t_test(seed, datasets):
    means = np.random.default_rng(seed).random((datasets, 2))
    test = repeated_anova(means, **SETTINGS)
    assert test.statistic == pytest.approx(stats.ttest_rel(*means.T).statistic ** 2)


def test_two_data_sets_by_hand():
    # Effects -1, 0, 1 (hundredths); what remains is -1, 0, 1 and its negative on
    # the two data sets: 4 / 2 over 4 / 2.
    test = repeated_anova(np.array([[0.50, 0.52, 0.54], [0.8, 0.8, 0.8]]), **SETTINGS)
    assert test[:3] == pytest.approx((1, 2, 2))
    # All on the second data set are equal: no arrangement differs.
    assert test.p == 1


@FEW
@given(st.integers(0, 999), st.floats(-0.3, 0.3))
def test_the_level_of_a_data_set_does_not_matter(seed, level):
    means = np.random.default_rng(seed).random((8, 4))
    raised = means + np.where(np.arange(8) == 3, level, 0)[:, np.newaxis]
    assert repeated_anova(raised, **SETTINGS)[:4] == pytest.approx(
        repeated_anova(means, **SETTINGS)[:4]
    )


def test_p_is_alpha_at_the_critical_value():
    means = np.random.default_rng(1).random((101, 5))
    test = repeated_anova(means, alpha=0.2, seed=1)
    assert stats.f(4, 400).sf(test.critical) == pytest.approx(0.2)


def test_constant_differences_are_infinite_evidence_and_none_is_none():
    level = np.random.default_rng(1).random((9, 1))
    constant = repeated_anova(level + np.array([0, 0.1, 0.3]), **SETTINGS)
    # None of the arrangements drawn is as extreme.
    assert (constant.statistic, constant.p) == (np.inf, 1 / 100_001)
    equal = repeated_anova(level + np.array([0, 0, 0]), **SETTINGS)
    assert (equal.statistic, equal.p) == (0, 1)


def test_effects_are_the_means_of_the_classifiers():
    effects, variance, df, _ = decompose(AUC)
    assert effects == pytest.approx(AUC.mean(axis=0) - AUC.mean())
    # Interaction of the two-way table, from its second differences.
    second = AUC - AUC.mean(axis=0) - AUC.mean(axis=1)[:, np.newaxis] + AUC.mean()
    assert (variance, df) == (pytest.approx(np.sum(second**2) / 39), 39)
