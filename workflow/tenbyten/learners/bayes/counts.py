"""Count classes, values and pairs of values, for NaiveBayes, AODE and HNB.

Without weights all are exact integers, so the order of the rows has no influence.
Importing this needs numpy and numba only.
"""

from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.learner import (
    ArrayLearner,
    Codes,
    Floats,
    Fold,
    Ints,
    label_codes,
)


class Table(NamedTuple):
    """The counts that kernels read (see `Counts`); float64 where rows have weights."""

    n_rows: int | float
    class_counts: Ints | Floats
    n_values: Ints
    first: Ints
    value_counts: Ints | Floats
    # (values,): training rows of each value.
    frequency: Ints | Floats
    known: Ints | Floats
    # (attributes,), bool: whether the attribute has one label, and that in every row.
    constant: np.ndarray
    # (attributes, attributes): index in `pairs` of the first pair of two attributes
    # a < b.
    block: Ints
    # int32: training rows of each pair of values and class: of value u of a and value w
    # of b in class c at ``block[a, b] + (u * n_values[b] + w) * n_classes + c``. Pairs
    # with a constant attribute are left out.
    pairs: Codes | Floats


class Counts:
    """Numbers of training rows with each class, value and pair of values.

    Where the rows have weights, sums of these in the order of the rows: float64.

    Attributes
    ----------
    n_rows : int or float
        Number of training rows.
    class_counts : ndarray of shape (n_classes,), int64
        Training rows of each class.
    first : ndarray of shape (attributes + 1,), int64
        Index of each attribute's first value among the values of all attributes.
    value_counts : ndarray of shape (values, n_classes), int64
        Training rows of each value and class.
    known : ndarray of shape (attributes, n_classes), int64
        Training rows of each class in which the attribute is known.
    """

    def __init__(
        self,
        codes: Codes,
        n_values: Ints,
        classes: Ints,
        n_classes: int,
        weight: Floats | None = None,
    ) -> None:
        self.n_values = n_values
        self.n_classes = n_classes
        self.first = np.concatenate(([0], np.cumsum(n_values)))
        # Counts are integers, sums of weights are not.
        self._weight = np.ones(len(classes), np.int32) if weight is None else weight
        self._codes, self._classes = codes, classes.astype(np.int32)
        self.class_counts = np.bincount(classes, weight, minlength=n_classes)
        self.n_rows: int | float = self.class_counts.sum()
        self.value_counts = np.zeros(
            (self.first[-1], n_classes), self.class_counts.dtype
        )
        _count_values(self.value_counts, codes, self.first, self._classes, self._weight)
        self.known = np.add.reduceat(self.value_counts, self.first[:-1], axis=0)

    @cached_property
    def table(self) -> Table:
        """These counts and those of pairs of values, a `Table`."""
        complete = (self._codes >= 0).all(axis=1)
        constant = complete & (self.n_values == 1)
        varying = np.where(constant, 0, self.n_values)
        sizes = np.triu(np.outer(varying, varying), 1) * self.n_classes
        ends = np.cumsum(sizes).reshape(sizes.shape)
        pairs = np.zeros(sizes.sum(), self._weight.dtype)
        table = Table(
            self.n_rows,
            self.class_counts,
            self.n_values,
            self.first,
            self.value_counts,
            self.value_counts.sum(axis=1),
            self.known,
            constant,
            ends - sizes,
            pairs,
        )
        _count_pairs(self._codes, self._classes, self._weight, complete, table)
        return table


@kernel
def _count_values(counts, codes, first, classes, weight):
    """Count rows of each value and class by their weights."""
    for a in range(len(codes)):
        for row in range(len(classes)):
            code = codes[a, row]
            if code >= 0:
                counts[first[a] + code, classes[row]] += weight[row]


@kernel
def _count_pairs(codes, classes, weight, complete, table):
    """Add the weights of rows to their pairs of values and class in ``table.pairs``."""
    n_classes = len(table.class_counts)
    coded = np.empty(len(classes), dtype=np.int32)
    for b in range(1, len(codes)):
        if table.constant[b]:
            continue
        for row in range(len(classes)):
            code = codes[b, row]
            coded[row] = code * n_classes + classes[row] if code >= 0 else -1
        stride = table.n_values[b] * n_classes
        four = np.empty(4, dtype=np.int64)
        filled = 0
        for a in range(b):
            if table.constant[a]:
                continue
            if not (complete[a] and complete[b]):
                counts = table.pairs[table.block[a, b] :]
                _count_pair(codes[a], coded, weight, stride, counts)
                continue
            four[filled] = a
            filled += 1
            if filled == 4:
                _count_four(
                    codes, four, coded, weight, stride, table.block[:, b], table.pairs
                )
                filled = 0
        for a in four[:filled]:
            counts = table.pairs[table.block[a, b] :]
            _count_pair(codes[a], coded, weight, stride, counts)


@kernel
def _count_pair(codes, coded, weight, stride, counts):
    """Count rows of each code and coded value and class; -1 is missing."""
    for row in range(len(codes)):
        if codes[row] >= 0 and coded[row] >= 0:
            counts[codes[row] * stride + coded[row]] += weight[row]


@kernel
def _count_four(codes, four, coded, weight, stride, block, counts):
    """Do as `_count_pair` for four attributes without missing values.

    Neighbouring rows often have the same values, and a count cannot be raised
    before it has been written; the other three fill the wait.
    """
    codes_0, codes_1 = codes[four[0]], codes[four[1]]
    codes_2, codes_3 = codes[four[2]], codes[four[3]]
    block_0, block_1 = np.uint64(block[four[0]]), np.uint64(block[four[1]])
    block_2, block_3 = np.uint64(block[four[2]]), np.uint64(block[four[3]])
    stride = np.uint64(stride)
    for row in range(len(coded)):
        position = np.uint64(coded[row])
        counts[block_0 + np.uint64(codes_0[row]) * stride + position] += weight[row]
        counts[block_1 + np.uint64(codes_1[row]) * stride + position] += weight[row]
        counts[block_2 + np.uint64(codes_2[row]) * stride + position] += weight[row]
        counts[block_3 + np.uint64(codes_3[row]) * stride + position] += weight[row]


@kernel
def pair_counts(a, b, table):
    """Return counts of value u of a and value w of b at ``u * step_a + w * step_b``."""
    n_classes = len(table.class_counts)
    if a < b:
        pairs = table.pairs[table.block[a, b] :]
        return pairs, table.n_values[b] * n_classes, n_classes
    pairs = table.pairs[table.block[b, a] :]
    return pairs, n_classes, table.n_values[a] * n_classes


@kernel
def normalise(product):
    """Divide the classes' joint probabilities by their sum, in place."""
    total = 0.0
    for p in product:
        total += p
    for c in range(len(product)):
        product[c] /= total


class CountsLearner(ArrayLearner):
    """A learner that needs only counts where all attributes are nominal.

    Learners of one fold share its counts. A subclass gives `fit_counts` and
    `distribution_of_codes`.
    """

    def fit_counts(self, counts: Counts) -> None:
        """Learn from counts of nominal attributes."""
        raise NotImplementedError

    def distribution_of_codes(self, codes: Codes) -> Floats:
        """Estimate the probability of each class for rows of nominal attributes."""
        raise NotImplementedError

    def fit_values(self, values: Floats, /, *others: Any) -> None:
        """Learn from training rows (see `ArrayLearner`)."""
        self.fit_counts(Counts(label_codes(values), *others))

    def distribution_of_values(self, values: Floats) -> Floats:
        """Estimate the probability of each class (see `ArrayLearner`)."""
        return self.distribution_of_codes(label_codes(values))

    def fit_fold(self, fold: Fold) -> None:
        """Learn from the counts of a fold, if all its attributes are nominal."""
        if fold.is_nominal:
            self.fit_counts(fold.shared("counts", partial(_counts, fold)))
        else:
            super().fit_fold(fold)

    def distribution_of_fold(self, fold: Fold) -> Floats:
        """Estimate the probability of each class for the test rows of a fold."""
        if fold.is_nominal:
            return self.distribution_of_codes(fold.test_codes)
        return super().distribution_of_fold(fold)


def _counts(fold: Fold) -> Counts:
    """Count the training rows of a fold whose attributes are all nominal."""
    return Counts(fold.training_codes, fold.n_values, fold.classes, fold.n_classes)
