"""The kernels for complete and for weighted training rows agree on complete data."""

import numpy as np
import pytest
from random_datasets import arrays, assert_same, random_dataset

from tenbyten.learners.trees import complete, weighted
from tenbyten.learners.trees.building import grow_and_prune
from tenbyten.learners.trees.nodes import encode
from tenbyten.learners.trees.predicting import distribution


@pytest.mark.parametrize("nominal", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_both_kernels_give_the_same_trees_grafts_and_predictions(seed, nominal):
    data = arrays(random_dataset(seed), complete=True, nominal=nominal)
    rows = encode(*data)
    for settings in ({}, {"unpruned": True}, {"subtree_raising": False}):
        tree = grow_and_prune(rows, **settings)
        other = grow_and_prune(rows._replace(complete=False), **settings)
        assert_same(tree, other)
        grafted = weighted.grafting.graft(tree, rows)
        if nominal:
            assert_same(complete.grafting.graft(tree, rows), grafted)
        np.testing.assert_array_equal(
            distribution(grafted, data[0], False),
            distribution(tree, data[0], False),
        )
