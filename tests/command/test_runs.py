"""The command `tenbyten runs`: a study's predictions as runs in OpenML's files."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
import yaml
from openml_loopback import reach

from loopback_fixtures import faults_served, server
from tenbyten.command import main
from tenbyten.dataset.bundled import read_bundled
from tenbyten.dataset.sources import find_sources
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work, evaluate_batch
from tenbyten.jobs.plan import Plan
from tenbyten.jobs.preparing import prepare
from tenbyten.layout import layout_of
from tenbyten.openml.task import fetch_task
from tenbyten.study import read_machine, read_study

__all__ = ["faults_served", "server"]

STUDY = {
    "datasets": "small.tsv",
    "classifiers": {
        "Bayes": {
            "native": {"learner": "NaiveBayes"},
            "scikit_learn": {"learner": "sklearn.naive_bayes.GaussianNB"},
        },
        "Tree": {
            "scikit_learn": {
                "learner": "sklearn.tree.DecisionTreeClassifier",
                "settings": {"max_depth": 2},
            }
        },
        "Ridge": {"scikit_learn": {"learner": "sklearn.linear_model.RidgeClassifier"}},
    },
    "runs": 2,
    "folds": 2,
    "splitter": "openml",
    "predictions": True,
}


def splits(rows):
    """Two runs of two folds."""
    text = "@RELATION splits\n@ATTRIBUTE type {TRAIN,TEST}\n@ATTRIBUTE rowid INTEGER\n"
    text += "@ATTRIBUTE repeat INTEGER\n@ATTRIBUTE fold INTEGER\n@DATA\n"
    cells = [
        (run, row, fold) for run in (0, 1) for row in range(rows) for fold in (0, 1)
    ]
    for run, row, fold in cells:
        kind = "TEST" if (row // (run + 1)) % 2 == fold else "TRAIN"
        text += f"{kind},{row},{run},{fold}\n"
    return text.encode()


def run_study(server, engine):
    """Do what the workflow does with the study, up to the counts."""
    study, machine = (
        read_study("small.yaml", Path.cwd()),
        read_machine({"openml_server": server.address}),
    )
    sources = find_sources(study.datasets, sheet=study.sheet)
    plan = Plan(study, sources, machine, layout_of(study.name), cores=1)
    for name in study.datasets:
        wanted = plan.wanted(name)
        how = {"where": wanted.where, "connection": reach(server, attempts=1)}
        fetch_task(59, wanted.task, **how)
        prepare(plan.files(name), wanted)
    asked = {key: study[key] for key in ("metrics", "predictions", "failures")}
    asked["fold_timeout"] = study["fold_timeout"]
    for name, panel in study.panels(engine).items():
        jobs = plan.to_crossvalidate(name, panel)
        work = Work(
            panel, study.arguments.split, asked, ".", Allotment(), f"logs/{name}.log"
        )
        for job in jobs:
            evaluate_batch(plan.tasks(name, job.name), work)


@pytest.fixture
def export(server, tmp_path, monkeypatch, capsys):
    """Call the command; `change` writes the study with other keys."""
    monkeypatch.chdir(tmp_path)
    iris = read_bundled("iris")
    server.add_dataset(
        61,
        attributes=[(a.name, a.labels or "numeric") for a in iris.attributes],
        arff=b"",
    )
    server.add_task(
        59, openml_id=61, target=iris.class_attribute.name, splits=splits(150)
    )
    Path("small.tsv").write_text(
        "name\tbundled\topenml_task\niris\tiris\t59\nagain\tiris\t59\n"
    )

    def change(**keys):
        Path("small.yaml").write_text(yaml.safe_dump(STUDY | keys))

    def export(*words, engine="native"):
        config = [f"openml_server={server.address}", f"engine={engine}"]
        words = ["runs", "small.yaml", "runs", *words, "--config", *config]
        status = main(words)
        said = capsys.readouterr()
        return status, said.out + said.err

    change()
    return SimpleNamespace(call=export, change=change, server=server)


def test_a_run_names_what_the_engine_of_the_machine_ran(export):
    run_study(export.server, "native")
    status, said = export.call("Bayes=7", "Tree=8", "Ridge=9")
    assert status == 0
    assert said.startswith("runs: 6 runs\n")
    for name, learner, settings in (
        ("Bayes", "NaiveBayes", {}),
        ("Tree", "sklearn.tree.DecisionTreeClassifier", {"max_depth": 2}),
    ):
        path = Path("runs", name, "iris", "description.xml")
        setup = json.loads(
            ElementTree.parse(path).getroot().findtext("{*}setup_string")
        )
        assert setup == {"learner": learner, "settings": settings}
    # The other engine's predictions were not made.
    rest = dict(STUDY["classifiers"])
    offers = rest.pop("Bayes")
    export.change(
        classifiers={"Bayes": {"scikit_learn": offers["scikit_learn"]}, **rest}
    )
    status, said = export.call("Bayes=7")
    assert status == 1
    words = (
        r"iris, Bayes \(scikit_learn\): no predictions of 2 runs .* or give the engine"
    )
    assert re.search(words, said)


def test_predictions_of_another_study_than_it_is_now_are_refused(export):
    run_study(export.server, "native")
    trees = STUDY["classifiers"]["Tree"]
    changed = {
        "learner": trees["scikit_learn"]["learner"],
        "settings": {"max_depth": 3},
    }
    export.change(
        classifiers=STUDY["classifiers"] | {"Tree": {"scikit_learn": changed}}
    )
    status, said = export.call("Bayes=7", "Tree=8")
    assert status == 1
    assert re.search(r"iris, Tree \(scikit_learn\): no predictions .*max_depth", said)
    assert not Path("runs").exists()
    export.change(seed=2)
    status, said = export.call("Bayes=7")
    assert status == 1
    assert re.search(
        r"iris, Bayes \(native\): seed 2, was 1; run the study first", said
    )


def test_a_name_that_is_given_twice_is_refused(export):
    status, said = export.call("Bayes=7", "Bayes=8")
    assert status == 1
    assert said.endswith("Bayes=8: Bayes was given before; give each name once\n")
