"""Imputation and discretisation as scikit-learn transformers."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from tenbyten.preprocessing import validation
from tenbyten.preprocessing.discretization import assign_bins, mdl_cuts
from tenbyten.preprocessing.imputation import means_and_modes


class _Transformer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """A transformer of DataFrames and plain arrays with missing values."""

    def _read(self, X):
        """Read the training table: its columns and values."""
        X = validation.check_table(self, X, reset=True)
        self._columns = validation.read_columns(X)
        return X, validation.read_values(X, self._columns)

    def __sklearn_tags__(self) -> Tags:
        """Return scikit-learn's tags: text and missing values are taken."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.allow_nan = True
        return tags


class MeanModeImputer(_Transformer):
    """Replace missing values by the mean or the most frequent label of training rows.

    As WEKA's ``ReplaceMissingValues``: the lowest of equally frequent labels, zero
    where a numeric column has no known value, the first declared label where a
    nominal one has none.

    Attributes
    ----------
    statistics_ : ndarray of shape (n_features,), object
        The replacement for missing values of each column: a mean or a label.
    n_features_in_, feature_names_in_
        As in scikit-learn.
    """

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn means and most frequent labels.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_samples, n_features)
            Training rows.
        y : None
            Ignored.

        Returns
        -------
        self
        """
        _, values = self._read(X)
        n_values = np.array([column.n_values for column in self._columns])
        self.statistics_ = np.empty(len(n_values), dtype=object)
        numbers = means_and_modes(values, n_values)
        for column, number in zip(self._columns, numbers, strict=True):
            self.statistics_[column.position] = (
                number if column.labels is None else column.labels[int(number)]
            )
        return self

    def transform(self, X: Any) -> Any:
        """Replace the missing values of `X`.

        Returns
        -------
        DataFrame or ndarray of shape (n_samples, n_features)
            A table of the type of `X`, its known values unchanged.
        """
        check_is_fitted(self)
        X = validation.check_table(self, X, reset=False)
        missing = np.isnan(validation.read_values(X, self._columns))
        replaced = X.copy()
        for position, statistic in enumerate(self.statistics_):
            rows = missing[:, position]
            if not rows.any():
                continue
            if not validation.is_frame(X):
                replaced[rows, position] = statistic
                continue
            series = X.iloc[:, position]
            if self._columns[position].labels is None:
                series = series.astype(np.float64)
            replaced.isetitem(position, series.fillna(statistic))
        return replaced


class MDLDiscretizer(_Transformer):
    """Cut numeric columns into bins by the classes: Fayyad & Irani's MDL criterion.

    As WEKA's supervised ``Discretize``. A nominal column passes unchanged, a missing
    value stays missing.

    Attributes
    ----------
    cuts_ : dict of int to ndarray of shape (cuts,), float64
        Ascending cut points of each numeric column, by its position; a value equal
        to a cut is in the bin below it. No cut: one bin.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    See `tenbyten.preprocessing.discretization.mdl_cuts`.
    """

    def fit(self, X: Any, y: Any) -> Self:
        """Learn the cut points.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,)
            Their classes; not missing.

        Returns
        -------
        self
        """
        X, values = self._read(X)
        labels, classes = validation.read_classes(self, y)
        check_consistent_length(X, classes)
        self.cuts_ = {
            column.position: mdl_cuts(values[:, column.position], classes, len(labels))
            for column in self._columns
            if column.labels is None
        }
        return self

    def transform(self, X: Any) -> Any:
        """Replace the numbers of `X` by their intervals.

        Returns
        -------
        DataFrame of shape (n_samples, n_features)
            A numeric column is categorical, its categories the intervals in order,
            whether they occur or not.
        """
        import pandas as pd

        check_is_fitted(self)
        X = validation.check_table(self, X, reset=False)
        values = validation.read_values(X, self._columns)
        names = self.get_feature_names_out()
        binned = X.copy() if validation.is_frame(X) else pd.DataFrame(X, columns=names)
        for position, cuts in self.cuts_.items():
            bins = assign_bins(values[:, position], cuts)
            codes = np.where(np.isnan(bins), -1, bins).astype(np.int64)
            intervals = pd.IntervalIndex.from_breaks([-np.inf, *cuts, np.inf])
            categories = pd.Categorical.from_codes(codes, intervals)
            binned.isetitem(position, pd.Series(categories, index=binned.index))
        return binned

    def __sklearn_tags__(self) -> Tags:
        """Return scikit-learn's tags: the classes are needed."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags
