"""A data set and its training folds as the native learners share them."""

from functools import cached_property

import numpy as np

from tenbyten.learners.bayes.counts import Counts, label_codes
from tenbyten.learners.trees.building import grow_and_prune
from tenbyten.learners.trees.nodes import encode, encode_codes
from tenbyten.preprocessing.discretization import SortedColumns
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing

PREPROCESSING = ("discretize", "impute")


class NativeData:
    """What all folds of a data set have in common.

    Parameters
    ----------
    dataset : Dataset
        The data set.
    """

    def __init__(self, dataset):
        labels = [len(a.labels or ()) for a in dataset.attributes]
        self.values = np.ascontiguousarray(dataset.values[:, :-1])
        self.n_values = np.array(labels[:-1], dtype=np.int64)
        self.classes = dataset.classes
        self.n_classes = labels[-1]
        self.missing = np.isnan(self.values).any(axis=0)
        self.numeric = self.n_values == 0

    @cached_property
    def codes(self):
        """Label indices, (attributes, rows); zero in numeric attributes."""
        return label_codes(np.where(self.numeric, 0, self.values))

    @cached_property
    def columns(self):
        """The numeric columns, sorted."""
        return self.sorted_columns(self.values, self.numeric)

    @cached_property
    def complete_columns(self):
        """The numeric columns without missing values, sorted."""
        return self.sorted_columns(self.values, self.numeric & ~self.missing)

    def sorted_columns(self, values, chosen):
        """Sort the `chosen` columns of `values`."""
        places = np.flatnonzero(chosen).tolist()
        return SortedColumns(values, places, self.classes, self.n_classes)

    def needed(self, preprocessing):
        """Leave out of `preprocessing` what changes nothing on this data set."""
        changes = {"discretize": self.numeric.any(), "impute": self.missing.any()}
        return tuple(name for name in preprocessing if changes[name])

    def is_order_felt(self, preprocessing):
        """Whether sums over training rows can differ by the order of the rows."""
        needed = self.needed(preprocessing)
        left = (self.numeric.any() and "discretize" not in needed) or (
            self.missing.any() and "impute" not in needed
        )
        return left or (needed[:1] == ("impute",) and self.numeric.any())


class NativeFold:
    """One training fold and its test rows, each preprocessing made once.

    Parameters
    ----------
    data : NativeData
        The data set.
    training_rows, test_rows : ndarray of int
        Row numbers, from 0; the training rows in the order in which they are summed.
    """

    def __init__(self, data, training_rows, test_rows):
        self._data = data
        self._training_rows = training_rows
        self._test_rows = test_rows
        self._prepared = {}

    def prepared(self, preprocessing):
        """Filter the fold, once.

        Parameters
        ----------
        preprocessing : tuple of str
            Filters out of `PREPROCESSING`, in order.

        Returns
        -------
        PreparedFold
        """
        preprocessing = self._data.needed(preprocessing)
        if preprocessing not in self._prepared:
            self._prepared[preprocessing] = self._prepare(preprocessing)
        return self._prepared[preprocessing]

    def _prepare(self, preprocessing):
        data = self._data
        values, codes, n_values = data.values, data.codes, data.n_values
        imputed_first = preprocessing[:1] == ("impute",)
        if imputed_first:
            replacements = means_and_modes(values[self._training_rows], n_values)
            values = replace_missing(values, replacements)
            codes = label_codes(np.where(data.numeric, 0, values))
        if "discretize" in preprocessing:
            columns = [data.columns]
            if imputed_first:
                imputed = data.sorted_columns(values, data.numeric & data.missing)
                columns = [data.complete_columns, imputed]
            codes, n_values = self._discretized(codes, columns)
            values = None
        if preprocessing[-1:] == ("impute",) and values is None:
            codes = _with_modes(codes, n_values, self._training_rows)
        return PreparedFold(
            values, codes, n_values, data, self._training_rows, self._test_rows
        )

    def _discretized(self, codes, sorted_columns):
        """Put bins into `codes`, and say how many there are."""
        codes, n_values = codes.copy(), self._data.n_values.copy()
        for columns in sorted_columns:
            columns.discretize(self._test_rows, codes, n_values)
        return codes, n_values


class PreparedFold:
    """A training fold and its test rows after preprocessing.

    Parameters
    ----------
    values : ndarray of shape (rows, attributes), float64, or None
        All rows; None where `codes` say everything.
    codes : ndarray of shape (attributes, rows), int32
        Label indices of all rows, -1 where a value is missing.
    n_values : ndarray of shape (attributes,), int64
        Number of labels or bins; 0 for a numeric attribute.
    data : NativeData
        The data set.
    training_rows, test_rows : ndarray of int
        Row numbers, from 0.
    """

    def __init__(self, values, codes, n_values, data, training_rows, test_rows):
        self.n_values = n_values
        self.n_classes = data.n_classes
        self.classes = data.classes[training_rows]
        self.is_nominal = bool((n_values > 0).all())
        self._values = values
        self._codes = codes
        self._training_rows = training_rows
        self._test_rows = test_rows
        self._trees = {}

    @cached_property
    def counts(self):
        """Counts of the training rows, where all attributes are nominal."""
        return Counts(self._training_codes, self.n_values, self.classes, self.n_classes)

    @cached_property
    def tree_rows(self):
        """The training rows as the tree learners' kernels read them."""
        described = (self.n_values, self.classes, self.n_classes)
        if self.is_nominal:
            return encode_codes(self._training_codes, *described)
        return encode(self.training_values, *described)

    def tree(self, growing):
        """The pruned tree of the settings `growing` (`grow_and_prune`), made once."""
        key = tuple(growing.items())
        if key not in self._trees:
            self._trees[key] = grow_and_prune(self.tree_rows, **growing)
        return self._trees[key]

    @cached_property
    def _training_codes(self):
        """Label indices of the training rows, (attributes, rows)."""
        return np.take(self._codes, self._training_rows, axis=1)

    @cached_property
    def test_codes(self):
        """Label indices of the test rows, (attributes, rows)."""
        return np.take(self._codes, self._test_rows, axis=1)

    @cached_property
    def training_values(self):
        """Values of the training rows, float64 (rows, attributes)."""
        return self._of_rows(self._training_rows)

    @cached_property
    def test_values(self):
        """Values of the test rows, float64 (rows, attributes)."""
        return self._of_rows(self._test_rows)

    def _of_rows(self, rows):
        if self._values is not None:
            return self._values[rows]
        values = np.take(self._codes, rows, axis=1).T.astype(np.float64, order="C")
        values[values < 0] = np.nan
        return values


def _with_modes(codes, n_values, training_rows):
    """Replace -1 by the most frequent code among the training rows."""
    codes = codes.copy()
    for column, labels in zip(codes, n_values, strict=True):
        known = column[training_rows]
        counts = np.bincount(known[known >= 0], minlength=labels)
        column[column < 0] = np.argmax(counts)
    return codes
