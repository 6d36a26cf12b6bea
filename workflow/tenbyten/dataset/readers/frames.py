"""Make data sets of tables in memory: DataFrames and arrays."""

from typing import Any

import numpy as np
import pyarrow as pa

from tenbyten.dataset.canonical import canonical, columns_by_reason, describe_textual
from tenbyten.dataset.readers.column_types import NoClassError
from tenbyten.dataset.readers.tabular import raw_table
from tenbyten.dataset.table import Dataset, RawTable


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
    import pandas as pd

    frame, from_text = _frame(X, where)
    classes = _series(y, where)
    if len(classes) != len(frame):
        raise ValueError(
            f"{where}: X has {len(frame):,} rows, y has {len(classes):,}; give one "
            f"class for every row"
        )
    labelled = isinstance(X, pd.DataFrame) and isinstance(y, pd.Series | pd.DataFrame)
    if labelled and not X.index.equals(y.index):
        raise ValueError(
            f"{where}: the rows of X and y have other labels or another order in "
            f"their index; take both from one table, or call reset_index(drop=True)"
        )
    names = [str(column) for column in frame.columns]
    if len(set(names)) < len(names):
        doubled = next(column for column in names if names.count(column) > 1)
        raise ValueError(f"{where}: X has two columns {doubled!r}; rename one")
    given = str(classes.name) if classes.name is not None else "class"
    target = given
    while target in names:
        target += "_"
    columns = [_array(frame.iloc[:, place], where) for place in range(len(names))]
    columns.append(_array(classes, where))
    table = pa.table(columns, names=[*names, target])
    raw = _raw_table(table, given, from_text=from_text, where=where)
    lacking = int(np.isnan(raw.values[:, -1]).sum())
    if lacking:
        raise ValueError(
            f"{where}: {lacking:,} of {len(frame):,} rows have no class; leave them "
            f"out of X and y, or run a study with `missing_class: keep`"
        )
    if textual := [column for column in names if column in raw.textual]:
        raise ValueError(
            f"{where}: {describe_textual(raw, textual)}; drop what the class cannot "
            f'depend on, and convert the others: by astype("category"), or to numbers'
        )
    if len(np.unique(raw.values[:, -1])) == 1:
        fault = f"is {str(classes.iloc[0])!r} in every row"
        raise NoClassError(given, fault, "give two or more classes as y", where=where)
    dataset = canonical(raw, name=name, target=target, where=where)
    columns_by_reason(dataset, raw)
    return dataset


def _raw_table(table: pa.Table, given: str, *, from_text: bool, where: str) -> RawTable:
    """Decide on the types of columns; the user calls the last one as `given`."""
    try:
        return raw_table(table, from_text=from_text)
    except NoClassError as error:
        advice = 'give classes as y, or tell by y.astype("category") that these are'
        raise NoClassError(given, error.fault, advice, where=where) from None
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _frame(X: Any, where: str) -> tuple[Any, bool]:
    """Return a table as a DataFrame, and whether all of it is text."""
    import pandas as pd

    if isinstance(X, pd.DataFrame):
        return X, False
    if hasattr(X, "tocsr"):
        raise ValueError(f"{where}: X is a sparse matrix; give X.toarray()")
    array = _as_array(X, "X", where)
    if array.ndim != 2:
        raise ValueError(
            f"{where}: X has {array.ndim} dimensions ({type(X).__name__} of shape "
            f"{array.shape}); give a table of instances and attributes"
        )
    names = [f"x{place}" for place in range(array.shape[1])]
    columns = pd.DataFrame(array, columns=names)
    if array.dtype.kind == "O":
        columns = columns.infer_objects()
    return columns, array.dtype.kind == "U"


def _series(y: Any, where: str) -> Any:
    """Return classes as a Series."""
    import pandas as pd

    if isinstance(y, pd.Series):
        return y
    if isinstance(y, pd.Categorical):
        return pd.Series(y)
    if isinstance(y, pd.DataFrame) and y.shape[1] == 1:
        return y.iloc[:, 0]
    array = _as_array(y, "y", where)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(
            f"{where}: y has the shape {array.shape}; give one class for every row"
        )
    return pd.Series(array)


def _as_array(values: Any, what: str, where: str) -> Any:
    """Return an array of any values; ragged rows and other objects are refused."""
    try:
        array = np.asarray(values)
        if array.dtype.kind == "U" and not isinstance(values, np.ndarray):
            # A list of numbers and texts would all be made texts.
            array = np.asarray(values, dtype=object)
    except ValueError as error:
        raise ValueError(
            f"{where}: {what} is no table: {error}; give rows of equal length"
        ) from None
    if array.ndim == 0:
        raise ValueError(
            f"{where}: {what} is of type {type(values).__name__}; give a DataFrame or "
            f"an array"
        )
    return array


def _array(series: Any, where: str) -> pa.Array:
    """Return a column as Arrow has it, null where a value is missing."""
    if hasattr(series, "sparse"):
        series = series.sparse.to_dense()
    try:
        return pa.array(series, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise ValueError(
            f"{where}: column {series.name!r}: {str(error)[:200]}; give it values of "
            f"one type"
        ) from None
