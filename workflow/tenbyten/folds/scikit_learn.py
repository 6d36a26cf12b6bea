"""Assign instances to folds by scikit-learn's RepeatedStratifiedKFold."""

import warnings

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import RepeatedStratifiedKFold

from tenbyten.folds.assignment import Folds


def scikit_learn_folds(
    classes: npt.NDArray[np.int64], *, runs: int, folds: int, seed: int
) -> Folds:
    """Assign instances to folds by scikit-learn's RepeatedStratifiedKFold.

    `seed` is the `random_state` of all runs together. Instances that lack a class are
    dealt out like one more class. If `folds` is less than 2, or
    more than the rows of the largest class, which scikit-learn refuses, a ValueError is
    raised. A class with fewer rows than folds is ordinary: scikit-learn's warning about
    it is silenced.
    """
    largest = np.unique(classes, return_counts=True)[1].max()
    if not 2 <= folds <= largest:
        raise ValueError(
            f"scikit_learn splitter: {folds} folds, but the largest class has "
            f"{largest} of {len(classes)} instances; `folds` must be at least 2 and "
            f"at most {largest}."
        )
    sizes = {"n_splits": folds, "n_repeats": runs}
    splitter = RepeatedStratifiedKFold(**sizes, random_state=seed)
    test_fold = np.empty((runs, len(classes)), dtype=np.int64)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        for split, (_, tested) in enumerate(splitter.split(classes, classes)):
            run, fold = divmod(split, folds)
            test_fold[run, tested] = fold + 1
    return Folds(test_fold, "scikit_learn", seed)
