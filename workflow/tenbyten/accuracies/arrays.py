"""Make a table of the values of some classifiers in every fold of one data set."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray


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
    arrays = {str(name): _array(name, found) for name, found in values.items()}
    shapes = {name: found.shape for name, found in arrays.items()}
    if len(set(shapes.values())) != 1:
        told = ", ".join(f"{name} {shape}" for name, shape in shapes.items()) or "none"
        raise ValueError(
            f"compare: arrays of one shape are needed, an array a classifier with its "
            f"values in the same folds; these are {told}"
        )
    (shape,) = set(shapes.values())
    rows = shape[0] if runs is None and len(shape) == 2 else runs
    size, of_runs = int(np.prod(shape)), shape[:-1]
    if (
        not isinstance(rows, int | np.integer)
        or not shape
        or of_runs not in ((), (rows,))
        or not size >= rows > 0
        or size % rows
    ):
        raise ValueError(
            f"compare: arrays of shape {shape}, and runs is {runs!r}; give an axis of "
            f"runs and one of folds, or all values in one axis, run after run, and "
            f"`runs`, the number of runs that they are of: runs=10 for ten times "
            f"ten-fold cross-validation"
        )
    cells = pd.MultiIndex.from_product(
        [[dataset], arrays, range(1, rows + 1), range(1, size // rows + 1)],
        names=["dataset", "classifier", "run", "fold"],
    )
    joined = np.concatenate([found.ravel() for found in arrays.values()])
    return cells.to_frame(index=False).assign(**{metric: joined})


def _array(name: object, values: ArrayLike) -> NDArray[np.generic]:
    """Return the values of a classifier as an array."""
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(
            f"compare: the values of {name} are no array; give as many folds in every "
            f"run, or a table with a row a cell"
        ) from None
