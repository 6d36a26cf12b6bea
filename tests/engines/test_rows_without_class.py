"""Rows that lack a class, held to WEKA's Experimenter in every engine."""

import numpy as np
import pytest
from random_datasets import random_dataset
from recorded_counts import WEKA

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, find_engine

FILTERS = {
    "raw": (),
    "discretize": ("discretize",),
    "impute": ("impute",),
    "impute-discretize": ("impute", "discretize"),
    "discretize-impute": ("discretize", "impute"),
}
# AODE takes labels only, HNB nothing missing either.
CELLS = [
    (learner, preprocessing)
    for learner in WEKA
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
def tables():
    """Tables with and without missing values, that lose few and many classes."""
    made = []
    for seed, share in ((1, 0.1), (3, 0.4), (4, 0.2), (6, 0.5), (7, 0.3), (12, 0.6)):
        dataset = lacking(random_dataset(seed), share, seed)
        assert np.count_nonzero(dataset.classes >= 0) > 10
        made.append(dataset)
    return made


@pytest.fixture
def assert_alike(java, weka_jar, experimenter, ours, tmp_path):
    """Assert that engines count on every fold what the Experimenter counts."""

    def check(tables, learner, preprocessing):
        filters = FILTERS[preprocessing]
        name, options = WEKA[learner]
        theirs = Classifier(learner, name, {}, options, filters)
        expected = experimenter([weka_jar], tables, theirs, runs=2, scratch=tmp_path)
        assert len(expected) == 20 * len(tables)
        native = Classifier(learner, learner, preprocessing=filters)
        assert ours("native", tables, native, runs=2) == expected
        assert ours("weka", tables, theirs, runs=2) == expected

    return check


@pytest.mark.slow
@pytest.mark.parametrize(("learner", "preprocessing"), CELLS)
def test_every_fold_counts_what_the_experimenter_counts(
    assert_alike, tables, learner, preprocessing
):
    assert_alike(tables, learner, preprocessing)


@pytest.mark.parametrize("splitter", ["weka", "file"])
def test_weka_gives_the_probabilities_of_the_native_engine(java, splitter):
    dataset = lacking(random_dataset(12), 0.4, 12)
    folds = weka_folds(dataset.classes, runs=1, folds=5, seed=1)
    folds = Folds(folds.test_fold, splitter, 1)
    theirs = Classifier("c", WEKA["NaiveBayes"][0])
    native = Classifier("c", "NaiveBayes")
    asked = {"seed": 1, "metrics": ("log_loss",)}
    pairs = zip(
        find_engine("weka").predict_folds(dataset, folds, [theirs], **asked),
        find_engine("native").predict_folds(dataset, folds, [native], **asked),
        strict=True,
    )
    for weka, ours in pairs:
        assert weka.rows.tolist() == ours.rows.tolist()
        assert (dataset.classes[weka.rows] >= 0).all()
        # exp and log of the JVM and of the C library differ in their last bits.
        np.testing.assert_allclose(
            weka.probabilities, ours.probabilities, rtol=0, atol=1e-12
        )


# Without WEKA


@pytest.fixture
def both():
    """A table with rows that lack a class, and the same without; folds of both."""
    with_all = lacking(random_dataset(7), 0.3, 7)
    rng = np.random.default_rng(5)
    fold = rng.permutation(len(with_all.values)) % 5 + 1
    there = np.flatnonzero(with_all.classes >= 0)
    without = with_all.with_values(with_all.values[there])
    folds = [fold, fold[::-1]]
    of_all = Folds(np.array(folds), "file", 1)
    of_some = Folds(np.array([x[there] for x in folds]), "file", 1)
    return (with_all, of_all), (without, of_some), there


@pytest.mark.parametrize(
    ("learner", "filters"),
    [
        ("NaiveBayes", ()),
        ("NaiveBayes", ("impute",)),
        ("AODE", ("discretize",)),
        ("HNB", ("discretize", "impute")),
        ("J48", ("impute", "discretize")),
        ("J48graft", ("discretize",)),
    ],
)
def test_native_learners_learn_as_if_such_rows_were_not_there(both, learner, filters):
    (dataset, folds), (less, folds_of_less), there = both
    classifier = Classifier("c", learner, preprocessing=filters)
    asked = {"seed": 1, "metrics": ("auc",)}
    predict = find_engine("native").predict_folds
    pairs = zip(
        predict(dataset, folds, [classifier], **asked),
        predict(less, folds_of_less, [classifier], **asked),
        strict=True,
    )
    for ours, expected in pairs:
        assert ours.rows.tolist() == there[expected.rows].tolist()
        np.testing.assert_array_equal(ours.probabilities, expected.probabilities)


def test_scikit_learn_classifiers_see_nothing_of_such_rows(both, seen):
    (dataset, folds), (less, folds_of_less), there = both
    recorder = Classifier("r", "watching_learner.Recorder")
    predict = find_engine("scikit_learn").predict_folds
    ours = list(predict(dataset, folds, [recorder], seed=1))
    first = list(seen)
    seen.clear()
    expected = list(predict(less, folds_of_less, [recorder], seed=1))
    assert len(first) == len(seen) == 10
    for left, right, p, q in zip(first, seen, ours, expected, strict=True):
        for part in ("X", "y", "test"):
            np.testing.assert_array_equal(left[part], right[part])
        assert p.rows.tolist() == there[q.rows].tolist()


def test_j48_takes_the_value_of_such_a_row_for_a_cut_unless_a_filter_deletes_it():
    values = [[1, 0], [2, 0], [3, 0], [4, 0], [6, np.nan], [10, 1], [11, 1], [12, 1]]
    values += [[13, 1], [5, 0]]
    attributes = (Attribute("x"), Attribute("class", ("a", "b")))
    dataset = Dataset("cut", attributes, np.array(values))
    # The first fold tests the last row alone, and trains on a row without a class.
    folds = Folds(np.array([[2] * 9 + [1]]), "file", 1)
    raw = Classifier("raw", "J48")
    filtered = Classifier("filtered", "J48", preprocessing=("impute",))
    predict = find_engine("native").predict_folds
    made = predict(dataset, folds, [raw, filtered], seed=1)
    of = {p.classifier: p.predicted.tolist() for p in made if p.fold == 1}
    # The cut is the largest value up to 7: 6 with the row that lacks a class, else 4.
    assert of == {"raw": [0], "filtered": [1]}
