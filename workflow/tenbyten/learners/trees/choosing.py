"""Choose the test of a node: kernels shared by both kinds of training rows.

The measures are those of Quinlan (1993), section 2.2, and Quinlan (1996).
"""

import numpy as np
import numpy.typing as npt

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Ints
from tenbyten.learners.trees.nodes import at_least, greater

_LN2 = 0.6931471805599453


@kernel(forceinline=True)
def information(x):
    """``x log2(x)``, 0 for x below a millionth."""
    return 0.0 if x < 1e-6 else x * np.log(x) / _LN2


@kernel
def information_table(n):
    """Tabulate `information` for the whole numbers from 0 to `n`."""
    table = np.empty(n + 1)
    for i in range(n + 1):
        table[i] = information(i)
    return table


def small_attributes(n_values: Ints, n_rows: int) -> npt.NDArray[np.bool_]:
    """Return whether each attribute counts in the average gain.

    Those with fewer labels than three tenths of all given rows; all of them if there
    is no such attribute.
    """
    small = 0.3 * n_rows - n_values > 1e-6
    return small if small.any() else np.ones_like(small)


@kernel
def information_of_choice(n):
    """Return the bits needed to name one of `n` cuts."""
    return np.log(n) / _LN2


@kernel
def smallest_side(weight, n_classes, min_leaf):
    """Return the least weight on either side of a cut."""
    tenth = 0.1 * weight / n_classes
    if at_least(min_leaf, tenth):
        return float(min_leaf)
    return 25.0 if greater(tenth, 25.0) else tenth


@kernel
def midpoint(below, above):
    """Cut between two neighbouring values: `below` where rounding leaves no middle."""
    middle = (below + above) / 2
    return middle if below <= middle < above else below


@kernel
def choose(tried, gains, ratios, small):
    """Return the attribute of best ratio, of about average gain or more; -1: none."""
    total = 0.0
    n = 0
    for attribute in tried:
        if gains[attribute] >= 0 and small[attribute]:
            total += gains[attribute]
            n += 1
    chosen = -1
    best = 0.0
    for attribute in tried:
        gain = gains[attribute]
        worth = n > 0 and gain >= 0 and gain >= total / n - 1e-3
        if worth and greater(ratios[attribute], best):
            best = ratios[attribute]
            chosen = attribute
    return chosen
