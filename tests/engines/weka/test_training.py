"""The WEKA engine is held to WEKA's own Experimenter."""

import gc

import numpy as np
import pytest

from arff_tables import read_table
from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier
from tenbyten.engines.cross_validation import evaluate_fold
from tenbyten.engines.weka import ENGINE

TREE = "-C 0.25 -M 2"


@pytest.fixture(scope="module")
def datasets(uci):
    names = ("iris", "labor", "lymphography", "glass")
    return [read_table(uci / f"{name}.arff", name=name) for name in names]


@pytest.fixture
def tiny():
    """Six rows with a missing value, and three folds of them."""
    attributes = (Attribute("x", ("p", "q")), Attribute("class", ("a", "b")))
    values = np.array([[0.0, 0], [1, 1], [0, 0], [1, 1], [np.nan, 0], [1, 1]])
    folds = Folds(np.array([[1, 1, 2, 2, 3, 3]]), "openml", 1)
    return Dataset("tiny", attributes, values), folds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("runs", "learner", "options", "preprocessing"),
    [
        (10, "bayes.NaiveBayes", "", ("discretize",)),
        (10, "bayes.AODE", "", ("discretize", "impute")),
        (10, "bayes.HNB", "", ("discretize", "impute")),
        (10, "trees.J48", TREE, ("discretize",)),
        (10, "trees.J48graft", TREE, ("discretize",)),
        # It leaves instances unclassified.
        (10, "rules.Prism", "", ("discretize", "impute")),
        # Those that heed the order of training rows.
        (2, "trees.RandomForest", "", ()),
        (2, "functions.SMO", "", ()),
        (2, "lazy.IBk", "", ()),
        (2, "functions.MultilayerPerceptron", "-N 5 -H 3", ()),
    ],
)
def test_the_counts_are_those_of_the_experimenter(
    java,
    weka_jar,
    datasets,
    experimenter,
    ours,
    tmp_path,
    runs,
    learner,
    options,
    preprocessing,
):
    name = f"weka.classifiers.{learner}"
    classifier = Classifier(learner, name, {}, options, preprocessing)
    theirs = experimenter([weka_jar], datasets, classifier, runs=runs, scratch=tmp_path)
    assert len(theirs) == 10 * runs * len(datasets)
    assert ours("weka", datasets, classifier, runs=runs) == theirs
    if learner == "rules.Prism":
        assert sum(unclassified for _, _, unclassified in theirs.values()) > 0


def test_other_folds_are_cut_in_file_order(java, uci, datasets):
    dataset = datasets[1]
    rng = np.random.default_rng(3)
    test_fold = np.array([rng.permutation(len(dataset.values)) % 5 + 1] * 2)
    folds = Folds(test_fold, "scikit_learn", 1)
    classifier = Classifier("SMO", "weka.classifiers.functions.SMO")
    predictions = list(ENGINE.predict_folds(dataset, folds, [classifier], seed=1))
    assert [(p.run, p.fold) for p in predictions] == [
        (run, fold) for run in (1, 2) for fold in range(1, 6)
    ]
    reader = java("java.io.FileReader")(str(uci / "labor.arff"))
    data = java("weka.core.Instances")(reader)
    data.setClassIndex(data.numAttributes() - 1)
    for prediction in predictions:
        rows = folds.test_rows(prediction.run, prediction.fold)
        assert np.array_equal(prediction.rows, rows)
        parts = []
        for keep in (False, True):
            chosen = java("weka.filters.unsupervised.instance.RemoveRange")()
            chosen.setInstancesIndices(",".join(str(row + 1) for row in rows))
            chosen.setInvertSelection(keep)
            chosen.setInputFormat(data)
            parts.append(java("weka.filters.Filter").useFilter(data, chosen))
        training, test = parts
        learner = java("weka.classifiers.functions.SMO")()
        learner.buildClassifier(training)
        expected = [
            learner.classifyInstance(test.instance(i)) for i in range(len(rows))
        ]
        assert prediction.predicted.tolist() == expected


@pytest.mark.parametrize(
    ("learner", "options", "problem"),
    [
        ("Classifier", "", "cannot make"),
        ("trees.J48", "-Z 5", "'-Z 5'.*Illegal options"),
        ("trees.J48", "-C much", "'-C much'.*much"),
        ("trees.J48", '-C "', "Quote parse error"),
    ],
)
def test_a_classifier_that_cannot_be_made_is_refused_at_once(
    java, tiny, learner, options, problem
):
    classifier = Classifier("mine", f"weka.classifiers.{learner}", options=options)
    good = Classifier("good", "weka.classifiers.rules.ZeroR")
    ENGINE.check([good])
    with pytest.raises(ValueError, match=f"^classifier mine: .*{problem}"):
        ENGINE.check([good, classifier])
    with pytest.raises(ValueError, match=r"^classifier mine: "):
        ENGINE.predict_folds(*tiny, [good, classifier], seed=1)


def test_a_table_that_weka_refuses_is_named(java, tiny):
    dataset, folds = tiny
    twice = (Attribute("x", ("p", "p")), dataset.class_attribute)
    doubled = Dataset("doubled", twice, dataset.values)
    classifiers = [Classifier("ZeroR", "weka.classifiers.rules.ZeroR")]
    with pytest.raises(RuntimeError, match=r"^doubled: java\.lang\.Ill.*duplicate"):
        next(ENGINE.predict_folds(doubled, folds, classifiers, seed=1))


def used_mb(java):
    """Megabytes of Java's heap that are in use, when what is not is removed."""
    gc.collect()
    java("java.lang.System").gc()
    runtime = java("java.lang.Runtime").getRuntime()
    return (runtime.totalMemory() - runtime.freeMemory()) / 1e6


def test_a_jvm_serves_one_data_set_after_the_other(java, uci, datasets, tiny, ours):
    tree = Classifier("J48", "weka.classifiers.trees.J48")
    hnb = Classifier("hidden", "weka.classifiers.bayes.HNB")
    alone = [ours("weka", [dataset], tree, runs=1) for dataset in datasets]
    large = read_table(uci / "mushroom.arff", name="mushroom")
    folds = weka_folds(large.classes, runs=1, folds=10, seed=1)
    before = used_mb(java)
    for dataset, expected in zip(reversed(datasets), reversed(alone), strict=True):
        said = r"^tiny, hidden, run 1, fold 1: weka\.core\..*: Cannot handle missing v"
        with pytest.raises(RuntimeError, match=said):
            next(ENGINE.predict_folds(*tiny, [hnb], seed=1))
        next(ENGINE.predict_folds(large, folds, [tree], seed=1))
        assert ours("weka", [dataset], tree, runs=1) == expected
    # Mushroom has 187,000 values of eight bytes.
    assert used_mb(java) < before + 1


def test_a_forest_whose_probabilities_fall_below_0_by_rounding_is_measured(java, uci):
    """Incomplete data make weights of parts, whose differences WEKA does not round."""
    dataset = read_table(uci / "labor.arff", name="labor")
    folds = weka_folds(dataset.classes, runs=1, folds=10, seed=1)
    forest = Classifier("Forest", "weka.classifiers.trees.RandomForest", {}, "-I 10")
    metrics = ("auc", "log_loss", "brier")
    smallest = 1.0
    for prediction in ENGINE.predict_folds(
        dataset, folds, [forest], seed=1, metrics=metrics
    ):
        smallest = min(smallest, prediction.probabilities.min())
        measured = evaluate_fold(dataset, prediction, metrics=metrics)[6:]
        assert np.isfinite(np.array(measured, dtype=float)).all()
    assert -1e-9 < smallest < 0
