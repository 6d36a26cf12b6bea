"""A job that was killed goes on where it was, and gives the same bytes."""

import json
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines import Classifier, Panel, kept_runs
from tenbyten.engines.cross_validation import (
    Allotment,
    evaluate_panel,
    forget,
    write_counts,
    write_metrics,
)
from tenbyten.folds.weka import weka_folds

METRICS = ("auc", "brier")
PANELS = {
    "native": [
        Classifier("bayes", "NaiveBayes", preprocessing=("discretize",)),
        Classifier("tree", "J48"),
    ],
    # It draws, and so would show if a later run depended on earlier ones.
    "scikit_learn": [Classifier("drawn", "sklearn.tree.ExtraTreeClassifier")],
    "weka": [
        Classifier("tree", "weka.classifiers.trees.J48"),
        # It draws from the order in which it gets the training set.
        Classifier("drawn", "weka.classifiers.trees.REPTree"),
    ],
}
# Does a job until its fourth run, and is then killed.
KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from test_kept_runs import *
from tenbyten.engines import cross_validation

evaluate = cross_validation._evaluate_fold

def die_in_run_4(dataset, prediction, *, metrics):
    if prediction.run == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return evaluate(dataset, prediction, metrics=metrics)

cross_validation._evaluate_fold = die_in_run_4
kept_runs._SECONDS = 0
do_job(*sys.argv[2:])
"""


def do_job(engine, unfinished=None, jar="", mem_mb=1300, **changes):
    """Evaluate the engine's panel on a data set whose columns are numeric."""
    dataset = read_bundled("balance-scale")
    folds = weka_folds(dataset.classes, runs=5, folds=3, seed=1)
    asked = {"dataset": dataset, "folds": folds, "classifiers": PANELS[engine]}
    asked |= {"seed": 7, "metrics": METRICS, "unfinished": unfinished} | changes
    panel = Panel(engine, asked.pop("classifiers"))
    return evaluate_panel(
        asked.pop("dataset"),
        asked.pop("folds"),
        panel,
        allotted=Allotment(jar, mem_mb),
        **asked,
    )


def killed(engine, unfinished, *jar):
    """Do the job in a process that is killed in run 4."""
    folder = str(__file__).rpartition("/")[0]
    command = [sys.executable, "-c", KILLED, folder, engine, unfinished, *jar]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.fixture
def unfinished(tmp_path):
    """Where runs are kept; its folder is not there yet."""
    return tmp_path / "unfinished" / "balance-scale.json"


@pytest.fixture
def kept(unfinished, monkeypatch):
    """The first two runs of the scikit-learn panel, and all rows."""
    monkeypatch.setattr(kept_runs, "_SECONDS", 0)
    rows = do_job("scikit_learn", unfinished).rows
    content = json.loads(unfinished.read_text())
    content["runs"] = 2
    content["rows"] = [row for row in content["rows"] if row[2] <= 2]
    unfinished.write_text(json.dumps(content))
    return rows


def bytes_of(results, folder):
    """The files that a job would write."""
    write_counts(results.rows, folder / "counts.csv")
    write_metrics(results.rows, folder / "metrics.csv", metrics=METRICS)
    return [(folder / f"{name}.csv").read_bytes() for name in ("counts", "metrics")]


@pytest.mark.parametrize("engine", ["native", "scikit_learn"])
def test_a_killed_job_goes_on_and_gives_the_same_bytes(
    engine, unfinished, tmp_path, caplog
):
    killed(engine, unfinished)
    caplog.set_level("INFO")
    resumed = bytes_of(do_job(engine, unfinished), tmp_path)
    assert "runs 1-3 were kept from an earlier attempt; starting at run 4" in (
        caplog.text
    )
    assert "run 3 of 5" not in caplog.text
    assert resumed == bytes_of(do_job(engine), tmp_path)


def test_a_killed_weka_job_goes_on_and_gives_the_same_bytes(
    unfinished, tmp_path, caplog, weka_jar
):
    pytest.importorskip("jpype")
    killed("weka", unfinished, weka_jar)
    caplog.set_level("INFO")
    resumed = bytes_of(do_job("weka", unfinished, weka_jar), tmp_path)
    assert "starting at run 4" in caplog.text
    assert resumed == bytes_of(do_job("weka", jar=weka_jar), tmp_path)


def test_kept_rows_are_taken_and_not_made_again(kept, unfinished):
    content = json.loads(unfinished.read_text())
    content["rows"][0][5] = 0
    unfinished.write_text(json.dumps(content))
    again = do_job("scikit_learn", unfinished).rows
    assert again[0][5] == 0
    assert again[1:] == kept[1:]


def other_value():
    dataset = read_bundled("balance-scale")
    values = dataset.values.copy()
    values[0, 0] += 1
    return replace(dataset, values=values)


def other_folds(seed):
    return weka_folds(read_bundled("balance-scale").classes, runs=5, folds=3, seed=seed)


@pytest.mark.parametrize(
    "change",
    [
        {"dataset": other_value()},
        {"dataset": replace(other_value(), name="other")},
        {"folds": other_folds(2)},
        {"folds": replace(other_folds(1), splitter="openml")},
        {"seed": 8},
        {"metrics": ("brier", "auc")},
        {
            "classifiers": [
                PANELS["scikit_learn"][0]._replace(settings={"max_depth": 9})
            ]
        },
        {"classifiers": [Classifier("drawn", "sklearn.tree.DecisionTreeClassifier")]},
    ],
)
def test_runs_of_another_job_are_not_taken(kept, unfinished, change, caplog):
    caplog.set_level("INFO")
    results = do_job("scikit_learn", unfinished, **change)
    assert "was kept for other data, folds, settings or software" in caplog.text
    assert results == do_job("scikit_learn", **change)


@pytest.mark.parametrize("module", ["sklearn", "numpy"])
def test_runs_of_another_version_of_a_library_are_not_taken(
    kept, unfinished, module, caplog, monkeypatch
):
    caplog.set_level("INFO")
    monkeypatch.setattr(sys.modules[module], "__version__", "0.0")
    do_job("scikit_learn", unfinished)
    assert "was kept for other" in caplog.text


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-9], "cannot be read"),
        (lambda text: "", "cannot be read"),
        (lambda text: "[]", "cannot be read"),
        (lambda text: text.replace('"runs": 2', '"runs": 3'), "lacks cells"),
        (lambda text: text.replace('"rows"', '"row"'), "lacks cells"),
        (lambda text: text.replace("[[", "[[1], [", 1), "lacks cells"),
    ],
)
def test_a_damaged_file_is_not_taken(kept, unfinished, damage, said, caplog):
    unfinished.write_text(damage(unfinished.read_text()))
    results = do_job("scikit_learn", unfinished)
    assert said in caplog.text
    assert results.rows == kept


def test_nothing_is_left_in_the_end(kept, unfinished):
    assert unfinished.exists()
    forget(unfinished)
    assert list(unfinished.parent.iterdir()) == []
    forget(unfinished)


def test_a_short_job_keeps_nothing(unfinished, monkeypatch):
    monkeypatch.setattr(kept_runs, "_SECONDS", 1000)
    do_job("scikit_learn", unfinished)
    assert not unfinished.parent.exists()
