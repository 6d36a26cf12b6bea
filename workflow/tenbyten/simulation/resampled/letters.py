"""Images of letters: a classification tree against the nearest neighbour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbyten.simulation.problem import Cell, Files, Settings
from tenbyten.simulation.resampled.problem import Resampled
from tenbyten.simulation.resampled.variants import design_of

if TYPE_CHECKING:
    from tenbyten.simulation.resampled.design import Task


class Letters(Resampled):
    """Recognise letters by a classification tree (A) or by the nearest image (B).

    A case is a weight in the distance; all have the same data sets, splits and trees.

    Notes
    -----
    Nadeau, Bengio (2003; Machine Learning 52, 239-281), section 5, problem 3: a data
    set has 300 of the 20,000 images of the Letter Recognition data; the loss is 1 for a
    wrong prediction. Of several nearest images one is taken at random.
    """

    number = 3
    reads = "letter"

    def task(self, files: Files, cell: Cell) -> Task:
        """Return all images, and the learners."""
        from tenbyten.simulation.resampled.images import Images, read_letters

        images = read_letters(files[self.reads])
        return Images(*images, cell["instances"], tuple(cell["weights"]))

    def cases(self, settings: Settings) -> dict[str, dict[str, Any]]:
        """Return one cell, whose cases are the weights."""
        asked = settings["simulation"]
        names = [f"{weight:.12g}" for weight in asked["weights"]]
        keys = {key: asked[key] for key in ("instances", "weights")}
        return {"weights": {"cases": names, "stream": 1} | keys}

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a cell, as `Problem.seconds`."""
        design = design_of(cell)
        splits = 2 * design.most_halvings * design.most_splits
        growing = 5e-7 * splits * cell["instances"]
        sorting = 5e-8 * len(cell["weights"]) * cell["instances"] ** 2
        return 3 + experiments * (growing + sorting)


PROBLEM = Letters()
