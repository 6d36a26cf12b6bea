"""J48 by hand, and as WEKA 3.6.14 gave it."""

import numpy as np
import pandas as pd
import pytest
from labelled import labelled
from sklearn.datasets import load_iris
from weather import weather

from tenbyten.learners import J48
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


def test_nothing_is_estimated_of_no_rows():
    assert estimated_errors(0.0, 0.0, confidence(0.25)) == 0


def test_a_confidence_above_one_half_estimates_the_training_errors():
    assert estimated_errors(16.0, 1.0, confidence(0.6)) == 1


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


@pytest.mark.parametrize(("n", "text"), [(1, ": a (16.0/1.0)"), (3, None)])
def test_leaves_are_replaced_by_one_if_that_promises_fewer_errors(n, text):
    # Three leaves promise 3.27 errors for n = 1 and 3.63 for n = 3; one leaf U(16, 1)
    # = 2.48 and U(18, 3) = 4.8.
    rows = [("x", "a", 6), ("y", "a", 9), ("z", "b", n)]
    X, y = labelled({"A": "xyz", "class": "ab"}, rows)
    kept = f"A = x: a (6.0)\nA = y: a (9.0)\nA = z: b ({n}.0)"
    assert J48().fit(X, y).tree_as_text() == (text or kept)


RAISED = [("x", "p", "a", 6), ("x", "q", "a", 2), ("x", "q", "b", 4)]
RAISED += [("y", "p", "b", 1), ("y", "q", "b", 3)]


def test_a_subtree_is_raised_if_that_promises_no_more_errors():
    # The tree promises U(6, 0) + U(6, 2) + U(4, 0) = 5.7307 errors, its branch x with
    # all rows U(7, 1) + U(9, 2) = 5.8277, which is less than 0.1 more.
    X, y = labelled({"A": "xy", "B": "pq", "class": "ab"}, RAISED)
    assert J48().fit(X, y).tree_as_text() == "B = p: a (7.0/1.0)\nB = q: b (9.0/2.0)"


def test_no_subtree_is_raised_if_it_may_not_be():
    X, y = labelled({"A": "xy", "B": "pq", "class": "ab"}, RAISED)
    text = "A = x\n|   B = p: a (6.0)\n|   B = q: b (6.0/2.0)\nA = y: b (4.0)"
    assert J48(subtree_raising=False).fit(X, y).tree_as_text() == text


def test_an_empty_branch_answers_for_its_parent():
    rows = [("x", "a", 6), ("y", "b", 5), ("y", "a", 1)]
    X, y = labelled({"A": "xyz", "class": "ab"}, rows)
    tree = J48().fit(X, y)
    assert tree.tree_as_text().splitlines()[2] == "A = z: a (0.0)"
    test = pd.DataFrame({"A": ["z"]})
    assert tree.predict_proba(test).tolist() == [[7 / 12, 5 / 12]]
    laplace = J48(laplace=True).fit(X, y)
    assert laplace.predict_proba(test).tolist() == [[8 / 14, 6 / 14]]


def test_a_missing_value_is_shared_out_by_the_training_rows():
    X, y = labelled({"A": "xy", "class": "ab"}, [("x", "a", 6), ("y", "b", 3)])
    test = pd.DataFrame({"A": [None]})
    given = J48().fit(X, y).predict_proba(test)
    np.testing.assert_allclose(given, [[6 / 9, 3 / 9]], rtol=1e-15)


def test_a_cut_is_a_value_of_the_training_rows():
    X = [[1.0], [2.0], [4.0], [9.0]] * 2
    tree = J48().fit(X, [0, 0, 1, 1] * 2)
    # The middle is 3.
    assert tree.tree_as_text() == "x0 <= 2: 0 (4.0)\nx0 > 2: 1 (4.0)"
    assert tree.predict([[2.9], [2.0]]).tolist() == [1, 0]


def test_a_larger_least_leaf_leaves_a_test_out():
    X, y = weather()
    assert J48(min_leaf=8).fit(X, y).tree_as_text() == ": yes (14.0/5.0)"


def test_a_smaller_confidence_prunes_more():
    X, y = iris()
    sizes = [J48(confidence_factor=c).fit(X, y).n_leaves_ for c in (0.9, 0.25, 1e-4)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[2]


def test_an_unpruned_tree_is_collapsed_even_so():
    rows = [("x", "a", 6), ("y", "a", 9), ("z", "b", 1)]
    X, y = labelled({"A": "xyz", "class": "ab"}, rows)
    assert J48(unpruned=True).fit(X, y).n_leaves_ == 3
    # Each half has the same class in front.
    rows = [("x", "a", 6), ("x", "b", 1), ("y", "a", 6), ("y", "b", 3)]
    X, y = labelled({"A": "xy", "class": "ab"}, rows)
    assert J48(unpruned=True).fit(X, y).n_leaves_ == 1


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
