"""HNB by hand, and as WEKA 3.6.14 gave it."""

import numpy as np
import pandas as pd
import pytest
from weather import tiny, weather

from tenbyten.learners import AODE, HNB


def test_three_rows_by_hand():
    X, y = tiny()
    learner = HNB().fit(X, y)
    assert not learner.weights_.any()
    # Without weights each attribute depends on the class alone.
    joint = np.array(
        [
            (2 + 1 / 2) / 4 * (2 + 1 / 3) / 3 * (1 + 1 / 3) / 3,
            (1 + 1 / 2) / 4 * (1 / 3) / 2 * (1 + 1 / 3) / 2,
        ]
    )
    np.testing.assert_allclose(
        learner.predict_proba(X[:1])[0], joint / joint.sum(), rtol=1e-15
    )


def test_weather_is_as_in_weka():
    X, y = weather()
    learner = HNB().fit(X, y)
    given = learner.predict_proba(X.iloc[[0, 5]])
    # The logarithms of the JVM and of the C library differ in their last bits.
    expected = [
        [0.06442935116183891, 0.9355706488381611],
        [0.15210251217346463, 0.8478974878265354],
    ]
    np.testing.assert_allclose(given, expected, rtol=0, atol=1e-15)
    weights = [0.41959307, 0.22281539, 0.311752, 0.41959307, 0.16889486, 0.06105378]
    np.testing.assert_allclose(
        learner.weights_[np.triu_indices(4, 1)], weights, atol=5e-9
    )


def test_a_constant_attribute_changes_nothing():
    X, y = weather()
    constant = X.assign(constant=pd.Categorical(["k"] * 14))
    np.testing.assert_array_equal(
        HNB().fit(constant, y).predict_proba(constant), HNB().fit(X, y).predict_proba(X)
    )


def test_one_attribute_depends_on_the_class_alone():
    X, y = weather()
    given = HNB().fit(X[["windy"]], y).predict_proba(X[["windy"]][:1])
    joint = np.array([(9 + 1 / 2) / 15 * 6.5 / 10, (5 + 1 / 2) / 15 * 2.5 / 6])
    np.testing.assert_allclose(given[0], joint / joint.sum(), rtol=1e-15)


@pytest.mark.parametrize("learner", [AODE(), HNB()])
def test_many_labels_and_many_rows_are_told_alike(learner):
    # More pairs of labels than rows, and fewer: two ways to the same number.
    rng = np.random.default_rng(2)
    X = rng.integers(0, 40, (3000, 3))
    X[:40] = np.arange(40)[:, None]
    y = (X.sum(axis=1) + rng.integers(0, 9, 3000)) % 3
    learner.fit(X, y)
    together = learner.predict_proba(X)
    parts = [learner.predict_proba(X[start : start + 7]) for start in range(0, 3000, 7)]
    np.testing.assert_array_equal(together, np.concatenate(parts))
