"""Folds by shares, groups, times and given sets; scikit-learn's where it has them.

Each splitter returns `Folds.test_fold`. A row that is tested in no fold is 0 if it is
trained on, and negative if it is unused. Before the first tested block in time, blocks
count down from 0, as far as a window reaches. Arguments are those of `split`.
"""

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
# Of each instance the group, time or set: numbers, or texts.
Marks = npt.NDArray[Any]

# Columns of a sheet that name the attribute with the marks, by splitter.
MARK_COLUMNS = {
    "groups": "split_group",
    "leave_one_group_out": "split_group",
    "time": "split_time",
    "predefined": "split_set",
}
_SETS = {"train": 0, "test": 1, "unused": -1}


def scikit_learn(classes: Ints, *, runs: int, folds: int, seed: int, **_: Any) -> Ints:
    """Assign instances to folds by scikit-learn's RepeatedStratifiedKFold.

    `seed` is the `random_state` of all runs together. Instances without a class are
    stratified as one more class.
    """
    from sklearn.model_selection import RepeatedStratifiedKFold

    largest = np.unique(classes, return_counts=True)[1].max()
    if not 2 <= folds <= largest:
        raise ValueError(
            f"scikit_learn splitter: {folds} folds, but the largest class has "
            f"{largest} of {len(classes)} instances; `folds` must be at least 2 and "
            f"at most {largest}."
        )
    sizes = {"n_splits": folds, "n_repeats": runs}
    splits = RepeatedStratifiedKFold(**sizes, random_state=seed).split(classes, classes)
    return _number_folds(splits, (runs, len(classes)), folds)


def _number_folds(
    splits: Iterable[tuple[Any, Any]], shape: tuple[int, int], folds: int
) -> Ints:
    """Number the test sets of all runs in turn; `shape` is that of the result.

    A class with fewer rows than folds is ordinary: scikit-learn's warning about it is
    silenced.
    """
    test_fold = np.empty(shape, dtype=np.int64)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        for number, (_training, tested) in enumerate(splits):
            run, fold = divmod(number, folds)
            test_fold[run, tested] = fold + 1
    return test_fold


def holdout(
    classes: Ints, *, runs: int, seed: int, options: Mapping[str, Any], **_: Any
) -> Ints:
    """Draw a test set of the share `test_size` in each run, and train on the others.

    It is scikit-learn's StratifiedShuffleSplit, which takes two rows or more of each
    class, and a test and a training set with room for all classes. Where there are
    fewer, the smallest classes are drawn from together.
    """
    from sklearn.model_selection import StratifiedShuffleSplit

    size, rows = options["test_size"], len(classes)
    room = min(math.ceil(size * rows), rows - math.ceil(size * rows))
    if not room:
        raise ValueError(
            f"test_size is {size}, and nothing of {rows} instances is left to train "
            f"on; give a smaller share"
        )
    strata = classes.copy()
    while True:
        labels, counts = np.unique(strata, return_counts=True)
        if len(labels) == 1 or (counts.min() > 1 and len(labels) <= room):
            break
        smallest, next_smallest = labels[np.argsort(counts, kind="stable")[:2]]
        strata[strata == next_smallest] = smallest
    splits = StratifiedShuffleSplit(runs, test_size=size, random_state=seed)
    test_fold = np.zeros((runs, rows), dtype=np.int64)
    for run, (_training, tested) in enumerate(splits.split(strata, strata)):
        test_fold[run, tested] = 1
    return test_fold


def groups(
    classes: Ints, *, marks: Marks, runs: int, folds: int, seed: int, **_: Any
) -> Ints:
    """Assign whole groups to folds by scikit-learn's StratifiedGroupKFold.

    All runs share one generator, so that a run is the same whatever their number.
    """
    from sklearn.model_selection import StratifiedGroupKFold

    largest = np.unique(classes, return_counts=True)[1].max()
    most = {largest: "instances of the largest class", len(np.unique(marks)): "groups"}
    if folds > min(most):
        raise ValueError(
            f"{folds} folds, but {min(most)} {most[min(most)]}; set `folds` to "
            f"{min(most)} or less"
        )
    generator = np.random.RandomState(seed)
    splitter = StratifiedGroupKFold(folds, shuffle=True, random_state=generator)
    every_run = (splitter.split(classes, classes, marks) for _ in range(runs))
    return _number_folds(chain.from_iterable(every_run), (runs, len(classes)), folds)


def leave_one_group_out(_classes: Ints, *, marks: Marks, folds: int, **_: Any) -> Ints:
    """Test each group once, in sorted order, as scikit-learn's LeaveOneGroupOut."""
    labels, group = np.unique(marks, return_inverse=True)
    count = len(labels)
    if count != folds or count < 2:
        raise ValueError(
            f"{count} groups, but {folds} folds; each of 2 groups or more is one: set "
            f"`folds: {count}`, or in `designs` of this data set `runs: 1` and "
            f"`folds: {count}`"
        )
    return group[np.newaxis] + 1


def time(
    _classes: Ints, *, marks: Marks, folds: int, options: Mapping[str, Any], **_: Any
) -> Ints:
    """Cut the times in order into blocks, and test each of the last `folds`.

    A block has as many different times as the others, all rows of each. It is trained
    on the `window` blocks before; if that is 0 on all, and what is over is in the first
    block, as in scikit-learn's TimeSeriesSplit.
    """
    place = _dense_ranks(marks)
    count = place.max() + 1
    size = count // (folds + (options["window"] or 1))
    if not size:
        raise ValueError(
            f"{count} different times, too few for {folds} folds and what they are "
            f"trained on; ask for fewer folds, or a shorter window"
        )
    block = (place - (count - folds * size)) // size + 1
    return (block if options["window"] else np.maximum(block, 0))[np.newaxis]


def _dense_ranks(times: Marks) -> Ints:
    """Rank times, from 0, that are all numbers, or all dates in ISO 8601."""
    import pandas as pd

    numbers = pd.to_numeric(pd.Series(times), errors="coerce")
    if numbers.isna().any():
        numbers = pd.to_datetime(
            pd.Series(times), format="ISO8601", errors="coerce", utc=True
        )
    for row in np.flatnonzero(numbers.isna())[:1]:
        raise ValueError(
            f"row {row + 1} has the time {str(times[row])[:60]!r}; give all times as "
            f"numbers, or all as dates such as 2024-01-31 or 2024-01-31T08:30"
        )
    return numbers.rank(method="dense").to_numpy(dtype=np.int64) - 1


def predefined(_classes: Ints, *, marks: Marks, **_: Any) -> Ints:
    """Train and test on given sets: ``train``, ``test``, or ``unused`` for neither."""
    words = [str(mark).strip().lower() for mark in marks]
    for row, word in enumerate(words, start=1):
        if word not in _SETS:
            raise ValueError(
                f"row {row} has the set {str(marks[row - 1])[:60]!r}; give "
                f"{' or '.join(_SETS)}"
            )
    for word in [x for x in ("train", "test") if x not in words][:1]:
        raise ValueError(f"no row is of the set {word}; give some")
    return np.array([[_SETS[word] for word in words]])


SPLITTERS: dict[str, Callable[..., Ints]] = {
    x.__name__: x
    for x in (scikit_learn, holdout, groups, leave_one_group_out, time, predefined)
}


def check_marks(values: Sequence[Any] | Marks, *, where: str) -> Marks:
    """Return the groups, times or sets of instances as an array.

    Parameters
    ----------
    values : sequence or ndarray of shape (instances,)
    where : str
        The source of the values; messages begin with it.

    Returns
    -------
    ndarray of shape (instances,)
        Numbers, or texts.

    Raises
    ------
    ValueError
        If a value is missing.
    """
    import pandas as pd

    column = pd.Series(values)
    for row in np.flatnonzero(column.isna())[:1]:
        raise ValueError(
            f"{where}: row {row + 1} has no value; fill it in, or leave the row out"
        )
    is_number = pd.api.types.is_numeric_dtype(column.dtype)
    return column.to_numpy() if is_number else column.astype(str).to_numpy(dtype=str)
