"""Split a data set by the splitter that a study names."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds import Folds, check_folds, read_folds
from tenbyten.datasets.folds.splitters import SPLITTERS, Marks
from tenbyten.files import PathLike
from tenbyten.tables import prefix_errors

_log = logging.getLogger(__name__)


def split(
    dataset: Dataset,
    *,
    splitter: str,
    runs: int,
    folds: int,
    seed: int,
    where: str,
    splits: PathLike = "",
    openml_id: int | None = None,
    dropped: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    marks: Marks | None = None,
) -> Folds:
    """Assign every instance to a test fold, in every run, or to none.

    Parameters
    ----------
    splitter : str
        How folds are assigned: a name of a study's key.
    where : str
        Sheet, row and name of the data set, for errors.
    splits : path, optional
        The folder of a fetched task, for ``openml``; the file, for ``file``, and for
        ``predefined`` without `marks`.
    openml_id : int, optional
        OpenML's id of the data set, where the sheet has it beside the task.
    dropped : sequence of int
        Rows of the source, from 1, that the data set is without: a task's splits have
        them, a file of folds may have them.
    options : mapping, optional
        Options of the splitter, with all defaults.
    marks : ndarray of shape (instances,), optional
        Group, time or set of each instance, for those of `splitters.MARK_COLUMNS`.

    Raises
    ------
    ValueError
        If there are more folds than instances, if a task's splits or the folds of a
        file do not fit, or if a fold tests no instance that has a class.
    """
    text = f"{runs} runs of {folds} folds by {splitter}, seed {seed}"
    _log.info("%s: %s", dataset.name, text)
    sizes: dict[str, Any] = {"runs": runs, "folds": folds, "seed": seed}
    instances, options = len(dataset.values), options or {}
    # Imports are lazy. A run is the same whatever the number of runs.
    if splitter == "file":
        made = file_folds(
            splits, where=where, instances=instances, dropped=dropped, **sizes
        )
        where = f"{where}: folds {splits}"
    elif splitter == "openml":
        from tenbyten.datasets.folds.openml import task_folds
        from tenbyten.datasets.openml import task_dataset

        # A fetched task, which must be on this data set.
        openml_id = openml_id or task_dataset(splits, where=where)[0]
        sizes["instances"] = instances + len(dropped)
        made = task_folds(splits, where=where, openml_id=openml_id, **sizes)
        made = made.without(dropped)
    elif splitter == "weka":
        from tenbyten.datasets.folds.weka import weka_folds

        with prefix_errors(where):
            made = weka_folds(dataset.classes, **sizes)
    else:
        if splitter == "predefined" and marks is None:
            where = f"{where}: folds {splits}"
            marks = read_sets(splits, where, instances, dropped)
        with prefix_errors(where):
            test_fold = SPLITTERS[splitter](
                dataset.classes, options=options, marks=marks, **sizes
            )
        made = Folds(test_fold, splitter, seed, options.get("window"))
    without = " without those that lack a class (`missing_class: keep` keeps them)"
    left = without if dropped else ""
    check_folds(made, dataset, folds=folds, where=where, left=left)
    return made


# Folds from a file of the user


def file_folds(
    path: PathLike,
    *,
    where: str,
    instances: int,
    dropped: Sequence[int] = (),
    runs: int,
    folds: int,
    seed: int,
) -> Folds:
    """Read folds from a file in the format of `folds.write_folds`.

    Lines are instances in the order of the data set. If rows of the source were
    `dropped`, the file has a line for each row of the source or for each instance that
    is left, which its length tells. If there are more runs than `runs`, the first are
    taken. The folds do not depend on `seed`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the header is not ``run_1,run_2,...``, a line has more or fewer cells, a
        cell is no whole number, there are fewer runs than `runs`, the lines are not
        those of the data set, or the folds of a run are not 1 to `folds`, each with
        instances.
    """
    where = f"{where}: folds {path}"
    header = _header(path, where)
    if header != [f"run_{run}" for run in range(1, len(header) + 1)]:
        raise ValueError(
            f"{where}: the header is {','.join(header)[:60]!r}; begin the file with "
            f"run_1,run_2,... and one column for each run"
        )
    if len(header) < runs:
        raise ValueError(
            f"{where}: {len(header)} runs, but the study has {runs}; add columns, or "
            f"set `runs: {len(header)}`"
        )
    try:
        found = read_folds(path, splitter="file", seed=seed)
    except ValueError as error:
        fault = str(error).removeprefix(f"{path}: ").split("; delete")[0]
        raise ValueError(
            f"{where}: {fault}; below the header give whole numbers, {len(header)} a "
            f"line with commas between"
        ) from None
    lines, source = found.test_fold.shape[1], instances + len(dropped)
    if lines not in (instances, source):
        less = f" ({instances} without those that lack a class)" if dropped else ""
        raise ValueError(
            f"{where}: {lines} lines below the header, but the data set has {source} "
            f"rows{less}; give a line for each, in their order"
        )
    made = Folds(found.test_fold[:runs], "file", seed)
    _check_file(made, folds, where)
    return made.without(dropped) if lines > instances else made


def read_sets(
    path: PathLike, where: str, instances: int, dropped: Sequence[int]
) -> Marks:
    """Read the set of each instance from a file of one column, ``set``.

    As in `file_folds` it may have a line for each row of the source.
    """
    header = _header(path, where)
    sets = np.array(Path(path).read_text(encoding="utf-8-sig").splitlines()[1:])
    if dropped and len(sets) == instances + len(dropped):
        sets = np.delete(sets, np.asarray(dropped) - 1)
    if header != ["set"] or len(sets) != instances:
        raise ValueError(
            f"{where}: the header is {','.join(header)[:60]!r} with {len(sets)} lines "
            f"below it; give a header, set, and {instances} lines, one for each row, "
            f"of train, test or unused"
        )
    return sets


def _header(path: PathLike, where: str) -> list[str]:
    """Read the names of the columns."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            return file.readline().rstrip("\n").split(",")
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{where}: no such file; correct column folds of the sheet"
        ) from None
    except UnicodeDecodeError:
        raise ValueError(f"{where}: not text in UTF-8; save it as CSV") from None


def _check_file(made: Folds, folds: int, where: str) -> None:
    """Refuse a fold that the study does not have."""
    for run, line in np.argwhere((made.test_fold < 1) | (made.test_fold > folds))[:1]:
        raise ValueError(
            f"{where}: line {line + 2} has fold {made.test_fold[run, line]} in "
            f"run_{run + 1}, but the study has folds 1 to {folds}; correct the file, "
            f"or `folds` in the study file; rows that are never tested are for the "
            f"splitters holdout, predefined and time"
        )
