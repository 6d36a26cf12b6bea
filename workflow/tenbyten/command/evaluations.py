"""Fetch accuracies of runs that are at OpenML, fold by fold.

The file is for `tenbyten run STUDY --config accuracies=FILE`; its data sets are those
of the study's sheet, each with an OpenML task.
"""

import argparse
import csv
import re
from pathlib import Path

from tenbyten.command import arguments
from tenbyten.files import atomic_open
from tenbyten.openml.evaluations import COLUMNS, read_evaluations
from tenbyten.study.sheet import read_sheet

SUMMARY = "fetch accuracies of runs at OpenML"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("sheet", type=Path, help="a data-set sheet with openml_task")
    parser.add_argument("file", type=Path, help="the file to write, *.csv")
    parser.add_argument(
        "classifiers",
        nargs="+",
        metavar="NAME=KIND:ID",
        help="runs, such as Forest=flow:8365, J48=setup:1720 or SVM=run:104,105",
    )
    arguments.add_config(parser)


def run(given: argparse.Namespace) -> None:
    """Write the accuracies."""
    sheet = read_sheet(given.sheet)
    if lacking := [name for name, row in sheet.items() if "openml_task" not in row]:
        raise ValueError(
            f"{given.sheet}: no openml_task for {', '.join(lacking)}; give one, or "
            f"take the rows out"
        )
    tasks = {name: row["openml_task"] for name, row in sheet.items()}
    sought: dict[str, tuple[str, str]] = {}
    for word in given.classifiers:
        match = re.fullmatch(r"([^=]+)=(flow|setup|run):(\d+(?:,\d+)*)", word)
        if match is None or match[1] in sought:
            raise ValueError(
                f"{word}: give NAME=KIND:ID, each name once, the kind one of flow, "
                f"setup, run, such as Forest=flow:8365"
            )
        sought[match[1]] = match[2], match[3]
    connection = arguments.connection_of(arguments.machine_of(given))
    rows = list(read_evaluations(tasks, sought, connection))
    with atomic_open(given.file, encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    print(f"{given.file}: {len(rows)} accuracies of {len(sought)} classifiers")
