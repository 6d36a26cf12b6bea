"""A study that stops early: ragged, with the same bytes anywhere, and continued."""

import json
import os
import re
import shutil
import signal
import subprocess
import time

import pandas as pd
import pytest
from slurm_cluster import SITE

from tenbyten.command import main

pytestmark = pytest.mark.slow

CLUSTER = {"nodes": 1, "accounting": False}

SHEET = """number	name	bundled	instances
1	iris	iris	150
2	wine	wine	178
3	scale	balance-scale	625
4	lenses	contact-lenses	24
5	monks	monks-1	432
6	monks2	monks-2	432
7	monks3	monks-3	432
"""
TREE = "sklearn.tree.DecisionTreeClassifier"
STUDY = f"""title: stopping
datasets: stopping.tsv
classifiers:
  Bayes: {{scikit_learn: {{learner: sklearn.naive_bayes.GaussianNB}}}}
  Stump: {{scikit_learn: {{learner: {TREE}, settings: {{max_depth: 1}}}}}}
  Tree: {{scikit_learn: {{learner: {TREE}}}}}
runs: 8
folds: 3
early_stopping: {{looks: [1, 2, 4]}}
hierarchical: false
rope: 0.01
failures: exclude
"""
KEY = "early_stopping: {looks: [1, 2, 4]}\n"
OUR_LINES = "--logger", "tenbyten"
SETTINGS = {"study": "stopping.yaml"}
# It does not take the few rows of lenses.
CHOOSY = """from sklearn.tree import DecisionTreeClassifier

class Tree(DecisionTreeClassifier):
    def fit(self, X, y):
        if len(X) < 20:
            raise ValueError("too few rows")
        return super().fit(X, y)
"""


class Stopping:
    """The study in a folder of its own."""

    def __init__(self, workflow, study=STUDY):
        self.workflow, self.folder = workflow, workflow.folder
        (self.folder / "stopping.tsv").write_text(SHEET)
        (self.folder / "stopping.yaml").write_text(study)
        self.top = self.folder / "results" / "stopping"

    def do(self, *arguments, fails=False, **settings):
        """Call snakemake; return all it said."""
        arguments = ("--rerun-incomplete", *arguments)
        code, said = self.workflow(*arguments, **SETTINGS | settings)
        assert bool(code) == fails, said
        return said

    def results(self):
        """Bytes of all results, by path."""
        return self.workflow.results("stopping")

    def trained(self):
        """Runs that all logs say were trained, and were read."""
        logs = self.top.glob("logs/crossvalidate*/*/*")
        text = "".join(path.read_text() for path in logs)
        found = re.findall(
            r"(\d+) runs trained, \d+ of them compared, (\d+) read", text
        )
        return tuple(sum(map(int, x)) for x in zip(*found, strict=True))


@pytest.fixture(scope="session")
def finished_early(made_once, workflow_in):
    """The study, run once on two cores; not to be changed."""
    make = lambda folder: Stopping(workflow_in(folder)).do(env={})  # noqa: E731
    return Stopping(workflow_in(made_once("stopping", make)))


@pytest.fixture
def early(finished_early, workflow_in, tmp_path):
    """The finished study, which a test may change."""
    shutil.copytree(finished_early.folder, tmp_path / "copy", symlinks=True)
    return Stopping(workflow_in(tmp_path / "copy"))


def runs_made(study):
    """Runs that the last look says were made, by data set and classifier."""
    return json.loads((study.top / "early_stopping.json").read_text())["runs"]


def test_each_classifier_has_the_runs_that_looks_asked_for(finished_early):
    top, asked = finished_early.top, runs_made(finished_early)
    table = pd.read_csv(top / "accuracies.csv")
    cells = table.groupby(["dataset", "classifier"], sort=False)
    found = {x: set(part["run"]) for x, part in cells}
    assert found == {
        (x, y): {*range(1, n + 1)} for x in asked for y, n in asked[x].items()
    }
    assert set(cells["fold"].nunique()) == {3}
    assert any(len(set(of.values())) > 1 for of in asked.values())
    last = json.loads((top / "early_stopping.json").read_text())
    assert last["fits"] == len(table) < last["most_fits"] == 7 * 3 * 8 * 3
    assert last["looks"] == len(list((top / "looks").iterdir())) > 2
    assert not any(pair["open"] for pair in last["pairs"])


def test_it_is_verified_told_and_done(early, monkeypatch, capsys):
    assert "verified: " in early.do("verify")
    assert "Nothing to be done" in early.do()
    logs = sorted((early.top / "logs/look").iterdir())
    texts = [path.read_text() for path in logs]
    assert re.search(r"look 1: [1-3] of 3 pairs open; 63 folds made, some ", texts[0])
    assert re.search(r"0 of 3 pairs open; \d+ folds made\n", texts[-1])
    record = "made/crossvalidate_look/scikit_learn/from-iris.look-2.json"
    lost = {"looks/1.json": [], "looks/2.json": [], "made/look/2.json": [], record: []}
    lost |= {"counts/scikit_learn/from-iris.look-1.csv": []}
    # With its record: others were made from it.
    lost |= {"looks/3.json": ["made/look/3.json"]}
    monkeypatch.chdir(early.folder)
    for name, more in lost.items():
        paths = [early.top / x for x in (name, *more)]
        whole = [path.read_bytes() for path in paths]
        for path in paths:
            path.unlink()
        assert main(["verify", "stopping.yaml"]) == 1
        assert name in (told := capsys.readouterr().out)
        assert ("missing" in told) == (not more)
        for path, content in zip(paths, whole, strict=True):
            path.write_bytes(content)
    assert main(["verify", "stopping.yaml"]) == 0
    assert capsys.readouterr().out.startswith("verified: ")


def test_one_core_gives_the_same_bytes(finished_early, workflow_in, tmp_path):
    study = Stopping(workflow_in(tmp_path))
    said = study.do("--dry-run", *OUR_LINES)
    assert "Early stopping: at most 504 folds; 63 at the first look" in said
    study.do(cores=1)
    assert study.results() == finished_early.results()


def test_a_study_killed_between_looks_goes_on(finished_early, workflow_in, tmp_path):
    study = Stopping(workflow_in(tmp_path))
    process = subprocess.Popen(
        study.workflow.command(**SETTINGS),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        cwd=study.folder,
        start_new_session=True,
    )
    while not (study.top / "looks/2.json").exists():
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    # As if killed before the record of the look was written.
    (study.top / "made/look/2.json").unlink(missing_ok=True)
    before = study.trained()[0]
    study.do("--unlock")
    study.do()
    assert study.results() == finished_early.results()
    assert "verified: " in study.do("verify")
    made = sum(sum(of.values()) for of in runs_made(study).values())
    assert before < study.trained()[0] <= made


def test_without_the_key_and_with_more_runs_no_fold_is_trained_twice(early):
    made = sum(sum(of.values()) for of in runs_made(early).values())
    shutil.rmtree(early.top / "logs")
    study = early.folder / "stopping.yaml"
    study.write_text(STUDY.replace(KEY, "").replace("runs: 8", "runs: 9"))
    early.do()
    assert early.trained() == (7 * 3 * 9 - made, made)
    table = pd.read_csv(early.top / "accuracies.csv")
    assert len(table) == 7 * 3 * 9 * 3
    assert "runs" not in pd.read_csv(early.top / "comparisons/correlated_t.csv")
    # What looks made is removed.
    assert early.do("verify").count("note: ") == 0
    assert not list(early.top.glob("looks/*"))


def test_another_setting_is_looked_at_anew(early):
    study = early.folder / "stopping.yaml"
    study.write_text(STUDY.replace("max_depth: 1", "max_depth: 2"))
    shutil.rmtree(early.top / "logs")
    early.do()
    trained, _ = early.trained()
    stumps = sum(of["Stump"] for of in runs_made(early).values())
    assert trained >= stumps
    assert "verified: " in early.do("verify")


def test_a_data_set_on_which_a_classifier_fails_is_left_out(early):
    (early.folder / "choosy.py").write_text(CHOOSY)
    study = early.folder / "stopping.yaml"
    tree = f"Tree: {{scikit_learn: {{learner: {TREE}"
    assert tree in STUDY
    choosy = tree.replace(TREE, "choosy.Tree")
    study.write_text(STUDY.replace(tree, choosy))
    early.do(env={})
    table = pd.read_csv(early.top / "accuracies.csv")
    assert "lenses" not in set(table["dataset"])
    assert set(runs_made(early)["lenses"].values()) == {1}
    failed = pd.read_csv(early.top / "failures.csv")
    assert failed[["dataset", "classifier"]].values.tolist() == [["lenses", "Tree"]]


def test_accuracies_from_elsewhere_know_no_looks(finished_early, workflow_in, tmp_path):
    table = pd.read_csv(finished_early.top / "accuracies.csv")
    first = table[table["run"] == 1]
    every = pd.concat([first.assign(run=run) for run in range(1, 9)])
    study = Stopping(workflow_in(tmp_path))
    every.to_csv(study.folder / "theirs.csv", index=False)
    said = study.do("--dry-run", *OUR_LINES, config=["accuracies=theirs.csv"])
    assert "No early stopping: accuracies are from theirs.csv" in said
    assert "early_stopping.json" not in said


def test_on_slurm_are_the_same_bytes(cluster, finished_early, workflow_in, tmp_path):
    study = Stopping(workflow_in(tmp_path))
    study.do(*SITE, cores=1, env=cluster.env)
    assert study.results() == finished_early.results()


def test_in_a_store_are_the_same_bytes(finished_early, workflow_in, tmp_path):
    pytest.importorskip("snakemake_storage_plugin_fs")
    if not shutil.which("rsync"):
        pytest.skip("no rsync, which the storage plugin calls")
    (tmp_path / "store").mkdir()
    words = "--default-storage-provider", "fs", "--shared-fs-usage", "none"
    place = "--default-storage-prefix", tmp_path / "store"
    Stopping(workflow_in(tmp_path)).do(*words, *place)
    there = Stopping(workflow_in(tmp_path / "store")).results()
    wanted = finished_early.results()
    # Where files are in a store, the command that makes them is another.
    assert {x for x in wanted if there.get(x) != wanted[x]} <= {"details.html"}
