"""Folds by shares, groups, times and given sets; scikit-learn's where it has them.

In `Folds.test_fold` a row that is tested in no fold is 0 if it is trained on, and
negative if it is unused. Before the first tested block in time, blocks count down from
0, as far as a window reaches. `where` begins the messages of errors.
"""

import math
import warnings
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from tenbyten.datasets.folds import Folds

Ints = npt.NDArray[np.int64]
# For each instance its group, time or set: numbers, or texts.
Marks = npt.NDArray[Any]

# The column of a sheet that names the attribute with the marks, by splitter.
COLUMNS = {
    "groups": "split_group",
    "leave_one_group_out": "split_group",
    "time": "split_time",
    "predefined": "split_set",
}
_SETS = {"train": 0, "test": 1, "unused": -1}


def holdout_folds(
    classes: Ints, *, runs: int, seed: int, test_size: float, where: str
) -> Folds:
    """Draw a test set of the share `test_size` in each run, and train on the others.

    It is scikit-learn's StratifiedShuffleSplit, which takes two rows or more of each
    class, and a test and a training set with room for all classes. Where there are
    fewer, the smallest classes are drawn from together.
    """
    from sklearn.model_selection import StratifiedShuffleSplit

    tested = math.ceil(test_size * len(classes))
    if tested >= len(classes):
        raise ValueError(
            f"{where}: test_size is {test_size}, which is all of {len(classes)} "
            f"instances; give a smaller share"
        )
    room, strata = min(tested, len(classes) - tested), classes.copy()
    while True:
        labels, counts = np.unique(strata, return_counts=True)
        if len(labels) == 1 or (min(counts) > 1 and len(labels) <= room):
            break
        smallest, joined = labels[np.argsort(counts, kind="stable")[:2]]
        strata[strata == joined] = smallest
    splits = StratifiedShuffleSplit(runs, test_size=test_size, random_state=seed)
    test_fold = np.zeros((runs, len(classes)), dtype=np.int64)
    for run, (_, rows) in enumerate(splits.split(strata, strata)):
        test_fold[run, rows] = 1
    return Folds(test_fold, "holdout", seed)


def group_folds(
    groups: Marks, classes: Ints, *, runs: int, folds: int, seed: int, where: str
) -> Folds:
    """Assign whole groups to folds by scikit-learn's StratifiedGroupKFold.

    All runs share one generator, so that a run is the same whatever their number.
    """
    from sklearn.model_selection import StratifiedGroupKFold

    largest = np.unique(classes, return_counts=True)[1].max()
    for count, what in (
        (len(np.unique(groups)), "groups"),
        (largest, "instances of the largest class"),
    ):
        if not 2 <= folds <= count:
            raise ValueError(
                f"{where}: {folds} folds of {count} {what}; set `folds` to 2 or more, "
                f"and at most {count}"
            )
    generator = np.random.RandomState(seed)
    splits = StratifiedGroupKFold(folds, shuffle=True, random_state=generator)
    test_fold = np.empty((runs, len(classes)), dtype=np.int64)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        for run in range(runs):
            parts = splits.split(classes, classes, groups)
            for fold, (_, rows) in enumerate(parts, start=1):
                test_fold[run, rows] = fold
    return Folds(test_fold, "groups", seed)


def single_group_folds(
    groups: Marks, *, name: str, folds: int, seed: int, where: str
) -> Folds:
    """Test each group once, in sorted order, as scikit-learn's LeaveOneGroupOut."""
    labels, tested = np.unique(groups, return_inverse=True)
    if len(labels) < 2:
        raise ValueError(f"{where}: all instances are of one group; give two or more")
    if len(labels) != folds:
        raise ValueError(
            f"{where}: {len(labels)} groups, each of which is a fold, but the study "
            f"has {folds} folds; set `folds: {len(labels)}`, or if other data sets "
            f"have {folds} groups `designs: {{{name}: {{runs: 1, folds: "
            f"{len(labels)}}}}}`"
        )
    return Folds(tested[np.newaxis] + 1, "leave_one_group_out", seed)


def time_folds(
    times: Marks, *, folds: int, seed: int, window: int, where: str
) -> Folds:
    """Cut the times in order into blocks, and test each of the last `folds`.

    A block has as many different times as the others, all rows of each. It is trained
    on the `window` blocks before; if that is 0 on all, and what is over is in the first
    block, as in scikit-learn's TimeSeriesSplit.
    """
    distinct, place = np.unique(_numbers(times, where), return_inverse=True)
    blocks = folds + (window or 1)
    if len(distinct) < blocks:
        before = f"a window of {window} blocks" if window else "a block"
        raise ValueError(
            f"{where}: {len(distinct)} different times, but {folds} folds and {before} "
            f"before them take {blocks}; ask for fewer"
        )
    size = len(distinct) // blocks
    block = (place - (len(distinct) - folds * size)) // size + 1
    if not window:
        block = np.maximum(block, 0)
    return Folds(block[np.newaxis], "time", seed, window)


def _numbers(times: Marks, where: str) -> npt.NDArray[np.float64]:
    """Read times that are all numbers, or all dates in ISO 8601."""
    labels, place = np.unique(times, return_inverse=True)
    try:
        numbers = labels.astype(np.float64)
    except ValueError:
        numbers = np.array([_seconds(x) for x in labels.tolist()])
    for row in np.flatnonzero(~np.isfinite(numbers[place]))[:1]:
        raise ValueError(
            f"{where}: row {row + 1} has the time {str(times[row])[:60]!r}; give all "
            f"times as numbers, or all as dates such as 2024-01-31 or 2024-01-31T08:30"
        )
    return numbers[place]


def _seconds(date: str) -> float:
    """Return the seconds of a date since 1970, NaN if it is none."""
    try:
        read = datetime.fromisoformat(date)
    except ValueError:
        return math.nan
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


def predefined_folds(sets: Marks, *, seed: int, where: str) -> Folds:
    """Train and test on given sets: ``train``, ``test``, or ``unused`` for neither."""
    words = [str(x).strip().lower() for x in sets]
    for row, word in enumerate(words, start=1):
        if word not in _SETS:
            raise ValueError(
                f"{where}: row {row} has the set {str(sets[row - 1])[:60]!r}; give "
                f"{', '.join(_SETS)}"
            )
    for word in ("train", "test"):
        if word not in words:
            raise ValueError(f"{where}: no row of the set {word}; give some")
    return Folds(np.array([[_SETS[x] for x in words]]), "predefined", seed)


def check_marks(marks: Sequence[Any] | Marks, *, where: str) -> Marks:
    """Return a mark for each row as numbers or texts; a missing one is refused."""
    import pandas as pd

    array = pd.Series(marks)
    for row in np.flatnonzero(array.isna())[:1]:
        raise ValueError(
            f"{where}: row {row + 1} has no value; fill it in, or leave the row out"
        )
    is_number = pd.api.types.is_numeric_dtype(array.dtype)
    return array.to_numpy() if is_number else array.astype(str).to_numpy(dtype=str)


def make_folds(
    classes: Ints,
    marks: Any,
    *,
    splitter: str,
    name: str,
    runs: int,
    folds: int,
    seed: int,
    options: Mapping[str, Any],
    where: str,
) -> Folds:
    """Call the splitter of this name with its options; `marks` are as it needs."""
    how: dict[str, Any] = {"seed": seed, "where": where}
    if splitter == "holdout":
        how |= {"runs": runs, "test_size": options["test_size"]}
        return holdout_folds(classes, **how)
    if splitter == "groups":
        return group_folds(marks, classes, runs=runs, folds=folds, **how)
    if splitter == "leave_one_group_out":
        return single_group_folds(marks, name=name, folds=folds, **how)
    if splitter == "time":
        return time_folds(marks, folds=folds, window=options["window"], **how)
    return predefined_folds(marks, **how)
