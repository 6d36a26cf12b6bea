"""A classifier that fails does so by name, and stops the others only if asked to."""

import csv
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from tenbyten.dataset import Attribute, Dataset
from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines import Classifier, Panel, kept_runs
from tenbyten.engines.cross_validation import (
    Allotment,
    evaluate_panel,
    write_failures,
)
from tenbyten.engines.failures import ClassifierError
from tenbyten.engines.native import training as native
from tenbyten.folds.weka import weka_folds


class Failing(ClassifierMixin, BaseEstimator):
    """Fail in its own way at its third training set."""

    trained = 0

    def __init__(self, way="raise"):
        self.way = way

    def fit(self, X, y):
        """Fail, or learn nothing."""
        self.classes_ = np.unique(y)
        Failing.trained += 1
        if Failing.trained == 3:
            if self.way == "raise":
                raise ZeroDivisionError("no\nnumber")
            if self.way == "exit":
                sys.exit(0)
            if self.way == "memory":
                raise MemoryError
            if self.way == "slow":
                time.sleep(2.5)
            if self.way == "hang":
                time.sleep(30)
            if self.way == "killed":
                time.sleep(1.5)
                os.kill(os.getpid(), signal.SIGKILL)
        return self

    def predict(self, X):
        """Predict the first class, or one that there is not."""
        strange = self.way == "class" and Failing.trained == 3
        return np.full(len(X), 99 if strange else 0)

    def predict_proba(self, X):
        """Give the first class everything, or NaN."""
        strange = self.way == "nan" and Failing.trained == 3
        return np.tile([np.nan if strange else 1.0, 0, 0], (len(X), 1))


GOOD = Classifier("good", "sklearn.naive_bayes.GaussianNB")
REASONS = {
    "raise": "ZeroDivisionError: no number",
    "exit": "SystemExit: 0",
    "memory": "MemoryError: ",
    "class": "which is no declared class",
    "nan": "is nan for test instance",
}


def failing(way):
    """The classifier, by its import path."""
    Failing.trained = 0
    return Classifier("bad", f"{__name__}.Failing", {"way": way})


def evaluate(classifiers, *, engine="scikit_learn", dataset=None, **settings):
    """Evaluate classifiers in two runs of two folds."""
    dataset = dataset or read_bundled("balance-scale")
    folds = weka_folds(dataset.classes, runs=2, folds=2, seed=1)
    return evaluate_panel(
        dataset, folds, Panel(engine, classifiers), seed=1, **settings
    )


@pytest.mark.parametrize("way", REASONS)
def test_a_failure_is_an_error_that_names_the_cell(way):
    with pytest.raises(ClassifierError, match=r"^balance-scale, bad, run 2, fold 1: "):
        evaluate([GOOD, failing(way)], metrics=("brier",))


@pytest.mark.parametrize("way", REASONS)
def test_a_failure_that_is_excluded_leaves_the_others_whole(way, tmp_path):
    results = evaluate([failing(way), GOOD], metrics=("brier",), failures="exclude")
    assert results.rows == evaluate([GOOD], metrics=("brier",)).rows
    (failure,) = results.failures
    assert failure[:4] == ("balance-scale", "bad", 2, 1)
    assert REASONS[way].strip() in failure.reason
    assert "\n" not in failure.reason
    write_failures(results.failures, tmp_path / "failures.csv")
    with open(tmp_path / "failures.csv", encoding="utf-8", newline="") as file:
        header, row = csv.reader(file)
    assert header == ["dataset", "classifier", "run", "fold", "reason"]
    assert row == [*map(str, failure)]


def test_all_may_fail():
    results = evaluate([failing("raise")], failures="exclude")
    assert results.rows == []
    assert len(results.failures) == 1


def test_without_failures_the_file_has_a_header_only(tmp_path):
    write_failures([], tmp_path / "failures.csv")
    text = (tmp_path / "failures.csv").read_text()
    assert text == "dataset,classifier,run,fold,reason\n"
    write_failures([], None)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_learner_that_does_not_take_the_data_set_is_excluded_before_any_fold():
    numbers = np.array([[i, i % 2] for i in range(8)], dtype=float)
    attributes = (Attribute("number"), Attribute("class", ("a", "b")))
    dataset = Dataset("numbers", attributes, numbers)
    panel = [Classifier("hnb", "HNB"), Classifier("bayes", "NaiveBayes")]
    asked = {"engine": "native", "dataset": dataset}
    results = evaluate(panel, failures="exclude", **asked)
    (failure,) = results.failures
    assert failure[:4] == ("numbers", "hnb", None, None)
    assert results.rows == evaluate(panel[1:], **asked).rows
    with pytest.raises(ClassifierError, match=r"^numbers, hnb: "):
        evaluate(panel, **asked)


def test_what_a_native_learner_does_not_expect_is_named_too(monkeypatch):
    def fail(classifier, prepared):
        raise FloatingPointError("overflow")

    monkeypatch.setattr(native, "_fit", fail)
    panel = [Classifier("bayes", "NaiveBayes")]
    named = r"balance-scale, bayes, run 1, fold 1: FloatingPointError: overflow"
    with pytest.raises(ClassifierError, match=named):
        evaluate(panel, engine="native")


def test_a_run_that_cannot_be_kept_is_no_classifiers_failure(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_runs, "_SECONDS", 0)
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        evaluate([GOOD], failures="exclude", unfinished=tmp_path / "file" / "a.json")


def test_a_wrong_setting_is_never_excluded():
    with pytest.raises(ValueError, match="classifier good"):
        evaluate([GOOD._replace(settings={"wrong": 1})], failures="exclude")


# Gets stuck in the third fold, as a module of the name that it has here: kept is only
# what a class of the very same name has done.
STUCK = """
import importlib.util, sys
name, file = sys.argv[1:3]
spec = importlib.util.spec_from_file_location(name, file)
tests = sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tests)
way, failures, unfinished, runtime = sys.argv[3:]
tests.evaluate([tests.failing(way)], failures=failures, unfinished=unfinished,
               allotted=tests.Allotment(runtime=float(runtime), mem_mb=1))
"""


def stuck(way, failures, unfinished, runtime):
    """Get stuck in a process of its own, and say what its watcher said."""
    command = [sys.executable, "-c", STUCK, __name__, __file__, way, failures]
    command = [str(word) for word in (*command, unfinished, runtime)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("way", "runtime", "said"),
    [
        ("hang", 0.1, "took more than 3 s, half of the job's runtime"),
        ("killed", 10, "the process was killed from outside; it had"),
    ],
)
def test_a_classifier_that_gets_stuck_is_named_and_then_excluded(
    way, runtime, said, tmp_path
):
    unfinished = tmp_path / "unfinished" / "a.json"
    last = stuck(way, "exclude", unfinished, runtime).splitlines()[-1]
    assert f"balance-scale, bad, run 2, fold 1: {said}" in last
    asked = {"failures": "exclude", "unfinished": unfinished}
    bad = failing(way)
    Failing.trained = 3
    results = evaluate([bad], **asked)
    assert results.rows == []
    (failure,) = results.failures
    assert failure[:4] == ("balance-scale", "bad", 2, 1)
    assert said in failure.reason
    # Only for the same job, and only where failures are excluded.
    again = evaluate([failing("none")], **asked)
    assert (len(again.rows), again.failures) == (4, [])
    again = evaluate([bad], unfinished=unfinished)
    assert (len(again.rows), again.failures) == (4, [])


def test_a_study_that_stops_writes_nobody_down(tmp_path):
    said = stuck("hang", "stop", tmp_path / "unfinished" / "a.json", 0.04)
    assert "balance-scale, bad, run 2, fold 1: took more than 1 s" in said
    assert list(tmp_path.iterdir()) == []


def test_a_fold_that_takes_its_time_is_named_in_the_log(capfd):
    results = evaluate([failing("slow")], allotted=Allotment(runtime=10, mem_mb=1000))
    assert len(results.rows) == 4
    (line,) = capfd.readouterr().err.splitlines()
    assert "balance-scale, bad, run 2, fold 1: at work, " in line
