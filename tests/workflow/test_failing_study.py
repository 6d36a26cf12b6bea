"""A study of which a job is killed, or in which a classifier fails."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.cross_validation import COLUMNS, evaluate_panel

pytestmark = pytest.mark.slow

TREE = "sklearn.tree.DecisionTreeClassifier"
JOINED = "results/tiny/accuracies.csv"


def test_a_killed_study_goes_on_at_the_run_it_was_at(fresh, with_learner, root):
    env = with_learner("SlowTree", runs=30)
    command = [sys.executable, "-m", "snakemake", "--snakefile", root / "Snakefile"]
    command += ["--directory", fresh.folder, "--cores", "1", JOINED, "--config"]
    command += [f"study={fresh.folder / 'tiny.yaml'}"]
    kept = fresh.folder / "results/tiny/cache/iris"
    with subprocess.Popen(
        list(map(str, command)),
        env=os.environ | env | {"SLOW_TREE": "0.6"},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as snakemake:
        while not list(kept.glob("DecisionTree~*.json")):
            assert snakemake.poll() is None, "ended before a run was kept"
            time.sleep(0.1)
        os.killpg(snakemake.pid, signal.SIGKILL)
    assert not (fresh.folder / JOINED).exists()
    files = [path.read_text() for path in kept.glob("DecisionTree~*.json")]
    contents = [json.loads(text.rpartition("\n")[0]) for text in files]
    done = {run for content in contents for run in content["runs"]}
    assert 0 < len(done) < 30
    logs = fresh.folder / "results/tiny/logs/crossvalidate/scikit_learn-DecisionTree"
    shutil.rmtree(logs)
    code, said = fresh("--unlock", env=env)
    assert code == 0, said
    code, said = fresh(JOINED, env=env)
    assert code == 0, said
    text = "".join(log.read_text() for log in logs.glob("*.log"))
    made = re.findall(r"iris: run (\d+) of 30", text)
    assert sorted(made + list(done), key=int) == [*map(str, range(1, 31))]
    counts = pd.read_csv(fresh.folder / JOINED)
    iris = read_bundled("iris")
    folds = weka_folds(iris.classes, runs=30, folds=2, seed=1)
    tree = Classifier("DecisionTree", TREE, {"max_depth": 2})
    undisturbed = evaluate_panel(
        iris, folds, Panel("scikit_learn", [tree]), seed=1
    ).rows
    counts = counts.query("dataset == 'iris' and classifier == 'DecisionTree'")
    found = counts[list(COLUMNS)].itertuples(index=False, name=None)
    assert list(found) == undisturbed


def test_a_failure_stops_the_table_and_not_the_other_jobs(fresh, with_learner):
    env = with_learner("ChoosyTree")
    table = "results/tiny/accuracies.csv"
    code, said = fresh("--keep-going", table, env=env)
    assert code != 0
    assert "lenses, DecisionTree, run 1, fold 1: ValueError: too few rows" in said
    assert not (fresh.folder / table).exists()
    cache = fresh.folder / "results/tiny/cache"
    kept = {x.relative_to(cache).as_posix().split("~")[0] for x in cache.glob("*/*")}
    assert kept == {"iris/GaussianNB", "lenses/GaussianNB", "iris/DecisionTree"}
    _leave_out(fresh, env, table)


def _leave_out(fresh, env, table):
    """The same study with `failures: exclude` leaves the data set out, and says so."""
    study = fresh.folder / "tiny.yaml"
    study.write_text(study.read_text() + "failures: exclude\nmetrics: [f1]\n")
    code, said = fresh(table, "results/tiny/metrics.csv", env=env)
    assert code == 0, said
    log = (fresh.folder / "results/tiny/logs/collect.log").read_text()
    assert "1 of 2 data sets left out for all classifiers" in log
    for name in (table, "results/tiny/metrics.csv"):
        assert set(pd.read_csv(fresh.folder / name)["dataset"]) == {"iris"}
    failures = pd.read_csv(fresh.folder / "results/tiny/failures.csv")
    (failure,) = failures.itertuples(index=False)
    assert tuple(failure)[:4] == ("lenses", "DecisionTree", 1, 1)
    assert "too few rows" in failure.reason
