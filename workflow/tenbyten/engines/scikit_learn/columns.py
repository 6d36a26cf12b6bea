"""Give the attributes of a training fold to a classifier, in the form it asks for."""

from functools import cached_property
from typing import Any

import numpy as np

from tenbyten.dataset import Dataset
from tenbyten.engines.classifier import Floats, Ints
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing


class Columns:
    """The attributes of a data set, without the class, as a pandas DataFrame.

    It is made when a classifier first asks for it, and once for all folds.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.attributes, self.values = dataset.attributes[:-1], dataset.values[:, :-1]
        labels = [len(attribute.labels or ()) for attribute in self.attributes]
        self.n_values = np.array(labels, dtype=np.int64)
        self.missing = bool(np.isnan(self.values).any())

    @cached_property
    def frame(self) -> Any:
        """The table: float64, or a category dtype of all declared labels in order."""
        import pandas as pd

        columns = {}
        for attribute, values in zip(self.attributes, self.values.T, strict=True):
            if attribute.is_nominal:
                codes = np.where(np.isnan(values), -1, values).astype(np.int64)
                values = pd.Categorical.from_codes(codes, list(attribute.labels or ()))
            columns[attribute.name] = values
        return pd.DataFrame(columns, index=range(len(self.values)))


class Cut:
    """A training fold and its test rows, in the forms that classifiers ask for.

    Each form is made when it is first needed. That is while a classifier is at work:
    one too large for the memory is the classifier's failure.
    """

    def __init__(
        self, cell: tuple[int, int], columns: Columns, classes: Ints, *rows: Ints
    ) -> None:
        self.cell, self.rows, self.classes = cell, rows, classes[rows[0]]
        self._columns = columns

    def of(self, form: str) -> list[Any]:
        """Return training set and test set in one of the forms of `COLUMNS`."""
        sets: list[Any] = getattr(self, form)
        return sets

    @cached_property
    def ordinal(self) -> list[Floats]:
        """Missing values imputed, in file order; nominal ones as label indices."""
        values, n_values = self._columns.values, self._columns.n_values
        sets = [values[part] for part in self.rows]
        if not self._columns.missing:
            return sets
        replacements = means_and_modes(sets[0], n_values)
        return [replace_missing(part, replacements) for part in sets]

    @cached_property
    def encoded(self) -> list[Floats]:
        """Missing values imputed, nominal attributes one-hot encoded."""
        return [_one_hot(values, self._columns.n_values) for values in self.ordinal]

    @cached_property
    def raw(self) -> list[Any]:
        """Rows of the DataFrame."""
        return [self._columns.frame.iloc[part] for part in self.rows]


def _one_hot(values: Floats, n_values: Ints) -> Floats:
    """Put numeric columns before an indicator for each label of each nominal one."""
    nominal = n_values > 0
    if not nominal.any():
        return values
    labels = n_values[nominal]
    columns = values[:, nominal].astype(np.int64) + np.cumsum(labels) - labels
    indicators = np.zeros((len(values), labels.sum()))
    np.put_along_axis(indicators, columns, 1, axis=1)
    return np.hstack([values[:, ~nominal], indicators])
