"""Correct predictions of WEKA 3.6.14 on bundled data sets, for where WEKA is absent.

They are in tests/reference/weka_counts.csv, one line a data set and classifier, the
counts by run and fold. To record them again, from the top folder of the project::

    PYTHONPATH=workflow python tests/engines/recorded_counts.py WEKA_JAR
"""

import csv
import sys
import tempfile
from pathlib import Path

import numpy as np

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier

COUNTS = Path(__file__).parents[1] / "reference" / "weka_counts.csv"
RUNS, FOLDS = 2, 10
COMPLETE = (
    "iris",
    "wine",
    "breast-cancer-wisconsin-diagnostic",
    "balance-scale",
    "tic-tac-toe",
    "monks-2",
    "contact-lenses",
)
WITH_HOLES = ("iris", "wine", "tic-tac-toe", "contact-lenses")
# WEKA's classes, and the options that are our learners' defaults.
WEKA = {
    "NaiveBayes": ("weka.classifiers.bayes.NaiveBayes", ""),
    "AODE": ("weka.classifiers.bayes.AODE", ""),
    "HNB": ("weka.classifiers.bayes.HNB", ""),
    "J48": ("weka.classifiers.trees.J48", "-C 0.25 -M 2"),
    "J48graft": ("weka.classifiers.trees.J48graft", "-C 0.25 -M 2"),
}
PREPROCESSING = {
    "raw": (),
    "discretized": ("discretize",),
    "imputed": ("impute", "discretize"),
}


def datasets():
    """Yield bundled data sets, and some of them with every eleventh cell missing."""
    for name in COMPLETE:
        yield read_bundled(name)
    for name in WITH_HOLES:
        dataset = read_bundled(name)
        values = dataset.values.copy()
        row, column = np.indices(values.shape)
        values[:, :-1][((7 * row + 3 * column) % 11 == 0)[:, :-1]] = np.nan
        yield dataset.with_values(values)


def name_of(dataset):
    """The data set's name, and whether it has holes."""
    return dataset.name + (" with holes" if np.isnan(dataset.values).any() else "")


def classifiers(dataset, *, engine):
    """Every learner after every preprocessing after which it takes `dataset`."""
    numeric = any(not a.is_nominal for a in dataset.attributes)
    missing = np.isnan(dataset.values).any()
    for learner, (java_class, options) in WEKA.items():
        for mode, preprocessing in PREPROCESSING.items():
            if learner in ("AODE", "HNB") and numeric and mode == "raw":
                continue
            if learner == "HNB" and missing and mode != "imputed":
                continue
            yield Classifier(
                f"{learner} {mode}",
                java_class if engine == "weka" else learner,
                {},
                options if engine == "weka" else "",
                preprocessing,
            )


def folds_of(dataset):
    """WEKA's folds."""
    return weka_folds(dataset.classes, runs=RUNS, folds=FOLDS, seed=1)


def count(dataset, predictions):
    """Correct predictions by classifier, in the order of runs and folds."""
    counts = {}
    for prediction in predictions:
        right = prediction.predicted == dataset.classes[prediction.rows]
        counts.setdefault(prediction.classifier, []).append(int(right.sum()))
    return counts


def read_counts():
    """Recorded counts by (data set, classifier)."""
    with open(COUNTS, encoding="utf-8", newline="") as file:
        return {
            (row["dataset"], row["classifier"]): [
                int(n) for n in row["correct"].split()
            ]
            for row in csv.DictReader(file)
        }


def record(jar):
    """Run WEKA and write its counts."""
    from tenbyten.engines.weka import ENGINE as weka

    with (
        tempfile.TemporaryDirectory() as scratch,
        open(COUNTS, "w", encoding="utf-8", newline="") as file,
    ):
        weka.start(program=jar, mem_mb=1300, scratch=scratch)
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["dataset", "classifier", "correct"])
        for dataset in datasets():
            asked = list(classifiers(dataset, engine="weka"))
            predictions = weka.predict_folds(dataset, folds_of(dataset), asked, seed=1)
            for classifier, correct in count(dataset, predictions).items():
                writer.writerow(
                    [name_of(dataset), classifier, " ".join(map(str, correct))]
                )


if __name__ == "__main__":
    record(sys.argv[1])
