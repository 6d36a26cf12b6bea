"""Make a table of the values of some classifiers in every fold of one data set."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike


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
        If the arrays are not of one shape, or not of so many runs.

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
    for name, found in values.items():
        try:
            arrays[str(name)] = np.asarray(found)
        except ValueError:
            raise ValueError(
                f"compare: the values of {name} are no array; give as many folds in "
                f"every run, or a table with a row a cell"
            ) from None
    shapes = {found.shape for found in arrays.values()}
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
        told = ", ".join(f"{name} {found.shape}" for name, found in arrays.items())
        raise ValueError(
            f"compare: arrays of the shapes {told or 'of none'}, and runs is {runs!r}; "
            f"give an array a classifier, all of one shape: with an axis of runs and "
            f"one of folds, or all values in one axis, run after run, and `runs`, the "
            f"number of runs that they are of: runs=10 for ten times ten-fold "
            f"cross-validation"
        )
    cells = pd.MultiIndex.from_product(
        [[dataset], arrays, range(1, rows + 1), range(1, size // rows + 1)],
        names=["dataset", "classifier", "run", "fold"],
    )
    joined = np.concatenate([found.ravel() for found in arrays.values()])
    return cells.to_frame(index=False).assign(**{metric: joined})
