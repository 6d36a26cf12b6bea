"""`tenbyten try`: all that breaks in a study, at once, and how long it takes."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tenbyten.command import main

MODULE = """
import os, time
import numpy as np
from sklearn.tree import DecisionTreeClassifier
class Raises(DecisionTreeClassifier):
    def fit(self, X, y): raise KeyError("depth")
class Hangs(DecisionTreeClassifier):
    def fit(self, X, y): time.sleep(60)
class Dies(DecisionTreeClassifier):
    def fit(self, X, y): os._exit(3)
class Strange(DecisionTreeClassifier):
    def predict(self, X): return np.full(len(X), 9)
class Holes(DecisionTreeClassifier):
    def predict_proba(self, X): return np.full((len(X), self.n_classes_), np.nan)
class Plain:
    def fit(self, X, y): return self
class Warns(DecisionTreeClassifier):
    def predict(self, X):
        print("Warning: low\\x1b[31m room")
        return super().predict(X)
"""
WAYS = ("Raises", "Hangs", "Dies", "Strange", "Plain")
SAID = [
    "lenses, Raises, run 1, fold 1: KeyError: 'depth' (fit in mine_tried.py: correct "
    "it, or leave it out)\n    mine_tried.py, line 6, in fit: def fit",
    "lenses, Hangs, run 1, fold 1: took more than 1 s",
    "lenses, Dies, run 1, fold 1: ended its process, with status 3",
    "lenses, Strange, run 1, fold 1: predicted 9, which is no declared class",
    "classifier Plain: mine_tried.Plain has no `get_params`; derive it from",
    "Absent: cannot import 'lacking.Booster': No module named 'lacking'; install the",
]
SHEET = "name\tbundled\tfile\nlenses\tcontact-lenses\t\n"
BAD = "bad\t\tbad.csv\nworse\t\tworse.csv\n"


@pytest.fixture
def study(tmp_path):
    """Write and try a study of some classifiers; return the exit status and words."""
    (tmp_path / "mine_tried.py").write_text(MODULE)
    (tmp_path / "bad.csv").write_text("a,b\n1,x\n2,x\n")
    (tmp_path / "worse.csv").write_text("a,b\n1,x\n2,y,z\n")
    towns = "".join(f"t{n // 3},{'ab'[n % 2]}\n" for n in range(900))
    (tmp_path / "towns.csv").write_text(f"town,class\n{towns}")

    def tried(learners, sheet=SHEET, more="", folds=2):
        entries = (f"  {x}: {{scikit_learn: {{learner: {y}}}}}" for x, y in learners)
        text = "\n".join(["datasets: sheet.tsv", more, "classifiers:", *entries])
        (tmp_path / "tried.yaml").write_text(f"{text}\nruns: 2\nfolds: {folds}\n")
        (tmp_path / "sheet.tsv").write_text(sheet + "iris\tiris\t\n")
        command = [sys.executable, "-m", "tenbyten", "try", "tried.yaml"]
        how = {"cwd": tmp_path, "env": os.environ | {"TMPDIR": str(tmp_path)}}
        done = subprocess.run(command, **how, capture_output=True, text=True)
        assert not (tmp_path / "results").exists()
        return done.returncode, done.stdout

    return tried


GOOD = [("Bayes", "sklearn.naive_bayes.GaussianNB"), ("SVM", "sklearn.svm.SVC")]


def test_classifiers_that_fail_are_told_at_once(study):
    own = [(name, f"mine_tried.{name}") for name in WAYS]
    own = [*GOOD, *own, ("Absent", "lacking.Booster")]
    status, said = study(own, more="fold_timeout: 1")
    assert status == 1
    assert "Read 2 of 2 data sets; tried on lenses, the smallest of them" in said
    assert re.search(r"^Bayes: trains in \S+ s, predicts in \S+ s$", said, re.MULTILINE)
    assert "64 folds in" in said
    assert "6 faults:" in said
    assert [x for x in SAID if x not in said] == []
    log = said.splitlines()[-1].removeprefix("log: ")
    assert "Traceback" in Path(log).read_text("utf-8")


def test_faults_of_one_check_are_counted_and_warnings_told(study):
    odd = [(x, f"sklearn.svm.{x}") for x in ("SVX", "SVY")]
    status, said = study([*odd, ("Careful", "mine_tried.Warns"), GOOD[0]])
    assert status == 1
    assert "\n2 faults:\nclassifier SVX: " in said
    assert "\nCareful warns: Warning: low room\n" in said
    assert "Bayes warns" not in said


class Terminal(io.StringIO):
    """Somebody at a terminal, and what they type."""

    def isatty(self):
        """Say that it is one."""
        return True


@pytest.mark.parametrize(
    ("typed", "more", "ran"),
    [("\n", [], False), ("", [], False), ("y\n", [], True), ("", ["--yes"], True)],
)
def test_at_a_terminal_code_from_elsewhere_runs_only_when_allowed(
    tmp_path, monkeypatch, capfd, typed, more, ran
):
    (tmp_path / "mine_asked.py").write_text("open('imported', 'w')\n")
    (tmp_path / "sheet.tsv").write_text(SHEET)
    names = {"A": "sklearn.svm.SVC", "B": "mine_asked.Own"}
    entries = [f"  {x}: {{scikit_learn: {{learner: {y}}}}}" for x, y in names.items()]
    text = "\n".join(["datasets: sheet.tsv", "runs: 1", "folds: 2", "classifiers:"])
    (tmp_path / "asked.yaml").write_text("\n".join([text, *entries]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    assert main(["try", "asked.yaml", *more]) == 1
    said = capfd.readouterr()
    assert "Code from elsewhere that runs now: mine_asked.Own\n" in said.out
    assert ("nothing was run; read the modules in" in said.err) != ran
    assert (tmp_path / "imported").exists() == ran


def test_data_that_fail_are_told_at_once_and_others_are_used(study):
    status, said = study(GOOD, SHEET + BAD)
    assert status == 1
    assert "Read 2 of 4 data sets (others fail" in said
    assert "2 faults:" in said
    rows = re.findall(r"^sheet\.tsv, row \d \((\w+)\): ", said, re.MULTILINE)
    assert sorted(rows) == ["bad", "worse"]


def test_metrics_that_cannot_be_computed_copies_and_many_labels_are_told(study):
    again = SHEET + "again\tcontact-lenses\t\ntowns\t\ttowns.csv\n"
    learners = [GOOD[0], ("Holes", "mine_tried.Holes")]
    status, said = study(learners, again, more="metrics: [auc, brier]")
    assert status == 1
    assert "2 faults:" in said
    assert "towns: 'town' has 300 labels, each a column for Bayes, Holes, wh" in said
    assert "data sets lenses, again are one table: copies would" in said
    assert re.search(
        r"^lenses, Holes, run 1, fold 1: .* is nan .*; auc, brier needs", said, re.M
    )


def test_a_compared_metric_that_test_folds_leave_undefined_is_told(study):
    more = "metrics: [auc]\nmetric: auc"
    status, said = study([*GOOD[:1], ("Again", GOOD[0][1])], more=more, folds=24)
    assert status == 1
    assert "auc is undefined in fold 1 of lenses; a test fold there lacks" in said


def test_an_estimate_is_of_the_right_order(study, capfd):
    assert study(GOOD)[0] == 0
    assert main(["try", "demo", "--cores", "2"]) == 0
    # A run of it took 39 s of CPU time on one machine.
    said = capfd.readouterr().out
    jobs = r"5,000 folds in 4 jobs and \d\d other jobs"
    assert re.search(rf"{jobs}, (\d\d s|[1-6] min) of CPU time", said)
