"""Iris and its folds, WEKA's Experimenter, and Python in a process of its own."""

import csv
import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import load_iris
from watching_learner import Recorder, stratified

from arff_writer import write_arff
from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import find_engine
from tenbyten.engines.weka.jvm import FILTERS

# Starts WEKA, and counts what classifiers predict for a data set on WEKA's folds.
ENGINE = """
import sys
import numpy as np
from arff_tables import read_table
from tenbyten.engines import Classifier
from tenbyten.engines.weka import ENGINE
from tenbyten.engines.weka.jvm import find_jar, start_jvm
from tenbyten.datasets.folds.weka import weka_folds

def correct(name, path, *classifiers, preprocessing=()):
    dataset = read_table(path, name=name)
    folds = weka_folds(dataset.classes, runs=1, folds=10, seed=1)
    counted = {classifier: [] for classifier in classifiers}
    asked = [Classifier(name, name, {}, "", preprocessing) for name in classifiers]
    for p in ENGINE.predict_folds(dataset, folds, asked, seed=1):
        right = p.predicted == dataset.classes[p.rows]
        counted[p.classifier].append(int(np.sum(right)))
    return counted

"""


@pytest.fixture
def seen():
    """What `Recorder` saw."""
    Recorder.SEEN.clear()
    return Recorder.SEEN


@pytest.fixture(scope="module")
def iris():
    """Iris as scikit-learn has it."""
    X, y = load_iris(return_X_y=True)
    attributes = [*map(Attribute, "abcd"), Attribute("class", ("s", "ve", "vi"))]
    return Dataset("iris", tuple(attributes), np.column_stack([X, y]))


@pytest.fixture(scope="module")
def iris_folds(iris):
    """Two runs of ten stratified folds."""
    return stratified(iris, runs=2, folds=10)


def count_predictions(engine, datasets, classifier, *, runs):
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


@pytest.fixture(scope="session")
def ours():
    """Tested, correct and unclassified instances as an engine counts."""
    return count_predictions


@pytest.fixture
def run_python(bridge, root, tmp_path):
    """Run Python in a process of its own, with an empty folder as HOME."""
    home = tmp_path / "home"
    home.mkdir()

    def run(code, *arguments, **variables):
        environment = {**os.environ, "HOME": str(home), **variables}
        path = root / "workflow", root / "tests"
        environment["PYTHONPATH"] = os.pathsep.join(map(str, path))
        command = [sys.executable, "-c", ENGINE + code, *map(str, arguments)]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True
        )
        assert list(home.iterdir()) == []
        return done

    return run


@pytest.fixture(scope="session")
def experimenter():
    """Tested, correct and unclassified instances as WEKA's Experimenter counts."""
    return _experimenter


def _experimenter(jars, datasets, classifier, *, runs, scratch):
    learner = [classifier.learner, "--", *classifier.options.split()]
    if classifier.preprocessing:
        filters = [FILTERS[name] for name in classifier.preprocessing]
        chain = "weka.filters.MultiFilter " + " ".join(f"-F {name}" for name in filters)
        first = filters[0] if len(filters) == 1 else chain
        filtered = "weka.classifiers.meta.FilteredClassifier"
        learner = [filtered, "--", "-F", first, "-W", *learner]
    table = scratch / f"{classifier.name}.csv"
    command = ["java", "-Xmx500m", f"-Duser.home={scratch}"]
    command += ["-cp", ":".join(map(str, jars)), "weka.experiment.Experiment"]
    command += ["-r", "-L", "1", "-U", str(runs)]
    for dataset in datasets:
        path = scratch / f"{dataset.name}.arff"
        write_arff(dataset, path)
        command += ["-T", str(path)]
    command += ["-D", f"weka.experiment.CSVResultListener -O {table}"]
    command += ["-P", "weka.experiment.CrossValidationResultProducer", "--"]
    command += ["-X", "10", "-W", "weka.experiment.ClassifierSplitEvaluator", "--"]
    command += ["-W", *learner]
    subprocess.run(command, check=True, capture_output=True, text=True, cwd=scratch)
    counted = {}
    with open(table, encoding="utf-8") as file:
        for row in csv.DictReader(file, quotechar="'", escapechar="\\"):
            key = row["Key_Dataset"], int(row["Key_Run"]), int(row["Key_Fold"])
            columns = ("of_testing_instances", "correct", "unclassified")
            counted[key] = tuple(float(row[f"Number_{name}"]) for name in columns)
    return counted
