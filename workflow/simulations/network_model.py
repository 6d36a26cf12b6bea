"""Power and Type I error on data of a Bayesian network, for two studies.

Corani, Benavoli (2015; Machine Learning 100, 285-304), sections 4.1 to 4.3: the model
and the tests' decisions are those of `network_decisions`.
"""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from network_counts import Model
from network_decisions import ALPHA, POLICIES
from network_tables import SPLIT, Cell, Tally, facts, rates, tally
from running import blocks, run
from statements import ESTIMATES

SIZES = np.array([25, 50, 100, 250, 500, 1000])
SEED, FOLDS = 2015, 10
DATASETS, RUNS = (25, 50), (1, 10)


def cell_of(difference: float, scale: float) -> Cell:
    """Return the cell of a median and a scale of the data sets' differences.

    A negative difference exchanges the classifiers: theta is above 1/2 in section 4.1,
    so that zeroR is the better one only where the two exchange their names.
    """
    model = Model(float(difference), float(scale), sizes=SIZES)
    return Cell(model, DATASETS, RUNS, FOLDS, SEED)


def simulate(
    points: Sequence[tuple[float, float]], size: int, cores: int
) -> dict[str, pd.DataFrame]:
    """Simulate experiments at medians and scales of the differences; make the tables.

    ``estimates``: rates of rejection. ``paired``: by how much the Poisson test rejects
    more often than the signed-rank test in the same experiments. ``facts``: what the
    data sets are like.
    """
    parts = list(itertools.product(points, blocks(size, 500)))
    jobs = [(experiments, cell_of(*point)) for point, experiments in parts]
    counted: dict[tuple[float, float], Tally] = {x: Counter() for x in points}
    for (point, _), counts in zip(parts, run(tally, jobs, cores), strict=True):
        counted[point].update(counts)
    tables: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for point, counts in counted.items():
        key, cell = {"difference": point[0], "scale": point[1]}, cell_of(*point)
        tables["estimates"] += [key | line for line in rates(counts, cell)]
        tables["paired"] += [key | line for line in _paired(counts)]
        tables["facts"] += [key | line for line in facts(counts, cell)]
    return {name: pd.DataFrame(lines) for name, lines in tables.items()}


def _paired(counts: Tally) -> list[dict[str, Any]]:
    """List by how much the Poisson test rejects more often."""
    lines = []
    for datasets, runs in itertools.product(DATASETS, RUNS):
        own = (datasets, runs, 0)
        n = counts[*own, "", "", "experiments"]
        for policy in POLICIES["poisson"]:
            both = counts[*own, "poisson", policy, "with_signed_rank"]
            # Experiments in which one test alone rejects.
            poisson = counts[*own, "poisson", policy, "rejections"] - both
            other = counts[*own, "signed_rank", SPLIT, "rejections"] - both
            value = (poisson - other) / n
            error = math.sqrt(((poisson + other) / n - value**2) / n)
            what = ("poisson", policy, "rejection_rate", value, error, n)
            key = {"datasets": datasets, "runs": runs, "other": "signed_rank"}
            lines.append(key | dict(zip(ESTIMATES, what, strict=True)))
    return lines


def draw(estimates: pd.DataFrame, title: str) -> Figure:
    """Draw power against the difference, as Figure 2 of the paper.

    Dashed: one run; solid: ten. Bands: two standard errors of the simulation.
    """
    figure = Figure(figsize=(9, 4), layout="constrained")
    panels = figure.subplots(1, len(DATASETS), sharey=True)
    looks = {("poisson", "half"): "s", ("signed_rank", "split"): "o"}
    for axes, datasets in zip(panels, DATASETS, strict=True):
        for (test, policy), marker in looks.items():
            for runs, dash in zip(RUNS, ("--", "-"), strict=True):
                at = f"test == '{test}' and policy == '{policy}' and runs == {runs}"
                line = estimates.query(f"{at} and datasets == {datasets}")
                x, y, band = line["difference"], line["value"], 2 * line["error"]
                label = f"{test}, {runs} run{'s' * (runs > 1)}"
                color = "C0" if test == "poisson" else "C1"
                axes.plot(x, y, dash, color=color, marker=marker, label=label)
                axes.fill_between(x, y - band, y + band, color=color, alpha=0.2)
        axes.axhline(ALPHA, color="black", linewidth=0.8)
        axes.set(xlabel="difference", title=f"{datasets} data sets")
    panels[0].set_ylabel(f"rate of rejection (line: nominal level {ALPHA})")
    panels[0].legend()
    figure.suptitle(title)
    return figure
