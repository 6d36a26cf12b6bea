"""Write a study's predictions as runs in the files that OpenML takes.

The study has `predictions: true` and `splitter: openml`, and has been run as it is now.
Nothing is uploaded: openml-python, or whoever has an API key, does that with the files,
a folder for each classifier and data set.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

from tenbyten.accuracies.predictions import Member, members_of, read_member
from tenbyten.command.arguments import add_config, machine_of, read_named
from tenbyten.dataset.sources import find_sources
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.predictions import PROBABILITY
from tenbyten.fingerprints import as_json, differences
from tenbyten.jobs.plan import Plan
from tenbyten.jobs.preparing import read_origins
from tenbyten.layout import layout_of
from tenbyten.openml.runs import Flow, write_run
from tenbyten.project import FOLDER
from tenbyten.records import check_inputs, read_record
from tenbyten.study import Planning, read_study

SUMMARY = "write a study's predictions as runs in OpenML's files"


class _Called(NamedTuple):
    """A classifier as the study calls it on this machine."""

    panel_name: str
    panel: Panel
    classifier: Classifier


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", help="the study file, or a name in config/")
    parser.add_argument("folder", type=Path, help="the folder to write to")
    parser.add_argument(
        "flows",
        nargs="+",
        metavar="NAME=FLOW",
        help="a classifier of the study and the id of its flow at OpenML, such as "
        "Forest=8365",
    )
    add_config(parser)


def run(given: argparse.Namespace) -> None:
    """Write the runs."""
    machine = machine_of(given)
    study = read_study(given.study, FOLDER)
    if isinstance(study, Planning):
        raise ValueError(f"{study.path}: a plan has no predictions")
    if study["splitter"] != "openml" or not study["predictions"]:
        raise ValueError(
            f"{study.path}: set `splitter: openml` and `predictions: true`, and run "
            f"the study: a run at OpenML is on the folds of its task"
        )
    called = {
        classifier.name: _Called(name, panel, classifier)
        for name, panel in study.panels(machine["engine"]).items()
        for classifier in panel.classifiers
    }
    meant = f"NAME=FLOW, the name one of {', '.join(called)}"
    named = read_named(given.flows, r"\d+", meant, known=called)
    folder = machine["arff_folder"]
    sources = find_sources(study.datasets, sheet=study.sheet, arff_folder=folder)
    panels = study.panels(machine["engine"])
    plan = Plan(study, sources, panels, machine)
    # All is held to the study before the first is written.
    found = {
        (name, int(flow[0]), dataset): _members(plan, dataset, called[name])
        for dataset in study.datasets
        for name, flow in named.items()
    }
    for (name, flow, dataset), members in found.items():
        classifier = called[name].classifier
        of_run = Flow(flow, classifier.learner, _settings(classifier))
        to = given.folder / name / dataset
        _write(to, members, study.datasets[dataset]["openml_task"], of_run)
    print(f"{given.folder}: {len(found)} runs")


def _settings(classifier: Classifier) -> dict[str, Any]:
    """Return the settings of a classifier; WEKA's are options."""
    if classifier.options:
        return {"options": classifier.options}
    return classifier.settings


def _members(plan: Plan, dataset: str, called: _Called) -> list[Member]:
    """Find a classifier's predictions, held to the study as it is."""
    layout, name = layout_of(plan.study.name), called.classifier.name
    where = f"{dataset}, {name} ({called.panel.engine})"
    batch, panel = plan.batch_of(dataset), called.panel_name
    parts = [x for x, part in plan.parts(panel).items() if part.batch == batch]
    jobs = [f"prepare/{batch}", *(f"crossvalidate/{panel}/{x}" for x in parts)]
    records = {job: layout.made(job) for job in jobs}
    expected = plan.expected([panel])
    for job, path in records.items():
        why = "not made yet"
        if Path(path).is_file():
            then, now = read_record(path)["settings"], as_json(expected[job].settings)
            for settings in (then, now):
                # What became of the panel's others does not matter.
                of_all = settings.pop("classifiers", {})
                settings["classifier"] = of_all.get(name)
            why = "; ".join(differences(then, now))
        if why:
            raise ValueError(
                f"{where}: no predictions that are as the study asks for ({why}); run "
                f"the study first, or give the engine that it was run with "
                f"(--config engine=...)"
            )
    archives = [layout.predictions.format(panel=panel, part=x) for x in parts]
    archive = layout.archive.format(batch=batch)
    check_inputs([archive, *archives], records.values(), plan.study.name)
    if "missing_class" in read_origins([archive])[dataset]:
        raise ValueError(
            f"{where}: rows without a class; runs at OpenML predict every row of a task"
        )
    found = [x for x in members_of(archives) if x[2:4] == (dataset, name)]
    if len(found) != plan.study["runs"]:
        raise ValueError(
            f"{where}: predictions of {len(found)} runs, expected "
            f"{plan.study['runs']}; the classifier failed there, and is left out"
        )
    return found


def _write(folder: Path, members: Sequence[Member], task_id: int, flow: Flow) -> None:
    """Write the run of a classifier on a task from the files of its predictions."""
    import pandas as pd

    tables = []
    for member in members:
        with ZipFile(member.archive) as archive:
            tables.append(read_member(archive, member.name))
    table = pd.concat(tables, ignore_index=True)
    table = table.sort_values(["run", "fold", "row"])
    names = [PROBABILITY + label for label in table["truth"].cat.categories]
    given = table[names].to_numpy(dtype=float) if names[0] in table else None
    write_run(
        folder, task_id=task_id, flow=flow, predictions=table, probabilities=given
    )
