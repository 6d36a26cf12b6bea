"""Compare classifiers on few data sets, chosen so that one classifier looks good.

Section 4 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), on accuracies
that are at hand: thousands of times some data sets are drawn, those more probably on
which a classifier, the column, is better, and every test is applied to them. How often
it rejects tells of its power, how often its results agree tells of its replicability.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tenbyten.simulation.problem import Cell, Files, Settings

if TYPE_CHECKING:
    import pandas as pd


class Biased:
    """Draw data sets with a bias towards one classifier, and test; a `Problem`."""

    tables = ("estimates", "paired")
    experiments_of_job = 500
    reads = "accuracies"

    def cells(self, settings: Settings) -> dict[str, Cell]:
        """Return the one cell: every draw serves all pairs, biases and tests."""
        simulation = settings["simulation"]
        tabulated, bias = simulation["tabulated"], simulation["bias"]
        if tabulated not in bias:
            raise ValueError(
                f"simulation: tabulated is {tabulated:g}, which is none of the values "
                f"of bias ({', '.join(f'{k:g}' for k in bias)}); name one of them, or "
                f"add it."
            )
        cell = {
            "bias": list(bias),
            "drawn": simulation["drawn"],
            "alpha": settings["alpha"],
            "signed_rank": settings["signed_rank"],
            "seed": settings["seed"],
        }
        return {"draws": cell}

    def experiments(self, settings: Settings) -> int:
        """Return the number of draws."""
        draws: int = settings["simulation"]["draws"]
        return draws

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of some draws for five classifiers."""
        return 3e-4 * experiments * len(cell["bias"])

    def simulate(
        self, experiments: range, *, files: Files, **cell: Any
    ) -> pd.DataFrame:
        """Test on some draws; return sums from which `collect` makes the estimates."""
        from tenbyten.accuracies.files import read_accuracies
        from tenbyten.accuracies.values import means_of
        from tenbyten.simulation.biased.experiments import simulate

        return simulate(
            means_of(read_accuracies(files["accuracies"])), experiments, **cell
        )

    def collect(
        self, parts: Mapping[str, pd.DataFrame], *, files: Files, settings: Settings
    ) -> dict[str, pd.DataFrame]:
        """Make the tables of estimates and of paired comparisons from the sums."""
        from tenbyten.simulation.biased.moments import estimates, paired

        sums = parts["draws"]
        _check_names(settings["simulation"], list(sums["row"].unique()))
        return {"estimates": estimates(sums), "paired": paired(sums)}


PROBLEM = Biased()


def _check_names(simulation: Settings, classifiers: list[str]) -> None:
    """Refuse a pair of the study file that the accuracies do not have."""
    chosen_by = simulation.get("chosen_by")
    pairs = {
        "shown": simulation["shown"],
        "chosen_by": [chosen_by] if chosen_by else [],
    }
    for key, names in pairs.items():
        for name in (name for pair in names for name in pair):
            if name not in classifiers:
                raise ValueError(
                    f"simulation: {key} names {name}, which is no classifier of the "
                    f"accuracies ({', '.join(classifiers)}); correct it."
                )
