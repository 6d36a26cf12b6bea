"""J48 and J48graft on the small tables of ``by_hand.yaml``."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

from tenbyten import learners

CASES = yaml.safe_load(Path(__file__).with_name("by_hand.yaml").read_text("utf-8"))


def labelled(labels, rows):
    """Predictors and classes, the class last."""
    cells = [row for *row, times in rows for _ in range(times)]
    table = pd.DataFrame(cells, columns=list(labels))
    for name, letters in labels.items():
        if letters is not None:
            table[name] = pd.Categorical(table[name], categories=list(letters))
    *names, target = labels
    return table[names], table[target]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_tree_is_the_one_worked_out_by_hand(case):
    X, y = labelled(case["labels"], case["rows"])
    tree = getattr(learners, case["learner"])(**case.get("settings", {})).fit(X, y)
    if "tree" in case:
        wanted = case["tree"].split("\n")
        assert tree.tree_as_text().split("\n")[: len(wanted)] == wanted
    assert [tree.n_leaves_, tree.n_nodes_] == case.get(
        "size", [tree.n_leaves_, tree.n_nodes_]
    )
    asked = pd.DataFrame(case.get("asked", X[:0]), columns=list(X))
    if len(asked):
        answers = [[float(Fraction(x)) for x in line] for line in case["answers"]]
        found, rtol = tree.predict_proba(asked), case.get("rtol", 0)
        np.testing.assert_allclose(found, answers, rtol=rtol, atol=0)
