"""Read OpenML's benchmark suites: their tasks, and facts of the data sets."""

import logging
import re
from collections import Counter
from functools import partial
from typing import Any

from tenbyten.openml.client import (
    count_instances,
    describe_dataset,
    document,
    read_metadata,
    several,
)
from tenbyten.openml.task import describe_task
from tenbyten.web.asking import Connection, ask

LOG = logging.getLogger(__name__)

# Columns of the sheet that `read_suite` fills in.
COLUMNS = (
    *("name", "openml_id", "openml_task", "drop"),
    *("instances", "attributes", "numeric", "classes_declared", "missing_cells"),
)


def read_suite(
    suite: str, *, connection: Connection
) -> tuple[int, str, list[dict[str, Any]]]:
    """Read a suite by its id or its alias, such as ``OpenML-CC18``.

    Returns its id, its name and the rows of a data-set sheet, by `COLUMNS`; a cell that
    is not known is left out. Facts are those that OpenML counts of the attributes which
    are neither ignored nor text. Text is to be dropped.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, or answers nonsense, in every attempt.
    ValueError
        If there is no such suite, or one of its tasks is none of classification.
    """
    how: Any = {"instead": "write the sheet by hand", "connection": connection}
    subject = f"OpenML suite {suite}"
    question = partial(_describe, suite=suite)
    suite_id, name, tasks = ask(question, subject=subject, **how)
    if not tasks:
        raise ValueError(f"{subject} has no tasks; give the id of a suite of tasks")
    rows = []
    for number, task_id in enumerate(tasks, start=1):
        LOG.info("%s: task %d, %d of %d", subject, task_id, number, len(tasks))
        named = f"{subject}, task {task_id}"
        question = partial(_row_of, task_id=task_id, subject=named)
        rows.append(ask(question, subject=named, **how))
    return suite_id, name, _with_names(rows)


def _describe(attempt, suite):
    """Ask for the id of a suite, its name and its tasks."""
    with document(attempt, f"study/{suite}", "oml:study") as study:
        # A suite of runs lists the tasks that they are on, too.
        is_of_tasks = study["oml:main_entity_type"] == "task"
        tasks = (study.get("oml:tasks") if is_of_tasks else None) or {}
        ids = [int(task) for task in several(tasks.get("oml:task_id"))]
        return int(study["oml:id"]), study["oml:name"], ids


def _row_of(attempt, task_id, subject):
    """Describe a task as a row of a sheet."""
    task = describe_task(attempt, task_id, subject)
    dataset = describe_dataset(attempt, task["openml_id"])
    features = read_metadata(attempt, task["openml_id"], "features").values()
    labels = {x.name: x.nominal_values for x in features}
    ignored = [x for x in dataset["ignored"] if x != task["target"]]
    told = [x for x in features if x.name not in ignored]
    text = [x.name for x in told if x.data_type in ("string", "date")]
    used = [x for x in told if x.name not in text]
    row = {
        "name": dataset["name"],
        "openml_id": task["openml_id"],
        "openml_task": task_id,
        "drop": ";".join(text),
        "instances": count_instances(attempt, task["openml_id"]),
        "attributes": len(used),
        "numeric": sum(x.data_type == "numeric" for x in used),
        "classes_declared": len(labels.get(task["target"]) or ()) or None,
        "missing_cells": sum(x.number_missing_values for x in used),
    }
    return {key: value for key, value in row.items() if value not in (None, "")}


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
