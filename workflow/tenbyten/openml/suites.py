"""Read OpenML's benchmark suites: their tasks, and facts of the data sets."""

import logging
import re
from collections import Counter
from typing import Any, NamedTuple

from tenbyten.openml.client import (
    ask,
    count_instances,
    describe_dataset,
    read,
    several,
)
from tenbyten.openml.task import describe_task
from tenbyten.web.asking import Attempt, Connection, Failure

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
    subject = f"OpenML suite {suite}"
    how: dict[str, Any] = {"instead": _INSTEAD, "connection": connection}

    def described(study):
        is_of_tasks = study["oml:main_entity_type"] == "task"
        tasks = study.get("oml:tasks") if is_of_tasks else None
        listed = several((tasks or {}).get("oml:task_id"))
        return int(study["oml:id"]), study["oml:name"], [int(x) for x in listed]

    suite_id, name, tasks = ask(
        lambda x: read(x, f"study/{suite}", "oml:study", described),
        subject=subject,
        **how,
    )
    if not tasks:
        raise ValueError(f"{subject} has no tasks; give the id of a suite of tasks")
    rows = []
    for number, task_id in enumerate(tasks, start=1):
        LOG.info("%s: task %d, %d of %d", subject, task_id, number, len(tasks))
        named = f"{subject}, task {task_id}"

        def row_of(attempt: Attempt, task: int = task_id, of: str = named) -> Any:
            return _row_of(attempt, task, of)

        rows.append(ask(row_of, subject=named, **how))
    return Suite(suite_id, name, _with_names(rows))


def _row_of(attempt, task_id, subject):
    """Describe a task as a row of a sheet."""
    task = describe_task(attempt, task_id, subject)
    dataset, _ = describe_dataset(attempt, task["openml_id"], features=True)
    try:
        instances = count_instances(attempt, task["openml_id"])
    except Failure as failure:
        if failure.code is None:
            raise
        instances = None
    ignored = [*(dataset.ignore_attribute or ()), dataset.row_id_attribute]
    told = [
        f
        for f in dataset.features.values()
        if f.name not in ignored or f.name == task["target"]
    ]
    text = [f.name for f in told if f.data_type in ("string", "date")]
    used = [f for f in told if f.name not in text]
    target = [f for f in used if f.name == task["target"]]
    row = {
        "name": dataset.name,
        "openml_id": task["openml_id"],
        "openml_task": task_id,
        "drop": ";".join(text),
        "instances": instances,
        "attributes": len(used),
        "numeric": sum(f.data_type == "numeric" for f in used),
        "classes_declared": len(target[0].nominal_values or ()) if target else None,
        "missing_cells": sum(f.number_missing_values for f in used),
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
