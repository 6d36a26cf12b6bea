"""Discretise numeric attributes by the MDL criterion, as WEKA's Discretize does.

Importing this needs numpy and numba; the transformer is
`tenbyten.preprocessing.transformers.MDLDiscretizer`.

References
----------
Fayyad, Irani (1993). Multi-interval discretization of continuous-valued attributes
for classification learning. IJCAI, 1022-1027.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tenbyten.kernels import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_LN2 = math.log(2)


class SortedColumns:
    """Numeric columns of a data set, sorted once for all training folds.

    Each distinct (value, class) of a column is an entry; a training fold's entries
    are all entries less those of other rows. `positions` are those of the numeric
    columns. Rows of class -1, which lack one, are in no entry and get no bin.
    """

    def __init__(
        self, values: Floats, positions: Sequence[int], classes: Ints, n_classes: int
    ) -> None:
        self._positions = np.array(positions, dtype=np.int64)
        self._entries = [
            _entries(values[:, position], classes, n_classes) for position in positions
        ]
        self._n_classes = n_classes
        self._x_ln_x = _x_ln_x(len(values) if len(positions) else 0)

    def discretize(
        self, left_out: Ints, codes: npt.NDArray[np.int32], n_values: Ints
    ) -> None:
        """Put the bins of all rows into `codes`, cut by all rows but `left_out`.

        The columns' numbers of bins go into `n_values`.
        """
        for position, entries in zip(self._positions, self._entries, strict=True):
            n_values[position] = _discretize(
                entries, left_out, self._n_classes, self._x_ln_x, codes[position]
            )


class _Entries(NamedTuple):
    """The distinct (value, class) pairs of one column, in order."""

    # (distinct values,), ascending.
    distinct: Floats
    # (entries,): place of the entry's value in `distinct`, its class, number of rows.
    value: npt.NDArray[np.int32]
    label: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int32]
    # (rows,): each row's entry; -1 where the value or the class is missing.
    of_row: npt.NDArray[np.int32]


def _entries(values, classes, n_classes):
    """Sort one column into entries."""
    known = ~np.isnan(values) & (classes >= 0)
    distinct, ranks = np.unique(values[known], return_inverse=True)
    keys, entries, counts = np.unique(
        ranks * n_classes + classes[known], return_inverse=True, return_counts=True
    )
    of_row = np.full(len(values), -1, dtype=np.int32)
    of_row[known] = entries
    of_entry = (*np.divmod(keys, n_classes), counts)
    return _Entries(distinct, *(x.astype(np.int32) for x in of_entry), of_row)


def mdl_cuts(values: Floats, classes: Ints, n_classes: int) -> Floats:
    """Cut points of one numeric attribute.

    Parameters
    ----------
    values : ndarray of shape (rows,), float64
        NaN is missing; such rows are left out.
    classes, n_classes
        As in `tenbyten.learners`.

    Returns
    -------
    ndarray of shape (cuts,), float64
        Ascending; a value equal to a cut belongs to the bin below it.

    Notes
    -----
    Every midpoint between two different neighbouring values is a candidate, the
    lowest of those that are exactly equally good is taken, and the criterion counts
    ``rows - 1`` candidates, whatever their number: this is WEKA's reading of Fayyad
    and Irani (1993).
    """
    entries = _entries(values, classes, n_classes)
    nothing = np.empty(0, dtype=np.int64)
    return _mdl_cuts(entries, nothing, n_classes, _x_ln_x(len(values)))


def assign_bins(values: Floats, cuts: Floats) -> Floats:
    """Return the bin of every value of one attribute.

    Parameters
    ----------
    values : ndarray of shape (rows,), float64
        NaN is missing.
    cuts : ndarray of shape (cuts,), float64
        Ascending cut points.

    Returns
    -------
    ndarray of shape (rows,), float64
        The number of cuts below the value; NaN where it is missing.
    """
    return np.where(np.isnan(values), np.nan, np.searchsorted(cuts, values))


def _x_ln_x(largest):
    """Table of x ln x for x = 0 ... largest."""
    x = np.arange(largest + 1, dtype=np.float64)
    return np.array([0.0] + [n * math.log(n) for n in x[1:].tolist()])


@kernel
def _discretize(entries, left_out, n_classes, x_ln_x, codes):
    """Write the bin of every row into `codes`; return the number of bins."""
    cuts = _mdl_cuts(entries, left_out, n_classes, x_ln_x)
    bins = np.empty(len(entries.value), dtype=np.int32)
    below = 0
    for entry in range(len(bins)):
        value = entries.distinct[entries.value[entry]]
        while below < len(cuts) and cuts[below] < value:
            below += 1
        bins[entry] = below
    for row in range(len(codes)):
        entry = entries.of_row[row]
        codes[row] = bins[entry] if entry >= 0 else -1
    return len(cuts) + 1


@kernel
def _mdl_cuts(entries, left_out, n_classes, x_ln_x):
    """Cut points of all rows but `left_out`, by recursive bisection."""
    counts = entries.rows.copy()
    for row in left_out:
        entry = entries.of_row[row]
        if entry >= 0:
            counts[entry] -= 1
    values, classes = entries.value.copy(), entries.label.copy()
    kept = 0
    for entry in range(len(counts)):
        if counts[entry] > 0:
            values[kept], classes[kept] = values[entry], classes[entry]
            counts[kept] = counts[entry]
            kept += 1
    cuts = np.empty(kept)
    n_cuts = 0
    left = np.empty(n_classes, dtype=np.int64)
    right = np.empty(n_classes, dtype=np.int64)
    # Intervals still to be examined, the leftmost on top: entries start ... end - 1.
    starts = np.empty(kept + 2, dtype=np.int64)
    ends = np.empty(kept + 2, dtype=np.int64)
    starts[0], ends[0] = 0, kept
    waiting = 1
    while waiting > 0:
        waiting -= 1
        start, end = starts[waiting], ends[waiting]
        cut = _best_cut(values, classes, counts, start, end, x_ln_x, left, right)
        if cut > start:
            below, above = values[cut - 1], values[cut]
            middle = (entries.distinct[below] + entries.distinct[above]) / 2
            # Put it in its place: numba's sort takes longer to compile than all here.
            at = n_cuts
            while at > 0 and cuts[at - 1] > middle:
                cuts[at] = cuts[at - 1]
                at -= 1
            cuts[at] = middle
            n_cuts += 1
            starts[waiting], ends[waiting] = cut, end
            starts[waiting + 1], ends[waiting + 1] = start, cut
            waiting += 2
    return cuts[:n_cuts].copy()


# Its many parameters are memory that all calls share.
@kernel
def _best_cut(values, classes, counts, start, end, x_ln_x, left, right):
    """First entry right of the accepted cut of entries start ... end - 1; -1 if none.

    `left` and `right` are scratch space.
    """
    _count(classes, counts, start, end, right)
    n = right.sum()
    if n < 2:
        return -1
    whole = _entropy(right, n, x_ln_x)
    classes_whole = np.count_nonzero(right)
    left[:] = 0
    n_left = 0
    best, cut = whole, -1
    for entry in range(start, end - 1):
        left[classes[entry]] += counts[entry]
        right[classes[entry]] -= counts[entry]
        n_left += counts[entry]
        if values[entry] < values[entry + 1]:
            entropy = _split_entropy(left, right, n_left, n - n_left, x_ln_x)
            if entropy < best:
                best, cut = entropy, entry + 1
    if whole - best <= 0:
        return -1
    _count(classes, counts, start, cut, left)
    _count(classes, counts, cut, end, right)
    classes_left, classes_right = np.count_nonzero(left), np.count_nonzero(right)
    delta = math.log(3.0**classes_whole - 2) / _LN2 - (
        classes_whole * whole
        - classes_right * _entropy(right, right.sum(), x_ln_x)
        - classes_left * _entropy(left, left.sum(), x_ln_x)
    )
    if whole - best > (math.log(float(n - 1)) / _LN2 + delta) / n:
        return cut
    return -1


@kernel
def _count(classes, counts, start, end, rows):
    """Count the `rows` of each class in entries start ... end - 1."""
    rows[:] = 0
    for entry in range(start, end):
        rows[classes[entry]] += counts[entry]


@kernel
def _entropy(counts, n, x_ln_x):
    """Entropy of class counts, in bits."""
    if n == 0:
        return 0.0
    total = 0.0
    for count in counts:
        total -= x_ln_x[count]
    return (total + x_ln_x[n]) / (n * _LN2)


@kernel
def _split_entropy(left, right, n_left, n_right, x_ln_x):
    """Mean entropy of the two sides of a cut, in bits, summed in WEKA's order."""
    total = 0.0
    for count in left:
        total += x_ln_x[count]
    total -= x_ln_x[n_left]
    for count in right:
        total += x_ln_x[count]
    total -= x_ln_x[n_right]
    return -total / ((n_left + n_right) * _LN2)
