"""Fetch OpenML's own splits of a task, and take them as folds.

A fetched task has a folder of its own: `splits.arff` as the server sent it, and
`task.json`, the record of it.
"""

from pathlib import Path
from typing import Any

import numpy as np

from tenbyten.dataset.readers.arff import read_arff
from tenbyten.files import PathLike
from tenbyten.folds.assignment import Folds
from tenbyten.openml.client import document, get
from tenbyten.web.asking import Attempt, as_file, of_another
from tenbyten.web.fetching import Kind, read_record

# OpenML's id of the type.
SUPERVISED_CLASSIFICATION = 1


def task_dataset(folder: PathLike, *, where: str) -> tuple[int, str]:
    """Read OpenML's id of a fetched task's data set, and its target."""
    origin = read_record(Path(folder) / TASK.record, where=where)
    return origin["openml_id"], origin["target"]


def task_folds(
    folder: PathLike,
    *,
    where: str,
    openml_id: int,
    instances: int,
    runs: int,
    folds: int,
    seed: int,
) -> Folds:
    """Take a fetched task's splits as folds, if they are a cross-validation.

    The data set to be split has `openml_id` and as many rows as `instances`. What the
    study calls runs are OpenML's repeats; the splits do not depend on `seed`.

    Raises
    ------
    ValueError
        If the files were changed since, the task is on another data set or has
        other numbers of runs and folds, or its splits do not test every row once
        in each run and train on all the others.
    """
    origin = read_record(Path(folder) / TASK.record, where=where)
    subject = f"{where}: OpenML task {origin['task_id']}"
    if origin["openml_id"] != openml_id:
        raise ValueError(
            f"{subject} is on OpenML data set {origin['openml_id']}, not on "
            f"{openml_id}; correct openml_task or openml_id in the sheet"
        )
    columns = _columns(Path(folder) / origin["file"])
    repeats, parts = (1 + np.nanmax(columns[x], initial=0) for x in ("repeat", "fold"))
    if (repeats, parts) != (runs, folds):
        raise ValueError(
            f"{subject} has {repeats:g} repeats of {parts:g} folds, the study {runs} "
            f"runs of {folds} folds; change the study's `runs` and `folds`, or give "
            f"another task"
        )
    try:
        test_fold = _test_fold(columns, (runs, folds, instances))
    except ValueError as error:
        raise ValueError(
            f"{subject}: its splits {error}; give another task, or delete {folder} and "
            f"tasks/{origin['task_id']} in `openml_cache` to fetch this one's splits "
            f"again if they are damaged"
        ) from None
    return Folds(test_fold, "openml", seed)


def describe_task(attempt: Attempt, task_id: int, subject: str) -> dict[str, Any]:
    """Ask for OpenML's description of a task, which must be one of classification."""
    with document(attempt, f"task/{task_id}", "oml:task") as task:
        if (found := int(task["oml:task_id"])) != task_id:
            raise of_another(f"task {found}")
        kind = task["oml:task_type"]
        # Another kind of task may have no splits.
        if int(task["oml:task_type_id"]) == SUPERVISED_CLASSIFICATION:
            inputs = {x["@name"]: x for x in task["oml:input"]}
            data = inputs["source_data"]["oml:data_set"]
            procedure = inputs["estimation_procedure"]["oml:estimation_procedure"]
            return {
                "openml_id": int(data["oml:data_set_id"]),
                "target": data["oml:target_feature"],
                "url": procedure["oml:data_splits_url"],
            }
    wanted = "give a task of type 'Supervised Classification'"
    raise ValueError(f"{subject} is of type {kind!r}; {wanted}")


def _download(attempt, subject, task_id):
    """Download a task's splits: the file, and the record of it."""
    task = describe_task(attempt, task_id, subject)
    content = get(attempt, task["url"])
    with as_file(content, "splits.arff") as path:
        _columns(path)
    return content, task | {"file": "splits.arff"}


def _columns(path):
    """Read the columns of splits by their names; ``type`` tells whether a row tests."""
    raw = read_arff(path)
    columns = {x.name: y for x, y in zip(raw.attributes, raw.values.T, strict=True)}
    (labels,) = (x.labels for x in raw.attributes if x.name == "type")
    columns["type"] = columns["type"] == labels.index("TEST")
    return {name: columns[name] for name in ("type", "repeat", "fold", "rowid")}


def _test_fold(columns, shape):
    """Return the fold that tests each row, of shape (runs, instances)."""
    # How often each row is in the training and test set of each fold.
    roles = np.zeros((2, *shape), dtype=np.int16)
    for name, size in zip(("repeat", "fold", "rowid"), shape, strict=True):
        column = columns[name]
        outside = column[~((column >= 0) & (column < size))]
        if len(outside):
            raise ValueError(
                f"have the {name} {outside[0]:g} (from 0), of {size} there are"
            )
    index = np.array([*columns.values()], dtype=np.int64)
    np.add.at(roles, tuple(index), 1)
    training, testing = roles
    tested = testing.sum(axis=1)
    if (tested != 1).any():
        run, row = np.argwhere(tested != 1)[0]
        raise ValueError(
            f"test row {row + 1} of {len(tested[run])} {tested[run, row]} times in run "
            f"{run + 1}, not once"
        )
    if (training != 1 - testing).any():
        run, fold, row = np.argwhere(training != 1 - testing)[0]
        raise ValueError(
            f"have row {row + 1} {training[run, fold, row]} times in the training set "
            f"and {testing[run, fold, row]} times in the test set of run {run + 1}, "
            f"fold {fold + 1}"
        )
    return testing.argmax(axis=1) + 1


_INSTEAD = "do without the task: choose another `splitter`"
TASK = Kind("OpenML task", "tasks", "task_id", "task.json", _INSTEAD, _download)
