"""Data sets and training folds in the form that native learners share."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.learners.learner import Codes, Floats, Fold, Ints, label_codes
from tenbyten.preprocessing.discretization import SortedColumns
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing


class NativeData:
    """A data set, and what all of its folds share.

    `predictors` are its values without the class; what else there is of the size of the
    data set is made when it is asked for.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.predictors = dataset.values[:, :-1]
        self.n_values = dataset.n_values[:-1]
        self.classes = dataset.classes
        self.n_classes = len(dataset.class_labels)
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
        return self.sorted_columns(self.predictors)

    def sorted_columns(self, values: Floats) -> SortedColumns:
        """Sort the numeric columns of `values`."""
        positions = np.flatnonzero(self.numeric).tolist()
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


@dataclass(eq=False)
class NativeFold:
    """A training fold and its test rows, preprocessed once in each way.

    Rows are as those of `Fold`; `all_rows` are also there if each has a class.
    """

    data: NativeData
    training_rows: Ints
    test_rows: Ints
    all_rows: Ints

    def __post_init__(self) -> None:
        self._prepared: dict[tuple[tuple[str, ...], bool], Fold] = {}

    def prepared(self, preprocessing: tuple[str, ...]) -> Fold:
        """Preprocess the fold, once, by `discretize` and `impute`, in order.

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
            columns = data.sorted_columns(values) if imputed_first else data.columns
            codes, n_values, values = codes.copy(), n_values.copy(), None
            rest = np.delete(np.arange(len(data.classes)), self.training_rows)
            columns.discretize(rest, codes, n_values)
        if preprocessing[-1:] == ("impute",) and values is None:
            codes = codes.copy()
            for column, labels in zip(codes, n_values, strict=True):
                known = column[self.training_rows]
                counts = np.bincount(known[known >= 0], minlength=labels)
                column[column < 0] = np.argmax(counts)
        classes, n_classes = data.classes[self.training_rows], data.n_classes
        rows = self.training_rows, self.test_rows
        all_rows = self.all_rows if with_unlabelled else None
        return Fold(values, codes, n_values, classes, n_classes, *rows, all_rows)
