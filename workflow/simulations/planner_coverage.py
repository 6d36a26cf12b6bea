"""How often the planner's 90 % intervals cover, over pilots drawn from a known truth.

Effects of data sets are normal, skewed with rare large gains (gamma), heavy-tailed (t
with 3 degrees of freedom), or skewed with rare large losses. Pilots have 10, 20 or 54
data sets and 1, 3 or 10 runs of 10 folds. Asked for are the number of data sets on
which 10 runs find a difference of one point with power 0.8, and the power where it is
in truth 0.5, 0.8 and 0.95.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from running import blocks, command, run

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
# In percentage points; none of them was used when the level was chosen.
SPREADS, DATASETS, RUNS, FOLDS = (1.5, 3.0), (10, 20, 54), (1, 3, 10), 10
PLANNED, DIFFERENCE, ALPHAS = 10, 1.0, (0.05, 0.005)
POWERS, RESAMPLES, LENGTH = (0.5, 0.8, 0.95), 300, 25


def noise(rng, size):
    """Draw variances of the folds' mean, and of a run's mean, in squared points."""
    within = rng.gamma(2, 0.5, size)
    return within, within * rng.uniform(0.1, 0.9, size)


def truth(kind, spread, critical):
    """Return the numbers of data sets with the powers, and these powers."""
    rng = np.random.default_rng(3)
    effects = spread * DRAW[kind](rng, 40_000)
    between = noise(rng, len(effects))[1] / PLANNED
    values = np.sort(effects + rng.normal(size=len(effects)) * np.sqrt(between))
    # As many as are sorted fast, each the mean of its neighbours.
    values = values.reshape(4000, -1).mean(axis=1)
    moments = moments_of(values - pseudomedian(values) + DIFFERENCE)
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


def main():
    """Simulate each cell, and write its coverage."""
    options = command(__file__, __doc__, 100, "pilots a cell").parse_args()
    cells = [
        (kind, spread, alpha, datasets, runs)
        for kind in DRAW
        for spread, alpha in zip(SPREADS, ALPHAS, strict=True)
        for datasets in DATASETS
        for runs in RUNS
    ]
    parts = blocks(options.size, LENGTH)
    jobs = [(*cell, part) for cell in cells for part in parts]
    results = iter(run(cover, jobs, options.cores))
    lines = []
    for cell in cells:
        pilots = np.concatenate([next(results) for _ in parts])
        shares, ends = pilots[:, :5].mean(axis=0), pilots[:, 5:]
        middle = np.quantile(ends, 0.5, axis=0, method="inverted_cdf")
        truly = truth(cell[0], cell[1], critical_sums(cell[2] / 2))[0][1]
        lines.append([*cell, *shares, truly, *middle, len(pilots)])
    names = ["kind", "spread", "alpha", "datasets", "runs", "needed"]
    names += [*(f"power_{power}" for power in POWERS), "open", "truth"]
    names += ["median", "median_low", "median_high", "pilots"]
    table = pd.DataFrame(lines, columns=names)
    folder = Path(options.output)
    folder.mkdir(parents=True, exist_ok=True)
    table.to_csv(folder / "coverage.csv", index=False, float_format="%.6g")
    covered = ["needed", *(f"power_{power}" for power in POWERS)]
    said = table.assign(least=table[covered].min(axis=1)).groupby(["kind", "datasets"])
    print(said[[*covered, "least", "open"]].mean().round(3).to_string())


if __name__ == "__main__":
    main()
