"""J48graft by hand, and as WEKA 3.6.14 gave it."""

import inspect

import numpy as np
import pandas as pd
import pytest
from labelled import labelled
from weather import weather

from tenbyten.learners import J48, J48graft


def two_leaves(m):
    rows = [("x", "p", "a", 4), ("y", "q", "b", m)]
    return labelled({"A": "xy", "B": "pqr", "class": "ab"}, rows)


def test_weather_gets_no_graft():
    X, y = weather()
    tree = J48graft().fit(X, y)
    assert tree.tree_as_text() == J48().fit(X, y).tree_as_text()
    assert tree.predict_proba(X.iloc[[0, 5]]).tolist() == [[0, 1], [0, 1]]


@pytest.mark.parametrize(("m", "nodes"), [(18, 3), (19, 5)])
def test_a_graft_needs_significant_evidence(m, nodes):
    # 18 rows of b beside a leaf of accuracy 5/6 deviate by 1.5811, 19 by 1.6416.
    assert J48graft().fit(*two_leaves(m)).n_nodes_ == nodes


def test_a_graft_speaks_only_for_the_value_it_is_for():
    X, y = two_leaves(22)
    test = pd.DataFrame({"A": ["x", "x", "y"], "B": ["q", "r", "r"]})
    assert J48().fit(X, y).predict(test).tolist() == ["a", "a", "b"]
    tree = J48graft().fit(X, y)
    assert tree.predict(test).tolist() == ["b", "a", "b"]
    assert tree.tree_as_text() == (
        "A = x\n|   B = q: b (0.0|22.0)\n|   B != q: a (4.0)\nA = y: b (22.0)"
    )
    assert tree.predict(X).tolist() == y.tolist()


def test_of_equally_strong_grafts_the_last_comes_first():
    rows = [("x", "p", "a", 6), ("y", "q", "b", 40)]
    rows += [("y", "r", "b", 60), ("y", "s", "b", 40)]
    X, y = labelled({"A": "xy", "B": "pqrs", "class": "ab"}, rows)
    assert J48graft().fit(X, y).tree_as_text().splitlines()[:6] == [
        "A = x",
        "|   B = r: b (0.0|60.0)",
        "|   B != r",
        "|   |   B = s: b (0.0|40.0)",
        "|   |   B != s",
        "|   |   |   B = q: b (0.0|40.0)",
    ]


def test_an_empty_leaf_gets_grafts_of_its_parent_s_class_too():
    rows = [("x", "p", "a", 10), ("x", "q", "a", 2)]
    rows += [("y", "p", "a", 1), ("y", "q", "b", 12)]
    X, y = labelled({"A": "xyz", "B": "pqr", "class": "ab"}, rows)
    tree = J48graft().fit(X, y)
    # The weaker graft is of another class, so the one of class a stays before it.
    assert tree.tree_as_text().splitlines()[2:] == [
        "A = z",
        "|   B = p: a (0.0|11.0)",
        "|   B != p",
        "|   |   B = q: b (0.0|14.0/2.0)",
        "|   |   B != q: a (0.0)",
    ]
    test = pd.DataFrame({"A": list("zzz"), "B": list("pqr")})
    assert tree.predict_proba(test).tolist() == [[1, 0], [2 / 14, 12 / 14], [1, 0]]
    assert (tree.n_leaves_, tree.n_nodes_) == (5, 8)


NUMBERS = [("x", 5, "a", 4), ("y", 1, "b", 10), ("y", 2, "b", 15)]


def test_a_cut_is_grafted_below_the_values_of_a_leaf():
    X, y = labelled({"A": "xy", "V": None, "class": "ab"}, NUMBERS)
    tree = J48graft().fit(X, y)
    assert tree.tree_as_text() == (
        "A = x\n|   V <= 3.5: b (0.0|25.0)\n|   V > 3.5: a (4.0)\nA = y: b (25.0)"
    )
    test = pd.DataFrame({"A": ["x"], "V": [np.nan]})
    given = tree.predict_proba(test)
    np.testing.assert_allclose(given, [[4 / 4.01, 0.01 / 4.01]], rtol=1e-14)


def test_a_missing_value_at_the_leaf_forbids_a_graft():
    X, y = two_leaves(22)
    assert J48graft().fit(X, y).n_nodes_ == 5
    X.loc[0, "B"] = np.nan
    assert J48graft().fit(X, y).n_nodes_ == 3


def test_laplace_concerns_the_probabilities_only():
    X, y = two_leaves(22)
    test = pd.DataFrame({"A": ["x", "x"], "B": ["q", "p"]})
    given = J48graft(laplace=True).fit(X, y).predict_proba(test)
    assert given.tolist() == [[1 / 24, 23 / 24], [5 / 6, 1 / 6]]


def test_subtree_raising_is_no_setting():
    assert "subtree_raising" not in inspect.signature(J48graft).parameters
    assert "subtree_raising" not in J48graft().get_params()


def test_its_own_name_is_in_its_errors():
    with pytest.raises(ValueError, match="J48graft: min_leaf is 0"):
        J48graft(min_leaf=0).fit([[0.0], [1.0]], [0, 1])
