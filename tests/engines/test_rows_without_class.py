"""Rows that lack a class, held to WEKA's Experimenter in every engine."""

import numpy as np
import pytest
from random_datasets import random_dataset

from tenbyten.dataset import Dataset
from tenbyten.engines import Classifier, find_engine
from tenbyten.folds.weka import weka_folds

FILTERS = {
    "raw": (),
    "discretize": ("discretize",),
    "impute": ("impute",),
    "impute-discretize": ("impute", "discretize"),
    "discretize-impute": ("discretize", "impute"),
}
CLASSES = {
    "NaiveBayes": "weka.classifiers.bayes.NaiveBayes",
    "AODE": "weka.classifiers.bayes.AODE",
    "HNB": "weka.classifiers.bayes.HNB",
    "J48": "weka.classifiers.trees.J48",
    "J48graft": "weka.classifiers.trees.J48graft",
}
# AODE takes labels only, HNB nothing missing either.
CELLS = [
    (learner, preprocessing)
    for learner in CLASSES
    for preprocessing in FILTERS
    if learner in ("NaiveBayes", "J48", "J48graft")
    or preprocessing.endswith("-impute")
    or preprocessing == "impute-discretize"
    or (learner == "AODE" and preprocessing == "discretize")
]


def lacking(dataset, share, seed):
    """Take the class from a share of the rows."""
    values = dataset.values.copy()
    lost = np.random.default_rng(seed).random(len(values)) < share
    values[lost, -1] = np.nan
    return Dataset(f"{dataset.name}-{share}", dataset.attributes, values)


@pytest.fixture(scope="module")
def java(weka_jar, tmp_path_factory):
    pytest.importorskip("jpype")
    from tenbyten.engines.weka.jvm import start_jvm

    start_jvm(weka_jar, heap_mb=1000, scratch=tmp_path_factory.mktemp("jvm"))


@pytest.fixture(scope="module")
def tables():
    """Tables with and without missing values, that lose few and many classes."""
    made = []
    for seed, share in ((1, 0.1), (3, 0.4), (4, 0.2), (6, 0.5), (7, 0.3), (12, 0.6)):
        dataset = lacking(random_dataset(seed), share, seed)
        assert np.count_nonzero(dataset.classes >= 0) > 10
        made.append(dataset)
    return made


def ours(engine, datasets, classifier, *, runs):
    """Count what an engine predicts on WEKA's folds, as the Experimenter does."""
    counted = {}
    for dataset in datasets:
        folds = weka_folds(dataset.classes, runs=runs, folds=10, seed=1)
        predict = find_engine(engine).predict_folds
        for prediction in predict(dataset, folds, [classifier], seed=1):
            key = dataset.name, prediction.run, prediction.fold
            truth = dataset.classes[prediction.rows]
            assert (truth >= 0).all()
            correct = np.count_nonzero(prediction.predicted == truth)
            unclassified = np.count_nonzero(prediction.predicted == -1)
            counted[key] = len(truth), correct, unclassified
    return counted


@pytest.mark.slow
@pytest.mark.parametrize(("learner", "preprocessing"), CELLS)
def test_every_fold_counts_what_the_experimenter_counts(
    java, weka_jar, tables, experimenter, learner, preprocessing, tmp_path
):
    filters = FILTERS[preprocessing]
    options = "-C 0.25 -M 2" if learner.startswith("J48") else ""
    theirs = Classifier(learner, CLASSES[learner], {}, options, filters)
    expected = experimenter([weka_jar], tables, theirs, runs=2, scratch=tmp_path)
    assert len(expected) == 20 * len(tables)
    native = Classifier(learner, learner, preprocessing=filters)
    assert ours("native", tables, native, runs=2) == expected
    assert ours("weka", tables, theirs, runs=2) == expected
