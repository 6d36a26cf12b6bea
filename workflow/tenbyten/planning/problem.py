"""The planner as a problem of the workflow: comparisons drawn from a pilot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tenbyten.simulation.problem import Cell, Files, Settings

if TYPE_CHECKING:
    import pandas as pd

    from tenbyten.planning.pilot import Pilot

# Of a study file: what settles the tests, what the pilot, and its keys in `planning`.
_TESTS = ("alpha", "signed_rank", "signed_rank_sides", "seed")
_PLANNED_TESTS = ("rope", "prior_strength", "prior_place", "bayesian_draws")
_ASKED = ("row", "column", "differences", "datasets", "runs")


class FromPilot:
    """Draw comparisons from the accuracies of a pilot study.

    Its one cell has all differences, which the pilot settles where the study file
    leaves them out. `tenbyten.planning.power` does the same in Python.
    """

    tables = ("estimates", "smallest", "pilot")
    experiments_of_job = 1000
    reads = "accuracies"

    def cells(self, settings: Settings) -> dict[str, Cell]:
        """Return the cell, as `Problem.cells`."""
        asked = settings["simulation"]
        cell = {key: asked.get(key) for key in _ASKED}
        for key in ("differences", "datasets", "runs"):
            if cell[key] is not None:
                cell[key] = sorted(cell[key])
        if asked.get("row") is not None and asked.get("row") == asked.get("column"):
            raise ValueError(
                f"planning: row and column are both {asked['row']!r}; give two "
                f"classifiers"
            )
        cell |= {key: settings[key] for key in (*_TESTS, "rho", "zero_variance")}
        return {"pilot": cell | {key: asked[key] for key in _PLANNED_TESTS}}

    def experiments(self, settings: Settings) -> int:
        """Return the number of comparisons that are drawn."""
        return int(settings["simulation"]["draws"])

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a job, as `Problem.seconds`."""
        # Four differences and runs stand for those that the pilot settles.
        curves = 1 + len(cell["differences"] or range(4))
        curves *= len(cell["runs"] or range(4))
        draws = (cell["bayesian_draws"] / 2000) ** 0.5
        return 3 + 1e-6 * experiments * curves * sum(cell["datasets"]) * draws

    def simulate(
        self, experiments: range, *, files: Files, **cell: Any
    ) -> pd.DataFrame:
        """Draw comparisons and count decisions, as `experiments.count_decisions`."""
        from tenbyten.planning.chances import default_differences
        from tenbyten.planning.experiments import DecisionSettings, count_decisions

        pilot = _read(files, cell)
        return count_decisions(
            pilot,
            experiments,
            differences=cell["differences"] or default_differences(pilot.gains),
            sizes=cell["datasets"],
            tests=DecisionSettings(
                **{key: cell[key] for key in (*_TESTS, *_PLANNED_TESTS)}
            ),
        )

    def collect(
        self, parts: Mapping[str, pd.DataFrame], *, files: Files, settings: Settings
    ) -> dict[str, pd.DataFrame]:
        """Make the tables, as `Problem.collect`.

        Returns
        -------
        dict of str to DataFrame
            ``estimates``, the table of `powers.power`; ``smallest``, that of
            `powers.smallest`; ``pilot``, that of `powers.describe`.
        """
        from tenbyten.planning.experiments import KEYS
        from tenbyten.planning.powers import describe, estimate, smallest

        cell = self.cells(settings)["pilot"]
        pilot = _read(files, cell)
        counts = parts["pilot"].groupby(KEYS, sort=False, as_index=False)["count"].sum()
        estimates = estimate(
            pilot,
            counts,
            draws=self.experiments(settings),
            zero_variance=settings["zero_variance"],
        )
        return {
            "estimates": estimates,
            "smallest": smallest(estimates, power=settings["simulation"]["power"]),
            "pilot": describe(pilot, list(counts["difference"].unique())),
        }


PROBLEM = FromPilot()


def _read(files: Files, cell: Cell) -> Pilot:
    """Read the pilot's accuracies."""
    from tenbyten.accuracies.imported import read_imported
    from tenbyten.planning.pilot import make_pilot

    keys = ("row", "column", "runs", "rho", "zero_variance")
    table = read_imported(files["accuracies"], schemes={})
    return make_pilot(table, **{key: cell[key] for key in keys})
