"""Recover counts from accuracies that were written with few digits."""

import logging
from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tenbyten.accuracies.design import refuse
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.rounding import decimals

_log = logging.getLogger(__name__)


def recover_counts(
    table: pd.DataFrame, *, runs: int, folds: int, instances: Mapping[str, int]
) -> pd.DataFrame:
    """Recover the counts of correct predictions from accuracies.

    Parameters
    ----------
    table : DataFrame
        A long table, complete and in order, with `accuracy`, and `tested` where it is
        known.
    instances : dict of str to int
        Size of data sets where it is known. Of n instances, n % folds of a run's folds
        test one more than the others.

    Returns
    -------
    DataFrame
        With `tested` and `correct`. Both are empty on a data set unless each of its
        accuracies is, rounded, that of one count alone. `accuracy` stays as given.

    Raises
    ------
    ValueError
        If an accuracy is, rounded, that of no count of those tested.
    """
    names = table["dataset"].unique()
    # Axes: data sets, classifiers, runs, folds.
    shape = (len(names), -1, runs, folds)
    accuracy = table["accuracy"].to_numpy(float).reshape(shape)
    digits = decimals(accuracy)
    # Half a unit of the last digit, and what floating-point numbers add.
    half = 1e-12 + (0 if digits is None else 0.5 * 10.0**-digits)
    if "tested" in table:
        tested = table["tested"].to_numpy(np.int64).reshape(shape)
        least, most = _counts(accuracy, tested, half)
        refuse(
            table[(least > most).reshape(-1)],
            "accuracies",
            lambda row: (
                f"accuracy is {row['accuracy']}, which no count of {row['tested']} "
                f"tested has; correct one of the two, or remove the column tested"
            ),
        )
        known = np.ones(len(names), bool)
    else:
        sizes = np.array([instances.get(name, 0) for name in names])
        tested, known = _tested(accuracy, sizes, half)
        # All digits are as good as counts.
        known &= digits is not None
    lowest, highest = _counts(accuracy, tested, half)
    known &= np.all(lowest == highest, axis=(1, 2, 3))
    cells = np.repeat(known, accuracy[0].size)
    columns = {"tested": np.broadcast_to(tested, accuracy.shape), "correct": lowest}
    _log.info(
        "counts of %d of %d cells recovered from accuracies of %s digits, those of %d "
        "of %d data sets",
        *(cells.sum(), len(cells), digits or "all", known.sum(), len(known)),
    )
    return table.assign(
        **{x: pd.arrays.IntegerArray(n.ravel(), ~cells) for x, n in columns.items()}
    )


def _counts(accuracy: Floats, tested: ArrayLike, half: float) -> tuple[Ints, Ints]:
    """Return the least and the largest count of those tested with these accuracies."""
    lowest = np.ceil(tested * np.maximum(accuracy - half, 0))
    highest = np.floor(tested * np.minimum(accuracy + half, 1))
    return lowest.astype(np.int64), highest.astype(np.int64)


def _tested(accuracy: Floats, sizes: Ints, half: float) -> tuple[Ints, Bools]:
    """Find the size of each fold, and mark the data sets on which it is known.

    `sizes` are those of the data sets, 0 for an unknown one.
    """
    small, more = (x[:, None, None] for x in divmod(sizes, accuracy.shape[-1]))
    fits = []
    for size in (small, small + 1):
        lowest, highest = _counts(accuracy, size[:, None], half)
        fits.append(np.all(lowest <= highest, axis=1))
    fits_small, fits_large = fits[0], fits[1] & (more > 0)
    either = fits_small & fits_large
    left = more - np.sum(fits_large & ~either, axis=-1, keepdims=True)
    large = fits_large & (~either | (np.cumsum(either, axis=-1) <= left))
    # An accuracy of 0 or 1 is the same whatever the size.
    free = np.all((accuracy == 0) | (accuracy == 1), axis=1) | ~either
    several = np.sum(either, axis=-1, keepdims=True)
    settled = (left == 0) | (left == several)
    settled |= (left > 0) & (left < several) & np.all(free, axis=-1, keepdims=True)
    known = (small > 0) & (fits_small | fits_large) & settled
    return (small + large)[:, None], np.all(known, axis=(1, 2))
