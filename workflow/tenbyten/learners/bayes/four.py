"""Multiply or add numbers of pairs of values, of four attributes at a time.

What a row has so far is then read and written once for four of them. It is multiplied
by, or added to, one number after the other, so the bits are those of one at a time.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel


class Four(NamedTuple):
    """Numbers of the pairs of one attribute with up to four others, for some rows."""

    # float64: a number for each class that changes nothing, then for each of the four
    # its numbers, either as pairs are counted or row by row, whichever are fewer.
    numbers: np.ndarray
    # (4, rows), uint32: where in `numbers` the first class's number of each row is.
    place: np.ndarray


@kernel
def new_four(rows, neutral, table):
    """Make room for `rows` rows; `neutral` is the number that changes nothing."""
    n_classes = len(table.of_class)
    most = 0
    for n_values in table.n_values:
        most = max(most, n_values)
    numbers = np.full((1 + 4 * min(most * most, rows)) * n_classes, neutral)
    return Four(numbers, np.zeros((4, rows), dtype=np.uint32))


@kernel
def start_of(filled, four, n_classes):
    """Return where the numbers begin of the attribute after `filled` ones."""
    return n_classes + filled * ((len(four.numbers) - n_classes) // 4)


@kernel
def find_places(place, start, codes, step, other_codes, other_step):
    """Find each row's numbers; those that change nothing where a value is missing."""
    for row in range(len(place)):
        code, other = codes[row], other_codes[row]
        known = code >= 0 and other >= 0
        place[row] = start + code * step + other * other_step if known else 0


@kernel
def multiply_four(product, filled, four):
    """Multiply each row by the numbers of the first `filled` attributes, in order."""
    rows, n_classes = product.shape
    numbers, place = four.numbers, four.place
    place[filled:] = 0
    for row in range(rows):
        at_0, at_1 = np.uint64(place[0, row]), np.uint64(place[1, row])
        at_2, at_3 = np.uint64(place[2, row]), np.uint64(place[3, row])
        for k in range(n_classes):
            c = np.uint64(k)
            product[row, c] = (
                product[row, c]
                * numbers[at_0 + c]
                * numbers[at_1 + c]
                * numbers[at_2 + c]
                * numbers[at_3 + c]
            )


@kernel
def add_four(total, filled, four):
    """Add to each row the numbers of the first `filled` attributes, in order."""
    rows, n_classes = total.shape
    numbers, place = four.numbers, four.place
    place[filled:] = 0
    for row in range(rows):
        at_0, at_1 = np.uint64(place[0, row]), np.uint64(place[1, row])
        at_2, at_3 = np.uint64(place[2, row]), np.uint64(place[3, row])
        for k in range(n_classes):
            c = np.uint64(k)
            total[row, c] = (
                total[row, c]
                + numbers[at_0 + c]
                + numbers[at_1 + c]
                + numbers[at_2 + c]
                + numbers[at_3 + c]
            )
