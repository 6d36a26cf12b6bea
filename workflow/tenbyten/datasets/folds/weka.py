"""Assign instances to folds as WEKA does: shuffle, stratify, cut into blocks."""

from array import array
from collections.abc import MutableSequence
from functools import cache

import numpy as np
import numpy.typing as npt

from tenbyten.datasets.folds.assignment import Folds

Ints = npt.NDArray[np.int64]

_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 0xB
_MASK = 2**48 - 1
# Numbers that are drawn at once: one of a block that is refused shifts the others.
_BLOCK = 4096


class JavaRandom:
    """48-bit linear congruential generator of java.util.Random.

    Of `seed`, the argument of Java's constructor, only the lowest 48 bits matter. The
    algorithm is laid down by the documentation of java.util.Random in the Java SE API
    specification, methods ``setSeed``, ``next`` and ``nextInt(int)``.
    """

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def next_ints(self, bounds: Ints) -> Ints:
        """Draw for each of `bounds` an integer from 0 up to, but without, it."""
        drawn = np.empty(len(bounds), dtype=np.int64)
        first = 0
        while first < len(bounds):
            some = bounds[first : first + _BLOCK]
            states = self._next_states(len(some))
            bits = (states >> np.uint64(17)).astype(np.int64)
            found = bits % some
            # Java's 31-bit sum overflows in the last, incomplete stretch of numbers.
            is_refused = bits - found + (some - 1) >= 2**31
            is_power = some & (some - 1) == 0
            found[is_power] = (some[is_power] * bits[is_power]) >> 31
            refused = np.flatnonzero(is_refused & ~is_power)
            taken = refused[0] if len(refused) else len(some)
            drawn[first : first + taken] = found[:taken]
            first += taken
            # The state of a refused number is used up.
            self._state = int(states[min(taken, len(some) - 1)])
        return drawn

    def _next_states(self, count: int) -> npt.NDArray[np.uint64]:
        """Compute the next states, without going there."""
        multipliers, increments = _jumps()
        states = multipliers[:count] * np.uint64(self._state) + increments[:count]
        return states & np.uint64(_MASK)


@cache
def _jumps() -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return multipliers and increments that lead 1 to `_BLOCK` states ahead."""
    jumps = [(_MULTIPLIER, _INCREMENT)]
    for _ in range(_BLOCK - 1):
        multiplier, increment = jumps[-1]
        following = multiplier * _MULTIPLIER, increment * _MULTIPLIER + _INCREMENT
        jumps.append((following[0] & _MASK, following[1] & _MASK))
    multipliers, increments = np.array(jumps, dtype=np.uint64).T
    return multipliers, increments


def shuffle(rows: MutableSequence[int], random: JavaRandom) -> None:
    """Shuffle `rows` in place as WEKA's ``Instances.randomize`` does.

    From the generator ``len(rows) - 1`` numbers are drawn.
    """
    bounds = np.arange(len(rows), 1, -1)
    drawn = random.next_ints(bounds).tolist()
    for last, other in zip(range(len(rows) - 1, 0, -1), drawn, strict=True):
        rows[last], rows[other] = rows[other], rows[last]


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
    # An array keeps numbers side by side, where a list has them all over the memory.
    rows = array("q", range(len(classes)))
    shuffle(rows, JavaRandom(seed))
    grouped = _group(np.array(rows), np.asarray(classes))
    return np.concatenate([grouped[fold::folds] for fold in range(folds)])


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


def _group(rows: Ints, classes: Ints) -> Ints:
    """Bring the rows of a class together, by WEKA's own exchanges."""
    position = 1
    while position < len(rows):
        rest = rows[position:]
        found = np.flatnonzero(classes[rest] == classes[rows[position - 1]])
        _exchange(rest, found)
        # Skipping a position after each scan is part of WEKA's behaviour.
        position += len(found) + 1
    return rows


def _exchange(rest, found):
    """Exchange 0 and found[0], then 1 and found[1], and so on, in place.

    A row that an exchange moves away may be moved again, by the exchange of its new
    position: `origin` follows it back to where it was.
    """
    count = len(found)
    taken, origin = rest[found], np.arange(count)
    # Exchanges of positions below `count` and where they moved the row from.
    inner = np.flatnonzero(found < count)
    origin[found[inner]] = inner
    while not np.array_equal(origin, further := origin[origin]):
        origin = further
    away = np.flatnonzero(found >= count)
    rest[found[away]] = rest[origin[away]]
    rest[:count] = taken
