"""Fetch accuracies of runs that are at OpenML, fold by fold.

The file is for `snakemake --config study=STUDY accuracies=FILE`; its data sets are
those of the study's sheet, each with an OpenML task.
"""

import argparse
import csv
import re
from pathlib import Path

from tenbyten.command.openml import connection_of, machine_of, refuse_twice
from tenbyten.files import atomic_open
from tenbyten.openml.evaluations import COLUMNS, KINDS, Sought, read_evaluations
from tenbyten.study.sheet import read_sheet

SUMMARY = "fetch accuracies of runs at OpenML, as a file for accuracies="


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
    named = list(map(_sought, given.classifiers))
    refuse_twice((name for name, _ in named), given.classifiers)
    classifiers = dict(named)
    connection = connection_of(machine_of(given.config))
    rows = list(read_evaluations(tasks, classifiers, connection=connection))
    with atomic_open(given.file, encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    print(
        f"{given.file}: {len(rows)} accuracies of {len(classifiers)} classifiers on "
        f"{len(tasks)} data sets"
    )


def _sought(word):
    """Read NAME=KIND:ID."""
    found = re.fullmatch(rf"([^=]+)=({'|'.join(KINDS)}):(\d+(?:,\d+)*)", word)
    if not found:
        raise ValueError(
            f"{word}: give NAME=KIND:ID, the kind one of {', '.join(KINDS)}, such as "
            f"Forest=flow:8365"
        )
    name, kind, ids = found.groups()
    return name, Sought(kind, tuple(map(int, ids.split(","))))
