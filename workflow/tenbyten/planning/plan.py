"""Plan a comparison as a study file asks for it, from a pilot or without one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.accuracies.imported import read_imported
from tenbyten.files import PathLike
from tenbyten.planning.chances import default_differences
from tenbyten.planning.experiments import DecisionSettings, count_decisions
from tenbyten.planning.network.counts import Model
from tenbyten.planning.network.decisions import Rules
from tenbyten.planning.network.tables import Cell, facts, rates, tally
from tenbyten.planning.pilot import make_pilot
from tenbyten.planning.powers import describe, estimate, smallest
from tenbyten.statistics.many_datasets.signed_rank import ZEROS

# Two classifiers are fitted without a pilot.
_CLASSIFIERS = 2

Tables = dict[str, pd.DataFrame]


def make_plan(settings: Mapping[str, Any], accuracies: PathLike | None) -> Tables:
    """Simulate comparisons, and make the tables of a plan.

    Parameters
    ----------
    settings : mapping
        All keys of the study file, defaults filled in.
    accuracies : path or None
        The pilot's table; None for a plan without a pilot.

    Returns
    -------
    dict of str to DataFrame
        ``estimates``, the table of `powers.power`, without `effective` where there is
        no pilot; ``smallest``, that of `powers.smallest`; and ``pilot``, that of
        `powers.describe`, or without a pilot ``facts``, that of `network.tables.facts`:
        among others what the cross-validation measures of a difference.
    """
    if accuracies is None:
        return _from_model(settings)
    return _from_pilot(settings, accuracies)


def _from_pilot(settings: Mapping[str, Any], accuracies: PathLike) -> Tables:
    """Draw comparisons from the accuracies of a pilot study."""
    asked = settings["planning"]
    runs = asked.get("runs")
    pilot = make_pilot(
        read_imported(accuracies, schemes={}),
        row=asked.get("row"),
        column=asked.get("column"),
        runs=sorted(runs) if runs else None,
        rho=settings["rho"],
        zero_variance=settings["zero_variance"],
    )
    given = {**settings, **asked}
    tests = DecisionSettings(**{key: given[key] for key in DecisionSettings._fields})
    counts = count_decisions(
        pilot,
        range(asked["draws"]),
        differences=sorted(
            asked.get("differences") or default_differences(pilot.gains)
        ),
        sizes=sorted(asked["datasets"]),
        tests=tests,
    )
    of_pilot = {"draws": asked["draws"], "zero_variance": settings["zero_variance"]}
    estimates = estimate(pilot, counts, **of_pilot)
    return {
        "estimates": estimates,
        "smallest": smallest(estimates, power=asked["power"]),
        "pilot": describe(pilot, counts["difference"].unique()),
    }


def _from_model(settings: Mapping[str, Any]) -> Tables:
    """Draw comparisons of a Bayesian network with zeroR, on data sets of given sizes.

    All data sets have the same actual difference of accuracy. A difference of 0 is
    simulated too, for the rate of false findings.
    """
    asked, folds = settings["planning"], settings["folds"]
    rho = None if settings["rho"] == "1/folds" else settings["rho"]
    sides, method = settings["signed_rank_sides"], settings["signed_rank"]
    rules = Rules(settings["alpha"], rho, method, sides)
    sizes = np.array(asked["sizes"], dtype=np.int64)
    estimates, described = [], []
    for difference in [0.0, *sorted(asked["differences"])]:
        model = Model(difference, 0.0, exchange=True, sizes=sizes)
        datasets, runs = sorted(asked["datasets"]), sorted(asked["runs"])
        cell = Cell(model, rules, datasets, runs, folds, settings["seed"])
        counts = tally(range(asked["draws"]), cell)
        own = {"poisson": settings["zero_variance"], "signed_rank": ZEROS[0]}
        for line in rates(counts, cell, [own["poisson"]]):
            if line["policy"] == own[line["test"]]:
                estimates.append({"difference": difference, **line})
        key = {"difference": difference, "scale": 0}
        described += [key | line for line in facts(counts, cell)]
    table = pd.DataFrame(estimates)
    fits = table["datasets"] * table["runs"]
    table.insert(3, "fits", fits * folds * _CLASSIFIERS)
    return {
        "estimates": table,
        "smallest": smallest(table, power=asked["power"]),
        "facts": pd.DataFrame(described),
    }
