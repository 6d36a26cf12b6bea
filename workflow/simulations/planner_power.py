"""The planner's power beside that of simulated exact signed-rank tests.

Differences are those of `planner_coverage`, shifted so that the planner says that the
power is 0.2, 0.5, 0.8 or 0.95.
"""

import itertools

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from planner_coverage import ALPHAS, DRAW, SPREADS, population
from running import blocks, command, finish, run
from scipy.optimize import brentq
from signed_rank_decisions import column_is_better
from statements import ESTIMATES

from tenbyten.planning.model import critical_sums, moments_of, power_of

DATASETS, POWERS, LENGTH = (12, 40, 100), (0.2, 0.5, 0.8, 0.95), 1000


def shifted(kind, spread, alpha, datasets, power):
    """Shift the differences until the planner has a power."""
    values, critical = population(kind, spread), critical_sums(alpha / 2)

    def excess(shift):
        return power_of(moments_of(values + shift), datasets, critical) - power

    return values + brentq(excess, 0, 4 * spread)


def count(kind, spread, alpha, datasets, power, numbers):
    """Count the experiments in which the two-sided test finds the column better."""
    values = shifted(kind, spread, alpha, datasets, power)
    rng = np.random.default_rng((datasets, int(100 * power), numbers.start))
    drawn = rng.choice(values, (len(numbers), datasets))
    return column_is_better(drawn, alpha=alpha / 2, zeros="split").sum()


def draw(estimates):
    """Draw simulated power less the planner's, a panel for each shape."""
    figure = Figure(figsize=(10, 3.5), layout="constrained")
    for axes, kind in zip(figure.subplots(1, 4, sharey=True), DRAW, strict=True):
        axes.axhline(0, color="black", linewidth=0.8)
        lines = estimates.query("kind == @kind and test == 'signed_rank'")
        for (alpha, datasets), part in lines.groupby(["alpha", "datasets"]):
            gaps = part["value"] - part["power"]
            axes.plot(part["power"], gaps, "o-", label=f"{datasets} at {alpha}")
        axes.set(title=kind, xlabel="the planner's power", ylabel="simulated, less it")
    axes.legend(title="data sets")
    return figure


if __name__ == "__main__":
    options = command(__file__, __doc__, 20_000, "experiments a cell").parse_args()
    levels = zip(SPREADS, ALPHAS, strict=True)
    every = itertools.product(DRAW, levels, DATASETS, POWERS)
    cells = [(kind, *level, *design) for kind, level, *design in every]
    parts = blocks(options.size, LENGTH)
    counts = iter(run(count, [(*x, y) for x in cells for y in parts], options.cores))
    lines = []
    for cell in cells:
        rate = sum(next(counts) for _ in parts) / options.size
        error = np.sqrt(rate * (1 - rate) / options.size)
        about = ["", "rejection_rate"]
        lines.append([*cell, "signed_rank", *about, rate, error, options.size])
        lines.append([*cell, "planner", *about, cell[-1], 0, options.size])
    keys = ["kind", "spread", "alpha", "datasets", "power"]
    tables = {"estimates": pd.DataFrame(lines, columns=[*keys, *ESTIMATES])}
    finish(options.output, tables, draw(tables["estimates"]), ["planner_power"])
