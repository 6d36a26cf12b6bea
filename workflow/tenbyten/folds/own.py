"""Take the folds of a file of the user's own: groups, times, published partitions."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tenbyten.files import PathLike
from tenbyten.folds.assignment import Folds, read_folds


def own_folds(
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

    A line is an instance of the data set, in its order. Where the data set is without
    the rows `dropped` of its source, the file has either a line for each row of the
    source, or one for each instance that is left; which of the two, its length tells.
    Of more runs than `runs` the first are taken. The folds do not depend on `seed`.

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
    _check(made, folds, where)
    return made.without(dropped) if lines > instances else made


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


def _check(made: Folds, folds: int, where: str) -> None:
    """Refuse a fold that the study does not have, and one without instances."""
    remedy = (
        f"but the study has folds 1 to {folds}; correct the file, or `folds` in the "
        f"study file"
    )
    for run, test_fold in enumerate(made.test_fold, start=1):
        for line in np.flatnonzero((test_fold < 1) | (test_fold > folds))[:1]:
            raise ValueError(
                f"{where}: line {line + 2} has fold {test_fold[line]} in run_{run}, "
                f"{remedy}"
            )
        if empty := set(range(1, folds + 1)) - set(test_fold.tolist()):
            raise ValueError(
                f"{where}: no instance is in fold {min(empty)} of run_{run}, {remedy}"
            )
