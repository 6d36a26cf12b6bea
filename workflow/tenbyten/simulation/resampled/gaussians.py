"""Two Gaussian populations: a regression tree against least squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbyten.simulation.problem import Cell, Files
from tenbyten.simulation.resampled.problem import Resampled
from tenbyten.simulation.resampled.variants import design_of

if TYPE_CHECKING:
    from tenbyten.simulation.resampled.design import Task


class Gaussians(Resampled):
    """Tell two populations apart by a regression tree (A) or a plane (B).

    Notes
    -----
    Nadeau, Bengio (2003; Machine Learning 52, 239-281), section 5, problem 2: Y is 0 or
    1, each with probability 1/2; X is N((0, 0), I) for 0 and N((1, 1), variance I) for
    1. Both learners are fitted to Y by least squares and predict 1 above 1/2; the loss
    is 1 for a wrong prediction.
    """

    number = 2

    def task(self, files: Files, cell: Cell) -> Task:
        """Return the populations of a cell, and both learners."""
        from tenbyten.simulation.resampled.populations import Populations

        return Populations(cell["instances"], cell["variance"])

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a cell, as `Problem.seconds`."""
        design = design_of(cell)
        splits = 2 * design.most_halvings * design.most_splits
        return 3 + 8e-8 * experiments * splits * cell["instances"]


PROBLEM = Gaussians()
