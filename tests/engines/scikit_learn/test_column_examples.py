"""The studies of a page that say what columns a classifier gets."""

import re
from pathlib import Path

import numpy as np
import pytest

from pages import PAGES, blocks
from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import read_offers
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.study import read_study

ROOT = Path(__file__).resolve().parents[3]
STUDIES = blocks(PAGES["how-to/columns"], "yaml")
SMALL = {"n_estimators": 10, "iterations": 5, "max_iter": 5}


def table():
    """A rare class, missing values, and names that XGBoost and LightGBM refuse."""
    rng = np.random.default_rng(1)
    label = np.repeat([0, 2, 3], [60, 60, 4])
    size, colour = label + rng.normal(size=(2, len(label)))
    colour = np.where(label == 2, 1, rng.integers(0, 3, len(label))) + 0 * colour
    columns = [size, rng.normal(size=len(label)), colour]
    values = np.column_stack(columns)
    values[rng.random(values.shape) < 0.1] = np.nan
    attributes = Attribute("size [cm], net"), Attribute("size <cm>: net")
    attributes += (Attribute("colour", ("red", "missing", "a [b]", "never")),)
    attributes += (Attribute("class", ("a", "b", "c", "d")),)
    return Dataset("made up", attributes, np.column_stack([values, label]))


def quickened(classifier):
    """The same with few iterations, by the names that it takes."""
    package = classifier.learner.partition(".")[0]
    name = {"xgboost": "n_estimators", "lightgbm": "n_estimators"}.get(package)
    name = "iterations" if package == "catboost" else name
    name = "max_iter" if "HistGradient" in classifier.learner else name
    name = "n_estimators" if "Forest" in classifier.learner else name
    more = {name: SMALL[name]} if name else {}
    return classifier._replace(settings=classifier.settings | more)


@pytest.mark.parametrize("text", STUDIES, ids=range(len(STUDIES)))
def test_an_example_is_a_study_whose_classifiers_learn(text, tmp_path, monkeypatch):
    for library in re.findall(r"xgboost|lightgbm|catboost", text):
        pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo.tsv").write_text((ROOT / "config" / "demo.tsv").read_text())
    (tmp_path / "mine.yaml").write_text(text)
    study = read_study(str(tmp_path / "mine.yaml"), ROOT)
    entries = study["classifiers"].items()
    classifiers = [read_offers(name, entry)["scikit_learn"] for name, entry in entries]
    dataset = table()
    folds = weka_folds(dataset.classes, runs=1, folds=5, seed=1)
    right = dict.fromkeys(study["classifiers"], 0)
    quick = [quickened(c) for c in classifiers]
    for p in ENGINE.predict_folds(dataset, folds, quick, seed=1):
        right[p.classifier] += int(np.sum(p.predicted == dataset.classes[p.rows]))
    # Half of the instances are of one class.
    assert min(right.values()) > 0.6 * len(dataset.values), right
    assert {c.columns for c in classifiers} > {"encoded"} or len(classifiers) == 5
    assert not (tmp_path / "catboost_info").exists()
