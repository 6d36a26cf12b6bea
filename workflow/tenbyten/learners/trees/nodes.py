"""Training rows and tree nodes as flat arrays.

The comparisons with a tolerance are those of WEKA 3.6.14: two sums of weights that
differ by less than a millionth count as equal.
"""

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.learner import Codes, Floats, Ints, label_codes

# Test of a node: none (a leaf), the label (a branch for each), a cut (smaller or equal,
# larger), one label (equal, not equal; grafted nodes only).
LEAF, LABELS, CUT, LABEL = 0, 1, 2, 3

_TOLERANCE = 1e-6


class TrainingRows(NamedTuple):
    """Training rows in the layout of the kernels (see `encode`)."""

    # (nominal attributes, rows), uint16 or uint32: ``label * n_classes + class``, an
    # attribute's rows side by side; the number of labels marks a missing label.
    cells: np.ndarray
    # int32: the label of each value in `cells`, to save divisions.
    label_of_cell: np.ndarray
    # (numeric attributes, rows), float64: values; NaN is missing.
    numbers: np.ndarray
    # (numeric attributes, all training rows): `numbers`, with those of rows without a
    # class in between. WEKA counts these rows, takes their values for cuts, and then
    # deletes them.
    all_numbers: np.ndarray
    # (attributes,), int64: the row of `cells` or `numbers` that holds the attribute.
    position: np.ndarray
    n_values: Ints
    classes: Ints
    n_classes: int
    # (rows,): the rows' own weights.
    weight: Floats
    # Whether no value is missing, and all weights are one.
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
    first, branches : ndarray of shape (nodes,), int32
        The first child, which the others follow; number of children.
    empty, grafted : ndarray of shape (nodes,), bool
        Whether the node is a leaf that no training row reached; that grafting added.
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
    values: Floats,
    n_values: Ints,
    classes: Ints,
    n_classes: int,
    weight: Floats | None = None,
) -> TrainingRows:
    """Encode training rows for the kernels; each weighs one if `weight` is None."""
    nominal = n_values > 0
    numbers = np.ascontiguousarray(values[:, ~nominal].T)
    codes = label_codes(values[:, nominal])
    return encode_codes(codes, n_values, classes, n_classes, numbers, weight)


def encode_codes(
    codes: Codes,
    n_values: Ints,
    classes: Ints,
    n_classes: int,
    numbers: Floats | None = None,
    weight: Floats | None = None,
) -> TrainingRows:
    """Encode the codes of nominal attributes, and the `numbers` of others if any."""
    numeric, n_rows = n_values == 0, len(classes)
    numbers = np.empty((0, n_rows)) if numbers is None else numbers
    weight = np.ones(n_rows) if weight is None else weight
    n_cells = (int(n_values.max(initial=0)) + 1) * n_classes
    dtype = np.uint16 if n_cells <= 2**16 else np.uint32
    cells = np.empty(codes.shape, dtype=dtype)
    is_known = _fill_cells(cells, codes, n_values[~numeric], classes, n_classes)
    return TrainingRows(
        cells,
        np.arange(n_cells, dtype=np.int32) // n_classes,
        numbers,
        numbers,
        np.where(numeric, np.cumsum(numeric), np.cumsum(~numeric)) - 1,
        n_values,
        classes,
        n_classes,
        weight,
        is_known and not np.isnan(numbers).any() and bool((weight == 1).all()),
    )


@kernel
def _fill_cells(cells, codes, n_values, classes, n_classes):
    """Fill `cells`; return whether no label is missing."""
    is_known = True
    for attribute in range(len(codes)):
        for row in range(len(classes)):
            label = codes[attribute, row]
            if label < 0:
                is_known = False
                label = n_values[attribute]
            cells[attribute, row] = label * n_classes + classes[row]
    return is_known


@kernel
def longer(array, more):
    """Copy an array into room for `more` rows, filled with zeros."""
    copy = np.zeros((len(array) + more, *array.shape[1:]), array.dtype)
    # Flat and one by one, which takes far less time to compile than slices do.
    flat, old = copy.ravel(), array.ravel()
    for i in range(len(old)):
        flat[i] = old[i]
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
    largest = 0
    for i in range(len(weights)):
        if greater(weights[i], best):
            best = weights[i]
            largest = i
    return largest


@kernel
def branches_taken(attribute, cut, rows, here):
    """Return the branch that each training row takes, -1 if its value is missing.

    The branches are an attribute's labels, or the sides of its `cut`.
    """
    taken = np.empty(len(here), dtype=np.int64)
    position = rows.position[attribute]
    n_labels = rows.n_values[attribute]
    if n_labels > 0:
        cells, label_of_cell = rows.cells[position], rows.label_of_cell
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
