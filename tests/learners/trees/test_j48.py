"""J48 and J48graft by hand, and as WEKA 3.6.14 gave them."""

import inspect

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from weather import weather

from tenbyten.learners import J48, J48graft
from tenbyten.learners.trees.pruning import confidence, estimated_errors

WEATHER = """\
outlook = sunny
|   humidity = high: no (3.0)
|   humidity = normal: yes (2.0)
outlook = overcast: yes (4.0)
outlook = rainy
|   windy = TRUE: no (2.0)
|   windy = FALSE: yes (3.0)"""
IRIS = """\
petalwidth <= 0.6: Iris-setosa (50.0)
petalwidth > 0.6
|   petalwidth <= 1.7
|   |   petallength <= 4.9: Iris-versicolor (48.0/1.0)
|   |   petallength > 4.9
|   |   |   petalwidth <= 1.5: Iris-virginica (3.0)
|   |   |   petalwidth > 1.5: Iris-versicolor (3.0/1.0)
|   petalwidth > 1.7: Iris-virginica (46.0/1.0)"""


def iris():
    X, y = load_iris(return_X_y=True)
    names = ["sepallength", "sepalwidth", "petallength", "petalwidth"]
    labels = np.array(["Iris-setosa", "Iris-versicolor", "Iris-virginica"])
    return pd.DataFrame(X, columns=names), labels[y]


@pytest.mark.parametrize(
    ("n", "errors", "added"),
    [
        (0, 0, 0),
        (1, 0, 0.75),
        (2, 0, 1.0),
        (6, 0, 1.2377968440954012),
        (9, 0, 1.284804154322345),
        (2, 1, 0.7914930432372691),
        (3, 1, 1.0443103386577821),
        (16, 1, 1.4757146318372638),
        (5, 2, 1.2219722686202368),
        (10, 3, 1.5623690876171556),
        (14, 5, 1.7611198072729675),
        (100, 7, 2.475411982254414),
        (3.5, 0.4, 1.133566656376944),
        (8, 7.6, 0.40000000000000036),
    ],
)
def test_the_error_estimate_adds_what_weka_s_adds(n, errors, added):
    estimate = estimated_errors(float(n), float(errors), confidence(0.25))
    assert estimate == pytest.approx(errors + added, rel=1e-14)
    # Above one half they are the training errors.
    assert estimated_errors(float(n), float(errors), confidence(0.6)) == errors


def test_weather_is_the_well_known_tree():
    X, y = weather()
    tree = J48().fit(X, y)
    assert tree.tree_as_text() == WEATHER
    assert (tree.n_leaves_, tree.n_nodes_) == (5, 8)
    assert tree.predict(X).tolist() == y.tolist()
    assert tree.predict_proba(X.iloc[[0, 5]]).tolist() == [[0, 1], [0, 1]]


def test_weather_without_two_outlooks_is_one_leaf():
    X, y = weather(without_outlook=[0, 11])
    tree = J48().fit(X, y)
    assert tree.tree_as_text() == ": yes (14.0/5.0)"
    assert tree.predict_proba(X.iloc[[0]]).tolist() == [[9 / 14, 5 / 14]]


def test_iris_is_the_well_known_tree():
    X, y = iris()
    tree = J48().fit(X, y)
    assert tree.tree_as_text() == IRIS
    assert (tree.n_leaves_, tree.n_nodes_) == (5, 9)


def test_a_larger_least_leaf_leaves_a_test_out():
    X, y = weather()
    assert J48(min_leaf=8).fit(X, y).tree_as_text() == ": yes (14.0/5.0)"


def test_a_smaller_confidence_prunes_more():
    X, y = iris()
    sizes = [J48(confidence_factor=c).fit(X, y).n_leaves_ for c in (0.9, 0.25, 1e-4)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[2]


def test_values_too_close_to_their_middle_end_the_growing():
    # The only cut is between neighbouring doubles, so far from zero that they differ.
    below = 2.0**60
    X = [[below]] * 4 + [[np.nextafter(below, np.inf)]] * 4
    tree = J48().fit(X, [0] * 4 + [1] * 4)
    assert tree.predict(X).tolist() == [0] * 4 + [1] * 4


def test_the_largest_numbers_have_a_middle():
    X = [[1.2e308]] * 4 + [[1.7e308]] * 4
    tree = J48().fit(X, [0] * 4 + [1] * 4)
    assert tree.predict(X).tolist() == [0] * 4 + [1] * 4


@pytest.mark.parametrize(
    ("setting", "values", "message"),
    [
        ("confidence_factor", [0, 1, -0.5, np.nan, "0.25", None], "above 0 and below"),
        ("min_leaf", [0, -1, 2.5, "2", True], "an integer of 1 or more"),
        *((x, ["no"], "True or") for x in ("unpruned", "subtree_raising", "laplace")),
    ],
)
def test_a_setting_that_cannot_be_is_refused(setting, values, message):
    for value in values:
        with pytest.raises(ValueError, match=f"{setting} is {value!r}; .*{message}"):
            J48(**{setting: value}).fit([[0.0], [1.0]], [0, 1])


def test_weather_gets_no_graft():
    X, y = weather()
    tree = J48graft().fit(X, y)
    assert tree.tree_as_text() == J48().fit(X, y).tree_as_text()
    assert tree.predict_proba(X.iloc[[0, 5]]).tolist() == [[0, 1], [0, 1]]


def test_subtree_raising_is_no_setting():
    assert "subtree_raising" not in inspect.signature(J48graft).parameters
    assert "subtree_raising" not in J48graft().get_params()


def test_its_own_name_is_in_its_errors():
    with pytest.raises(ValueError, match="J48graft: min_leaf is 0"):
        J48graft(min_leaf=0).fit([[0.0], [1.0]], [0, 1])
