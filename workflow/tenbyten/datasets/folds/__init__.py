"""Assignment of instances to test folds, in every run: `Folds`, its files, and checks.

Arguments of the same name mean the same in every module:

dataset : Dataset
    The data set to be split.
classes : ndarray of shape (instances,), int
    Label index of every instance's class, in file order.
runs, folds : int
    Number of runs, and of folds in each run.
seed : int
    The study's seed.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tenbyten.datasets import Dataset
from tenbyten.files import PathLike, atomic_open
from tenbyten.words import list_first


@dataclass(frozen=True)
class Folds:
    """The fold that tests each instance, in each run.

    Attributes
    ----------
    test_fold : ndarray of shape (runs, instances), int
        Number of the fold, from 1, whose test set holds the instance. One that none
        tests has 0 or less, and if it is unused a negative number.
    splitter : str
        Maker of the folds, by its name in a study.
    seed : int
        The seed that they were made from.
    window : int, optional
        Of folds in order of time, how many folds before the tested one are trained on,
        0 for all from number 0 on; a negative number may be within the window. By
        default every row is trained on that is neither tested nor negative.
    """

    test_fold: npt.NDArray[np.signedinteger]
    splitter: str
    seed: int
    window: int | None = None

    @property
    def runs(self) -> int:
        """Number of runs."""
        return len(self.test_fold)

    @property
    def folds(self) -> int:
        """Number of folds in each run."""
        return int(self.test_fold.max())

    def test_rows(self, run: int, fold: int) -> npt.NDArray[np.intp]:
        """Return the ascending row numbers, from 0, of a fold's test set."""
        return np.flatnonzero(self.test_fold[run - 1] == fold)

    def training_rows(self, run: int, fold: int) -> npt.NDArray[np.intp]:
        """Return the ascending row numbers, from 0, of a fold's training set."""
        tested = self.test_fold[run - 1]
        if self.window is None:
            return np.flatnonzero((tested != fold) & (tested >= 0))
        first = fold - self.window if self.window else 0
        return np.flatnonzero((first <= tested) & (tested < fold))

    def without(self, rows: Sequence[int]) -> "Folds":
        """Leave out the instances of some row numbers, from 1."""
        out = np.asarray(rows, dtype=np.int64) - 1
        return replace(self, test_fold=np.delete(self.test_fold, out, axis=1))


def run_checksums(folds: Folds) -> dict[int, str]:
    """Return the SHA-256 checksum of each run's assignment, by run, from 1.

    It is computed from the fold numbers in file order, in decimal digits, one a line.
    """
    texts = ("\n".join(map(str, run.tolist())) for run in folds.test_fold)
    sums = (hashlib.sha256(text.encode()).hexdigest() for text in texts)
    return dict(enumerate(sums, start=1))


def write_folds(folds: Folds, path: PathLike) -> None:
    """Write folds as CSV: a line for each instance, a column for each run.

    Parameters
    ----------
    folds : Folds
        A cell is the number of the fold, from 1.
    path : path
    """
    with atomic_open(path, newline="\n") as file:
        file.write(",".join(f"run_{run}" for run in range(1, folds.runs + 1)) + "\n")
        # Line by line, to save memory.
        for line in folds.test_fold.T:
            file.write(",".join(map(str, line.tolist())) + "\n")


def read_folds(path: PathLike, *, splitter: str, seed: int) -> Folds:
    """Read a file of `write_folds`.

    Parameters
    ----------
    path : path
    splitter : str
        Maker of the folds, by its name in a study.
    seed : int
        The seed that they were made from.

    Raises
    ------
    ValueError
        If there are no instances, if lines differ in length, or if a cell is not an
        integer. `check_folds` finds other faults.
    """
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()[1:]
        if not any(map(str.strip, lines)):
            raise ValueError("no instances")
        test_fold = np.loadtxt(
            lines, dtype=np.int64, delimiter=",", comments=None, ndmin=2
        )
    except ValueError as error:
        raise ValueError(f"{path}: {error}; delete the file and run again.") from None
    # A quarter of the memory.
    if test_fold.min() > -(2**15) and test_fold.max() < 2**15:
        test_fold = test_fold.astype(np.int16)
    return Folds(np.ascontiguousarray(test_fold.T), splitter, seed)


def check_folds(
    made: Folds, dataset: Dataset, *, folds: int, where: PathLike, left: str = ""
) -> None:
    """Refuse folds that test nothing on a data set of as many instances.

    `where` is the source of the folds; it begins the message of an error. `left` says
    in words which instances are left, if some are not.

    Raises
    ------
    ValueError
        If the folds of a run are not 1 to `folds`, each with instances, or a fold tests
        or trains on no instance that has a class.
    """
    expected, has_class = np.arange(1, folds + 1), dataset.classes >= 0
    for run, every in enumerate(made.test_fold, start=1):
        are_all_tested = folds > 1 and made.window is None
        test_fold = every if are_all_tested else every[every > 0]
        for fold in np.setxor1d(test_fold, expected)[:1]:
            what = "is no fold" if fold in test_fold else f"has no instances{left}"
            raise ValueError(
                f"{where}: fold {fold} of run {run} {what}, and the study has folds 1 "
                f"to {folds}; give other folds, or correct `folds` in the study file"
            )
        counted = np.bincount(every[has_class & (every > 0)], minlength=folds + 1)[1:]
        if not counted.all():
            raise ValueError(
                f"{where}: every instance of fold {np.argmin(counted) + 1} of run "
                f"{run} lacks a class, so that nothing is counted there; set "
                f"`missing_class: drop`, or ask for fewer folds."
            )
        for fold in expected.tolist():
            if not has_class[made.training_rows(run, fold)].any():
                raise ValueError(
                    f"{where}: fold {fold} of run {run} trains on no instance that has "
                    f"a class; ask for other folds, or leave the data set out"
                )


# Classes with fewer instances than there are folds


def rare_classes(dataset: Dataset, *, folds: int) -> dict[str, int]:
    """Count the instances of each class that has fewer than there are folds.

    Parameters
    ----------
    dataset : Dataset
    folds : int
        Number of folds.

    Returns
    -------
    dict of str to int
        By label, the smallest class first; classes without instances are left out.
    """
    labels = dataset.class_labels
    counts = np.bincount(dataset.classes[dataset.classes >= 0], minlength=len(labels))
    order = [int(i) for i in np.argsort(counts, kind="stable")]
    return {labels[i]: int(counts[i]) for i in order if 0 < counts[i] < folds}


def single_instance_warning(rare: Mapping[str, Mapping[str, int]]) -> str:
    """Warn of classes with one instance; empty if there are none.

    `rare` has the `rare_classes` of data sets by their names.
    """
    named = []
    for name, classes in rare.items():
        if single := [label for label, instances in classes.items() if instances == 1]:
            named.append(f"{name} ({list_first(single, most=3, more=' and ')})")
    if not named:
        return ""
    return (
        f"A class has one instance, so that no classifier has learnt it where it is "
        f"tested: {list_first(named, more=', and ')}. Is the right column the class? "
        f"If it is, join such classes to others, or leave their instances out."
    )
