"""Make data sets of tables in memory: DataFrames and arrays."""

from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa

from tenbyten.datasets.canonical import canonical, columns_by_reason, describe_textual
from tenbyten.datasets.readers.column_types import NoClassError
from tenbyten.datasets.readers.tabular import raw_table
from tenbyten.datasets.table import Dataset


def make_dataset(X: Any, y: Any, *, name: str) -> Dataset:
    """Make the data set of predictors and classes, its types by the rule for files.

    Parameters
    ----------
    X : DataFrame or array-like of shape (instances, attributes)
        Categories are nominal, with their labels in their order, and so are truth
        values; columns of texts are judged as those of a file. What has `to_pandas`,
        as tables of polars and Arrow have, is taken as that; what an array masks is
        missing.
    y : Series or array-like of shape (instances,)
        The classes, by whatever values; categories keep their order, others are sorted.

    Raises
    ------
    ValueError
        If they are no table and no column, do not have the same rows, or if a column
        is neither nominal nor numeric, or the class is missing in a row.
    """
    frame, from_text = _frame(X)
    classes = _series(y)
    if len(classes) != len(frame):
        raise ValueError(
            f"X has {len(frame):,} rows, y has {len(classes):,}; give a class for each"
        )
    check_index(X, y, "y")
    names = [str(column) for column in frame.columns]
    if doubled := [x for x, count in Counter(names).items() if count > 1]:
        raise ValueError(f"X has two columns {doubled[0]!r}; rename one")
    given = str(classes.name) if classes.name is not None else "class"
    target = given
    while target in names:
        target += "_"
    columns = [*(frame.iloc[:, place] for place in range(len(names))), classes]
    table = pa.table(list(map(_array, columns)), names=[*names, target])
    try:
        raw = raw_table(table, from_text=from_text)
    except NoClassError as error:
        advice = 'give classes as y, or tell by y.astype("category") that these are'
        raise NoClassError(given, error.fault, advice) from None
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


def check_index(X: Any, values: Any, name: str) -> None:
    """Refuse a column whose index is not that of the table.

    Parameters
    ----------
    X : DataFrame or array-like
    values : Series, DataFrame or array-like
        Checked if both have an index.
    name : str
        Name of `values` in the message.

    Raises
    ------
    ValueError
        If the indices differ.
    """
    import pandas as pd

    labelled = isinstance(values, pd.Series | pd.DataFrame)
    if labelled and isinstance(X, pd.DataFrame) and not X.index.equals(values.index):
        raise ValueError(
            f"the rows of X and {name} have other labels or another order in "
            f"their index; take both from one table, or call reset_index(drop=True)"
        )


def _frame(X: Any) -> tuple[Any, bool]:
    """Return a table as a DataFrame, and whether all of it is text."""
    import pandas as pd
    from sklearn.utils import check_array

    if hasattr(X, "to_pandas"):
        X = X.to_pandas()
    if isinstance(X, pd.DataFrame):
        return X, False
    if hasattr(X, "tocsr"):
        raise ValueError("X is a sparse matrix; give X.toarray()")
    array = _as_array(X)
    array = check_array(array, dtype=None, ensure_all_finite=False, input_name="X")
    from_text = isinstance(X, np.ndarray) and X.dtype.kind == "U"
    return pd.DataFrame(array).add_prefix("x").infer_objects(), from_text


def _series(y: Any) -> Any:
    """Return classes as a Series."""
    import pandas as pd
    from sklearn.utils import column_or_1d

    if hasattr(y, "to_pandas"):
        y = y.to_pandas()
    if isinstance(y, pd.DataFrame) and y.shape[1] == 1:
        return y.iloc[:, 0]
    is_column = isinstance(y, pd.Series | pd.Categorical)
    return pd.Series(y if is_column else column_or_1d(_as_array(y)))


def _as_array(values: Any) -> Any:
    """Return an array of any values, None where masked; ragged rows are refused."""
    if np.ma.is_masked(values):
        values = np.where(np.ma.getmaskarray(values), None, values.data)
    array = np.asarray(values)
    # A list of numbers and texts would all be made texts.
    is_list = array.dtype.kind == "U" and not isinstance(values, np.ndarray)
    return np.asarray(values, dtype=object) if is_list else array


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
