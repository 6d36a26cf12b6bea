"""Write a study's predictions as runs in the files that OpenML takes.

The study has `predictions: true` and `splitter: openml`, and has been run. Nothing is
uploaded: openml-python, or whoever has an API key, does that with the files, a folder
for each classifier and data set.
"""

import argparse
import json
import re
from pathlib import Path

from tenbyten.layout import layout_of
from tenbyten.openml.runs import Flow, write_run
from tenbyten.study import Simulation, read_study

SUMMARY = "write a study's predictions as runs in OpenML's files"


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


def run(given: argparse.Namespace) -> None:
    """Write the runs."""
    import pandas as pd

    study = read_study(given.study, Path.cwd())
    if isinstance(study, Simulation):
        raise ValueError(f"{study.path}: a simulation has no predictions")
    if study["splitter"] != "openml" or not study["predictions"]:
        raise ValueError(
            f"{study.path}: set `splitter: openml` and `predictions: true`, and run "
            f"the study: a run at OpenML is on the folds of its task"
        )
    layout = layout_of(study.name)
    flows = dict(_flow(word, study) for word in given.flows)
    written = 0
    for dataset, row in study.datasets.items():
        task_id = row["openml_task"]
        _refuse_dropped_rows(layout, dataset)
        files = sorted(Path(layout.predictions, dataset).glob("*.parquet"))
        if not files:
            raise ValueError(
                f"{layout.predictions}/{dataset}: nothing there; run the study first"
            )
        table = pd.concat(map(pd.read_parquet, files), ignore_index=True)
        for classifier, flow in flows.items():
            own = table[table["classifier"].astype(str) == classifier]
            if len(own) == 0:
                raise ValueError(
                    f"{layout.predictions}/{dataset}: no predictions of {classifier}"
                )
            own = own.sort_values(["run", "fold", "row"]).dropna(axis=1, how="all")
            to = given.folder / classifier / dataset
            write_run(to, task_id=task_id, flow=flow, predictions=own)
            written += 1
    print(f"{given.folder}: {written} runs")


def _flow(word, study):
    """Read NAME=FLOW."""
    found = re.fullmatch(r"([^=]+)=(\d+)", word)
    if not found or found[1] not in study["classifiers"]:
        raise ValueError(
            f"{word}: give NAME=FLOW, the name one of {', '.join(study['classifiers'])}"
        )
    entry = study["classifiers"][found[1]]
    offers = (entry[key] for key in ("scikit_learn", "weka", "native") if key in entry)
    offer = next(offers)
    settings = offer.get("settings", {"options": offer.get("options", "")})
    return found[1], Flow(int(found[2]), offer["learner"], settings)


def _refuse_dropped_rows(layout, dataset):
    """Refuse a data set whose rows are not OpenML's: some lacked a class."""
    path = Path(layout.origin.format(dataset=dataset))
    record = json.loads(path.read_text(encoding="utf-8"))
    if "missing_class" in record:
        raise ValueError(
            f"{path}: rows without a class; runs at OpenML predict every row of a task"
        )
