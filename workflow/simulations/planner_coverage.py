"""How often the planner's 90 % intervals cover, over pilots drawn from a known truth.

Effects of data sets are normal, skewed with rare large gains (gamma), heavy-tailed (t
with 3 degrees of freedom), or skewed with rare large losses. Pilots have 10, 20 or 54
data sets and 1, 3 or 10 runs of 10 folds; those of all numbers of runs, and of both
spreads, are drawn from the same random numbers. Asked for are the number of data sets
on which 10 runs find a difference of one point with power 0.8, and the power where it
is in truth 0.5, 0.8 and 0.95.
"""

import itertools

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from running import blocks, command, finish, run
from statements import ESTIMATES

from tenbyten.planning.model import (
    critical_sums,
    moments_of,
    needed_of,
    power_of,
    pseudomedian,
)
from tenbyten.planning.plans import Pilot, intervals

DRAW = {
    "normal": lambda rng, size: rng.normal(size=size),
    "gains": lambda rng, size: (rng.gamma(2, size=size) - 2) / 2**0.5,
    "t3": lambda rng, size: rng.standard_t(3, size) / 3**0.5,
    "losses": lambda rng, size: (2 - rng.gamma(2, size=size)) / 2**0.5,
}
# In percentage points; the level was chosen by other ones.
SPREADS, DATASETS, RUNS, FOLDS = (1.5, 3.0), (10, 20, 54), (1, 3, 10), 10
PLANNED, DIFFERENCE, ALPHAS = 10, 1.0, (0.05, 0.005)
POWERS, RESAMPLES, LENGTH = (0.5, 0.8, 0.95), 300, 25
COVERED = ("needed", *(f"power_{power}" for power in POWERS))


def noise(rng, size):
    """Draw variances of the folds' mean, and of a run's mean, in squared points."""
    within = rng.gamma(2, 0.5, size)
    return within, within * rng.uniform(0.1, 0.9, size)


def population(kind, spread):
    """Return the differences with the planned runs, sorted, with pseudomedian 0."""
    rng = np.random.default_rng(3)
    effects = spread * DRAW[kind](rng, 40_000)
    between = noise(rng, len(effects))[1] / PLANNED
    values = np.sort(effects + rng.normal(size=len(effects)) * np.sqrt(between))
    # As many as are sorted fast, each the mean of its neighbours.
    values = values.reshape(4000, -1).mean(axis=1)
    return values - pseudomedian(values)


def truth(kind, spread, critical):
    """Return the numbers of data sets with the powers, and these powers."""
    moments = moments_of(population(kind, spread) + DIFFERENCE)
    sizes = [int(needed_of(moments, power, critical)) for power in POWERS]
    return sizes, [power_of(moments, size, critical) for size in sizes]


def pilot(kind, spread, datasets, runs, rng):
    """Draw a pilot; runs' means vary as they do, and folds as they do within a run."""
    within, between = noise(rng, datasets)
    means = spread * DRAW[kind](rng, datasets)[:, np.newaxis]
    means = means + rng.normal(size=(datasets, runs)) * np.sqrt(between)[:, np.newaxis]
    folds = rng.normal(size=(datasets, runs, FOLDS))
    folds *= np.sqrt(FOLDS * within)[:, np.newaxis, np.newaxis]
    folds -= folds.mean(axis=2, keepdims=True)
    return Pilot("row", "column", ("row", "column"), means[..., np.newaxis] + folds)


def cover(kind, spread, alpha, datasets, runs, numbers):
    """Count the pilots whose intervals cover, and those without an upper end."""
    critical = critical_sums(alpha / 2)
    sizes, powers = truth(kind, spread, critical)
    wanted = np.array([-sizes[1], *powers])

    def answer(moments):
        needed = needed_of(moments, POWERS[1], critical)
        return [-needed, *(power_of(moments, size, critical) for size in sizes)]

    lines = []
    for number in numbers:
        drawn = pilot(kind, spread, datasets, runs, np.random.default_rng((7, number)))
        asked = (PLANNED, [DIFFERENCE], RESAMPLES, number, answer)
        ((_, (found, low, high)),) = intervals(drawn, *asked)
        hits = (low <= wanted + 1e-9) & (wanted <= high + 1e-9)
        lines.append([*hits, np.isinf(low[0]), -found[0], -high[0], -low[0]])
    return lines


def collect(pilots):
    """Sum up the pilots of each cell: coverage, and medians of the number needed."""
    keys = ["kind", "spread", "alpha", "datasets", "runs"]
    rates, widths = [], []
    for cell, lines in pilots.items():
        count, shares = len(lines), lines[:, :5].mean(axis=0)
        for test, share in zip([*COVERED, "open"], shares, strict=True):
            measure = "rate" if test == "open" else "coverage_rate"
            error = np.sqrt(share * (1 - share) / count)
            rates.append([*cell, test, "", measure, share, error, count])
        needed = truth(cell[0], cell[1], critical_sums(cell[2] / 2))[0][1]
        ends = np.quantile(lines[:, 5:], 0.5, axis=0, method="inverted_cdf")
        widths.append([*cell, needed, *ends, shares[4], count])
    names = ["needed", "median", "median_low", "median_high", "open", "experiments"]
    return {
        "estimates": pd.DataFrame(rates, columns=[*keys, *ESTIMATES]),
        "widths": pd.DataFrame(widths, columns=[*keys, *names]),
    }


def draw(estimates):
    """Draw the coverage by the pilot's data sets, a line for each number of runs."""
    figure = Figure(figsize=(10, 3.5), layout="constrained")
    covered = estimates.query("measure == 'coverage_rate'")
    for axes, kind in zip(figure.subplots(1, 4, sharey=True), DRAW, strict=True):
        axes.axhline(0.9, color="black", linewidth=0.8)
        for runs, lines in covered.query("kind == @kind").groupby("runs"):
            means = lines.groupby("datasets")["value"].mean()
            axes.plot(means.index, means, "o-", label=f"pilots of {runs} runs")
        axes.set(title=kind, xlabel="data sets", ylabel="coverage")
    axes.legend()
    return figure


if __name__ == "__main__":
    options = command(__file__, __doc__, 200, "pilots a cell").parse_args()
    levels = zip(SPREADS, ALPHAS, strict=True)
    every = itertools.product(DRAW, levels, DATASETS, RUNS)
    cells = [(kind, *level, *design) for kind, level, *design in every]
    parts = blocks(options.size, LENGTH)
    results = iter(run(cover, [(*x, y) for x in cells for y in parts], options.cores))
    pilots = {x: np.concatenate([next(results) for _ in parts]) for x in cells}
    tables = collect(pilots)
    finish(options.output, tables, draw(tables["estimates"]), ["planner_coverage"])
