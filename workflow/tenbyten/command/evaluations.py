"""Fetch accuracies of runs that are at OpenML, fold by fold.

The file is for `tenbyten run STUDY --config accuracies=FILE`; its data sets are those
of the study's sheet, each with an OpenML task.
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

from tenbyten.command.arguments import (
    add_config,
    connection_of,
    machine_of,
    read_named,
)
from tenbyten.files import atomic_open
from tenbyten.openml.evaluations import COLUMNS, KINDS, Sought, read_evaluations
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
        help="a classifier's name in the study and its flow, setup or runs at OpenML, "
        "such as Forest=flow:8365, J48=setup:1720 or SVM=run:104,105",
    )
    add_config(parser)


def run(given: argparse.Namespace) -> None:
    """Write the accuracies."""
    sheet = read_sheet(given.sheet)
    tasks = {
        name: row["openml_task"] for name, row in sheet.items() if "openml_task" in row
    }
    if lacking := sheet.keys() - tasks.keys():
        raise ValueError(
            f"{given.sheet}: no openml_task for {', '.join(sorted(lacking))}; give "
            f"one, or take the rows out"
        )
    classifiers = _sought(given.classifiers)
    connection = connection_of(machine_of(given))
    rows = list(read_evaluations(tasks, classifiers, connection=connection))
    with atomic_open(given.file, encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    print(
        f"{given.file}: {len(rows)} accuracies of {len(classifiers)} classifiers on "
        f"{len(tasks)} data sets"
    )


def _sought(words: Sequence[str]) -> dict[str, Sought]:
    """Read NAME=KIND:ID."""
    kinds = ", ".join(KINDS)
    meant = f"NAME=KIND:ID, the kind one of {kinds}, such as Forest=flow:8365"
    found = read_named(words, rf"({'|'.join(KINDS)}):(\d+(?:,\d+)*)", meant)
    return {
        name: Sought(match[1], tuple(map(int, match[2].split(","))))
        for name, match in found.items()
    }
