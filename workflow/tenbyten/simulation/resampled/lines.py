"""Data sets about a line, and the losses of their mean and of a fitted line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.simulation.random import Generator, fill_with_normals
from tenbyten.statistics.checks import Floats, Ints


class Lines(NamedTuple):
    """The `Task` of problem regression; attributes are the keys of a case."""

    instances: int
    mean: float
    intercept: float
    slope: float
    variance: float
    noise: float

    def draw(self, state: Generator) -> Floats:
        """Draw a data set: X and Y, of shape (2, instances)."""
        x, y = np.empty((2, self.instances))
        fill_with_normals(state, x)
        fill_with_normals(state, y)
        x = self.mean + np.sqrt(self.variance) * x
        return np.stack([x, self.intercept + self.slope * x + np.sqrt(self.noise) * y])

    def losses(self, data: Floats, train: Ints, test: Ints) -> Floats:
        """Take the squared errors, as `Task.losses`."""
        return squared_errors(data[0], data[1], train, test)


@kernel
def squared_errors(x, y, train, test):
    """Predict each split's test rows by the mean of y, and by a line fitted to x and y.

    Returns squared errors of shape (splits, tested, 2).
    """
    splits, tested = test.shape
    errors = np.empty((splits, tested, 2))
    for split in range(splits):
        mean_x, mean_y, slope = fit_line(x, y, train[split])
        for place in range(tested):
            row = test[split, place]
            error = y[row] - mean_y
            errors[split, place, 0] = error**2
            errors[split, place, 1] = (error - slope * (x[row] - mean_x)) ** 2
    return errors


@kernel
def fit_line(x, y, rows):
    """Fit a line to some rows by least squares: means of x and y, and its slope."""
    mean_x = mean_y = products = squares = 0.0
    for row in rows:
        mean_x += x[row]
        mean_y += y[row]
    mean_x /= len(rows)
    mean_y /= len(rows)
    for row in rows:
        products += (x[row] - mean_x) * (y[row] - mean_y)
        squares += (x[row] - mean_x) ** 2
    return mean_x, mean_y, products / squares
