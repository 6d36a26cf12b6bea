"""Tables in memory are cross-validated as the workflow does with files."""

import logging
import os
import pickle
import subprocess
import sys
import typing

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import tenbyten
from tenbyten.datasets.folds.split import split
from tenbyten.datasets.making import make_canonical
from tenbyten.datasets.sources import Source
from tenbyten.engines import Panel, read_offers
from tenbyten.engines.classifier import ClassifierError
from tenbyten.engines.cross_validation import evaluate_panel

TREE = "sklearn.tree.DecisionTreeClassifier"
CELL = ["dataset", "classifier", "run", "fold"]
SIZES = {"runs": 2, "folds": 3, "seed": 7}


def people(seed, rows=60):
    """A table with numbers, texts, truth values and missing values of both kinds."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(
        {
            "height": rng.normal(1.7, 0.1, rows).round(3),
            "children": rng.integers(0, 5, rows),
            "eyes": rng.choice(["blue", "brown", "green"], rows),
            "smokes": rng.random(rows) < 0.4,
        }
    )
    X.loc[rng.choice(rows, 5), "height"] = np.nan
    X.loc[rng.choice(rows, 5), "eyes"] = None
    y = pd.Series(rng.integers(0, 3, rows), name="class")
    return X, y


@pytest.fixture
def data():
    """Three data sets."""
    return {f"people{seed}": people(seed) for seed in range(3)}


def by_the_workflow(table, name, entries, folder, splitter):
    """What the workflow counts, from a CSV file of the table."""
    X, y = table
    path = folder / f"{name}.csv"
    X.assign(**{"class": y}).to_csv(path, index=False)
    at = {"name": name, "where": f"sheet, row 1 ({name})"}
    dataset, _ = make_canonical(Source("file", str(path)), {}, **at)
    folds = split(dataset, splitter=splitter, where=name, **SIZES)
    rows = []
    for classifier, entry in entries.items():
        ((engine, offered),) = read_offers(classifier, entry).items()
        panel = Panel(engine, [offered])
        rows += evaluate_panel(dataset, folds, panel, seed=SIZES["seed"]).rows
    return rows


@pytest.mark.parametrize("splitter", ["weka", "scikit_learn"])
def test_the_counts_are_those_of_the_workflow(data, splitter, tmp_path):
    estimators = {
        "tree": DecisionTreeClassifier(min_samples_leaf=2),
        "NB": {"native": {"learner": "NaiveBayes"}},
    }
    entries = {
        "tree": {"scikit_learn": {"learner": TREE, "settings": {"min_samples_leaf": 2}}}
    }
    entries["NB"] = estimators["NB"]
    table = tenbyten.evaluate(data, estimators, splitter=splitter, **SIZES)
    ours = table[[*CELL, "tested", "correct"]].to_numpy().tolist()
    theirs = [
        list(row)
        for name, of_name in data.items()
        for row in by_the_workflow(of_name, name, entries, tmp_path, splitter)
    ]
    assert ours == theirs


def test_what_it_returns_can_be_compared(data):
    classifiers = {
        "a forest": RandomForestClassifier(3),
        "search": GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=2),
    }
    table = tenbyten.evaluate(data, classifiers, metrics=["auc"], **SIZES)
    assert list(table.columns) == [*CELL, "tested", "correct", "accuracy", "auc"]
    assert (table["accuracy"] == table["correct"] / table["tested"]).all()
    compared = tenbyten.compare(table, metrics=["auc"], hierarchical=False)
    assert len(compared.posteriors) == 2 * len(data)
    assert list(compared.study.labels.values()) == ["a forest", "search"]


class Seen(GaussianNB):
    """A classifier that remembers what it was trained on."""

    tables: typing.ClassVar[list] = []

    def fit(self, X, y):
        """Train on a column of zeros."""
        self.tables.append(X)
        return super().fit(np.zeros((len(y), 1)), y)

    def predict(self, X):
        """Predict the same class for all."""
        return super().predict(np.zeros((len(X), 1)))


def test_a_classifier_gets_the_columns_that_are_asked_for(data):
    classifiers = {"it": {"estimator": Seen(), "columns": "raw"}}
    Seen.tables.clear()
    tenbyten.evaluate(data, classifiers, **SIZES)
    assert list(Seen.tables[0].columns) == ["height", "children", "eyes", "smokes"]
    assert list(Seen.tables[0]["eyes"].cat.categories) == ["blue", "brown", "green"]
    classifiers["it"]["columns"] = "row"
    with pytest.raises(ValueError, match="columns is 'row'; give one of encoded"):
        tenbyten.evaluate(data, classifiers)


BESIDE_WEKA = """
import pickle, sys
from pathlib import Path
import numpy as np, pandas as pd, tenbyten
from tenbyten.engines.weka.jvm import java_property
data, sizes = pickle.load(sys.stdin.buffer)
weka = {"WEKA": {"weka": {"learner": "weka.classifiers.bayes.NaiveBayes"}}}
ours = {"ours": {"native": {"learner": "NaiveBayes"}}}
table = tenbyten.evaluate(data, weka | ours, **sizes)
cells = ["dataset", "run", "fold"]
counts = table.pivot(index=cells, columns="classifier", values="correct")
assert (counts["WEKA"] == counts["ours"]).all()
# Again in the same process, with more data and with less.
large = pd.DataFrame({f"x{i}": np.arange(60_000) % 7 for i in range(20)})
zero = {"WEKA": {"weka": {"learner": "weka.classifiers.rules.ZeroR"}}}
tenbyten.evaluate({"large": (large, np.arange(60_000) % 2)}, zero, runs=1, folds=2)
again = tenbyten.evaluate(data, weka, **sizes)
assert (again["correct"].to_numpy() == counts["WEKA"].to_numpy()).all()
assert Path(java_property("java.io.tmpdir")).is_dir()
print(len(counts), "folds")
"""


def test_weka_runs_too_and_agrees_with_the_learners_that_repeat_it(data, weka_jar):
    # In a process of its own: this one may run a JVM already.
    command = [sys.executable, "-c", BESIDE_WEKA]
    given = pickle.dumps((data, SIZES))
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    folds = len(data) * SIZES["runs"] * SIZES["folds"]
    assert done.stdout.decode() == f"{folds} folds\n"


def test_a_seed_settles_the_counts_and_the_estimators_stay_as_they_were(data):
    forest = RandomForestClassifier(3)
    again = [
        tenbyten.evaluate(data, {"forest": forest}, **SIZES | {"seed": seed})
        for seed in (1, 1, 2)
    ]
    pd.testing.assert_frame_equal(again[0], again[1])
    assert not again[0].equals(again[2])
    twice = tenbyten.evaluate(data, {"forest": forest}, seeds=2, **SIZES)
    assert (twice["tested"] == 2 * again[0]["tested"]).all()
    assert not twice["accuracy"].equals(again[0]["accuracy"])
    assert not hasattr(forest, "estimators_")
    assert forest.random_state is None


def test_it_tells_what_it_does_where_asked(data, capsys):
    classifiers = {"NB": GaussianNB()}
    tenbyten.evaluate(data, classifiers, **SIZES)
    assert capsys.readouterr().err == ""
    tenbyten.evaluate(data, classifiers, verbose=True, **SIZES)
    said = capsys.readouterr().err
    assert "people1 (2 of 3): 60 instances, 5 attributes" in said
    assert "people1: nominal: true or false: smokes" in said
    assert "people1: run 2 of 2 (NB)" in said
    assert logging.getLogger("tenbyten").level == logging.NOTSET
    assert not logging.getLogger("tenbyten").handlers


def test_a_bar_counts_the_folds_where_somebody_watches(data, capsys, monkeypatch):
    classifiers = {"NB": GaussianNB(), "J48": {"native": {"learner": "J48"}}}
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    tenbyten.evaluate(data, classifiers, verbose=False, **SIZES)
    assert capsys.readouterr().err == ""
    tenbyten.evaluate(data, classifiers, **SIZES)
    # 3 data sets, 2 classifiers, 2 runs of 3 folds.
    assert "36/36" in capsys.readouterr().err


def test_a_class_with_one_instance_is_warned_of(data, caplog):
    (x, y), *_ = data.values()
    tenbyten.evaluate({"whole": (x, y)}, {"NB": GaussianNB()}, runs=1, folds=2)
    assert "one instance" not in caplog.text
    y = y.to_numpy(copy=True)
    y[0] = 7
    tenbyten.evaluate({"few": (x, y)}, {"NB": GaussianNB()}, runs=1, folds=2)
    assert "tested: few (7). Is the right column the class?" in caplog.text


def test_the_process_is_left_as_it_was(data):
    before = dict(os.environ)
    tenbyten.evaluate(data, {"NB": GaussianNB()}, **SIZES)
    assert dict(os.environ) == before


TWO = (pd.DataFrame({"a": [1.0, 2, 3, 4]}), [0, 1, 0, 1])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"data": {}}, "evaluate: no data; give at least one"),
        (
            {"data": TWO},
            r"data is of type tuple; give a dict by name, .*'mine': \(X, y",
        ),
        ({"data": TWO[0]}, "data is of type DataFrame; give a dict"),
        ({"classifiers": GaussianNB()}, "classifiers is of type GaussianNB; give a d"),
        ({"data": {"it": TWO[0]}}, r"'it': is of type DataFrame; give a pair \(X, y\)"),
        ({"classifiers": {}}, "evaluate: no classifiers"),
        ({"classifiers": {"c": GaussianNB}}, "'c': is <class .*GaussianNB'>; give a"),
        ({"classifiers": {"c": "NB"}}, "'c': is 'NB'; give a classifier with"),
        ({"classifiers": {"c": LinearRegression()}}, "classifier c: .* is a regressor"),
        ({"classifiers": {"c": {}}}, "'c': names no engine"),
        ({"classifiers": {"c": {"native": {"lerner": "J48"}}}}, "lerner"),
        (
            {"classifiers": {"c": {"estimator": GaussianNB(), "column": "raw"}}},
            r"'c': unknown key 'column'; did you mean columns\?",
        ),
        ({"classifiers": {"c": {"estimator": "NB"}}}, "'c': is 'NB'; give a class"),
        ({"runs": 0}, "evaluate: key runs"),
        ({"metrics": ["acc"]}, "evaluate: key metrics"),
        ({"folds": 9}, "9 folds"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(changed, message):
    asked = {"data": {"it": TWO}, "classifiers": {"c": GaussianNB()}}
    asked |= {"runs": 1, "folds": 2} | changed
    with pytest.raises(ValueError, match=message):
        tenbyten.evaluate(asked.pop("data"), asked.pop("classifiers"), **asked)


def test_a_classifier_that_fails_is_named_with_its_cell(data):
    broken = DecisionTreeClassifier(max_depth=-3)
    with pytest.raises(ClassifierError, match="people0, tree, run 1, fold 1: "):
        tenbyten.evaluate(data, {"tree": broken}, **SIZES)


def test_columns_by_name_are_told_to_need_raw_ones(data):
    by_name = make_pipeline(
        ColumnTransformer([("heights", "passthrough", ["height"])]),
        DecisionTreeClassifier(),
    )
    words = r"Specifying the columns .*`columns: raw` in the study's entry, or \{'estim"
    with pytest.raises(ClassifierError, match=words):
        tenbyten.evaluate(data, {"it": by_name}, **SIZES)
    raw = {"estimator": by_name, "columns": "raw"}
    assert len(tenbyten.evaluate(data, {"it": raw}, **SIZES)) == len(data) * 6


# Splitters

# Of the first 48 rows there is a group less.
GROUPS = [f"g{x % 4}" for x in range(48)] + ["g4"] * 12


@pytest.mark.parametrize(
    ("splitter", "third", "sizes", "cells"),
    [
        ({"holdout": {"test_size": 0.2, "repeats": 4}}, [], {}, (4, 1, 12)),
        ("groups", [GROUPS], {"runs": 2, "folds": 3}, (2, 3, 20)),
        ("leave_one_group_out", [GROUPS], {}, (1, 5, 12)),
        ({"time": {"window": 2}}, [range(60)], {"folds": 3}, (1, 3, 12)),
        ("predefined", [["train", "test", "unused"] * 20], {}, (1, 1, 20)),
    ],
)
def test_splitters_of_a_study_are_taken(splitter, third, sizes, cells):
    tables = {
        "it": (*people(1), *third),
        "few": (*people(2, 48), *(x[:48] for x in third)),
    }
    tree = {"tree": DecisionTreeClassifier()}
    table = tenbyten.evaluate(tables, tree, splitter=splitter, **sizes)
    of_first = table.query("dataset == 'it'")
    assert tuple(of_first[["run", "fold"]].max()) == cells[:2]
    assert of_first["tested"].mean() == cells[2]


NEEDS_GROUPS = {"splitter": "groups"}


@pytest.mark.parametrize(
    ("third", "how", "fault"),
    [
        ([], NEEDS_GROUPS, r"give \(X, y, groups\), for splitter groups its third"),
        ([["a"]], NEEDS_GROUPS, "60 rows, but 1 values for splitter groups; give one"),
        ([GROUPS], {}, r"give a pair \(X, y\)"),
        (
            [GROUPS],
            {"splitter": "time", "runs": 3},
            "key runs: is 3, but splitter time",
        ),
        (
            [GROUPS],
            {"splitter": "time"},
            "has the time 'g0'; give all times as numbers",
        ),
        ([], {"splitter": "openml"}, "splitter is 'openml', whose folds are in files"),
        ([pd.Series(GROUPS)[::-1]], NEEDS_GROUPS, "rows of X and groups have other l"),
    ],
)
def test_what_a_splitter_does_not_take_is_refused(third, how, fault):
    with pytest.raises(ValueError, match=f"^evaluate: .*{fault}"):
        tenbyten.evaluate({"it": (*people(0), *third)}, {"NB": GaussianNB()}, **how)
