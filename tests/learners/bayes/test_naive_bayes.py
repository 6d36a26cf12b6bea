"""NaiveBayes by hand, and as WEKA 3.6.14 gave it."""

import numpy as np
import pandas as pd
from scipy.special import erf, erfc, ndtr
from sklearn.datasets import load_iris
from weather import weather

from tenbyten.learners import NaiveBayes
from tenbyten.preprocessing.transformers import MDLDiscretizer

# Two rows of scikit-learn's iris are not those of the UCI file.
IRIS = load_iris()
IRIS.data[34] = (4.9, 3.1, 1.5, 0.1)
IRIS.data[37] = (4.9, 3.1, 1.5, 0.1)


def test_two_rows_by_hand():
    X = pd.DataFrame({"a": pd.Categorical(["u", "v"], categories=["u", "v", "w"])})
    learner = NaiveBayes().fit(X, ["p", "q"])
    # Priors (1 + 1) / (2 + 2); value u (1 + 1) / (3 + 1) and (1 + 0) / (3 + 1).
    np.testing.assert_array_equal(learner.predict_proba(X[:1]), [[2 / 3, 1 / 3]])


def test_weather_is_as_in_weka():
    X, y = weather()
    given = NaiveBayes().fit(X, y).predict_proba(X.iloc[[0, 5]])
    assert given.tolist() == [
        [0.29575339512826043, 0.7042466048717396],
        [0.7368223194865874, 0.2631776805134126],
    ]


def test_weather_without_two_outlooks_is_as_in_weka():
    X, y = weather(without_outlook=[0, 11])
    given = NaiveBayes().fit(X, y).predict_proba(X.iloc[[0, 1]])
    assert given.tolist() == [
        [0.45649642322408923, 0.5435035767759109],
        [0.18637505943082253, 0.8136249405691774],
    ]


def test_scipy_s_normal_distribution_is_that_of_cephes_to_the_last_bit():
    x = np.linspace(-40, 40, 20001)
    t = x * np.sqrt(0.5)
    half = 0.5 * erfc(abs(t))
    tails = np.where(t > 0, 1 - half, half)
    cephes = np.where(abs(t) < np.sqrt(0.5), 0.5 + 0.5 * erf(t), tails)
    np.testing.assert_array_equal(ndtr(x), cephes)


def test_densities_of_iris_are_as_in_weka():
    learner = NaiveBayes().fit(IRIS.data, IRIS.target)
    precision, means, deviations = np.split(learner.densities_, [1, 4], axis=1)
    # WEKA's numbers are known to eight digits here.
    np.testing.assert_allclose(
        precision.ravel(), [0.10588235, 0.10909091, 0.14047619, 0.11428571], atol=5e-9
    )
    np.testing.assert_allclose(
        means[0], [4.99129412, 5.93788235, 6.57952941], atol=5e-9
    )
    np.testing.assert_allclose(
        deviations[0], [0.35498865, 0.50417792, 0.63529765], atol=5e-9
    )
    np.testing.assert_allclose(
        learner.predict_proba(IRIS.data[70:71]),
        [[1.4337e-149, 0.0910039899, 0.9089960101]],
        rtol=5e-5,
        atol=5e-11,
    )


def test_parts_of_many_rows_are_joined_in_their_order(monkeypatch):
    X, y = load_iris(return_X_y=True)
    learner = NaiveBayes().fit(X, y)
    whole = learner.predict_proba(X)
    monkeypatch.setattr("tenbyten.learners.bayes.naive_bayes._AT_ONCE", 100)
    assert np.array_equal(learner.predict_proba(X), whole)


def test_a_far_value_does_not_underflow():
    # The floor of 1e-75 in both classes leaves the first three columns undecided.
    X = np.array([[0.0] * 3 + [1.0], [1.0] * 3 + [2.0], [0.5] * 3 + [3.0]] * 4)
    y = np.array([0, 1, 1] * 4)
    far = np.array([[1e9] * 3 + [1.0]])
    near = NaiveBayes().fit(X[:, 3:], y).predict_proba(far[:, 3:])
    np.testing.assert_allclose(NaiveBayes().fit(X, y).predict_proba(far), near)


def test_a_column_without_any_value_changes_nothing():
    X, y = IRIS.data, IRIS.target
    empty = np.c_[X, np.full(len(X), np.nan)]
    learner = NaiveBayes().fit(empty, y)
    empty[0, 4] = 0.01
    given = learner.predict_proba(empty)
    # Sorting by one more column orders the rows, and so the sums, differently.
    np.testing.assert_allclose(
        given, NaiveBayes().fit(X, y).predict_proba(X), rtol=0, atol=1e-12
    )


def test_discretising_cuts_by_the_training_rows():
    learner = NaiveBayes(discretize=True).fit(IRIS.data, IRIS.target)
    assert learner.cuts_[3].tolist() == [0.8, 1.75]
    binned = MDLDiscretizer().fit(IRIS.data, IRIS.target).transform(IRIS.data)
    np.testing.assert_array_equal(
        learner.predict_proba(IRIS.data),
        NaiveBayes().fit(binned, IRIS.target).predict_proba(binned),
    )
