"""Write a study's predictions as runs in the files that OpenML takes.

The study has `predictions: true` and `splitter: openml`, and has been run as it is now.
Nothing is uploaded: openml-python, or whoever has an API key, does that with the files,
a folder for each classifier and data set.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.command.arguments import add_config, machine_of, read_named
from tenbyten.dataset.sources import find_sources
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.kept_predictions import PROBABILITY
from tenbyten.files import PathLike
from tenbyten.jobs.plan import Plan
from tenbyten.layout import layout_of
from tenbyten.openml.runs import Flow, write_run
from tenbyten.project import FOLDER
from tenbyten.study import Simulation, read_study

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
    if isinstance(study, Simulation):
        raise ValueError(f"{study.path}: a simulation has no predictions")
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
    plan = Plan(study, sources, machine, layout_of(study.name), cores=1)
    # All is held to the study before the first is written.
    found = {
        (name, int(flow[0]), dataset): _files(plan, dataset, called[name])
        for dataset in study.datasets
        for name, flow in named.items()
    }
    for (name, flow, dataset), files in found.items():
        classifier = called[name].classifier
        of_run = Flow(flow, classifier.learner, _settings(classifier))
        to = given.folder / name / dataset
        _write(to, files, study.datasets[dataset]["openml_task"], of_run)
    print(f"{given.folder}: {len(found)} runs")


def _settings(classifier: Classifier) -> dict[str, Any]:
    """Return the settings of a classifier; WEKA's are options."""
    if classifier.options:
        return {"options": classifier.options}
    return classifier.settings


def _files(plan: Plan, dataset: str, called: _Called) -> list[Path]:
    """Return the files of a classifier's predictions, held to the study as it is."""
    prepared, name = plan.prepared(dataset), called.classifier.name
    where, again = f"{dataset}, {name} ({called.panel.engine})", "run the study first"
    if prepared.lacking or prepared.content_sha256 is None:
        raise ValueError(f"{where}: {prepared.why}; {again}")
    _refuse_rows_without_class(plan.files(dataset).origin)
    every = plan.fingerprints(called.panel, prepared.content_sha256)
    wanted, sums = {name: every[name]}, prepared.run_sums
    kept = plan.kept(called.panel_name, dataset)
    if lacking := kept.missing(wanted, sums, predictions=True).get(name):
        why = "; ".join(kept.differences(name, every[name], sums)) or "not kept"
        raise ValueError(
            f"{where}: no predictions of {len(lacking)} runs that are as the study "
            f"asks for ({why}); {again}, or give the engine that it was run with "
            f"(--config engine=...)"
        )
    return list(kept.files_of_predictions(wanted, sums))


def _refuse_rows_without_class(origin: PathLike) -> None:
    """Refuse a data set whose rows are not OpenML's: some lacked a class."""
    if "missing_class" in json.loads(Path(origin).read_text(encoding="utf-8")):
        raise ValueError(
            f"{origin}: rows without a class; runs at OpenML predict every row of a "
            f"task"
        )


def _write(folder: Path, files: Sequence[Path], task_id: int, flow: Flow) -> None:
    """Write the run of a classifier on a task from the files of its predictions."""
    import pandas as pd

    table = pd.concat(map(pd.read_parquet, files), ignore_index=True)
    table = table.sort_values(["run", "fold", "row"])
    names = [PROBABILITY + label for label in table["truth"].cat.categories]
    given = table[names].to_numpy(dtype=float) if names[0] in table else None
    write_run(
        folder, task_id=task_id, flow=flow, predictions=table, probabilities=given
    )
