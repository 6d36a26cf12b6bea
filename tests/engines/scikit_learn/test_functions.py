"""Functions and distributions: made with their settings, and not called."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.feature_selection import SelectKBest, mutual_info_classif
from sklearn.metrics.pairwise import rbf_kernel

from tenbyten.engines.scikit_learn.functions import (
    SeededFunction,
    make_distribution,
    make_function,
)

MUTUAL = "sklearn.feature_selection.mutual_info_classif"


def test_a_function_without_settings_is_the_function_itself():
    assert make_function("numpy.log1p", {}, "it") is np.log1p


def test_a_function_with_settings_is_called_with_them():
    made = make_function("sklearn.metrics.pairwise.rbf_kernel", {"gamma": 0.25}, "it")
    X = np.arange(6.0).reshape(3, 2)
    assert np.array_equal(made(X), rbf_kernel(X, gamma=0.25))


def test_a_function_that_draws_gets_its_random_state_and_survives_cloning():
    rng = np.random.default_rng(1)
    X, y = rng.random((60, 3)), rng.integers(0, 2, 60)
    made = make_function(MUTUAL, {"n_neighbors": 5}, "it")
    assert isinstance(made, SeededFunction)
    made.random_state = 7
    copied = clone(SelectKBest(made)).score_func
    expected = mutual_info_classif(X, y, n_neighbors=5, random_state=7)
    assert np.array_equal(copied(X, y), expected)


def test_a_function_that_does_not_take_a_setting_is_refused():
    with pytest.raises(
        ValueError, match=r"no setting 'n_neighbours' \(did you mean n_n"
    ):
        make_function(MUTUAL, {"n_neighbours": 5}, "it")


def test_a_distribution_draws_by_the_seed_that_it_is_given():
    made = make_distribution("scipy.stats.loguniform", {"a": 1e-3, "b": 10}, "it")
    drawn = made.rvs(1000, random_state=1)
    assert np.array_equal(drawn, made.rvs(1000, random_state=1))
    assert 1e-3 <= drawn.min() < 2e-3
    assert 8 < drawn.max() <= 10


WRONG = [
    ({"a": 1}, "argument: 'b'; it takes a, b, loc, scale."),
    ({"a": 1, "b": 2, "c": 3}, "argument 'c'; it takes a, b, loc, scale."),
    ({"a": -1, "b": 2}, "is not defined for the settings {'a': -1, 'b': 2}; it takes"),
    ({"a": "1e-3x", "b": 2}, "cannot be made with the settings"),
]


@pytest.mark.parametrize(("settings", "message"), WRONG)
def test_a_distribution_that_is_not_defined_is_refused(settings, message):
    with pytest.raises(ValueError, match=r"^it: scipy\.stats\.loguniform ") as raised:
        make_distribution("scipy.stats.loguniform", settings, "it")
    assert message in str(raised.value)


def test_a_discrete_distribution_has_no_scale():
    with pytest.raises(ValueError, match=r"it takes low, high, loc\."):
        make_distribution("scipy.stats.randint", {"low": 1}, "it")
