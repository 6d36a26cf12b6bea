"""Data sets and training folds in the form that native learners share."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tenbyten.datasets import Dataset
from tenbyten.learners.bayes.counts import label_codes
from tenbyten.learners.learner import Codes, Floats, Ints, Made
from tenbyten.preprocessing.discretization import SortedColumns
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing

PREPROCESSING = ("discretize", "impute")


class NativeData:
    """A data set, and what all of its folds share.

    `predictors` are its values without the class; what else there is of the size of the
    data set is made when it is asked for.
    """

    def __init__(self, dataset: Dataset) -> None:
        labels = [len(a.labels or ()) for a in dataset.attributes]
        self.predictors = dataset.values[:, :-1]
        self.n_values = np.array(labels[:-1], dtype=np.int64)
        self.classes = dataset.classes
        self.n_classes = labels[-1]
        missing = [np.isnan(column).any() for column in self.predictors.T]
        self.missing = np.array(missing, dtype=bool)
        self.numeric = self.n_values == 0

    @cached_property
    def values(self) -> Floats:
        """The predictors, row by row in memory."""
        return np.ascontiguousarray(self.predictors)

    @cached_property
    def codes(self) -> Codes:
        """Label indices, (attributes, rows); zero in numeric attributes."""
        codes = np.zeros(self.predictors.shape[::-1], dtype=np.int32)
        for position in np.flatnonzero(~self.numeric):
            codes[position] = label_codes(self.predictors[:, [position]])[0]
        return codes

    @cached_property
    def columns(self) -> SortedColumns:
        """The numeric columns, sorted."""
        return self.sorted_columns(self.predictors, self.numeric)

    @cached_property
    def complete_columns(self) -> SortedColumns:
        """The numeric columns without missing values, sorted."""
        return self.sorted_columns(self.predictors, self.numeric & ~self.missing)

    def sorted_columns(
        self, values: Floats, chosen: npt.NDArray[np.bool_]
    ) -> SortedColumns:
        """Sort the `chosen` columns of `values`."""
        positions = np.flatnonzero(chosen).tolist()
        return SortedColumns(values, positions, self.classes, self.n_classes)

    def needed(self, preprocessing: tuple[str, ...]) -> tuple[str, ...]:
        """Leave out the preprocessing that changes nothing on this data set."""
        changes = {"discretize": self.numeric.any(), "impute": self.missing.any()}
        return tuple(name for name in preprocessing if changes[name])

    def depends_on_row_order(self, preprocessing: tuple[str, ...]) -> bool:
        """Return whether the order of the training rows can change sums over them."""
        needed = self.needed(preprocessing)
        remaining = (self.numeric.any() and "discretize" not in needed) or (
            self.missing.any() and "impute" not in needed
        )
        imputed_first = needed[:1] == ("impute",) and self.numeric.any()
        return bool(remaining or imputed_first)


class NativeFold:
    """A training fold and its test rows, preprocessed once in each way.

    Rows are numbered from 0, the training rows in the order in which they are summed.
    `all_rows` are the training rows and those without a class, in order.
    """

    def __init__(
        self, data: NativeData, training_rows: Ints, test_rows: Ints, all_rows: Ints
    ) -> None:
        self.data = data
        self.training_rows = training_rows
        self.test_rows = test_rows
        self.all_rows = all_rows
        self._prepared: dict[tuple[tuple[str, ...], bool], PreparedFold] = {}

    def prepared(self, preprocessing: tuple[str, ...]) -> "PreparedFold":
        """Preprocess the fold, once, by filters out of `PREPROCESSING`, in order.

        Where there is one, needed or not, rows without a class are gone after it, as
        WEKA's FilteredClassifier deletes them.
        """
        needed = self.data.needed(preprocessing)
        with_unlabelled = len(self.all_rows) > len(self.training_rows)
        key = needed, with_unlabelled and not preprocessing
        if key not in self._prepared:
            self._prepared[key] = self._prepare(*key)
        return self._prepared[key]

    def _prepare(self, preprocessing, with_unlabelled):
        data = self.data
        codes, n_values = data.codes, data.n_values
        imputed_first = preprocessing[:1] == ("impute",)
        codes_only = "discretize" in preprocessing and not imputed_first
        values = None if codes_only else data.values
        if imputed_first:
            replacements = means_and_modes(values[self.training_rows], n_values)
            values = replace_missing(values, replacements)
            codes = label_codes(np.where(data.numeric, 0, values))
        if "discretize" in preprocessing:
            columns = [data.columns]
            if imputed_first:
                imputed = data.sorted_columns(values, data.numeric & data.missing)
                columns = [data.complete_columns, imputed]
            codes, n_values, values = codes.copy(), n_values.copy(), None
            for sorted_columns in columns:
                sorted_columns.discretize(self.test_rows, codes, n_values)
        if preprocessing[-1:] == ("impute",) and values is None:
            codes = codes.copy()
            for column, labels in zip(codes, n_values, strict=True):
                known = column[self.training_rows]
                counts = np.bincount(known[known >= 0], minlength=labels)
                column[column < 0] = np.argmax(counts)
        return PreparedFold(self, values, codes, n_values, with_unlabelled)


class PreparedFold:
    """A training fold and its test rows after preprocessing: a `Fold` for learners.

    `values` and `codes` are of all rows; the values are None where all attributes are
    nominal and the codes suffice. `n_values` counts bins as labels. With
    `with_unlabelled` the training set has rows without a class.
    """

    def __init__(
        self,
        fold: NativeFold,
        values: Floats | None,
        codes: Codes,
        n_values: Ints,
        with_unlabelled: bool,
    ) -> None:
        self.n_values = n_values
        self.n_classes = fold.data.n_classes
        self.classes = fold.data.classes[fold.training_rows]
        self.is_nominal = bool((n_values > 0).all())
        self._values = values
        self._codes = codes
        self._training_rows = fold.training_rows
        self._test_rows = fold.test_rows
        self._all_rows = fold.all_rows if with_unlabelled else None
        self._shared: dict[Hashable, Any] = {}

    def shared(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what `make` makes, made once for all learners that give `key`."""
        if key not in self._shared:
            self._shared[key] = make()
        return self._shared[key]

    @cached_property
    def training_codes(self) -> Codes:
        """Label indices of the training rows, (attributes, rows)."""
        return np.take(self._codes, self._training_rows, axis=1)

    @cached_property
    def test_codes(self) -> Codes:
        """Label indices of the test rows, (attributes, rows)."""
        return np.take(self._codes, self._test_rows, axis=1)

    @cached_property
    def training_values(self) -> Floats:
        """Values of the training rows, float64 (rows, attributes)."""
        return self._take_rows(self._training_rows)

    @cached_property
    def test_values(self) -> Floats:
        """Values of the test rows, float64 (rows, attributes)."""
        return self._take_rows(self._test_rows)

    @property
    def all_training_values(self) -> Floats | None:
        """Values of all rows of the training set; None if each has a class."""
        rows = self._all_rows
        return None if rows is None else self._take_rows(rows)

    def _take_rows(self, rows):
        if self._values is not None:
            return self._values[rows]
        values = np.take(self._codes, rows, axis=1).T.astype(np.float64, order="C")
        values[values < 0] = np.nan
        return values
