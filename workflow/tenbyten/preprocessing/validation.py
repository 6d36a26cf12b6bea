"""Read and check the tables, classes and weights that users give to estimators."""

import itertools
import numbers
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_array, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_non_negative, column_or_1d, validate_data


@dataclass(eq=False)
class Column:
    """A column of a table that was fitted on.

    `name` is None in a plain array, `position` is from 0, `labels` are a nominal
    column's in order, None for a numeric one.
    """

    name: str | None
    position: int
    labels: np.ndarray | None

    def __str__(self) -> str:
        return f"column {self.position if self.name is None else repr(self.name)}"

    @property
    def n_values(self) -> int:
        """Number of labels; 0 for a numeric column."""
        return 0 if self.labels is None else len(self.labels)

    @property
    def name_and_labels(self) -> tuple[str, tuple[str, ...] | None]:
        """Name and labels of the column as text, ``x0`` for the first of an array."""
        name = f"x{self.position}" if self.name is None else self.name
        return name, None if self.labels is None else tuple(map(str, self.labels))


def is_frame(table: Any) -> bool:
    """Return whether `table` is a pandas DataFrame."""
    return hasattr(table, "iloc") and hasattr(table, "columns")


def read_columns(table: Any, *, codes: bool = False) -> list[Column]:
    """Find out whether each column of `table` is numeric or nominal.

    Parameters
    ----------
    table : DataFrame or ndarray of shape (rows, columns)
        A categorical column is nominal with its declared categories in their
        order; a boolean or string column with its labels sorted; a column of
        Python objects is nominal if they are strings, numeric if numbers.
    codes : bool, default=False
        Whether whole numbers in a plain array are labels, not quantities.

    Raises
    ------
    TypeError
        If a column holds neither numbers nor strings.
    ValueError
        If a nominal column has no label at all, or if `codes` meets a number
        that is not whole.
    """
    names = table.columns if is_frame(table) else itertools.repeat(None)
    columns = []
    for position, (name, series) in enumerate(zip(names, _series(table), strict=False)):
        column = Column(None if name is None else str(name), position, None)
        column.labels = _labels(column, series, codes=codes and name is None)
        columns.append(column)
        if column.labels is not None and len(column.labels) == 0:
            raise ValueError(
                f"{column}: every value is missing and no label is declared; drop the "
                f"column or declare its categories."
            )
    return columns


def read_values(table: Any, columns: Sequence[Column]) -> npt.NDArray[np.float64]:
    """Turn `table` into numbers, by the labels of the `columns` fitted on.

    Returns
    -------
    ndarray of shape (rows, columns), float64
        A numeric value unchanged, a nominal one as the index of its label, NaN where
        it is missing.

    Raises
    ------
    ValueError
        If a number is infinite or complex.

    Warns
    -----
    UserWarning
        If a cell has a label that its column did not have. It is taken as missing, as
        WEKA's InputMappedClassifier takes it.
    """
    values = np.empty((len(table), len(columns)))
    for column, series in zip(columns, _series(table), strict=True):
        read = _numbers if column.labels is None else _label_numbers
        values[:, column.position] = read(column, series)
    return values


def _series(table):
    """Yield the columns of a DataFrame or an array as pandas Series."""
    import pandas as pd

    frame = table if is_frame(table) else pd.DataFrame(table)
    return (frame.iloc[:, position] for position in range(frame.shape[1]))


# Kinds of values that pandas tells apart, and whether they are labels. Intervals are
# what MDLDiscretizer makes, when a ColumnTransformer has put them into an array.
_ARE_LABELS = dict.fromkeys(("string", "bytes", "boolean", "interval", "empty"), True)
_ARE_LABELS |= dict.fromkeys(("integer", "floating", "complex", "decimal"), False)
_ARE_LABELS |= {"mixed-integer-float": False}


def _labels(column, series, *, codes):
    """Labels of a column in order; None for a numeric one."""
    import pandas as pd

    if isinstance(series.dtype, pd.CategoricalDtype):
        return series.cat.categories.to_numpy()
    if pd.api.types.is_bool_dtype(series.dtype):
        return np.array([False, True], dtype=object)
    known = series.dropna()
    are_labels = _ARE_LABELS.get(pd.api.types.infer_dtype(known))
    if pd.api.types.is_numeric_dtype(series.dtype):
        are_labels = False
    if are_labels:
        return np.array(sorted(set(known)), dtype=object)
    if are_labels is None:
        taken = str | bytes | numbers.Number | np.bool_
        odd = [cell for cell in known if not isinstance(cell, taken)]
        raise TypeError(
            f"{column}: each argument must be a string or a number, and all of one "
            f"kind; it holds {repr(odd[0]) if odd else 'both strings and numbers'} "
            f"(dtype {series.dtype}); convert it to one of these."
        )
    if not codes:
        return None
    cells = np.unique(_numbers(column, known))
    if np.any(fractional := cells != np.rint(cells)):
        raise ValueError(
            f"{column}: {cells[fractional][0]} is numeric, and only nominal columns "
            f"are taken; discretise it (MDLDiscretizer) or make it categorical."
        )
    return cells.astype(np.int64)


def _numbers(column, series):
    """Cells of a numeric column as float64, NaN where one is missing."""
    import pandas as pd

    if pd.api.types.is_complex_dtype(series.dtype):
        raise ValueError(f"Complex data not supported: {column}.")
    found = pd.to_numeric(series, errors="coerce").astype("Float64")
    cells = found.to_numpy(dtype=np.float64, na_value=np.nan)
    for row in np.flatnonzero(np.isnan(cells) & series.notna().to_numpy())[:1]:
        raise ValueError(
            f"{column}: numeric when fitted, but holds {series.iloc[row]!r} now; give "
            f"it the same kind of values."
        )
    for row in np.flatnonzero(np.isinf(cells))[:1]:
        raise ValueError(
            f"Input X contains infinity or a value too large: row {row} of {column}; "
            f"mark it missing (NaN) or remove the row."
        )
    return cells


def _label_numbers(column, series):
    """Index of each cell's label, NaN where it is missing or has no index."""
    import pandas as pd

    cells, is_known = series.astype(object), series.notna().to_numpy()
    labels = pd.Index(column.labels, dtype=column.labels.dtype)
    found = labels.get_indexer(cells).astype(np.float64)
    for row in np.flatnonzero(is_known & (found < 0))[:1]:
        known = ", ".join(map(repr, column.labels[:8].tolist()))
        warnings.warn(
            f"{column}: label {cells.iloc[row]!r} was not there in fit (it had {known}"
            f"{', ...' if len(column.labels) > 8 else ''}); it is taken as missing. "
            f"Declare it as a category before fitting to have it counted.",
            stacklevel=2,
        )
    found[~is_known | (found < 0)] = np.nan
    return found


# Tables, classes and weights, checked as scikit-learn's estimators do


def check_table(estimator: Any, X: Any, *, reset: bool) -> Any:
    """Check shape, names and plain numbers of `X`; leave labels as they are.

    With `reset`, in `fit`, the estimator gets `n_features_in_` and
    `feature_names_in_`, else it is compared with them. An array without labels is
    returned as float64.

    Raises
    ------
    ValueError
        If it has no row or no column, not two dimensions, complex or infinite
        numbers, missing ones that the estimator does not take, or other columns
        than in `fit`.
    TypeError
        If it is sparse.
    """
    if is_frame(X):
        validate_data(estimator, X, reset=reset, skip_check_array=True)
        for axis, what in enumerate(("sample", "feature")):
            if X.shape[axis] == 0:
                raise ValueError(
                    f"Found array with 0 {what}(s) (shape={X.shape}) while a minimum "
                    f"of 1 is required by {type(estimator).__name__}."
                )
        return X
    X = validate_data(estimator, X, reset=reset, dtype=None, ensure_all_finite=False)
    if X.dtype.kind in "OUS":
        return X
    finite = "allow-nan" if get_tags(estimator).input_tags.allow_nan else True
    return check_array(
        X, dtype=np.float64, ensure_all_finite=finite, estimator=estimator
    )


def read_classes(estimator: Any, y: Any) -> tuple[np.ndarray, npt.NDArray[np.int64]]:
    """Read class labels, and each row's index in them.

    A categorical declares its labels and their order. Errors name the `estimator`.

    Raises
    ------
    ValueError
        If `y` is None, continuous, not one column, or has a missing class.
    """
    if y is None:
        raise ValueError(
            f"This {type(estimator).__name__} estimator requires y to be passed, but "
            f"the target y is None."
        )
    categorical = getattr(y, "cat", y)
    if hasattr(categorical, "categories") and hasattr(categorical, "codes"):
        labels = categorical.categories.to_numpy()
        classes = np.asarray(categorical.codes, dtype=np.int64)
    else:
        y = column_or_1d(y, warn=True)
        check_array(y, dtype=None, ensure_2d=False, input_name="y")
        check_classification_targets(y)
        labels, classes = np.unique(y, return_inverse=True)
    if classes.size and classes.min() < 0:
        raise ValueError(
            f"Input y contains NaN: the class of row {int(np.argmin(classes))} is "
            f"missing; leave such rows out."
        )
    return labels, classes.astype(np.int64)


def read_weights(
    estimator: Any, sample_weight: Any, rows: int
) -> npt.NDArray[np.float64]:
    """Read the weights of so many training rows.

    Weights that sum to one, as AdaBoost gives them, are a distribution over the rows:
    they are multiplied by the number of rows, as WEKA's AdaBoostM1 does. Errors name
    the `estimator`.

    Raises
    ------
    ValueError
        If a row lacks its finite number, or one is negative, or all are zero.
    """
    weight = check_array(
        sample_weight,
        dtype=np.float64,
        ensure_2d=False,
        estimator=estimator,
        input_name="sample_weight",
    )
    if weight.shape != (rows,):
        raise ValueError(
            f"sample_weight.shape == {weight.shape}, expected {(rows,)}: "
            f"{type(estimator).__name__} needs a weight for each row."
        )
    check_non_negative(weight, f"`sample_weight` of {type(estimator).__name__}")
    if not weight.any():
        raise ValueError(
            f"Every sample_weight is zero: {type(estimator).__name__} needs a row "
            f"that counts."
        )
    return weight * rows if np.isclose(weight.sum(), 1) else weight
