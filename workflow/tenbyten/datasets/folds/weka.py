"""Assign instances to folds as WEKA does: shuffle, stratify, cut into blocks."""

from array import array
from collections.abc import MutableSequence

import numpy as np
import numpy.typing as npt

from tenbyten.datasets.folds import Folds

Ints = npt.NDArray[np.int64]

# The generator java.util.Random, as the Java SE API specification lays it down in its
# methods ``setSeed``, ``next`` and ``nextInt(int)``.
_MULTIPLIER, _INCREMENT, _MASK = 0x5DEECE66D, 0xB, 2**48 - 1


def random_state(seed: int) -> int:
    """Return the first state of java.util.Random, which has 48 bits of a seed."""
    return (seed ^ _MULTIPLIER) & _MASK


def shuffle(rows: MutableSequence[int], state: int) -> int:
    """Shuffle in place as WEKA's ``Instances.randomize`` does.

    Parameters
    ----------
    rows : mutable sequence of int
    state : int
        State of java.util.Random.

    Returns
    -------
    int
        The state after ``len(rows) - 1`` numbers.

    Notes
    -----
    The native engine compiles this function: there a product wraps at 2^64, of which
    2^48 is a divisor.
    """
    for last in range(len(rows) - 1, 0, -1):
        bound = last + 1
        while True:
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK
            bits = state >> 17
            if bound & last == 0:
                drawn = (bound * bits) >> 31
                break
            drawn = bits % bound
            if bits - drawn + last < 2**31:
                break
        rows[last], rows[drawn] = rows[drawn], rows[last]
    return state


def weka_order(classes: Ints, *, folds: int, seed: int) -> Ints:
    """Order the rows as WEKA does before it cuts them into folds.

    Parameters
    ----------
    classes : ndarray of shape (instances,), int
        Label index of every instance's class.
    folds : int
        Number of folds.
    seed : int
        That of java.util.Random; WEKA's Experimenter takes the run's number.

    Returns
    -------
    ndarray of shape (instances,), int
        Row numbers from 0: shuffled, grouped by class, dealt out. Every fold is a
        block of it, the longer blocks first.

    Raises
    ------
    ValueError
        If `folds` is less than 2 or more than there are instances.
    """
    if not 2 <= folds <= len(classes):
        raise ValueError(
            f"weka splitter: {folds} folds of {len(classes)} instances; `folds` must "
            f"be at least 2 and at most the number of instances."
        )
    # An array keeps numbers side by side, where a list has them all over the memory.
    rows = array("q", range(len(classes)))
    shuffle(rows, random_state(seed))
    grouped = _group(np.array(rows), np.asarray(classes))
    return np.concatenate([grouped[fold::folds] for fold in range(folds)])


def weka_folds(classes: Ints, *, runs: int, folds: int, seed: int) -> Folds:
    """Assign instances to folds as WEKA's Experimenter does.

    Parameters
    ----------
    classes : ndarray of shape (instances,), int
        Label index of every instance's class.
    runs, folds : int
        Number of runs, and of folds in each run.
    seed : int
        Run r takes the seed ``seed + r - 1``; the Experimenter's own runs are those of
        ``seed=1``.

    Raises
    ------
    ValueError
        As `weka_order`.
    """
    test_fold = np.empty((runs, len(classes)), dtype=np.int64)
    for run in range(runs):
        order = weka_order(classes, folds=folds, seed=seed + run)
        test_fold[run, order] = np.sort(np.arange(len(order)) % folds) + 1
    return Folds(test_fold, "weka", seed)


def _group(rows: Ints, classes: Ints) -> Ints:
    """Bring the rows of a class together, by WEKA's own exchanges."""
    position = 1
    while position < len(rows):
        rest = rows[position:]
        found = np.flatnonzero(classes[rest] == classes[rows[position - 1]])
        for place, other in enumerate(found.tolist()):
            rest[place], rest[other] = rest[other], rest[place]
        # Skipping a position after each scan is part of WEKA's behaviour.
        position += len(found) + 1
    return rows
