"""Nadeau & Bengio (2003), section 5, problem 1: the mean against a line.

X is N(mean, variance) and Y given X is N(intercept + slope * X, noise). Y is predicted
by its mean in the training part (A) or by least squares (B); the loss is the squared
error. Table 2, and what the paper says of its Figures 1, 2, 8, 9 and 13.
"""

from typing import NamedTuple

import numpy as np
from generators import Generator
from resampled import MU, SAMPLES, fill_with_normals, study
from running import command

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Floats, Ints


class Lines(NamedTuple):
    """The distribution of a case's data sets, and both learners: a task."""

    instances: int
    slope: float
    variance: float
    noise: float
    mean: float = 10
    intercept: float = 100

    def draw(self, state: Generator) -> Floats:
        """Draw a data set: X and Y, of shape (2, instances)."""
        x, y = np.empty((2, self.instances))
        fill_with_normals(state, x)
        fill_with_normals(state, y)
        x = self.mean + np.sqrt(self.variance) * x
        return np.stack([x, self.intercept + self.slope * x + np.sqrt(self.noise) * y])

    def losses(self, data: Floats, train: Ints, test: Ints) -> Floats:
        """Take the squared errors of mean and line."""
        return squared_errors(data[0], data[1], train, test)

    def errors(self, share: float) -> dict[str, float]:
        """Return the generalization errors after training on a share of a data set.

        For n training instances A's is (n + 1) / n times the variance of Y, B's (n + 1)
        / n * (n - 2) / (n - 3) times the noise.
        """
        n = round(share * self.instances)
        a = (n + 1) / n * (self.noise + self.slope**2 * self.variance)
        b = (n + 1) / n * (n - 2) / (n - 3) * self.noise
        return {"A": a, "B": b, "AB": a - b}


CASES = {
    "1": Lines(200, slope=1, variance=1, noise=97),
    "2": Lines(200, slope=2, variance=2, noise=64),
    "3": Lines(2000, slope=0.1, variance=1, noise=9.97),
    "4": Lines(2000, slope=0.1, variance=5, noise=9),
}


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


EXACT = {
    (case, loss, mu): error
    for case, task in CASES.items()
    for mu, sample in MU.items()
    for loss, error in task.errors(SAMPLES[sample][0]).items()
}

if __name__ == "__main__":
    tasks = {case: (task, (1, int(case)), [case]) for case, task in CASES.items()}
    options = command(__file__, __doc__, 1000, "data sets a case").parse_args()
    study("regression", tasks, options, "A", EXACT)
