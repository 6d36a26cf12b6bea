"""Make data sets of tables in memory: DataFrames and arrays."""

from typing import Any

import numpy as np
import pyarrow as pa

from tenbyten.dataset.canonical import canonical, columns_by_reason, describe_textual
from tenbyten.dataset.readers.column_types import NoClassError
from tenbyten.dataset.readers.delimited import naming
from tenbyten.dataset.readers.tabular import raw_table
from tenbyten.dataset.table import Dataset


def dataset_of(X: Any, y: Any, *, name: str, where: str) -> Dataset:
    """Make the data set of predictors and classes, its types by the rule for files.

    Parameters
    ----------
    X : DataFrame or array-like of shape (instances, attributes)
        Categories are nominal, with their labels in their order, and so are truth
        values; columns of texts are judged as those of a file.
    y : Series or array-like of shape (instances,)
        The classes, by whatever values; categories keep their order, others are sorted.

    Raises
    ------
    ValueError
        If they are no table and no column, do not have the same rows, or if a column
        is neither nominal nor numeric, or the class is missing in a row.
    """
    with naming(where):
        return _dataset(X, y, name)


def _dataset(X: Any, y: Any, name: str) -> Dataset:
    """Make the data set; errors do not say where."""
    import pandas as pd

    frame, from_text = _frame(X)
    classes = _series(y)
    if len(classes) != len(frame):
        raise ValueError(
            f"X has {len(frame):,} rows, y has {len(classes):,}; give one "
            f"class for every row"
        )
    labelled = isinstance(X, pd.DataFrame) and isinstance(y, pd.Series | pd.DataFrame)
    if labelled and not X.index.equals(y.index):
        raise ValueError(
            "the rows of X and y have other labels or another order in "
            "their index; take both from one table, or call reset_index(drop=True)"
        )
    names = [str(column) for column in frame.columns]
    if len(set(names)) < len(names):
        doubled = next(column for column in names if names.count(column) > 1)
        raise ValueError(f"X has two columns {doubled!r}; rename one")
    given = str(classes.name) if classes.name is not None else "class"
    target = given
    while target in names:
        target += "_"
    columns = [_array(frame.iloc[:, place]) for place in range(len(names))]
    columns.append(_array(classes))
    table = pa.table(columns, names=[*names, target])
    try:
        raw = raw_table(table, from_text=from_text)
    except NoClassError as error:
        advice = 'give classes as y, or tell by y.astype("category") that these are'
        raise NoClassError(given, error.fault, advice) from None
    lacking = int(np.isnan(raw.values[:, -1]).sum())
    if lacking:
        raise ValueError(
            f"{lacking:,} of {len(frame):,} rows have no class; leave them "
            f"out of X and y, or run a study with `missing_class: keep`"
        )
    if textual := [column for column in names if column in raw.textual]:
        raise ValueError(
            f"{describe_textual(raw, textual)}; drop what the class cannot "
            f'depend on, and convert the others: by astype("category"), or to numbers'
        )
    if len(np.unique(raw.values[:, -1])) == 1:
        fault = f"is {str(classes.iloc[0])!r} in every row"
        raise NoClassError(given, fault, "give two or more classes as y")
    dataset = canonical(raw, name=name, target=target, where="X")
    columns_by_reason(dataset, raw)
    return dataset


def _frame(X: Any) -> tuple[Any, bool]:
    """Return a table as a DataFrame, and whether all of it is text."""
    import pandas as pd

    if isinstance(X, pd.DataFrame):
        return X, False
    if hasattr(X, "tocsr"):
        raise ValueError("X is a sparse matrix; give X.toarray()")
    array = _as_array(X, "X")
    if array.ndim != 2:
        raise ValueError(
            f"X has {array.ndim} dimensions ({type(X).__name__} of shape "
            f"{array.shape}); give a table of instances and attributes"
        )
    names = [f"x{place}" for place in range(array.shape[1])]
    columns = pd.DataFrame(array, columns=names)
    if array.dtype.kind == "O":
        columns = columns.infer_objects()
    return columns, array.dtype.kind == "U"


def _series(y: Any) -> Any:
    """Return classes as a Series."""
    import pandas as pd

    if isinstance(y, pd.Series):
        return y
    if isinstance(y, pd.Categorical):
        return pd.Series(y)
    if isinstance(y, pd.DataFrame) and y.shape[1] == 1:
        return y.iloc[:, 0]
    array = _as_array(y, "y")
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"y has the shape {array.shape}; give one class for every row")
    return pd.Series(array)


def _as_array(values: Any, what: str) -> Any:
    """Return an array of any values; ragged rows and other objects are refused."""
    try:
        array = np.asarray(values)
        if array.dtype.kind == "U" and not isinstance(values, np.ndarray):
            # A list of numbers and texts would all be made texts.
            array = np.asarray(values, dtype=object)
    except ValueError as error:
        raise ValueError(
            f"{what} is no table: {error}; give rows of equal length"
        ) from None
    if array.ndim == 0:
        raise ValueError(
            f"{what} is of type {type(values).__name__}; give a DataFrame or an array"
        )
    return array


def _array(series: Any) -> pa.Array:
    """Return a column as Arrow has it, null where a value is missing."""
    if hasattr(series, "sparse"):
        series = series.sparse.to_dense()
    try:
        return pa.array(series, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise ValueError(
            f"column {series.name!r}: {str(error)[:200]}; give it values of one type"
        ) from None
