"""Write a data-set sheet from an OpenML suite, by its id or alias.

The sheet has a row for each task, with OpenML's ids and counts, so that it stays the
same whatever becomes of the suite.
"""

import argparse
import datetime
from pathlib import Path

from tenbyten.command import add_config, machine_of
from tenbyten.datasets.openml import SUITE_COLUMNS, read_suite
from tenbyten.datasets.web import Connection
from tenbyten.files import write_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("suite", help="id or alias: 99 or OpenML-CC18")
    parser.add_argument("sheet", type=Path, help="the file to write, *.tsv")
    add_config(parser)


def run(given: argparse.Namespace) -> None:
    """Write the sheet."""
    if given.sheet.suffix != ".tsv":
        raise ValueError(f"{given.sheet}: the name of a sheet ends in .tsv")
    if given.sheet.exists():
        raise ValueError(f"{given.sheet} is there; move it away first")
    machine = machine_of(given)
    connection = Connection.by_keys(machine, server=machine["openml_server"])
    suite_id, name, rows = read_suite(given.suite, connection=connection)
    day = datetime.date.today().isoformat()
    columns = [key for key in SUITE_COLUMNS if any(key in row for row in rows)]
    lines = [
        f"# OpenML suite {suite_id}, {name}: {len(rows)} tasks, from "
        f"{connection.server} on {day}",
        "\t".join(columns),
        *("\t".join(str(row.get(key, "")) for key in columns) for row in rows),
    ]
    write_text("\n".join(lines) + "\n", given.sheet)
    print(f"{given.sheet}: {len(rows)} data sets")
