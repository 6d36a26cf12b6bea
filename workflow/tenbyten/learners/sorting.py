"""Sort rows in the order in which WEKA leaves them.

WEKA's sort is not stable, and sums over its order differ in their last bits from sums
over another one; this gives the same order.
"""

import numpy as np

from tenbyten.kernels import kernel

# The value that WEKA sorts a missing value by.
_MISSING = np.finfo(np.float64).max


@kernel
def sort_rows(order, column):
    """Sort row numbers in place by a `column`, in which NaN is missing and comes last.

    It has a value of each row number; `order` matters, as the sort is not stable.
    """
    keys = np.empty(len(order))
    for position, row in enumerate(order):
        keys[position] = _MISSING if np.isnan(column[row]) else column[row]
    positions = np.arange(len(order))
    _quicksort(positions, keys)
    before = order.copy()
    for i in range(len(order)):
        order[i] = before[positions[i]]


@kernel
def _quicksort(positions, keys):
    """Sort `positions` by their `keys`: quicksort with the median of three."""
    # The longer part waits, so a stack of 2 log2(rows) parts is enough.
    waiting = np.empty((128, 2), dtype=np.int64)
    waiting[0, 0], waiting[0, 1] = 0, len(positions) - 1
    n_waiting = 1
    while n_waiting > 0:
        n_waiting -= 1
        left, right = waiting[n_waiting, 0], waiting[n_waiting, 1]
        while right - left >= 3:
            middle = _partition(positions, keys, left, right)
            if middle - left > right - middle:
                longer, (left, right) = (left, middle - 1), (middle + 1, right)
            else:
                longer, (left, right) = (middle + 1, right), (left, middle - 1)
            waiting[n_waiting, 0], waiting[n_waiting, 1] = longer
            n_waiting += 1
        if right - left == 1:
            _exchange_if_greater(positions, keys, left, right)
        elif right - left == 2:
            _exchange_if_greater(positions, keys, left, left + 1)
            _exchange_if_greater(positions, keys, left, right)
            _exchange_if_greater(positions, keys, left + 1, right)


@kernel
def _partition(positions, keys, left, right):
    """Partition by the median of three; return the position of the pivot."""
    centre = (left + right) // 2
    _exchange_if_greater(positions, keys, left, centre)
    _exchange_if_greater(positions, keys, left, right)
    _exchange_if_greater(positions, keys, centre, right)
    _exchange(positions, centre, right - 1)
    pivot = keys[positions[right - 1]]
    i, j = left, right - 1
    while True:
        i += 1
        while keys[positions[i]] < pivot:
            i += 1
        j -= 1
        while keys[positions[j]] > pivot:
            j -= 1
        if i >= j:
            break
        _exchange(positions, i, j)
    _exchange(positions, i, right - 1)
    return i


@kernel
def _exchange(positions, i, j):
    positions[i], positions[j] = positions[j], positions[i]


@kernel
def _exchange_if_greater(positions, keys, i, j):
    if keys[positions[i]] > keys[positions[j]]:
        _exchange(positions, i, j)
