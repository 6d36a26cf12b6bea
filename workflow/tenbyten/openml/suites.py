"""Read OpenML's benchmark suites: their tasks, and facts of the data sets."""

import logging
import re
from collections import Counter
from functools import partial
from typing import Any, NamedTuple

from tenbyten.openml.client import ask
from tenbyten.openml.package import openml_package
from tenbyten.web.asking import Connection
from tenbyten.web.failures import Failure

LOG = logging.getLogger(__name__)

_INSTEAD = "write the sheet by hand"
# Columns of the sheet that `read_suite` fills in.
COLUMNS = (
    "name",
    "openml_id",
    "openml_task",
    "drop",
    "instances",
    "attributes",
    "numeric",
    "classes_declared",
    "missing_cells",
)


class Suite(NamedTuple):
    """A benchmark suite.

    `rows` are those of a data-set sheet, by `COLUMNS`; a cell that is not known is left
    out.
    """

    suite_id: int
    name: str
    rows: list[dict[str, Any]]


def read_suite(suite: str | int, *, connection: Connection) -> Suite:
    """Read a suite by its id or its alias, such as ``OpenML-CC18``.

    Facts are those that OpenML counts of the attributes which are neither ignored nor
    text. Text is to be dropped.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, or answers nonsense, in every attempt.
    ValueError
        If there is no such suite, or one of its tasks is none of classification.
    """
    with_limits: dict[str, Any] = {"instead": _INSTEAD, "connection": connection}
    subject = f"OpenML suite {suite}"

    def question(attempt):
        with openml_package(attempt) as package:
            return package.ask(lambda openml: openml.study.get_suite(suite))

    found = ask(question, subject=subject, **with_limits)
    tasks = found.tasks or []
    if not tasks:
        raise ValueError(f"{subject} has no tasks; give the id of a suite of tasks")
    rows = []
    for number, task_id in enumerate(tasks, start=1):
        LOG.info("%s: task %d, %d of %d", subject, task_id, number, len(tasks))
        named = f"{subject}, task {task_id}"
        describe = partial(_row_of, task_id=task_id, subject=named)
        rows.append(ask(describe, subject=named, **with_limits))
    return Suite(found.id, found.name, _with_names(rows))


def _row_of(attempt, task_id, subject):
    """Describe a task as a row of a sheet."""
    with openml_package(attempt) as package:
        task = package.ask(lambda openml: openml.tasks.get_task(task_id))
        if getattr(task.task_type_id, "value", None) != 1:
            raise ValueError(
                f"{subject} is of type {task.task_type!r}; a study compares classifiers"
            )
        dataset = package.ask(
            lambda openml: openml.datasets.get_dataset(task.dataset_id)
        )
        features = package.ask(lambda _: dataset.features).values()
        instances = _instances(package, dataset)
    ignored = [*(dataset.ignore_attribute or ()), dataset.row_id_attribute]
    told = [f for f in features if f.name not in ignored or f.name == task.target_name]
    text = [f.name for f in told if f.data_type in ("string", "date")]
    used = [f for f in told if f.name not in text]
    target = [f for f in used if f.name == task.target_name]
    row = {
        "name": dataset.name,
        "openml_id": task.dataset_id,
        "openml_task": task_id,
        "drop": ";".join(text),
        "instances": instances,
        "attributes": len(used),
        "numeric": sum(f.data_type == "numeric" for f in used),
        "classes_declared": len(target[0].nominal_values or ()) if target else None,
        "missing_cells": sum(f.number_missing_values for f in used),
    }
    return {key: value for key, value in row.items() if value not in (None, "")}


def _instances(package, dataset):
    """Get the number of rows, None where the server did not count them."""
    try:
        qualities = package.ask(lambda _: dataset.qualities) or {}
    except Failure as failure:
        if failure.code is None:
            raise
        return None
    count = qualities.get("NumberOfInstances")
    return None if count is None or count != count else int(count)


def _with_names(rows):
    """Give every row a name that sheets take, no two the same."""
    for row in rows:
        name = re.sub(r"[^A-Za-z0-9_.+-]+", "-", row["name"])
        row["name"] = re.sub(r"^[^A-Za-z0-9]+", "", name)[:50] or "dataset"
    counts = Counter(row["name"].lower() for row in rows)
    for row in rows:
        if counts[row["name"].lower()] > 1:
            row["name"] += f"-{row['openml_task']}"
    return rows
