"""Metrics by each engine, held to scikit-learn's and to WEKA's own evaluation."""

import numpy as np
import pytest
from random_datasets import random_dataset
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB

from arff_tables import read_table
from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel, find_engine
from tenbyten.engines.cross_validation import (
    COLUMNS,
    evaluate_panel,
)
from tenbyten.metrics import measure

native, scikit_learn, weka = map(find_engine, ("native", "scikit_learn", "weka"))
METRICS = ["auc", "log_loss", "f1", "brier"]
NATIVE = ["NaiveBayes", "AODE", "HNB", "J48", "J48graft"]


@pytest.fixture(scope="module")
def iris():
    dataset = read_bundled("iris")
    return dataset, weka_folds(dataset.classes, runs=2, folds=5, seed=1)


@pytest.fixture
def gap():
    """Unrolled instances of two classes out of three; fold 2 is trained without one."""
    attributes = (Attribute("x"), Attribute("class", ("a", "b", "c")))
    values = np.array([[1.0, 0], [2, 0], [5, 2], [6, 2]])
    folds = Folds(np.array([[1, 1, 2, 2]]), "openml", 1)
    return Dataset("gap", attributes, values), folds


def measured(dataset, folds, classifiers, engine, metrics=METRICS):
    """Metrics by classifier, run and fold."""
    panel = Panel(engine, classifiers)
    rows = evaluate_panel(dataset, folds, panel, seed=1, metrics=metrics).rows
    return {row[1:4]: row[len(COLUMNS) :] for row in rows}


@pytest.mark.parametrize("seed", [3, 7])
def test_asking_for_metrics_changes_no_count(seed):
    dataset = random_dataset(seed)
    fold = np.random.default_rng(5).permutation(len(dataset.values)) % 4 + 1
    folds = Folds(np.array([fold]), "scikit_learn", 1)
    asked = [
        Classifier(name, name, preprocessing=("discretize", "impute"))
        for name in NATIVE
    ]
    panel = Panel("native", asked)
    plain = evaluate_panel(dataset, folds, panel, seed=1).rows
    every = [*METRICS, "fit_seconds"]
    more = evaluate_panel(dataset, folds, panel, seed=1, metrics=every).rows
    assert [row[: len(COLUMNS)] for row in more] == plain
    # A learner that shares nothing with the others gives the same numbers.
    again = evaluate_panel(dataset, folds, panel, seed=1, metrics=METRICS).rows
    assert [row[:-1] for row in more] == again


def test_wekas_metrics_are_those_of_its_own_evaluation(java, uci):
    names = ("iris", "labor", "glass")
    learner = "weka.classifiers.trees.J48"
    for name in names:
        dataset = read_table(uci / f"{name}.arff", name=name)
        folds = weka_folds(dataset.classes, runs=1, folds=10, seed=1)
        found = measured_by_weka(dataset, folds, [Classifier("J48", learner)])
        reader = java("java.io.FileReader")(str(uci / f"{name}.arff"))
        data = java("weka.core.Instances")(reader)
        data.setClassIndex(data.numAttributes() - 1)
        random = java("java.util.Random")(1)
        data.randomize(random)
        data.stratify(10)
        classes = range(data.numClasses())
        for fold in range(1, 11):
            training = data.trainCV(10, fold - 1, random)
            test = data.testCV(10, fold - 1)
            j48 = java(learner)()
            j48.buildClassifier(training)
            evaluation = java("weka.classifiers.Evaluation")(training)
            evaluation.evaluateModel(j48, test)
            auc, log_loss, f1, brier = found["J48", 1, fold]
            assert auc == pytest.approx(evaluation.weightedAreaUnderROC(), abs=1e-9)
            squares = evaluation.rootMeanSquaredError() ** 2 * len(classes)
            assert brier == pytest.approx(squares, abs=1e-9)
            confusion = np.array([list(line) for line in evaluation.confusionMatrix()])
            occurring = (confusion.sum(axis=0) + confusion.sum(axis=1)) > 0
            f1s = [evaluation.fMeasure(label) for label in classes if occurring[label]]
            assert f1 == pytest.approx(np.mean(f1s), abs=1e-9)
            # WEKA clips at another smallest number: where it does, ours is the smaller.
            entropy = evaluation.SFMeanSchemeEntropy() * np.log(2)
            if entropy < 36 / test.numInstances():
                assert log_loss == pytest.approx(entropy, abs=1e-9)
            else:
                assert log_loss < entropy


def test_instances_that_weka_leaves_unclassified_are_measured(java, uci):
    dataset = read_table(uci / "lymphography.arff", name="lymphography")
    folds = weka_folds(dataset.classes, runs=1, folds=2, seed=1)
    prism = Classifier(
        "Prism", "weka.classifiers.rules.Prism", preprocessing=("discretize",)
    )
    predictions = list(
        weka.predict_folds(dataset, folds, [prism], seed=1, metrics=METRICS)
    )
    unclassified = [p.probabilities[p.predicted == -1] for p in predictions]
    assert sum(map(len, unclassified)) > 0
    assert all((zeros == 0).all() for zeros in unclassified)
    found = measured_by_weka(dataset, folds, [prism], [*METRICS, "fit_seconds"])
    assert all(np.isfinite(values).all() for values in found.values())


def measured_by_weka(dataset, folds, classifiers, metrics=METRICS):
    """Metrics by classifier, run and fold, in the JVM that runs already."""
    predictions = weka.predict_folds(
        dataset, folds, classifiers, seed=1, metrics=metrics
    )
    return {
        (p.classifier, p.run, p.fold): measure(
            metrics,
            dataset.classes[p.rows],
            p.predicted,
            p.probabilities,
            p.fit_seconds,
        )
        for p in predictions
    }


def test_a_fold_of_one_class_has_no_area(gap):
    tree = Classifier("tree", "sklearn.tree.DecisionTreeClassifier")
    panel = Panel("scikit_learn", [tree])
    rows = evaluate_panel(*gap, panel, seed=1, metrics=["f1", "auc", "brier"]).rows
    assert [repr(row[4:]) for row in rows] == ["(2, 0, 0.0, nan, 2.0)"] * 2


@pytest.mark.parametrize(
    ("learner", "settings", "message"),
    [
        ("sklearn.svm.LinearSVC", {}, "has no predict_proba .it has decision_function"),
        ("sklearn.svm.SVC", {}, "decision_function only.*CalibratedClassifierCV"),
        (
            "sklearn.pipeline.Pipeline",
            {"steps": [["svm", {"learner": "sklearn.svm.LinearSVC"}]]},
            "has no predict_proba .it has decision_function only.*auc, brier need",
        ),
    ],
)
def test_a_classifier_without_probabilities_is_refused_where_they_are_needed(
    learner, settings, message
):
    asked = [Classifier("svm", learner, settings)]
    with pytest.raises(ValueError, match=f"^classifier svm: {learner} .*{message}"):
        scikit_learn.check(asked, metrics=["auc", "f1", "brier"])
    scikit_learn.check(asked, metrics=["f1", "fit_seconds"])
    scikit_learn.check(asked)


class Placed(ClassifierMixin, BaseEstimator):
    """Give probabilities of these classes in this order, and call them so."""

    def __init__(self, order=(), named=(), part=None):
        self.order = order
        self.named = named
        self.part = part

    def fit(self, X, y):
        """Train."""
        self.own_, self.classes_ = GaussianNB().fit(X, y), np.unique(y)
        return self

    def predict(self, X):
        """Predict."""
        return self.own_.predict(X)

    def predict_proba(self, X):
        """Give what is asked for."""
        given = self.own_.predict_proba(X).T
        found = dict(zip(self.own_.classes_, given, strict=True))
        self.classes_ = np.array(self.named or self.order)
        return np.transpose([found.get(x, np.zeros(len(X))) for x in self.order])


def placed(*order, named=(), adapted=False):
    """One that has an estimator among its settings is not adapted."""
    part = {} if adapted else {"part": {"learner": "sklearn.naive_bayes.GaussianNB"}}
    settings = {"order": list(order), "named": list(named)} | part
    return Classifier("it", f"{__name__}.Placed", settings)


@pytest.mark.parametrize(("table", "order"), [("iris", (2, 0, 1)), ("gap", (2, 1, 0))])
def test_probabilities_are_placed_by_the_classes_of_the_classifier(
    table, order, request
):
    dataset, folds = request.getfixturevalue(table)
    plain = Classifier("it", "sklearn.naive_bayes.GaussianNB")
    found = measured(dataset, folds, [placed(*order)], "scikit_learn")
    assert repr(found) == repr(measured(dataset, folds, [plain], "scikit_learn"))


@pytest.mark.parametrize("adapted", [True, False])
@pytest.mark.parametrize(
    ("order", "named", "said"),
    [
        ((0, 1, 2), (0, 1), r"shape \(30, 3\) for 30 .* the 2 classes that it was"),
        ((0, 1, 2), (0, 1, 1), r"`classes_` is \[0, 1, 1\], but it was trained on the"),
        ((0, 1, 2), (*"abc",), r"`classes_` is \['a', 'b', 'c'\], but .* must name"),
        ((0, 1, 2), (0, 1, 3), r"`classes_` is \[0, 1, 3\], but"),
        ((0, 1, 2, 3), (), r"`classes_` is \[0, 1, 2, 3\], but"),
    ],
)
def test_probabilities_of_classes_that_do_not_fit_are_refused(
    iris, order, named, said, adapted
):
    classifier = placed(*order, named=named, adapted=adapted)
    with pytest.raises(RuntimeError, match=f"iris, it, run 1, fold 1: .*{said}"):
        measured(*iris, [classifier], "scikit_learn")
