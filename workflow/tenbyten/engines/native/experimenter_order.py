"""The order in which WEKA's Experimenter hands over each training set.

It matters to sums of real numbers, in their last bits.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import weka_order
from tenbyten.engines.classifier import Ints
from tenbyten.kernels import kernel

# java.util.Random, as in `tenbyten.datasets.folds.weka.JavaRandom`; here compiled,
# because every training set is shuffled.
_MULTIPLIER = np.int64(0x5DEECE66D)
_INCREMENT = np.int64(0xB)
_MASK = np.int64(2**48 - 1)


def training_orders(
    dataset: Dataset, folds: Folds, runs: Iterable[int]
) -> Iterator[Ints]:
    """Yield the training rows of every fold of each of the `runs`.

    Row numbers are from 0: on folds of WEKA's splitter as WEKA's Experimenter shuffles
    them, by a generator of each run's own; on other folds ascending.
    """
    each = range(1, folds.folds + 1)
    for run in runs:
        if folds.splitter != "weka":
            yield from (folds.training_rows(run, fold) for fold in each)
            continue
        seed = folds.seed + run - 1
        order = weka_order(dataset.classes, folds=folds.folds, seed=seed)
        fold_of_position = folds.test_fold[run - 1, order]
        # The run's own shuffle drew from the same generator first.
        state = _shuffle(order.copy(), (np.int64(seed) ^ _MULTIPLIER) & _MASK)
        for fold in each:
            rows = order[fold_of_position != fold]
            state = _shuffle(rows, state)
            yield rows


@kernel
def _shuffle(rows, state):
    """Shuffle `rows` in place; take and return the generator's state."""
    for last in range(len(rows) - 1, 0, -1):
        bound = last + 1
        while True:
            # The product wraps at 2^64, of which 2^48 is a divisor.
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
