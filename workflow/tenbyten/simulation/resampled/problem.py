"""What the problems of Nadeau and Bengio have in common: all but data and learners."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tenbyten.simulation.problem import Cell, Files, Settings
from tenbyten.simulation.resampled.variants import design_of

if TYPE_CHECKING:
    import pandas as pd

    from tenbyten.simulation.resampled.design import Task

# Keys of a study that settle how a data set is split.
_DESIGN = ("splits", "halvings", "repetitions", "vary_splits", "vary_halvings")


class Resampled(ABC):
    """Draw data sets, resample each, and test the losses of two learners.

    An experiment is a data set. Of each are kept, for the losses of A, of B and their
    difference, means and variances over the splits, and every test's estimate and its
    standard error: any null hypothesis can be tested on them.

    Attributes
    ----------
    number : int
        Of the problem, in the key of the random numbers.

    Notes
    -----
    Nadeau, Bengio (2003; Machine Learning 52, 239-281), section 5.
    """

    tables = ("estimates", "moments", "paired")
    experiments_of_job = 100
    reads = ""
    number: int

    @abstractmethod
    def task(self, files: Files, cell: Cell) -> Task:
        """Return what the data sets of a cell are drawn from, and the learners."""

    def cases(self, settings: Settings) -> dict[str, dict[str, Any]]:
        """Return each cell's keys beside the design, by the cell's name.

        Among them are `cases`, a name for each learner B of the task, and `stream`, the
        number of the cell in the key of the random numbers.
        """
        return {
            f"case{number}": {"cases": [str(number)], "stream": number} | case
            for number, case in enumerate(settings["simulation"]["cases"], start=1)
        }

    def exact(self, settings: Settings) -> dict[tuple[str, str, str], float]:
        """Return true generalization errors by case, loss and sample, if known."""
        return {}

    def cells(self, settings: Settings) -> dict[str, Cell]:
        """Return the cells of a study, as `Problem.cells`."""
        asked, cases = settings["simulation"], self.cases(settings)
        design = {key: asked[key] for key in _DESIGN}
        settled = design | {"seed": settings["seed"]}
        return {name: case | settled for name, case in cases.items()}

    def experiments(self, settings: Settings) -> int:
        """Return the number of data sets of each cell."""
        return settings["simulation"]["experiments"]

    @abstractmethod
    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a cell, as `Problem.seconds`."""

    def simulate(
        self, experiments: range, *, files: Files, **cell: Any
    ) -> pd.DataFrame:
        """Draw data sets and test each, as `Problem.simulate`.

        Returns
        -------
        DataFrame
            A line for each data set (`experiment`), case and loss (A, B or AB, A minus
            B), with the columns of `summary.summarise`.
        """
        from tenbyten.simulation.random import generator
        from tenbyten.simulation.resampled.design import resample
        from tenbyten.simulation.resampled.summary import summarise

        task, design = self.task(files, cell), design_of(cell)
        key = self.number, cell["stream"]
        losses = [
            resample(task, generator(cell["seed"], *key, experiment), design)
            for experiment in experiments
        ]
        return summarise(losses, experiments, cases=cell["cases"], design=design)

    def collect(
        self, parts: Mapping[str, pd.DataFrame], *, files: Files, settings: Settings
    ) -> dict[str, pd.DataFrame]:
        """Estimate moments and rates of rejection, as `Problem.collect`.

        Returns
        -------
        dict of str to DataFrame
            ``estimates`` of `rates.rates`, ``moments`` of `moments.moments` and
            ``paired`` of `rates.paired`.
        """
        from tenbyten.simulation.resampled.moments import moments, read_intervals
        from tenbyten.simulation.resampled.rates import paired, rates, rejections

        parts = {name: parts[name] for name in self.cells(settings)}
        problem, path = settings["simulation"]["problem"], files.get("intervals")
        found = moments(
            parts,
            settings,
            exact=self.exact(settings),
            published=read_intervals(path, problem) if path else {},
        )
        rejected = list(rejections(parts, settings, found))
        return {
            "estimates": rates(rejected),
            "moments": found,
            "paired": paired(rejected),
        }
