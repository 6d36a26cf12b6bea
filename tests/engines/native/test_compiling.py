"""Kernels are compiled once, by one of the jobs that start together."""

import os
import subprocess
import sys

# Arguments: a file to write to, the kind of data, learners.
TRAIN = """
import sys, time
from tenbyten.engines.classifier import Classifier
from tenbyten.engines.native import compiling

def train(dataset, folds, classifier):
    time.sleep(0.05)
    kind = dataset.facts["missing_cells"] > 0, dataset.facts["numeric"] > 0
    with open(sys.argv[1], "a") as file:
        print(classifier.learner, classifier.preprocessing, *kind, file=file)

def graft(dataset, folds, preprocessing):
    train(dataset, folds, Classifier("J48graft", "J48graft", {}, "", preprocessing))

compiling._graft_leaf = graft
panel = [Classifier(x, x, {}, "", ("discretize",)) for x in sys.argv[3:]]
kind = {"missing": "missing" in sys.argv[2], "numeric": "numeric" in sys.argv[2]}
compiling.compile_once(train, classifiers=panel, **kind)
"""

MISSES = """
import sys
import numpy as np
from numba.core.dispatcher import Dispatcher
from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines.native import ENGINE, training as native
from tenbyten.engines.classifier import Classifier
from tenbyten.folds import Folds

def with_gaps(dataset):
    values = dataset.values.copy()
    values[::7, 0] = np.nan
    return dataset.with_values(values)

def misses():
    kernels = {
        value
        for name, module in list(sys.modules.items())
        if name.startswith("tenbyten")
        for value in vars(module).values()
        if isinstance(value, Dispatcher)
    }
    return len(kernels), sum(sum(k.stats.cache_misses.values()) for k in kernels)

native.load_kernels()
whole = [read_bundled("iris"), read_bundled("contact-lenses")]
for dataset in whole + [with_gaps(dataset) for dataset in whole]:
    folds = Folds(np.array([np.arange(len(dataset.values)) % 2 + 1]), "weka", 1)
    for chosen in [(), ("discretize",), ("impute",), ("discretize", "impute")]:
        learners = ["NaiveBayes", "J48", "J48graft"]
        learners += ["AODE"] if "discretize" in chosen else []
        learners += ["HNB"] if chosen == ("discretize", "impute") else []
        panel = [Classifier(n, n, {}, "", chosen) for n in learners]
        training = native.NativeTraining(dataset, folds, panel, seed=1)
        training.prepare()
        _, before = misses()
        list(ENGINE.predict_folds(dataset, folds, panel, seed=1))
        kernels, after = misses()
        print(kernels, after - before)
"""


def start(code, *arguments, **variables):
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_jobs_that_start_together_share_the_work(tmp_path):
    trained = tmp_path / "trained"
    there = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    learners = ["NaiveBayes", "AODE", "J48", "J48graft"]
    jobs = [start(TRAIN, trained, "missing", *learners, **there) for _ in range(4)]
    for job in jobs:
        _, errors = job.communicate()
        assert job.returncode == 0, errors
    lines = trained.read_text().splitlines()
    assert len(lines) == len(set(lines)) == 2 * len(learners)
    # Every job has its own first.
    assert {line.split()[0] for line in lines[:4]} == set(learners)
    again = start(TRAIN, trained, "whole", "J48graft", **there)
    assert again.wait() == 0
    assert trained.read_text().splitlines() == lines


def test_only_what_is_needed_is_compiled(tmp_path):
    trained = tmp_path / "trained"
    there = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert start(TRAIN, trained, "whole", "J48", **there).wait() == 0
    assert start(TRAIN, trained, "whole numeric", "J48", **there).wait() == 0
    named = "J48 ('discretize',) False"
    assert trained.read_text().splitlines() == [f"{named} False", f"{named} True"]


def test_grafting_is_compiled_apart_from_growing(tmp_path):
    trained = tmp_path / "trained"
    there = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    jobs = [start(TRAIN, trained, "whole", "J48graft", **there) for _ in range(2)]
    assert [job.wait() for job in jobs] == [0, 0]
    learners = [line.split()[0] for line in trained.read_text().splitlines()]
    assert sorted(learners) == ["J48", "J48graft"]


def test_a_killed_job_leaves_the_work_to_the_next(tmp_path):
    trained = tmp_path / "trained"
    there = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    killed = start(TRAIN, trained, "whole", "J48", "HNB", **there)
    while not trained.exists():
        assert killed.poll() is None
    killed.kill()
    killed.wait()
    trained.unlink()
    assert start(TRAIN, trained, "whole", "J48", "HNB", **there).wait() == 0
    assert "HNB" in trained.read_text()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    folder = str(tmp_path / "file" / "cache")
    job = start(TRAIN, tmp_path / "t", "whole", "J48", NUMBA_CACHE_DIR=folder)
    _, errors = job.communicate()
    assert folder in errors
    assert "set the environment variable NUMBA_CACHE_DIR" in errors


def test_nothing_is_left_to_compile():
    # Shows what is missing where the cache is new, as after an installation.
    job = start(MISSES)
    printed, errors = job.communicate()
    assert job.returncode == 0, errors
    panels = [line.split() for line in printed.splitlines()]
    assert len(panels) == 4 * 4
    assert all(int(kernels) > 50 for kernels, _ in panels)
    assert [int(misses) for _, misses in panels] == [0] * len(panels)
