"""Fetch OpenML's own splits of a task, and take them as folds.

A fetched task has a folder of its own: `splits.arff` as the server sent it, and
`task.json`, the record of it.
"""

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tenbyten.dataset.readers.arff import read_arff
from tenbyten.files import PathLike
from tenbyten.folds.assignment import Folds
from tenbyten.openml.client import ask, read
from tenbyten.web.asking import Attempt, of_another
from tenbyten.web.fetching import Kind, fetch, read_record

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
    if origin["samples"] != 1:
        raise ValueError(
            f"{subject} has {origin['samples']} samples in each fold, a learning "
            f"curve; give a task of plain cross-validation"
        )
    if (origin["repeats"], origin["folds"]) != (runs, folds):
        raise ValueError(
            f"{subject} has {origin['repeats']} repeats of {origin['folds']} folds, "
            f"the study {runs} runs of {folds} folds; change the study's `runs` and "
            f"`folds`, or give another task"
        )
    remedy = (
        f"give another task, or delete {folder} and tasks/{origin['task_id']} in "
        f"`openml_cache` to fetch this one's splits again if they are damaged"
    )
    path = Path(folder) / origin["file"]
    roles = _read_roles(path, (runs, folds, instances), subject, remedy)
    return Folds(_test_fold(roles, subject, remedy), "openml", seed)


def describe_task(attempt: Attempt, task_id: int, subject: str) -> dict[str, Any]:
    """Ask for OpenML's description of a task, which must be one of classification."""

    def described(task):
        found = {"id": int(task["oml:task_id"]), "type": task["oml:task_type"]}
        # Another kind of task may have no splits.
        if int(task["oml:task_type_id"]) != SUPERVISED_CLASSIFICATION:
            return found
        inputs = {x["@name"]: x for x in task["oml:input"]}
        data = inputs["source_data"]["oml:data_set"]
        procedure = inputs["estimation_procedure"]["oml:estimation_procedure"]
        return found | {
            "openml_id": int(data["oml:data_set_id"]),
            "target": data["oml:target_feature"],
            "url": procedure["oml:data_splits_url"],
        }

    task = read(attempt, f"task/{task_id}", "oml:task", described)
    found, kind = task.pop("id"), task.pop("type")
    if found != task_id:
        raise of_another(f"task {found}")
    if not task:
        wanted = "give a task of type 'Supervised Classification'"
        raise ValueError(f"{subject} is of type {kind!r}; {wanted}")
    return task


def _download(attempt, subject, task_id):
    """Download a task's splits: the file, and the record of it."""
    task = describe_task(attempt, task_id, subject)
    answer = attempt.get(task["url"])
    return answer.content, task | {"file": "splits.arff"} | answer.read(_dimensions)


def _dimensions(content):
    """Read the numbers of repeats, folds and samples that splits have."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
        path = Path(folder, "splits.arff")
        path.write_bytes(content)
        columns = _columns(path)
    there = [columns[x] for x in ("repeat", "fold", "sample") if x in columns]
    parts = np.unique(there, axis=1)
    sizes = [1 + int(size) for size in parts.max(axis=1)]
    if len(sizes) < 2 or parts.shape[1] != np.prod(sizes):
        raise ValueError(f"{parts.shape[1]} parts of sizes {sizes}")
    return dict(zip(("repeats", "folds", "samples"), [*sizes, 1], strict=False))


def _columns(path):
    """Read the columns of splits by their names; ``type`` tells whether a row tests."""
    raw = read_arff(path)
    named = {x.name: (x, y) for x, y in zip(raw.attributes, raw.values.T, strict=True)}
    attribute, codes = named["type"]
    columns = {name: column for name, (_, column) in named.items()}
    return columns | {"type": codes == attribute.labels.index("TEST")}


def _read_roles(path, shape, subject, remedy):
    """Count how often each row is in the training and test set of each fold.

    Returns an array of shape (2, runs, folds, instances), training first.
    """
    columns = _columns(path)
    for name, size in zip(("repeat", "fold", "rowid"), shape, strict=True):
        column = columns[name]
        outside = column[~((column >= 0) & (column < size))]
        if len(outside):
            raise ValueError(
                f"{subject}: its splits have the {name} {outside[0]:g} (from 0), of "
                f"{size} there are; {remedy}"
            )
    index = [columns[name] for name in ("type", "repeat", "fold", "rowid")]
    roles = np.zeros((2, *shape), dtype=np.int16)
    np.add.at(roles, tuple(np.array(index, dtype=np.int64)), 1)
    return roles


def _test_fold(roles, subject, remedy):
    """Return the fold that tests each row, of shape (runs, instances)."""
    training, testing = roles
    tested = testing.sum(axis=1)
    if (tested != 1).any():
        run, row = np.argwhere(tested != 1)[0]
        raise ValueError(
            f"{subject}: its splits test row {row + 1} of {len(tested[run])} "
            f"{tested[run, row]} times in run {run + 1}, not once; {remedy}"
        )
    if (training != 1 - testing).any():
        run, fold, row = np.argwhere(training != 1 - testing)[0]
        raise ValueError(
            f"{subject}: its splits have row {row + 1} {training[run, fold, row]} "
            f"times in the training set and {testing[run, fold, row]} times in the "
            f"test set of run {run + 1}, fold {fold + 1}; {remedy}"
        )
    return testing.argmax(axis=1) + 1


_INSTEAD = "do without the task: choose another `splitter`"
TASK = Kind("OpenML task", "tasks", "task_id", "task.json", _INSTEAD, _download, ask)
# A task that is not one of supervised classification is a ValueError too.
fetch_task = partial(fetch, TASK)
