"""Assign instances to folds as WEKA does: shuffle, stratify, cut into blocks."""

import numpy as np
import numpy.typing as npt

from tenbyten.folds.assignment import Folds

Ints = npt.NDArray[np.int64]

_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 0xB
_MASK = 2**48 - 1


class JavaRandom:
    """48-bit linear congruential generator of java.util.Random.

    Of `seed`, the argument of Java's constructor, only the lowest 48 bits matter. The
    algorithm is laid down by the documentation of java.util.Random in the Java SE API
    specification, methods ``setSeed``, ``next`` and ``nextInt(int)``.
    """

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def next_int(self, bound: int) -> int:
        """Draw an integer from 0 up to, but without, `bound`."""
        while True:
            self._state = (self._state * _MULTIPLIER + _INCREMENT) & _MASK
            bits = self._state >> 17
            if bound & (bound - 1) == 0:
                return (bound * bits) >> 31
            drawn = bits % bound
            # Java's 31-bit sum overflows in the last, incomplete stretch of numbers.
            if bits - drawn + (bound - 1) < 2**31:
                return drawn


def shuffle(rows: list[int], random: JavaRandom) -> None:
    """Shuffle the list `rows` in place as WEKA's ``Instances.randomize`` does.

    From the generator ``len(rows) - 1`` numbers are drawn.
    """
    for last in range(len(rows) - 1, 0, -1):
        drawn = random.next_int(last + 1)
        rows[last], rows[drawn] = rows[drawn], rows[last]


def weka_order(classes: Ints, *, folds: int, seed: int) -> Ints:
    """Order the rows as WEKA does before it cuts them into folds.

    `seed` is that of java.util.Random; WEKA's Experimenter takes the run's number. If
    `folds` is less than 2 or more than there are instances a ValueError is raised.

    Returns
    -------
    ndarray of shape (instances,), int
        Row numbers from 0: shuffled, grouped by class, dealt out. Every fold is a
        block of it, the longer blocks first.
    """
    if not 2 <= folds <= len(classes):
        raise ValueError(
            f"weka splitter: {folds} folds of {len(classes)} instances; `folds` must "
            f"be at least 2 and at most the number of instances."
        )
    rows = list(range(len(classes)))
    shuffle(rows, JavaRandom(seed))
    _group(rows, np.asarray(classes).tolist())
    dealt = [row for fold in range(folds) for row in rows[fold::folds]]
    return np.array(dealt, dtype=np.int64)


def weka_folds(classes: Ints, *, runs: int, folds: int, seed: int) -> Folds:
    """Assign instances to folds as WEKA's Experimenter does.

    Run r takes the seed ``seed + r - 1``; the Experimenter's own runs are those of
    ``seed=1``. Errors are those of `weka_order`.
    """
    test_fold = np.empty((runs, len(classes)), dtype=np.int64)
    for run in range(runs):
        order = weka_order(classes, folds=folds, seed=seed + run)
        test_fold[run, order] = np.sort(np.arange(len(order)) % folds) + 1
    return Folds(test_fold, "weka", seed)


def _group(rows, classes):
    """Bring the rows of a class together, by WEKA's own exchanges, in place."""
    position = 1
    while position < len(rows):
        same = classes[rows[position - 1]]
        # The exchanges of one scan never move a row that it has still to look at.
        later = range(position, len(rows))
        for found in [row for row in later if classes[rows[row]] == same]:
            rows[position], rows[found] = rows[found], rows[position]
            position += 1
        # Skipping a position after each scan is part of WEKA's behaviour.
        position += 1
