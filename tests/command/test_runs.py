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
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work, cross_validate, write_counted
from tenbyten.jobs.preparing import archive_of, prepare_batch, unpacked
from tenbyten.jobs.setup import set_up
from tenbyten.openml.task import fetch_task
from tenbyten.records import write_record

__all__ = ["faults_served", "server"]

PLACES = ("results/small/cache", ".", Allotment())
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
    config = {"openml_server": server.address, "engine": engine, "study": "small.yaml"}
    study = set_up(config)
    plan, here = study.plan, study.here
    expected = study.expected

    def record(job, outputs):
        path = Path(here.made(job))
        path.parent.mkdir(parents=True, exist_ok=True)
        how = {"expected": expected[job], "inputs": {}, "more": {}}
        write_record(path, study="small", outputs=outputs, **how)

    for name in study.study.datasets:
        fetched = Path(here.fetched_task.format(dataset=name))
        fetched.parent.mkdir(parents=True, exist_ok=True)
        with archive_of(fetched) as folder:
            how = {"where": name, "connection": reach(server, attempts=1)}
            fetch_task(59, folder, **how)
    for batch in plan.batches:
        archive = Path(here.archive.format(batch=batch))
        archive.parent.mkdir(parents=True, exist_ok=True)
        files = plan.inputs_of_batch(batch, here)
        with archive_of(archive) as folder:
            settings = plan.settings_of_batch(batch)
            prepare_batch(settings, files, folder, sheet="small.tsv")
        record(f"prepare/{batch}", [archive])
    for panel, part in plan.every_part(study.panels):
        outputs = {
            name: Path(path.format(study="small", panel=panel, part=part))
            for name, path in study.files_of_part().items()
        }
        for path in outputs.values():
            path.parent.mkdir(parents=True, exist_ok=True)
        batch = here.archive.format(batch=plan.parts(panel)[part].batch)
        with unpacked(batch) as data:
            settings = plan.settings_of_counts(panel, part)
            software = plan.software_of_counts(panel)
            work = Work(study.panels[panel], settings, software, data, *PLACES)
            write_counted(cross_validate(work), [], **outputs)
        record(f"crossvalidate/{panel}/{part}", outputs.values())


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
        r"iris, Bayes \(scikit_learn\): no predictions .*\(classifier .* or give the"
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
        r"iris, Bayes \(native\): no predictions .*seed 1 -> 2.*; run the study", said
    )


def test_a_name_that_is_given_twice_is_refused(export):
    status, said = export.call("Bayes=7", "Bayes=8")
    assert status == 1
    assert said.endswith("Bayes=8: Bayes was given before; give each name once\n")
