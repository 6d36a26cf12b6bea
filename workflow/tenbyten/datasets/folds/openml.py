"""Take OpenML's own splits of a fetched task as folds."""

from pathlib import Path

import numpy as np

from tenbyten.datasets.downloads import read_record
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.openml import TASK, read_splits
from tenbyten.files import PathLike


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

    The data set to be split has `openml_id` and as many rows as `instances`. The
    study's runs are OpenML's repeats; the splits do not depend on `seed`.

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
    columns = read_splits(Path(folder) / origin["file"])
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
    for run, row in np.argwhere(tested != 1)[:1]:
        raise ValueError(
            f"test row {row + 1} of {len(tested[run])} {tested[run, row]} times in run "
            f"{run + 1}, not once"
        )
    for run, fold, row in np.argwhere(training != 1 - testing)[:1]:
        raise ValueError(
            f"have row {row + 1} {training[run, fold, row]} times in the training set "
            f"and {testing[run, fold, row]} times in the test set of run {run + 1}, "
            f"fold {fold + 1}"
        )
    return testing.argmax(axis=1) + 1
