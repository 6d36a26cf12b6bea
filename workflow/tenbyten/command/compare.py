"""Compare classifiers from a table of accuracies that is there already.

The file is CSV. A long table has a row for each fold: the columns dataset, classifier,
run, fold, and either tested and correct, or accuracy (a fraction), or the metric that
--set metric=NAME compares; without run and fold it has one score for each data set and
classifier. A wide table of such scores has a row for each data set, its name first, and
a column for each classifier. A metric that tenbyten does not measure is described by
--set 'foreign_metrics={cost: {greater_is_better: false}}'. The decisions of the tests
are printed; a folder gets tables, figures and the page report.html, too.
"""

import argparse
import json
import os
from pathlib import Path

from tenbyten.command import add_forms, values_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, help="the table of accuracies, *.csv")
    parser.add_argument(
        "folder", nargs="?", type=Path, help="a new folder for the report"
    )
    parser.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="keys of a study file, such as rope=0.02, metric=auc or control=J48",
    )
    parser.add_argument(
        "--metric",
        metavar="NAME[,NAME...]",
        help="what is compared, such as auc; of several, each is",
    )
    add_forms(parser)


def run(given: argparse.Namespace) -> None:
    """Print the decisions, and write the report."""
    settings = values_of(given.set, "--set")
    if given.folder is not None and given.folder.exists():
        raise ValueError(f"{given.folder} is there; give the name of a new folder")
    # They take a second to import.
    from tenbyten.accuracies.imported import read_imported
    from tenbyten.analysis import compare
    from tenbyten.study import compared_metrics, foreign_metric_names

    if given.metric:
        first, *others = given.metric.split(",")
        settings["metric"] = [first, *others] if others else first
    # What is no list is refused with the other settings.
    names, listed = compared_metrics(settings), settings.get("metrics")
    metric = "accuracy" if "accuracy" in names else names[0]
    listed = listed if isinstance(listed, list) else []
    listed = [*listed, *foreign_metric_names(settings), *names]
    metrics = [name for name in dict.fromkeys(listed) if name != "accuracy"]
    table = read_imported(given.file, schemes={}, metric=metric, metrics=metrics)
    comparison = compare(table, **settings)
    if given.json:
        report = {"report": given.folder and str(given.folder / "report.html")}
        print(json.dumps(comparison.answer() | report, indent=1))
    else:
        print(comparison.answer()["verdict"] if given.quiet else comparison)
    if given.folder is not None:
        comparison.write(given.folder, processes=os.cpu_count() or 1)
        if not (given.json or given.quiet):
            print(f"{given.folder / 'report.html'}: the report")
