"""J48 and J48graft beside their twins in WEKA: settings, texts, missing test values."""

import numpy as np
import pytest
from beside_weka import RAW, compare
from frames import frame
from random_datasets import random_dataset
from recorded_trees import TREE_LEARNERS, datasets, read_trees, tree_of
from weka_twin import Twin

from tenbyten import learners
from tenbyten.learners.learner import predicted_classes

pytestmark = pytest.mark.slow

# A learner's settings, and the same as WEKA's options.
SETTINGS = [
    ({"confidence_factor": 0.05}, "-C 0.05 -M 2"),
    ({"confidence_factor": 0.5, "min_leaf": 1}, "-C 0.5 -M 1"),
    ({"confidence_factor": 0.7}, "-C 0.7 -M 2"),
    ({"min_leaf": 10}, "-C 0.25 -M 10"),
    ({"unpruned": True}, "-U -M 2"),
    ({"unpruned": True, "min_leaf": 1, "laplace": True}, "-U -M 1 -A"),
    ({"laplace": True}, "-C 0.25 -M 2 -A"),
]
J48_ONLY = [
    ({"subtree_raising": False}, "-C 0.25 -M 2 -S"),
    ({"subtree_raising": False, "confidence_factor": 0.1}, "-C 0.1 -M 2 -S"),
]
BLOCKS = [range(start, start + 50) for start in range(1000, 1300, 50)]


def halves(dataset, seed):
    """Training and test rows: a random half is tested."""
    tested = np.random.default_rng(seed).random(len(dataset.values)) < 0.5
    tested[0] = False
    return np.flatnonzero(~tested), np.flatnonzero(tested)


def with_holes(dataset, seed):
    """The data set with more values missing, those of the test rows too."""
    rng = np.random.default_rng(seed)
    values = dataset.values.copy()
    holes = rng.random(values.shape) < rng.choice([0.05, 0.3])
    holes[:, -1] = False
    values[holes] = np.nan
    return dataset.with_values(values)


@pytest.mark.parametrize("seeds", BLOCKS, ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
@pytest.mark.parametrize("learner", TREE_LEARNERS)
def test_settings_do_what_weka_s_options_do(learner, seeds, weka_jar):
    every = SETTINGS + (J48_ONLY if learner == "J48" else [])
    for seed in seeds:
        twin = Twin(random_dataset(seed))
        settings, options = every[seed % len(every)]
        rows = halves(twin.dataset, seed)
        compare(learner, twin, *rows, mode=RAW, settings=settings, options=options)


@pytest.mark.parametrize("seeds", BLOCKS, ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
def test_every_bit_is_weka_s_where_values_are_missing(seeds, weka_jar):
    for seed in seeds:
        twin = Twin(with_holes(random_dataset(seed), seed))
        train, test = halves(twin.dataset, seed)
        if len(test) == 0:
            continue
        X, y = frame(twin.dataset)
        for learner in TREE_LEARNERS:
            expected = twin.distributions(learner, train, test)
            ours = getattr(learners, learner)().fit(X.iloc[train], y.iloc[train])
            given = ours.predict_proba(X.iloc[test])
            # They are shares and sums of shares, without a logarithm.
            np.testing.assert_array_equal(given, expected, err_msg=f"{learner} {seed}")
            np.testing.assert_array_equal(
                predicted_classes(given), predicted_classes(expected)
            )


@pytest.mark.parametrize("options", ["-C 0.25 -M 2", "-U"])
@pytest.mark.parametrize("seeds", BLOCKS, ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
def test_j48_prints_what_weka_prints(seeds, options, weka_jar):
    for seed in seeds:
        twin = Twin(random_dataset(seed))
        expected = twin.description(
            "J48", np.arange(len(twin.dataset.values)), options=options
        )
        ours = learners.J48(unpruned=options == "-U").fit(*frame(twin.dataset))
        given = ours.tree_as_text(), ours.n_leaves_, ours.n_nodes_
        assert given == tree_of(expected), seed


@pytest.mark.parametrize("learner", TREE_LEARNERS)
def test_recorded_trees_are_weka_s(learner, weka_jar):
    for name, dataset in datasets():
        expected = Twin(dataset).description(learner, np.arange(len(dataset.values)))
        assert tree_of(expected) == read_trees()[name, learner]


@pytest.mark.parametrize(("name", "learner"), read_trees())
def test_recorded_trees_are_grown(name, learner):
    ours = getattr(learners, learner)().fit(*frame(dict(datasets())[name]))
    given = ours.tree_as_text(), ours.n_leaves_, ours.n_nodes_
    assert given == read_trees()[name, learner]
