"""OpenML's own splits of a task, as folds.

What is fetched lies in a folder of its own: `splits.arff` as the server sent it, and
`task.json`, which is the record of it.
"""

import logging
from pathlib import Path

import numpy as np

from tenbyten.dataset.arff import read_arff
from tenbyten.folds.assignment import Folds
from tenbyten.openml.client import AnotherAnswer, Connection, ask
from tenbyten.openml.fetched_file import holds, read_record, write_fetched

LOG = logging.getLogger(__name__)

RECORD = "task.json"


def fetch_task(
    task_id,
    folder,
    *,
    where,
    server,
    scratch,
    timeout_seconds,
    total_seconds,
    attempts,
    wait_seconds=1.0,
):
    """Fetch a task's splits from OpenML, unless `folder` holds them undamaged.

    Parameters
    ----------
    task_id : int
        OpenML's id of the task.
    folder : path
        Where its files go; made if need be.
    where : str
        Who asks for it: sheet, row and name of the data set, for errors.
    server : str
        Address of OpenML's XML interface.
    scratch : path
        Folder for the openml package's own cache; nothing later depends on it.
    timeout_seconds : float
        How long a server that says nothing is waited for.
    total_seconds : float
        How long one attempt may take in all, however much still arrives.
    attempts : int
        How often a request is tried in all.
    wait_seconds : float, default=1
        Pause after the first attempt; it grows by as much after every other.

    Returns
    -------
    Path
        The record beside the splits; it is written last.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, stays silent, takes too long, or sends what
        is damaged, nonsense or of another task, in every attempt.
    ValueError
        If OpenML has no such task or it is not one of supervised classification.
    """
    subject = f"{where}: OpenML task {task_id}"
    record = Path(folder) / RECORD
    if holds(record, server=server, task_id=task_id):
        LOG.info("%s: already in %s", subject, folder)
        return record
    asking = {
        "subject": subject,
        "cached": f"tasks/{task_id}",
        "instead": "do without the task: choose another `splitter`",
        "connection": Connection(
            server, scratch, timeout_seconds, total_seconds, attempts, wait_seconds
        ),
    }
    task = ask(lambda openml: _describe(openml, task_id), **asking)
    # 1 is TaskType.SUPERVISED_CLASSIFICATION.
    if task.task_type_id.value != 1:
        raise ValueError(
            f"{subject} is of type {task.task_type!r}; give a task of type "
            f"'Supervised Classification'"
        )
    dimensions, content = ask(lambda openml: _fetch_splits(openml, task_id), **asking)
    origin = {
        "server": server,
        "task_id": task_id,
        "openml_id": task.dataset_id,
        "target": task.target_name,
        "url": task.estimation_procedure["data_splits_url"],
        "file": "splits.arff",
        **dict(zip(("repeats", "folds", "samples"), dimensions, strict=True)),
    }
    write_fetched(content, record, origin)
    LOG.info("%s: fetched, on OpenML data set %d", subject, task.dataset_id)
    return record


def task_dataset(folder, *, where):
    """Say which data set a fetched task is on.

    Parameters
    ----------
    folder : path
        The folder that was given to `fetch_task`.
    where : str
        Sheet, row and name of the data set, for errors.

    Returns
    -------
    openml_id : int
        OpenML's id of the data set.
    target : str
        The attribute to be predicted.

    Raises
    ------
    FileNotFoundError
        If nothing was fetched into `folder`.
    ValueError
        If the files were changed since.
    """
    origin = read_record(Path(folder) / RECORD, where=where)
    return origin["openml_id"], origin["target"]


def task_folds(folder, *, where, openml_id, instances, runs, folds, seed):
    """Take a fetched task's splits as folds, if they are a cross-validation.

    Parameters
    ----------
    folder : path
        The folder that was given to `fetch_task`.
    where : str
        Sheet, row and name of the data set, for errors.
    openml_id : int
        OpenML's id of the data set that is to be split.
    instances : int
        Its number of rows.
    runs : int
        Number of runs of the study; OpenML calls them repeats.
    folds : int
        Number of folds in each run.
    seed : int
        The study's seed; the splits do not depend on it.

    Returns
    -------
    Folds
        Their splitter is ``openml``.

    Raises
    ------
    FileNotFoundError
        If nothing was fetched into `folder`.
    ValueError
        If the files were changed since, the task is on another data set or has
        other numbers of runs and folds, or its splits do not test every row once
        in each run and train on all the others.
    """
    origin = read_record(Path(folder) / RECORD, where=where)
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


def _describe(openml, task_id, **settings):
    """The server's description of the task, and of no other."""
    task = openml.tasks.get_task(task_id, **settings)
    if task.task_id != task_id:
        raise AnotherAnswer(f"its description is of task {task.task_id}")
    return task


def _fetch_splits(openml, task_id):
    """Download the splits: their dimensions and the file."""
    task = _describe(openml, task_id, download_splits=True)
    dimensions = task.get_split_dimensions()
    # The package does not say where it keeps the file.
    cache = openml.config.get_cache_directory()
    path = Path(cache, "tasks", str(task_id), "datasplits.arff")
    return dimensions, path.read_bytes()


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
    """Number of the fold that tests each row, of shape (runs, instances)."""
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
