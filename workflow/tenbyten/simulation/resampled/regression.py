"""Regression on one variable: its mean against a line of least squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbyten.simulation.problem import Cell, Files, Settings
from tenbyten.simulation.resampled.problem import Resampled
from tenbyten.simulation.resampled.variants import SAMPLES, design_of

if TYPE_CHECKING:
    from tenbyten.simulation.resampled.design import Task

# Keys of a case: the distribution of a data set.
_KEYS = ("instances", "mean", "intercept", "slope", "variance", "noise")


class Regression(Resampled):
    """Predict Y by its mean in the training part (A) or by least squares (B).

    Notes
    -----
    Nadeau, Bengio (2003; Machine Learning 52, 239-281), section 5, problem 1: X is
    N(mean, variance) and Y given X is N(intercept + slope * X, noise); the loss is the
    squared error.
    """

    number = 1
    experiments_of_job = 500

    def task(self, files: Files, cell: Cell) -> Task:
        """Return the distribution of a cell's data sets, and both learners."""
        from tenbyten.simulation.resampled.lines import Lines

        return Lines(**{key: cell[key] for key in _KEYS})

    def exact(self, settings: Settings) -> dict[tuple[str, str, str], float]:
        """Return the generalization errors by the formulas of the paper.

        Notes
        -----
        Section 5, problem 1, for n1 training instances: A's is (n1 + 1) / n1 times the
        variance of Y, B's (n1 + 1) / n1 * (n1 - 2) / (n1 - 3) times `noise`.
        """
        found = {}
        for number, case in enumerate(settings["simulation"]["cases"], start=1):
            of_y = case["noise"] + case["slope"] ** 2 * case["variance"]
            for name, sample in SAMPLES.items():
                n = round(sample.train * case["instances"])
                a = (n + 1) / n * of_y
                b = (n + 1) / n * (n - 2) / (n - 3) * case["noise"]
                for loss, mu in {"A": a, "B": b, "AB": a - b}.items():
                    found[str(number), loss, name] = mu
        return found

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a cell, as `Problem.seconds`."""
        # Measured: 0.8 ms a data set of 200 instances, 8.6 ms one of 2,000.
        each = 2.8e-9 * design_of(cell).all_splits * cell["instances"]
        return 2 + experiments * (5e-4 + each)


PROBLEM = Regression()
