"""Make long tables from the tables and arrays that users have.

A long table has a row a classifier and data set, or one for each fold of each run; a
wide table has a column a classifier. Without the column ``fold``, ``run``, or both,
there is but one of them: one score a data set and classifier, runs that are no folds
(random train/test splits), or one run of a cross-validation.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tenbyten.accuracies.design import CELL, name_cells
from tenbyten.metrics import METRICS

_NAMES, _NUMBERS = CELL[:2], CELL[2:]
_COUNTS = ["tested", "correct"]
# What stands below a printed table, and is no data set.
_SUMMARIES = {"average", "avg", "mean", "rank", "average rank", "avg rank", "mean rank"}
_SUMMARIES |= {"avg. rank", "avg."}
# Above it, floats do not represent every whole number.
_MOST = 2**53

_log = logging.getLogger(__name__)


def clean(
    table: pd.DataFrame, metric: str = "accuracy", *, others: Iterable[str] = ()
) -> pd.DataFrame:
    """Return a table in memory in the form that readers of files return.

    It may be long or wide, as for `to_long`; a wide one holds the `metric`, and may
    have the data sets in its index. Other columns of a cell may be in the index too.
    Columns are those of `convert_types`, whose numbers are all known metrics and
    `others`.

    Raises
    ------
    ValueError
        If a column is missing or doubled, a name is empty, or a number is none, is not
        whole where it counts, or is true or false.
    """
    table = _with_index(table)
    table = table.rename(columns=lambda name: str(name).strip()).reset_index(drop=True)
    if doubled := [name for name, n in Counter(table.columns).items() if n > 1]:
        raise ValueError(f"compare: two columns {doubled[0]!r}; remove one")
    given = table
    table = to_long(table, value=metric, where="compare").reset_index(drop=True)
    missing = [name for name in CELL if name not in table]
    if missing or not len(table):
        raise ValueError(
            f"compare: the table has {len(given)} rows and the columns "
            f"{', '.join(given.columns)}; it needs a row a cell and "
            f"{', '.join(missing) or 'a cell'}, or a column a classifier"
        )
    numbers = dict.fromkeys([*_COUNTS, "accuracy", *METRICS, metric, *others])

    # A cell whose run or fold is wrong has no other name than its row.
    return convert_types(
        table,
        [name for name in numbers if name in table],
        where="compare",
        place=lambda wrong, name: (
            f": row {wrong.index[0] + 1}" if name in CELL else f": {name_cells(wrong)}"
        ),
        can_lack=lambda name: True,
    )


def _with_index(table: pd.DataFrame) -> pd.DataFrame:
    """Make columns of an index that names cells, or the data sets of a wide table."""
    index = table.index
    if (set(index.names) & set(CELL)) - set(table.columns):
        return table.reset_index()
    is_plain = isinstance(index, pd.RangeIndex | pd.MultiIndex)
    if is_plain or {"dataset", "classifier"} & set(table.columns):
        return table
    return table.rename_axis("dataset").reset_index()


def to_long(table: pd.DataFrame, *, value: str, where: str) -> pd.DataFrame:
    """Return a long or wide table as a long one, with the columns of a cell.

    Parameters
    ----------
    table : DataFrame
        Long or wide, its columns named by text, each once.
    value : str
        Name of what a wide table holds, a metric.
    where : str
        What errors begin with: the function or file that read the table.

    Returns
    -------
    DataFrame
        Long, with dataset, classifier, run and fold, without counts that are empty in
        every cell; a row keeps the index of the one that it comes from. A wide table's
        values are in the column `value`.

    Raises
    ------
    ValueError
        If a wide table has a summary among its data sets or no header, or if several
        rows are of one cell because a column that tells them apart is missing.
    """
    known = {*CELL, *_COUNTS, value} - set(table)
    lower = {x.lower(): x for x in table if x.lower() in known}
    table = table.rename(columns={x: name for name, x in lower.items()})
    measured = {*_COUNTS, *METRICS, value} & set(table)
    if "classifier" not in table and not measured and len(table.columns):
        table = _melt(table, value, where)
    table = table.drop(
        columns=[x for x in _COUNTS if x in table and _empty(table[x]).all()]
    )
    missing = [name for name in _NUMBERS if name not in table]
    if not missing or not set(_NAMES) <= set(table):
        return table
    cell = [name for name in CELL if name in table]
    doubled = table[table.duplicated(cell)]
    if len(doubled):
        named = ", ".join(f"{name} {doubled.iloc[0][name]}" for name in cell)
        raise ValueError(
            f"{where}: several rows of {named}, and no column {' or '.join(missing)} "
            f"that tells them apart; remove a repeated row, or number them from 1 "
            f"there, the same number for all classifiers on the same fold"
        )
    return table.assign(**dict.fromkeys(missing, 1))


def _melt(table: pd.DataFrame, value: str, where: str) -> pd.DataFrame:
    """Make a long table of a wide one, which has a column for each classifier."""
    names = [name for name in table if name not in CELL]
    if "dataset" in table:
        # An index that pandas wrote is no classifier.
        names = [name for name in names if not name.startswith("Unnamed: ")]
    elif len(names) > 1:
        first = pd.to_numeric(table[names[0]], errors="coerce")
        if (first % 1 > 0).any() and first.notna().all():
            if pd.to_numeric(pd.Series(names), errors="coerce").notna().all():
                raise ValueError(f"{where}: no names in the first line; add them")
            _log.warning("%r names no data sets; they are numbered", names[0])
            table = table.assign(dataset=range(1, len(table) + 1))
        else:
            table = table.rename(columns={names.pop(0): "dataset"})
    cell = [name for name in CELL if name in table]
    if "dataset" not in cell or not names:
        return table
    for name in names if len(table) else ():
        if pd.to_numeric(table[name], errors="coerce").isna().all():
            text = str(table[name].iloc[0])
            hint = "rename it to classifier if it names these, and else remove it"
            if text.strip()[:1].isdigit():
                hint = "write numbers alone, without % or deviation"
            raise ValueError(
                f"{where}: no column classifier, and {name!r} holds no number, such as "
                f"{text!r}; {hint}"
            )
    rows = table["dataset"].astype(str).str.strip().str.lower()
    if (summary := rows.isin(_SUMMARIES)).any():
        raise ValueError(
            f"{where}: {table['dataset'][summary].iloc[0]!r} among the data sets is a "
            f"summary of the others; remove its row"
        )
    return table.melt(
        id_vars=cell,
        value_vars=names,
        var_name="classifier",
        value_name=value,
        ignore_index=False,
    )


def convert_types(
    table: pd.DataFrame,
    numbers: Iterable[str],
    *,
    where: str,
    place: Callable[[pd.DataFrame, str], str],
    can_lack: Callable[[str], bool],
) -> pd.DataFrame:
    """Convert the names of a long table to text, and its numbers to numbers.

    Names lose surrounding spaces; one that is a whole float becomes the text of the
    integer, so that OpenML's id 31.0 is ``31``. Runs, folds and counts become integers.
    Runs and folds that count from 0 count from 1.

    Parameters
    ----------
    table : DataFrame
        From `to_long`.
    numbers : iterable of str
        Its columns of numbers besides run and fold.
    where : str
        What errors begin with.
    place : callable
        Locates some rows of the table, by a column that is wrong there.
    can_lack : callable
        Whether a cell of a column may be empty, if it does not count.
    """
    for name in [*CELL, *numbers]:
        column, kind = table[name], "name"
        if name in _NAMES:
            texts = {name: _text(name) for name in column.dropna().unique()}
            values = column.astype(object).map(texts).fillna("")
            bad = values == ""
        else:
            values = pd.to_numeric(column, errors="coerce").astype(float)
            bad = values.isna() & ~(_empty(column) & can_lack(name))
            # They count as 1 and 0 elsewhere.
            bad |= pd.api.types.is_bool_dtype(column)
            if column.dtype == object:
                bad |= column.map(lambda value: isinstance(value, bool | np.bool_))
            kind = "fraction" if name == "accuracy" else "number"
            if name in (*_NUMBERS, *_COUNTS):
                bad |= (values % 1 != 0) | (values.abs() > _MOST)
                kind = "whole number"
        if bad.any():
            wrong = table[bad]
            value = wrong[name].iloc[0]
            shown = repr(value[:40]) if isinstance(value, str) else value
            raise ValueError(
                f"{where}{place(wrong, name)}: {name} is {shown}, expected a {kind}; "
                f"supply it"
            )
        values = values.astype("int64") if kind == "whole number" else values
        table = table.assign(**{name: values})
    return _count_from_one(table, where)


def _text(name: object) -> str:
    """Write a name."""
    whole = isinstance(name, float) and name.is_integer()
    return str(int(name) if whole else name).strip()  # type: ignore[call-overload]


def _empty(column: pd.Series) -> pd.Series:
    """Mark the cells of a column that are empty."""
    return column.isna() | (column.astype(str).str.strip() == "")


def _count_from_one(table: pd.DataFrame, where: str) -> pd.DataFrame:
    """Return a long table whose runs and folds count from 1, if they did from 0.

    A ValueError, which begins with `where`, is raised if only some data sets count from
    0.
    """
    for name in _NUMBERS:
        first = table.groupby("dataset", sort=False)[name].min()
        if not (first == 0).any():
            continue
        if others := list(first.index[first > 0]):
            raise ValueError(
                f"{where}: {name}s count from 0 on {first.idxmin()} and not on "
                f"{others[0]}, where the first is {first[others[0]]}; count from 1 on "
                f"all data sets, or supply the cells of {name} 0"
            )
        _log.warning("%ss count from 0; taken as counting from 1", name)
        table = table.assign(**{name: table[name] + 1})
    return table


def table_of_arrays(
    values: Mapping[str, ArrayLike],
    *,
    runs: int | None = None,
    dataset: str = "data",
    metric: str = "accuracy",
) -> pd.DataFrame:
    """Make a table with a row a cell from an array for each classifier.

    Parameters
    ----------
    values : dict of str to array_like of shape (runs, folds) or (runs * folds,)
        By classifier its values in the same folds, run after run.
    runs : int, optional
        Number of runs; needed for arrays of one axis.
    dataset, metric : str
        Name of the data set, and of the column of values.

    Raises
    ------
    ValueError
        If the arrays differ in shape, or do not fit `runs`.

    Examples
    --------
    >>> table_of_arrays({"A": [0.8, 0.9], "B": [0.7, 0.9]}, runs=1)
      dataset classifier  run  fold  accuracy
    0    data          A    1     1       0.8
    1    data          A    1     2       0.9
    2    data          B    1     1       0.7
    3    data          B    1     2       0.9
    """
    arrays = {}
    for name, array in values.items():
        try:
            arrays[str(name)] = np.asarray(array)
        except ValueError:
            raise ValueError(
                f"compare: the values of {name} are no array; give as many folds in "
                f"every run, or a table with a row a cell"
            ) from None
    shapes = {array.shape for array in arrays.values()}
    shape = next(iter(shapes), ())
    size = int(np.prod(shape)) if shape else 0
    rows = shape[0] if runs is None and len(shape) == 2 else runs
    if (
        len(shapes) != 1
        or not isinstance(rows, int | np.integer)
        or shape[:-1] not in ((), (rows,))
        or not size >= rows > 0
        or size % rows
    ):
        text = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(
            f"compare: arrays of the shapes {text or 'of none'}, and runs is {runs!r}; "
            f"give an array a classifier, all of one shape: with an axis of runs and "
            f"one of folds, or all values in one axis, run after run, and `runs`, the "
            f"number of runs that they are of: runs=10 for ten times ten-fold "
            f"cross-validation"
        )
    cells = pd.MultiIndex.from_product(
        [[dataset], arrays, range(1, rows + 1), range(1, size // rows + 1)],
        names=["dataset", "classifier", "run", "fold"],
    )
    joined = np.concatenate([array.ravel() for array in arrays.values()])
    return cells.to_frame(index=False).assign(**{metric: joined})
