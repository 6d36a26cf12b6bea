"""Fetch OpenML's own splits of a task, and take them as folds.

A fetched task has a folder of its own: `splits.arff` as the server sent it, and
`task.json`, the record of it.
"""

import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from tenbyten.dataset.readers.arff import read_arff
from tenbyten.files import PathLike
from tenbyten.folds.assignment import Folds
from tenbyten.openml.client import ask, needed
from tenbyten.openml.package import openml_package
from tenbyten.web.asking import Connection
from tenbyten.web.failures import of_another
from tenbyten.web.fetching import Kind, fetch, read_record

# OpenML's id of the type.
SUPERVISED_CLASSIFICATION = 1


def fetch_task(
    task_id: int, folder: PathLike, *, where: str, connection: Connection
) -> Path:
    """Fetch a task's splits by `web.fetching.fetch`, unless they are there undamaged.

    A task that is not one of supervised classification is a ValueError too.
    """
    return fetch(TASK, task_id, folder, where=where, connection=connection)


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


def _download(ask, subject, connection, task_id):
    """Download a task's splits: the file, and the record of it."""

    def question(attempt):
        with openml_package(attempt) as package:
            task = _describe(package, task_id, subject)
        url = task.estimation_procedure["data_splits_url"]
        answer = attempt.get(url)
        return answer.content, {
            "openml_id": task.dataset_id,
            "target": task.target_name,
            "url": url,
            "file": "splits.arff",
            **_dimensions(answer),
        }

    return ask(question)


def _describe(package, task_id, subject):
    """Get the server's description of the task, and of no other."""
    try:
        task = package.ask(lambda openml: openml.tasks.get_task(task_id))
    except NotImplementedError:
        # A kind that the package does not know.
        task = SimpleNamespace(
            task_id=int(needed(package.answer, "task_id")),
            task_type_id=None,
            task_type=needed(package.answer, "task_type"),
        )
    if task.task_id != task_id:
        raise of_another(f"its description is of task {task.task_id}")
    # Another kind of task may have no splits.
    if getattr(task.task_type_id, "value", None) != SUPERVISED_CLASSIFICATION:
        raise ValueError(
            f"{subject} is of type {task.task_type!r}; give a task of type "
            f"'Supervised Classification'"
        )
    return task


def _dimensions(answer):
    """Read the numbers of repeats, folds and samples that splits have."""
    try:
        with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
            path = Path(folder, "splits.arff")
            path.write_bytes(answer.content)
            raw = read_arff(path)
        names = [attribute.name for attribute in raw.attributes]
        order = [name for name in ("repeat", "fold", "sample") if name in names]
        parts = raw.values[:, [names.index(name) for name in order]]
        sizes = [1 + int(size) for size in parts.max(axis=0)]
        there = len(np.unique(parts, axis=0))
        if len(order) < 2 or there != np.prod(sizes):
            raise ValueError(f"{there} parts by {order} of sizes {sizes}")
    except ValueError as error:
        raise answer.nonsense(error) from error
    repeats, folds, samples = [*sizes, 1][:3]
    return {"repeats": repeats, "folds": folds, "samples": samples}


def _read_roles(path, shape, subject, remedy):
    """Count how often each row is in the training and test set of each fold.

    Returns an array of shape (2, runs, folds, instances), training first.
    """
    raw = read_arff(path)
    names = [attribute.name for attribute in raw.attributes]
    kind = names.index("type")
    is_test = raw.values[:, kind] == raw.attributes[kind].labels.index("TEST")
    index = [is_test.astype(np.int64)]
    for name, size in zip(("repeat", "fold", "rowid"), shape, strict=True):
        column = raw.values[:, names.index(name)]
        outside = column[~((column >= 0) & (column < size))]
        if len(outside):
            raise ValueError(
                f"{subject}: its splits have the {name} {outside[0]:g} (from 0), of "
                f"{size} there are; {remedy}"
            )
        index.append(column.astype(np.int64))
    roles = np.zeros((2, *shape), dtype=np.int16)
    np.add.at(roles, tuple(index), 1)
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
