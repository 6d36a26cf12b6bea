"""Nadeau & Bengio (2003), section 5, problem 2: two Gaussian populations.

Y is 0 or 1, each with probability 1/2; X is N((0, 0), I) for 0 and N((1, 1), variance
I) for 1. A regression tree (A) and a plane (B) are fitted to Y by least squares and
predict 1 above 1/2; the loss is 1 for a wrong prediction. Table 3.
"""

from typing import NamedTuple

import numpy as np
from generators import Generator, uniform
from resampled import fill_with_normals, study
from running import command
from trees import tree_errors

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Floats, Ints


class Populations(NamedTuple):
    """The distribution of a case's data sets, and both learners: a task."""

    instances: int
    variance: float

    def draw(self, state: Generator) -> Floats:
        """Draw a data set: both coordinates of X, and Y, of shape (3, instances)."""
        data = np.empty((3, self.instances))
        fill_with_normals(state, data[0])
        fill_with_normals(state, data[1])
        fill_with_classes(state, data[2])
        second = data[2] == 1
        data[:2, second] = 1 + np.sqrt(self.variance) * data[:2, second]
        return data

    def losses(self, data: Floats, train: Ints, test: Ints) -> Floats:
        """Take the errors, 0 or 1, of tree and plane."""
        columns, y = data[:2], data[2]
        of_tree = tree_errors(columns, y, train, test, None)
        return np.stack([of_tree, plane_errors(columns, y, train, test)], axis=-1)


# In cases 2 and 4 both learners have about the same generalization error.
CASES = {
    "1": Populations(200, variance=1 / 2),
    "2": Populations(200, variance=1 / 6),
    "3": Populations(2000, variance=1 / 2),
    "4": Populations(2000, variance=0.173),
}


@kernel
def fill_with_classes(state, classes):
    """Draw 0 or 1, each with probability 1/2."""
    for row in range(len(classes)):
        classes[row] = np.floor(2 * uniform(state))


@kernel
def plane_errors(columns, y, train, test):
    """Tell on each split's test rows whether a plane of least squares errs.

    Returned are 0 or 1, of shape (splits, tested).
    """
    splits, tested = test.shape
    errors = np.empty((splits, tested))
    for split in range(splits):
        constant, slope_0, slope_1 = fit_plane(columns, y, train[split])
        for place in range(tested):
            row = test[split, place]
            plane = constant + slope_0 * columns[0, row] + slope_1 * columns[1, row]
            errors[split, place] = (plane > 0.5) != (y[row] > 0.5)
    return errors


@kernel
def fit_plane(columns, y, rows):
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


if __name__ == "__main__":
    tasks = {case: (task, (2, int(case)), [case]) for case, task in CASES.items()}
    options = command(__file__, __doc__, 1000, "data sets a case").parse_args()
    study("gaussians", tasks, options, "A")
