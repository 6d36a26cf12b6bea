"""The contract of an engine, which every one of the registry keeps."""

import ast
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import yaml

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import ENGINES, Classifier, Panel, find_engine, read_offers
from tenbyten.engines.classifier import ClassifierError
from tenbyten.engines.counts_cache import CountsCache
from tenbyten.engines.cross_validation import (
    Allotment,
    evaluate_panel,
)
from tenbyten.versions import versions_of

METRICS = ("auc", "brier")
MEM_MB = 1300
RUNS, FOLDS = 5, 3


class Case(NamedTuple):
    """Classifiers of one engine: two that work, one that fails, one that is unknown."""

    good: list[Classifier]
    failing: Classifier
    unknown: Classifier


# Every data set here has numeric attributes, which HNB does not take. The second of
# the good ones draws, or depends on the order of its training rows.
CASES = {
    "native": Case(
        [
            Classifier("bayes", "NaiveBayes", preprocessing=("discretize",)),
            Classifier("tree", "J48"),
        ],
        Classifier("bad", "HNB"),
        Classifier("it", "J84"),
    ),
    "scikit_learn": Case(
        [
            Classifier("bayes", "sklearn.naive_bayes.GaussianNB"),
            Classifier("drawn", "sklearn.tree.ExtraTreeClassifier"),
        ],
        Classifier(
            "bad", "sklearn.neighbors.KNeighborsClassifier", {"n_neighbors": 10**6}
        ),
        Classifier("it", "sklearn.svm.SCV"),
    ),
    "weka": Case(
        [
            Classifier("tree", "weka.classifiers.trees.J48"),
            Classifier("drawn", "weka.classifiers.trees.REPTree"),
        ],
        Classifier("bad", "weka.classifiers.bayes.HNB"),
        Classifier("it", "weka.classifiers.trees.J84"),
    ),
}
MADE_FROM = {c.name: c._asdict() for case in CASES.values() for c in case.good}
DATASET = read_bundled("balance-scale")
# Does a job until its fourth run, and is then killed.
KILLED = """
import os, signal, sys
sys.path += sys.argv[1:3]
from test_contract import *
from tenbyten.engines import counts_cache, cross_validation

evaluate = cross_validation.evaluate_fold

def die_in_run_4(dataset, prediction, **asked):
    if prediction.run == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return evaluate(dataset, prediction, **asked)

cross_validation.evaluate_fold = die_in_run_4
counts_cache._SECONDS = 0
name, program, path = sys.argv[3:]
do_job(name, program, CASES[name].good, cache=cache_in(path))
"""


def cache_in(folder):
    """What is kept of the classifiers on `DATASET`."""
    return CountsCache(folder, DATASET.name, MADE_FROM)


def folds_of(dataset, runs=RUNS):
    return weka_folds(dataset.classes, runs=runs, folds=FOLDS, seed=1)


def do_job(name, program, classifiers, **settings):
    """Evaluate classifiers of an engine on `DATASET`."""
    settings = {"seed": 7, "metrics": METRICS} | settings
    allotted = Allotment(program, MEM_MB)
    panel = Panel(name, classifiers)
    folds = folds_of(DATASET)
    return evaluate_panel(DATASET, folds, panel, allotted=allotted, **settings)


def predicted(engine, classifiers, **settings):
    """Predictions by classifier, run and fold."""
    settings = {"seed": 1, "runs": [1, 2]} | settings
    predictions = engine.predict_folds(
        DATASET, folds_of(DATASET), classifiers, **settings
    )
    return {(p.classifier, p.run, p.fold): p.predicted.tolist() for p in predictions}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request, program, tmp_path_factory):
    """Every engine, started; or a skip where its program is missing."""
    engine = find_engine(request.param)
    scratch = tmp_path_factory.mktemp("started")
    engine.start(program=program(engine), mem_mb=MEM_MB, scratch=scratch)
    return engine


@pytest.fixture(scope="module")
def program(request):
    """Find an engine's program."""

    def find(engine):
        try:
            program = engine.find_program({"weka_jar": ""})
        except FileNotFoundError as error:
            pytest.skip(str(error))
        if program:
            request.getfixturevalue("bridge")
        return program

    return find


def test_an_engine_is_registered_under_its_name(engine):
    assert ENGINES.count(engine.name) == 1
    assert engine.repeats in ("", *ENGINES)
    assert CASES.keys() == set(ENGINES)
    with pytest.raises(ValueError, match="engine 'other': unknown; it is one of nat"):
        find_engine("other")


def test_the_schema_has_an_entry_for_every_engine(root):
    schema = yaml.safe_load((root / "workflow/schemas/study.schema.yaml").read_text())
    entries = schema["properties"]["classifiers"]["additionalProperties"]["properties"]
    assert [key for key in entries if "properties" in entries[key]] == list(ENGINES)
    for name in ENGINES:
        learner = CASES[name].good[0].learner
        entry = {"learner": learner} | {
            key: described["default"]
            for key, described in entries[name]["properties"].items()
            if "default" in described
        }
        read = read_offers("it", {name: entry, "preprocessing": ["impute"]})
        assert read == {name: Classifier("it", learner, preprocessing=("impute",))}


def test_predictions_come_by_run_fold_and_classifier_and_rows_ascend(engine):
    good, folds = CASES[engine.name].good, folds_of(DATASET, 2)
    predictions = list(engine.predict_folds(DATASET, folds, good, seed=1))
    assert [(p.run, p.fold, p.classifier) for p in predictions] == [
        (run, fold, classifier.name)
        for run in (1, 2)
        for fold in range(1, FOLDS + 1)
        for classifier in good
    ]
    labels = len(DATASET.class_attribute.labels)
    for p in predictions:
        assert p.rows.tolist() == folds.test_rows(p.run, p.fold).tolist()
        assert p.predicted.shape == p.rows.shape
        assert p.predicted.dtype == np.int64
        assert set(p.predicted) <= set(range(-1, labels))


def test_probabilities_and_seconds_are_given_where_they_are_asked_for(engine):
    good, folds = CASES[engine.name].good, folds_of(DATASET, 1)

    def given(*metrics):
        return list(engine.predict_folds(DATASET, folds, good, seed=1, metrics=metrics))

    for p in given() + given("f1"):
        assert p[5:8] == (None, None, None)
    for p in given("fit_seconds") + given("predict_seconds"):
        assert p.probabilities is None
        assert p.fit_seconds > 0
        assert p.predict_seconds > 0
    for p, plain in zip(given("brier"), given(), strict=True):
        assert p.probabilities.shape == (len(p.rows), 3)
        assert p.probabilities.sum(axis=1) == pytest.approx(1)
        assert p.predicted.tolist() == plain.predicted.tolist()


def test_classifiers_do_not_disturb_each_other(engine):
    good = CASES[engine.name].good
    together = predicted(engine, good)
    assert together == predicted(engine, good[::-1])
    alone = predicted(engine, good[1:])
    assert {key: together[key] for key in alone} == alone


def test_the_seed_settles_all_predictions_of_any_runs(engine):
    good = CASES[engine.name].good
    first = predicted(engine, good, runs=None)
    np.random.seed(2)  # noqa: NPY002 - it must not matter
    assert predicted(engine, good, runs=range(1, RUNS + 1)) == first
    for runs in ([2], [2, 4], [5, 1]):
        some = predicted(engine, good, runs=runs)
        assert list(dict.fromkeys(run for _, run, _ in some)) == runs
        assert some == {key: first[key] for key in first if key[1] in runs}


def test_a_failure_is_attributed_to_its_classifier(engine, program):
    good, bad, _ = CASES[engine.name]
    job = engine.name, program(engine), [good[0], bad, good[1]]
    with pytest.raises(ClassifierError, match=r"^balance-scale, bad[,:] ") as raised:
        do_job(*job)
    failure = raised.value.failure
    assert failure[:2] == ("balance-scale", "bad")
    assert failure[2:4] in ((1, 1), (None, None))
    assert "\n" not in failure.reason
    excluded = do_job(*job, failures="exclude")
    assert excluded.failures == [failure]
    assert excluded.rows == do_job(*job[:2], good).rows
    nothing = do_job(*job[:2], [bad], failures="exclude")
    assert (nothing.rows, nothing.failures) == ([], [failure])


def test_a_wrong_classifier_is_refused_by_name_before_any_fold(engine, program):
    good, _, unknown = CASES[engine.name]
    with pytest.raises(ValueError, match=r"^classifier it: "):
        engine.check([*good, unknown])
    with pytest.raises(ValueError, match=r"^classifier it: "):
        engine.predict_folds(DATASET, folds_of(DATASET), [*good, unknown], seed=1)
    job = engine.name, program(engine), [*good, unknown]
    with pytest.raises(ValueError, match=r"^classifier it: "):
        do_job(*job, failures="exclude")


def test_a_killed_job_goes_on_and_gives_the_same_bytes(
    engine, program, tmp_path, caplog
):
    good = CASES[engine.name].good
    here = Path(__file__).parent
    command = [sys.executable, "-c", KILLED, here, here.parent]
    command += [engine.name, program(engine), tmp_path]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    caplog.set_level("INFO")
    job = engine.name, program(engine), good
    resumed = do_job(*job, cache=cache_in(tmp_path))
    assert "4 runs trained, 0 of them compared, 6 read from the cache" in caplog.text
    assert repr(resumed.rows) == repr(do_job(*job).rows)


def test_jobs_of_any_size_give_the_same_bytes(engine, program, tmp_path, caplog):
    good = CASES[engine.name].good
    pieces = [([5], good), ([2, 4], good[:1]), ([1, 2, 4], good[1:]), ([3, 1], good)]
    for runs, classifiers in pieces:
        job = engine.name, program(engine), classifiers
        done = do_job(*job, cache=cache_in(tmp_path), runs=runs)
        assert {row[2] for row in done.rows} == set(runs)
    job = engine.name, program(engine), good
    caplog.set_level("INFO")
    joined = do_job(*job, cache=cache_in(tmp_path))
    assert " 0 runs trained" in caplog.text
    assert repr(joined.rows) == repr(do_job(*job).rows)


def test_what_counts_are_made_with_is_described_in_json(engine, program):
    for classifier in CASES[engine.name].good:
        described = engine.made_with(classifier, program=program(engine))
        assert json.loads(json.dumps(described)) == described
        assert list(described) == [
            "version",
            "modules",
            "libraries",
            "program",
            "python",
        ]
        libraries = versions_of(*engine.libraries).items()
        assert libraries <= described["libraries"].items()
        assert bool(described["program"]) == bool(program(engine))


def test_a_study_is_described_without_loading_any_engine():
    code = (
        "import sys\n"
        "from tenbyten.engines import ENGINES, Classifier, find_engine\n"
        "for engine in map(find_engine, ENGINES):\n"
        "    classifier = Classifier('it', 'strange.Module')\n"
        "    engine.foreign(classifier), engine.citations(classifier)\n"
        "    engine.threads_at_once(classifier)\n"
        "    if engine.name != 'native':\n"
        "        size = {'instances': 9000, 'attributes': 5, 'folds': 10}\n"
        "        assert engine.seconds(classifier, **size) > 10\n"
        "heavy = {'pandas', 'sklearn', 'numba', 'scipy', 'jpype'}\n"
        "print(*heavy & set(sys.modules))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_no_engine_is_named_outside_its_folder(root):
    """A new engine needs its folder, a line of the registry and its schema."""
    package = root / "workflow" / "tenbyten"
    elsewhere = [
        *(path for path in package.rglob("*.py") if "engines" not in path.parts),
        *(package / "engines").glob("*.py"),
        *(root / "workflow" / "scripts").glob("*.py"),
    ]
    # Splitters have names of their own, some of them the same.
    folds = package / "datasets" / "folds"
    splitters = {*folds.glob("*.py"), package / "evaluation.py"}
    registry = package / "engines" / "__init__.py"
    named = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in sorted(set(elsewhere) - splitters - {registry})
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in ENGINES
    ]
    assert named == []
    for path in [root / "workflow/Snakefile", *root.glob("workflow/rules/*.smk")]:
        text = path.read_text(encoding="utf-8")
        assert not any(f'"{name}"' in text for name in ENGINES), path
