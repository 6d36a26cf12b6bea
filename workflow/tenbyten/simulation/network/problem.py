"""The problem `network` of simulation studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tenbyten.simulation.problem import Cell, Files, Settings

if TYPE_CHECKING:
    import pandas as pd


class Network:
    """Compare a Bayesian network with zeroR on data sets that such a network makes.

    Notes
    -----
    Corani, Benavoli (2015; Machine Learning 100, 285-304), section 4.1. The network C
    -> F has two equally probable classes and a binary feature that equals the class
    with probability theta; the actual difference of accuracy, theta - 1/2, is the same
    on all data sets (section 4.2) or Cauchy (section 4.3). Fewer data sets are the
    first of the most, fewer runs the first ones of the most.
    """

    tables = ("estimates", "paired", "facts")
    experiments_of_job = 5000
    reads = ""

    def cells(self, settings: Settings) -> dict[str, Cell]:
        """Return a cell for each difference, as `Problem.cells`."""
        asked = settings["simulation"]
        _check(asked, settings["folds"])
        shared = {key: asked[key] for key in _OF_PROBLEM}
        shared |= {key: settings[key] for key in _OF_STUDY}
        return {
            _name(difference, scale): {"difference": difference, "scale": scale}
            | shared
            for difference, scale in _points(asked)
        }

    def experiments(self, settings: Settings) -> int:
        """Return the number of experiments of each cell."""
        return settings["simulation"]["experiments"]

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a cell, as `Problem.seconds`."""
        rows = sum(cell["sizes"]) / len(cell["sizes"])
        dataset = 1e-5 + 5e-9 * rows * max(cell["runs"])
        return 5 + experiments * max(cell["datasets"]) * dataset

    def simulate(
        self, experiments: range, *, files: Files, **cell: Any
    ) -> pd.DataFrame:
        """Simulate experiments of a cell, as `Problem.simulate`.

        Returns
        -------
        DataFrame
            Whole numbers that may be added to those of other experiments, in column
            `count`: described in `tally`.
        """
        from tenbyten.simulation.network.tally import tally

        return tally(experiments, cell)

    def collect(
        self, parts: Mapping[str, pd.DataFrame], *, files: Files, settings: Settings
    ) -> dict[str, pd.DataFrame]:
        """Make the tables from the counts of all experiments, as `Problem.collect`.

        Returns
        -------
        dict of str to DataFrame
            Each with `difference` and `scale` of the cell. ``estimates`` and
            ``paired``, besides by `datasets` and `runs`: rates of rejection, the
            study's own policy first, and by how much the Poisson test rejects more
            often than the signed-rank test; where all data sets have the same
            difference, also the `shortfall` of what is measured on average, as if of a
            test ``classifiers``. ``facts``, by `runs` and `size` of the data
            sets (empty: all): how many were simulated; the shares of those without a
            difference in any fold (`all_zero`), and with a mean difference below, at
            and above zero; the mean of the mean differences with its standard error,
            and what it is expected to be, where `expected_difference` knows.
        """
        from tenbyten.simulation.network.collecting import collect

        cells = self.cells(settings)
        return collect(
            [(cells[name], parts[name]) for name in cells], settings["zero_variance"]
        )


PROBLEM = Network()

_OF_PROBLEM = ("exchange", "sizes", "datasets", "runs", "stratified", "estimator")
_OF_STUDY = ("folds", "alpha", "rho", "signed_rank", "signed_rank_sides", "seed")


def _points(asked: Mapping[str, Any]) -> Iterator[tuple[float, float]]:
    """List the median and the scale of the differences in every cell."""
    for difference in asked["differences"]:
        scale = abs(difference) if asked["spread"] == "cauchy" else 0
        yield difference, asked.get("scale", scale)


def _name(difference: float, scale: float) -> str:
    """Name a cell; the paper's section 4.2 has its cells without a scale."""
    return f"difference{difference!r}" + (f"-scale{scale!r}" if scale else "")


def _check(asked: Mapping[str, Any], folds: int) -> None:
    """Refuse keys that contradict each other."""
    if "scale" in asked and asked["spread"] == "none":
        raise ValueError(
            f"scale is {asked['scale']}, but spread is none: all data sets have the "
            f"same difference; write `spread: cauchy`, or leave out `scale`"
        )
    if min(asked["sizes"]) < folds:
        raise ValueError(
            f"sizes: a data set of {min(asked['sizes'])} instances does not fill "
            f"{folds} folds; leave it out, or ask for fewer `folds`"
        )
