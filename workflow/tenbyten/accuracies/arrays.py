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
    runs, folds = _design(next(iter(arrays.values())), runs)
    cells = pd.MultiIndex.from_product(
        [[dataset], arrays, range(1, runs + 1), range(1, folds + 1)],
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


def _design(values: NDArray[np.generic], runs: int | None) -> tuple[int, int]:
    """Return the runs of an array, and the folds of each."""
    shape, size = values.shape, values.size
    if not isinstance(runs, int | np.integer | None):
        raise ValueError(f"compare: runs is {runs!r}; give a whole number")
    if len(shape) == 2 and size and runs in (None, shape[0]):
        return shape[0], shape[1]
    if len(shape) == 2:
        raise ValueError(
            f"compare: arrays of shape {shape} are {shape[0]} runs of {shape[1]} "
            f"folds, and runs is {runs}; give an axis of runs and one of folds, or all "
            f"values in one axis, run after run"
        )
    if len(shape) != 1 or not size:
        raise ValueError(
            f"compare: arrays of shape {shape}; give an axis of runs and one of folds, "
            f"or one axis and `runs`"
        )
    if runs is None:
        raise ValueError(
            f"compare: arrays of {size} values; give `runs`, the number of runs that "
            f"they are of: runs=10 for ten times ten-fold cross-validation"
        )
    if runs < 1 or size % runs:
        raise ValueError(
            f"compare: {size} values are not {runs} equal runs; give the number of "
            f"runs that they are of"
        )
    return runs, size // runs
