"""The planner without a pilot: comparisons drawn from the model of `network`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tenbyten.simulation.network import PROBLEM as NETWORK
from tenbyten.simulation.problem import Cell, Files, Settings

if TYPE_CHECKING:
    import pandas as pd

# Two classifiers are fitted.
_CLASSIFIERS = 2


class FromModel:
    """Draw comparisons of a Bayesian network with zeroR, on data sets of given sizes.

    All data sets have the same actual difference of accuracy: problem `network`, which
    describes the model, without spread. A difference of 0 is simulated too, for the
    rate of false findings.
    """

    tables = ("estimates", "smallest", "facts")
    experiments_of_job = 1000
    reads = ""

    def cells(self, settings: Settings) -> dict[str, Cell]:
        """Return a cell for each difference, as `Problem.cells`."""
        return NETWORK.cells(_of_network(settings))

    def experiments(self, settings: Settings) -> int:
        """Return the number of comparisons that are drawn."""
        return int(settings["simulation"]["draws"])

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a job, as `Problem.seconds`."""
        return NETWORK.seconds(cell, experiments)

    def simulate(
        self, experiments: range, *, files: Files, **cell: Any
    ) -> pd.DataFrame:
        """Simulate comparisons of a cell, as `Problem.simulate`."""
        return NETWORK.simulate(experiments, files=files, **cell)

    def collect(
        self, parts: Mapping[str, pd.DataFrame], *, files: Files, settings: Settings
    ) -> dict[str, pd.DataFrame]:
        """Make the tables, as `Problem.collect`.

        Returns
        -------
        dict of str to DataFrame
            ``estimates``, like the table of `powers.power` but for its `effective`;
            ``smallest``, that of `powers.smallest`; ``facts``, that of the problem
            `network`: among others what the cross-validation measures of a difference.
        """
        from tenbyten.planning.powers import smallest

        found = NETWORK.collect(parts, files=files, settings=_of_network(settings))
        table = found["estimates"]
        rates = table[table["measure"] == "rejection_rate"]
        # The policies of the study come first.
        own = rates.groupby("test")["policy"].transform("first")
        estimates = rates[rates["policy"] == own].drop(columns="scale")
        fits = estimates["datasets"] * estimates["runs"]
        estimates.insert(3, "fits", fits * settings["folds"] * _CLASSIFIERS)
        return {
            "estimates": estimates,
            "smallest": smallest(estimates, power=settings["simulation"]["power"]),
            "facts": found["facts"],
        }


PROBLEM = FromModel()


def _of_network(settings: Settings) -> dict[str, Any]:
    """Return the settings of a study of the problem `network`."""
    asked = settings["simulation"]
    simulation = {
        "problem": "network",
        "experiments": asked["draws"],
        "differences": [0, *sorted(asked["differences"])],
        "spread": "none",
        "exchange": True,
        "sizes": asked["sizes"],
        "datasets": sorted(asked["datasets"]),
        "runs": sorted(asked["runs"]),
        "stratified": False,
        "estimator": "frequencies",
    }
    return {**settings, "simulation": simulation}
