"""Data sets of two Gaussian populations, and the losses of a tree and of a line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.simulation.random import Generator, fill_with_normals, uniform
from tenbyten.simulation.resampled.trees import (
    grow_regression,
    keep_members,
    leaf_value,
    new_tree,
    sort_columns,
)
from tenbyten.statistics.checks import Floats, Ints


class Populations(NamedTuple):
    """The `Task` of problem gaussians; attributes are the keys of a case.

    Both classes, 0 and 1, have probability 1/2. X is normal with mean (0, 0) and
    covariance I in class 0, with mean (1, 1) and covariance `variance` I in class 1.
    """

    instances: int
    variance: float

    def draw(self, state: Generator) -> Floats:
        """Draw a data set: both coordinates of X, and Y, of shape (3, instances)."""
        data = np.empty((3, self.instances))
        fill_with_normals(state, data[0])
        fill_with_normals(state, data[1])
        _fill_with_classes(state, data[2])
        second = data[2] == 1
        data[:2, second] = 1 + np.sqrt(self.variance) * data[:2, second]
        return data

    def losses(self, data: Floats, train: Ints, test: Ints) -> Floats:
        """Take the errors, 0 or 1, of tree and line, as `Task.losses`."""
        return _errors(data[:2], data[2], train, test)


@kernel
def _fill_with_classes(state, classes):
    """Draw 0 or 1, each with probability 1/2."""
    for row in range(len(classes)):
        classes[row] = np.floor(2 * uniform(state))


@kernel
def _errors(columns, y, train, test):
    """Take the errors on each split of a regression tree and a plane, both above 1/2.

    Returns errors of shape (splits, tested, 2).
    """
    splits, tested = test.shape
    errors = np.empty((splits, tested, 2))
    order, rows = sort_columns(columns), np.empty(columns.shape, np.uint32)
    members, tree = np.zeros(len(y), np.uint32), new_tree(train.shape[1])
    for split in range(splits):
        members[train[split]] = 1
        n_rows = keep_members(order, members, rows)
        members[train[split]] = 0
        depth = grow_regression(columns, y, rows, n_rows, tree)
        constant, slope_0, slope_1 = _fit_plane(columns, y, train[split])
        for place in range(tested):
            row = test[split, place]
            plane = constant + slope_0 * columns[0, row] + slope_1 * columns[1, row]
            leaf = leaf_value(tree, depth, columns, row)
            errors[split, place, 0] = (leaf > 0.5) != (y[row] > 0.5)
            errors[split, place, 1] = (plane > 0.5) != (y[row] > 0.5)
    return errors


@kernel
def _fit_plane(columns, y, rows):
    """Fit y to two columns by least squares: the constant and both slopes."""
    mean_0 = mean_1 = mean_y = 0.0
    for row in rows:
        mean_0 += columns[0, row]
        mean_1 += columns[1, row]
        mean_y += y[row]
    mean_0, mean_1, mean_y = mean_0 / len(rows), mean_1 / len(rows), mean_y / len(rows)
    square_0 = square_1 = product = with_0 = with_1 = 0.0
    for row in rows:
        x_0, x_1 = columns[0, row] - mean_0, columns[1, row] - mean_1
        square_0 += x_0 * x_0
        square_1 += x_1 * x_1
        product += x_0 * x_1
        with_0 += x_0 * (y[row] - mean_y)
        with_1 += x_1 * (y[row] - mean_y)
    determinant = square_0 * square_1 - product * product
    slope_0 = (with_0 * square_1 - with_1 * product) / determinant
    slope_1 = (with_1 * square_0 - with_0 * product) / determinant
    return mean_y - slope_0 * mean_0 - slope_1 * mean_1, slope_0, slope_1
