"""Trees are plotted as they are written."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from sklearn.datasets import load_wine

from tenbyten.learners import J48, J48graft


def texts(ax):
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("learner", [J48, J48graft])
def test_a_plot_has_every_node_and_outcome_of_the_text(learner):
    fitted = learner().fit(*load_wine(return_X_y=True, as_frame=True))
    shown = texts(fitted.plot_tree())
    lines = fitted.tree_as_text().splitlines()
    leaves = [line.rpartition(": ")[2] for line in lines if ": " in line]
    assert sorted(t for t in shown if t.endswith(")")) == sorted(leaves)
    outcomes = [line.partition(": ")[0].split()[-2:] for line in lines]
    written = [" ".join(words) for words in outcomes]
    assert sorted(t for t in shown if t[0] in "<>") == sorted(written)
    tests = fitted.n_nodes_ - fitted.n_leaves_
    assert len(shown) == len(lines) + len(leaves) + tests


def test_nodes_of_one_level_do_not_overlap():
    fitted = J48().fit(*load_wine(return_X_y=True, as_frame=True))
    ax = fitted.plot_tree()
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i]]
    assert not [1 for a, b in pairs if a.overlaps(b)]


def test_labels_are_branches_and_a_single_leaf_is_plotted():
    colour = pd.Series(["red", "blue", "green"] * 10, dtype="category")
    classes = np.where(colour == "red", "a", "b")
    fitted = J48().fit(colour.to_frame("colour"), classes)
    ax = Figure().add_subplot()
    assert fitted.plot_tree(ax) is ax
    shown = {"colour", "= red", "= blue", "= green", "a (10.0)", "b (10.0)"}
    assert set(texts(ax)) == shown
    alone = J48().fit(colour.to_frame("colour"), ["a"] * 29 + ["b"])
    assert texts(alone.plot_tree()) == ["a (30.0/1.0)"]
