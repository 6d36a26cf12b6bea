"""Compare classifiers by results that are there already.

Results are CSV, Excel, Parquet, or a table in LaTeX or Markdown. A long table has a row
a result, and columns for data set, classifier, run, fold and a metric, or tested and
correct (counts); without run and fold it has one score for each data set and
classifier. A wide table has a row a data set and a column a classifier, a transposed
one a row a classifier. Or there is a file for each classifier, with a column for each
run. Usual headings are known (method, model, task, seed, acc, ...), and how columns
were interpreted is printed first. Missing results are refused, or --set
missing=pairwise, drop, worst or '{constant: NAME}'. A metric that differs by data set
is compared by the order on each, or by --set 'scale={minmax: NAME}'. A metric that
tenbyten does not measure is described by --better, or by
--set 'foreign_metrics={cost: {greater_is_better: false}}'. The decisions of the tests
are printed; a folder gets tables, figures and the page report.html, too: it is the last
argument, if there is no such file.
"""

import argparse
import glob
import json
import os
from collections.abc import Sequence
from pathlib import Path

from tenbyten.command import add_forms, add_reading, add_words, reading_of, values_of
from tenbyten.files import TABLES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_reading(parser)
    keys = "keys of a study file, such as rope=0.02, metric=auc or control=J48"
    add_words(parser, "--set", "KEY=VALUE", keys)
    parser.add_argument(
        "--metric",
        metavar="NAME[,NAME...]",
        help="what is compared, such as auc; of several, each is",
    )
    add_forms(parser)


def run(given: argparse.Namespace) -> None:
    """Print the decisions, and write the report."""
    settings = values_of(given.set, "--set")
    files, folder = _split(given.files)
    # It takes a second to import.
    from tenbyten.analysis import compare

    if given.metric:
        first, *others = given.metric.split(",")
        settings["metric"] = [first, *others] if others else first
    comparison = compare(files, **reading_of(given), **settings)
    if given.json:
        report = {"report": folder and str(folder / "report.html")}
        print(json.dumps(comparison.answer() | report, indent=1))
    elif given.quiet:
        print(comparison.answer()["verdict"])
    else:
        print(comparison.read, comparison, sep="\n\n")
    if folder is not None:
        comparison.write(folder, processes=os.cpu_count() or 1)
        if not (given.json or given.quiet):
            print(f"{folder / 'report.html'}: the report")


def _split(given: Sequence[str]) -> tuple[Sequence[str], Path | None]:
    """Part the folder of the report from the results: the last, if it is new."""
    last = Path(given[-1])
    # What has the suffix of a table names a file, also where there is none.
    is_file = last.is_file() or last.suffix in TABLES or glob.has_magic(given[-1])
    if len(given) == 1 or is_file:
        return given, None
    if last.exists():
        raise ValueError(f"{last} is there; give the name of a new folder")
    return given[:-1], last
