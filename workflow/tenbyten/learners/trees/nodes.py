"""Training rows and tree nodes as flat arrays.

The comparisons with a tolerance are those of WEKA 3.6.14: two sums of weights that
differ by less than a millionth count as equal.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Codes, Floats, Ints

# Test of a node: none (a leaf), the label (a branch for each), a cut (smaller or equal,
# larger), one label (equal, not equal; grafted nodes only).
LEAF, LABELS, CUT, LABEL = 0, 1, 2, 3

_TOLERANCE = 1e-6


class TrainingRows(NamedTuple):
    """Training rows in the layout of the kernels (see `encode`).

    Attributes
    ----------
    cells : ndarray of shape (nominal attributes, rows), uint16 or uint32
        ``label * n_classes + class``, an attribute's rows side by side; the number
        of labels stands for a missing label.
    label_of_cell : ndarray, int32
        Label of each value in `cells`, to save divisions.
    numbers : ndarray of shape (numeric attributes, rows), float64
        Values; NaN is missing.
    position : ndarray of shape (attributes,), int64
        Row of `cells` or `numbers` that holds the attribute.
    n_values : ndarray of shape (attributes,), int64
        Number of declared labels; 0 for a numeric attribute.
    classes : ndarray of shape (rows,), int64
        Label index of each row's class.
    n_classes : int
        Number of declared class labels.
    complete : bool
        Whether no value is missing.
    """

    cells: np.ndarray
    label_of_cell: np.ndarray
    numbers: np.ndarray
    position: np.ndarray
    n_values: np.ndarray
    classes: np.ndarray
    n_classes: int
    complete: bool


class Tree(NamedTuple):
    """A decision tree; node 0 is the root, children come after their parents.

    Attributes
    ----------
    test : ndarray of shape (nodes,), int8
        LEAF, LABELS, CUT or LABEL.
    attribute : ndarray of shape (nodes,), int32
        The attribute tested; -1 at a leaf.
    cut : ndarray of shape (nodes,), float64
        The cut of a CUT, the label's index of a LABEL.
    first : ndarray of shape (nodes,), int32
        The first child; the others follow it.
    branches : ndarray of shape (nodes,), int32
        Number of children.
    empty : ndarray of shape (nodes,), bool
        Whether the node is a leaf that no training row reached.
    grafted : ndarray of shape (nodes,), bool
        Whether the node is a leaf that grafting added.
    total : ndarray of shape (nodes,), float64
        Weight of the node's training rows.
    weights : ndarray of shape (nodes, n_classes), float64
        The same by class.
    bag_total, bag_weights
        The same, restricted to the parent's branch; for the root, all rows.
    """

    test: np.ndarray
    attribute: np.ndarray
    cut: np.ndarray
    first: np.ndarray
    branches: np.ndarray
    empty: np.ndarray
    grafted: np.ndarray
    total: np.ndarray
    weights: np.ndarray
    bag_total: np.ndarray
    bag_weights: np.ndarray

    @property
    def leaves(self) -> int:
        """Number of leaves."""
        return int(np.count_nonzero(self.test == LEAF))


def encode(
    values: Floats, n_values: Ints, classes: Ints, n_classes: int
) -> TrainingRows:
    """Encode training rows for the kernels.

    Parameters
    ----------
    values : ndarray of shape (rows, attributes), float64
        A nominal value is the index of its label; NaN is missing.
    n_values : ndarray of shape (attributes,), int64
        Number of declared labels; 0 for a numeric attribute.
    classes : ndarray of shape (rows,), int64
        Label index of each row's class.
    n_classes : int
        Number of declared class labels.

    Returns
    -------
    TrainingRows
    """
    values = np.ascontiguousarray(values)
    cells, numbers, position = _allocate(len(values), n_values, n_classes)
    complete = _read_values(
        values, n_values, classes, n_classes, position, cells, numbers
    )
    return _training_rows(
        cells, numbers, position, n_values, classes, n_classes, complete
    )


def encode_codes(
    codes: Codes, n_values: Ints, classes: Ints, n_classes: int
) -> TrainingRows:
    """Encode training rows for the kernels, where all attributes are nominal.

    Parameters
    ----------
    codes : ndarray of shape (attributes, rows), int32
        Label indices, -1 where a value is missing.
    n_values, classes, n_classes
        As for `encode`.

    Returns
    -------
    TrainingRows
    """
    cells, numbers, position = _allocate(len(classes), n_values, n_classes)
    complete = _read_codes(codes, n_values, classes, n_classes, cells)
    return _training_rows(
        cells, numbers, position, n_values, classes, n_classes, complete
    )


def _allocate(n_rows, n_values, n_classes):
    """Allocate `cells` and `numbers`; index their rows by `position`."""
    numeric = n_values == 0
    position = np.where(numeric, np.cumsum(numeric), np.cumsum(~numeric)) - 1
    dtype = np.uint16 if _n_cells(n_values, n_classes) <= 2**16 else np.uint32
    cells = np.empty((np.count_nonzero(~numeric), n_rows), dtype=dtype)
    return cells, np.empty((np.count_nonzero(numeric), n_rows)), position


def _n_cells(n_values, n_classes):
    """Number of different values in `cells`."""
    return (int(n_values.max(initial=0)) + 1) * n_classes


def _training_rows(cells, numbers, position, n_values, classes, n_classes, complete):
    """Put `TrainingRows` together."""
    label_of_cell = np.arange(_n_cells(n_values, n_classes), dtype=np.int32)
    label_of_cell //= n_classes
    return TrainingRows(
        cells, label_of_cell, numbers, position, n_values, classes, n_classes, complete
    )


@kernel
def _read_values(values, n_values, classes, n_classes, position, cells, numbers):
    """Fill `cells` and `numbers`; return whether no value is missing."""
    complete = True
    for row in range(len(values)):
        for attribute in range(len(n_values)):
            value = values[row, attribute]
            missing = np.isnan(value)
            complete &= not missing
            at = position[attribute]
            if n_values[attribute] == 0:
                numbers[at, row] = value
            else:
                label = n_values[attribute] if missing else int(value)
                cells[at, row] = label * n_classes + classes[row]
    return complete


@kernel
def _read_codes(codes, n_values, classes, n_classes, cells):
    """Fill `cells`; return whether no label is missing."""
    complete = True
    for attribute in range(len(codes)):
        for row in range(len(classes)):
            label = codes[attribute, row]
            if label < 0:
                complete = False
                label = n_values[attribute]
            cells[attribute, row] = label * n_classes + classes[row]
    return complete


@kernel
def longer(array, more):
    """Copy an array into room for `more` rows, filled with zeros."""
    copy = np.zeros((len(array) + more, *array.shape[1:]), array.dtype)
    copy[: len(array)] = array
    return copy


@kernel(forceinline=True)
def greater(a, b):
    """Return whether `a` is larger than `b` by more than the tolerance."""
    return a - b > _TOLERANCE


@kernel(forceinline=True)
def equal(a, b):
    """Return whether `a` and `b` are equal within the tolerance."""
    return a == b or (a - b < _TOLERANCE and b - a < _TOLERANCE)


@kernel(forceinline=True)
def at_least(a, b):
    """Return whether `a` is not smaller than `b`, within the tolerance."""
    return a >= b or b - a < _TOLERANCE


@kernel(forceinline=True)
def majority(weights):
    """Return the index of the first largest weight, 0 if none is above zero."""
    best = 0.0
    found = 0
    for i in range(len(weights)):
        if greater(weights[i], best):
            best = weights[i]
            found = i
    return found


@kernel
def branches_taken(test, attribute, cut, rows, here):
    """Return the branch that each training row takes, -1 if its value is missing."""
    taken = np.empty(len(here), dtype=np.int64)
    position = rows.position[attribute]
    if test == LABELS:
        cells, label_of_cell = rows.cells[position], rows.label_of_cell
        n_labels = rows.n_values[attribute]
        for i in range(len(here)):
            label = label_of_cell[cells[here[i]]]
            taken[i] = label if label < n_labels else -1
    else:
        numbers = rows.numbers[position]
        for i in range(len(here)):
            number = numbers[here[i]]
            if np.isnan(number):
                taken[i] = -1
            else:
                taken[i] = 0 if at_least(cut, number) else 1
    return taken
