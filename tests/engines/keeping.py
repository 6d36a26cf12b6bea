"""Counts on iris that tests keep, damage and read again."""

import json

from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.engines.made_from import made_from
from tenbyten.folds import run_sums
from tenbyten.folds.weka import weka_folds

RUNS = 4
METRICS = ("auc", "brier")
# The second draws, and so would show if a run depended on others.
BAYES = Classifier("bayes", "sklearn.naive_bayes.GaussianNB")
DRAWN = Classifier("drawn", "sklearn.tree.ExtraTreeClassifier")
IRIS = read_bundled("iris")


def folds_of(seed=1, runs=RUNS):
    """Two folds a run."""
    return weka_folds(IRIS.classes, runs=runs, folds=2, seed=seed)


SUMS = run_sums(folds_of())


def wanted_of(*classifiers, **changes):
    """What the counts of classifiers on iris are to be made from."""
    asked = {
        "engine": "scikit_learn",
        "dataset_sha256": "d" * 64,
        "splitter": "weka",
        "folds": 2,
        "seed": 1,
        "software": {"code": "c" * 64, "libraries": {"numpy": "2.3.1"}},
    }
    return {c.name: made_from(c, **(asked | changes)) for c in classifiers}


WANTED = wanted_of(BAYES, DRAWN)


def do_job(kept=None, *classifiers, wanted=WANTED, folds=None, **asked):
    """Evaluate a panel on iris."""
    panel = Panel("scikit_learn", list(classifiers) or [BAYES, DRAWN])
    asked = {"seed": 1, "metrics": METRICS, "kept": kept, "wanted": wanted} | asked
    return evaluate_panel(IRIS, folds or folds_of(), panel, **asked)


def edited(path, edit):
    """Change what a file holds of the classifiers."""
    content = json.loads(path.read_text())
    edit(content["classifiers"])
    path.write_text(json.dumps(content))
