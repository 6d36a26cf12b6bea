"""Weights of training rows, beside WEKA's weights of instances."""

import numpy as np
import pytest
from frames import frame
from random_datasets import random_dataset
from sklearn.ensemble import AdaBoostClassifier
from weka_twin import Twin

from tenbyten import learners
from tenbyten.datasets import Dataset

WEIGHTED = ["NaiveBayes", "AODE", "J48", "J48graft"]


def draw_weights(rng, n):
    """Fractions, whole numbers, or some that sum to the number of rows."""
    kind = rng.integers(0, 3)
    weights = rng.uniform(0.05, 4, n) if kind else rng.integers(1, 5, n).astype(float)
    return weights * n / weights.sum() if kind == 2 else weights


def nominal(dataset):
    """The data set without its numeric attributes."""
    keep = [i for i, a in enumerate(dataset.attributes) if a.is_nominal]
    attributes = tuple(dataset.attributes[i] for i in keep)
    return Dataset(dataset.name, attributes, dataset.values[:, keep])


@pytest.mark.slow
@pytest.mark.parametrize("learner", WEIGHTED)
def test_probabilities_are_those_of_weka_s_weighted_instances(learner):
    compared = 0
    for seed in range(60):
        dataset = random_dataset(seed)
        dataset = nominal(dataset) if learner == "AODE" else dataset
        if len(dataset.attributes) < 2:
            continue
        rng = np.random.default_rng(seed)
        rows = rng.permutation(len(dataset.values))
        train, test = rows[: -len(rows) // 3], rows[-len(rows) // 3 :]
        weights = draw_weights(rng, len(dataset.values))
        expected = Twin(dataset, weights).distributions(learner, train, test)
        X, y = frame(dataset)
        ours = getattr(learners, learner)()
        ours.fit(X.iloc[train], y.iloc[train], sample_weight=weights[train])
        found = ours.predict_proba(X.iloc[test])
        said = f"{learner} on {dataset.name}"
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9, err_msg=said)
        compared += len(test)
    assert compared > 1000


@pytest.fixture
def table():
    return frame(nominal(random_dataset(4)))


@pytest.mark.parametrize("learner", WEIGHTED)
def test_weights_of_one_change_nothing(table, learner):
    plain = getattr(learners, learner)().fit(*table)
    ones = getattr(learners, learner)().fit(
        *table, sample_weight=np.ones(len(table[1]))
    )
    expected = plain.predict_proba(table[0])
    np.testing.assert_allclose(ones.predict_proba(table[0]), expected, atol=1e-13)


@pytest.mark.parametrize("learner", ["NaiveBayes", "AODE"])
def test_a_whole_weight_is_as_many_rows(table, learner):
    X, y = table
    weights = np.random.default_rng(1).integers(0, 4, len(y))
    weighted = getattr(learners, learner)().fit(X, y, sample_weight=weights)
    rows = np.repeat(np.arange(len(y)), weights)
    repeated = getattr(learners, learner)().fit(X.iloc[rows], y.iloc[rows])
    expected = repeated.predict_proba(X)
    np.testing.assert_allclose(weighted.predict_proba(X), expected, atol=1e-12)


@pytest.mark.parametrize("learner", WEIGHTED)
def test_rows_without_weight_are_left_out(table, learner):
    X, y = table
    weights = np.random.default_rng(2).uniform(0.5, 2, len(y))
    weights[::3] = 0
    weighted = getattr(learners, learner)().fit(X, y, sample_weight=weights)
    kept = weights > 0
    fewer = getattr(learners, learner)()
    fewer.fit(X[kept], y[kept], sample_weight=weights[kept])
    expected = fewer.predict_proba(X)
    np.testing.assert_array_equal(weighted.predict_proba(X), expected)


@pytest.mark.parametrize("learner", WEIGHTED)
def test_boosting_takes_the_learners(learner):
    rng = np.random.default_rng(5)
    classes = rng.integers(0, 2, 200)
    codes = (classes[:, None] + (rng.random((200, 4)) < 0.35)) % 2
    boosted = AdaBoostClassifier(getattr(learners, learner)(), n_estimators=5)
    boosted.fit(codes, classes)
    assert len(boosted.estimators_) > 1
    first, second = boosted.estimators_[:2]
    assert (first.predict_proba(codes) != second.predict_proba(codes)).any()


@pytest.mark.parametrize("learner", WEIGHTED)
def test_a_distribution_over_the_rows_weighs_as_much_as_the_rows(table, learner):
    X, y = table
    weights = np.random.default_rng(3).uniform(0.5, 2, len(y))
    shares = weights / weights.sum()
    fit = getattr(learners, learner)().fit
    expected = fit(X, y, sample_weight=shares * len(y)).predict_proba(X)
    found = fit(X, y, sample_weight=shares).predict_proba(X)
    np.testing.assert_array_equal(found, expected)


def test_hnb_takes_no_weights(table):
    with pytest.raises(TypeError, match="sample_weight"):
        learners.HNB().fit(*table, sample_weight=np.ones(len(table[1])))


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (lambda n: np.ones(n + 1), r"sample_weight.shape == .*NaiveBayes needs a w"),
        (lambda n: np.zeros(n), "Every sample_weight is zero: NaiveBayes"),
        (lambda n: np.r_[np.ones(n - 1), -2], "Negative values .* of NaiveBayes"),
        (lambda n: np.r_[np.ones(n - 1), np.nan], "sample_weight contains NaN"),
    ],
)
def test_weights_that_are_none_are_refused(table, weights, said):
    with pytest.raises(ValueError, match=said):
        learners.NaiveBayes().fit(*table, sample_weight=weights(len(table[1])))


def test_discretizing_within_naive_bayes_takes_no_weights(table):
    learner = learners.NaiveBayes(discretize=True)
    with pytest.raises(ValueError, match="discretise first"):
        learner.fit(*table, sample_weight=np.full(len(table[1]), 2.0))
