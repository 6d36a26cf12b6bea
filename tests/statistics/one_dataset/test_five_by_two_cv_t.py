"""Dietterich's 5x2cv t-test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from mlxtend.evaluate import paired_ttest_5x2cv
from scipy import stats
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from tenbyten.statistics.one_dataset.other_resampling import five_by_two_cv_t

COUNTED = arrays(int, (5, 2), elements=st.integers(-3, 3)).map(
    lambda gained: gained / 7
)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_is_that_of_mlxtend_on_its_own_folds(seed):
    scores = []

    def record(estimator, features, target):
        scores.append(estimator.score(features, target))
        return scores[-1]

    theirs = paired_ttest_5x2cv(
        GaussianNB(),
        DecisionTreeClassifier(max_depth=2, random_state=0),
        *load_iris(return_X_y=True),
        scoring=record,
        random_seed=seed,
    )
    scores = np.reshape(scores, (5, 2, 2))
    test = five_by_two_cv_t(scores[..., 0] - scores[..., 1])
    assert (test.statistic, test.p_two_sided) == pytest.approx(theirs)


def test_five_runs_by_hand():
    # Squared gaps 1 + 4 + 1 + 0 + 4 = 10 in units of 0.01 squared: an error of 0.01.
    percent = np.array([[2, 1], [1, -1], [0, 1], [3, 3], [2, 0]])
    test = five_by_two_cv_t(percent / 100)
    assert test[:4] == pytest.approx((0.02, 0.01, 2, 5))
    assert test.p_one_sided == pytest.approx(stats.t.sf(2, 5))


@given(COUNTED)
def test_the_variance_is_dietterich_s_mean_of_five_sample_variances(differences):
    variance = np.mean(np.var(differences, axis=1, ddof=1))
    assert five_by_two_cv_t(differences).error ** 2 == pytest.approx(variance)


def test_of_ten_independent_differences_the_variance_is_unbiased():
    test = five_by_two_cv_t(np.random.default_rng(4).normal(size=(20_000, 5, 2)))
    # Squares of five normals: a standard error of 0.0045.
    assert np.mean(test.error**2) == pytest.approx(1, abs=0.02)
