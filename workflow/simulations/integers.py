"""Random integers and orders, by the generators of `generators`."""

import numpy as np
from generators import next_word

from tenbyten.kernels import kernel

_32, _LOWER, _TWO_TO_32 = np.array([32, 2**32 - 1, 2**32], dtype=np.uint64)


@kernel
def integer_below(state, bound):
    """Draw an integer from 0 to `bound` - 1, each with the same probability.

    `bound` is from 1 to 2 ** 32. The upper 32 bits of a word, times the bound, have the
    integer in their upper half; a word whose lower half is among the first 2 ** 32 %
    bound values is drawn again (Lemire (2019). Fast random integer generation in an
    interval. ACM Transactions on Modeling and Computer Simulation 29, 3).
    """
    factor = np.uint64(bound)
    product = (next_word(state) >> _32) * factor
    if (product & _LOWER) < factor:
        biased = (_TWO_TO_32 - factor) % factor
        while (product & _LOWER) < biased:
            product = (next_word(state) >> _32) * factor
    return np.int64(product >> _32)


@kernel
def shuffle(state, values):
    """Shuffle an array in place along its first axis, each order equally probable.

    Fisher and Yates' method from the last element to the second: each is exchanged with
    one at or before it.
    """
    for last in range(len(values) - 1, 0, -1):
        other = integer_below(state, last + 1)
        values[last], values[other] = values[other], values[last]
