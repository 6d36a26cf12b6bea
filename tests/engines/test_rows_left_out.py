"""Folds that do not train on all other rows, in every engine."""

import numpy as np
import pytest
from random_datasets import random_dataset
from recorded_counts import WEKA

from tenbyten.datasets.folds import Folds
from tenbyten.engines import Classifier, find_engine

# Number of folds, the least number in the file, and the window, by splitter.
SPLITS = {
    "holdout": (1, 0, None),
    "predefined": (1, -1, None),
    "time": (3, 0, 0),
    "time with a window": (3, -2, 2),
}
FILTERS = [(), ("discretize",), ("impute", "discretize"), ("discretize", "impute")]
SEEDS = (1, 2, 3, 7, 11)


def drawn(split, seed):
    """A random table and folds of it; its first two rows are trained on and tested."""
    dataset, (folds, least, window) = random_dataset(seed), SPLITS[split]
    rng = np.random.default_rng(seed)
    numbers = rng.integers(least, folds + 1, (2, len(dataset.values)))
    numbers[:, : folds + 1] = np.arange(folds + 1)
    return dataset, Folds(numbers, split.split()[0], 1, window)


def predicted(engine, classifier, dataset, folds):
    """Predicted classes and probabilities by run and fold."""
    asked = {"seed": 1, "predictions": True}
    found = find_engine(engine).predict_folds(dataset, folds, [classifier], **asked)
    return {(p.run, p.fold): (p.predicted, p.probabilities) for p in found}


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("learner", ["NaiveBayes", "J48"])
@pytest.mark.parametrize("filters", FILTERS)
def test_the_native_engine_predicts_what_weka_predicts(java, split, learner, filters):
    name, options = WEKA[learner]
    for seed in SEEDS:
        on = drawn(split, seed)
        native = Classifier("c", learner, preprocessing=filters)
        ours = predicted("native", native, *on)
        theirs = predicted("weka", Classifier("c", name, {}, options, filters), *on)
        assert ours.keys() == theirs.keys()
        for cell, (classes, probabilities) in ours.items():
            assert classes.tolist() == theirs[cell][0].tolist()
            # exp, log and erf of the JVM and of the C library differ in last bits.
            np.testing.assert_allclose(probabilities, theirs[cell][1], atol=1e-12)


CLASSIFIERS = {
    "native": [Classifier("c", x, {}, "", FILTERS[2]) for x in WEKA],
    "weka": [Classifier("c", WEKA["J48"][0], {}, "", FILTERS[2])],
    "scikit_learn": [
        Classifier("c", "sklearn.tree.DecisionTreeClassifier", columns=x)
        for x in ("encoded", "ordinal", "raw")
    ],
}


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("engine", CLASSIFIERS)
def test_rows_that_are_neither_trained_on_nor_tested_change_nothing(
    request, engine, split
):
    if engine == "weka":
        request.getfixturevalue("java")
    for seed in SEEDS:
        dataset, folds = drawn(split, seed)
        raw = engine == "scikit_learn" and not all(dataset.n_values == 0)
        for classifier in CLASSIFIERS[engine][: -1 if raw else None]:
            before = predicted(engine, classifier, dataset, folds)
            for cell, expected in before.items():
                used = *folds.training_rows(*cell), *folds.test_rows(*cell)
                rest = np.setdiff1d(np.arange(len(dataset.values)), used)
                altered = dataset.values.copy()
                altered[rest] = 0
                on = dataset.with_values(altered), folds
                found = predicted(engine, classifier, *on)[cell]
                np.testing.assert_array_equal(found[0], expected[0])
                np.testing.assert_array_equal(found[1], expected[1])
