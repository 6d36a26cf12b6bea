"""How often reports claim what is not so: equivalence, and intervals of all pairs.

Two classifiers are called practically equivalent where `practical_equivalence` is at
least 1 - alpha; that is false where less than 0.8 of the data sets lie within the rope.
Here it is 0.8, just above all that are false, or 0.75. The intervals are those of
`hodges_lehmann` at 1 - alpha / 10, of the ten pairs of five classifiers, whose effects
on a data set have the same distribution: their differences are symmetric about 0.
"""

import itertools
from functools import cache

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from running import blocks, command, finish, run
from scipy.special import ndtri, stdtrit
from statements import ESTIMATES

from tenbyten.statistics import hodges_lehmann, practical_equivalence, tost
from tenbyten.statistics.checks import Floats

ALPHA, SHARE, SEED, LENGTH = 0.05, 0.8, 28, 500
TRUE, DATASETS, CLASSIFIERS = (0.8, 0.75), (10, 20, 54, 100), 5
# By kind, a difference or an effect from a number that is uniform from 0 to 1.
DRAW = {
    "normal": ndtri,
    "bimodal": lambda u: np.where(u < 0.5, -1, 1) + ndtri(2 * u % 1) / 4,
    "skewed": lambda u: -np.log1p(-u) - 1,
    "t3": lambda u: stdtrit(3, u),
}
SYMMETRIC = ("normal", "t3", "bimodal")
PAIRS = list(itertools.combinations(range(CLASSIFIERS), 2))


def draw(kind: str, experiments: range, *shape: int) -> Floats:
    """Draw numbers of shape (experiments, *shape), each experiment's from its place.

    They are made from random bits, which NumPy promises to be the same in all versions.
    """
    place = [SEED, list(DRAW).index(kind), *shape]
    bits = np.random.PCG64(np.random.SeedSequence(place))
    size = int(np.prod(shape))
    bits.advance(experiments.start * size)
    uniform = ((bits.random_raw(len(experiments) * size) >> 11) + 0.5) * 2.0**-53
    return DRAW[kind](uniform).reshape(len(experiments), *shape)


@cache
def rope_of(kind: str, share: float) -> float:
    """Return the rope within which this share of the differences lies, to 1e-6."""
    evenly = (np.arange(1_000_000) + 0.5) / 1_000_000
    return float(np.quantile(np.abs(DRAW[kind](evenly)), share))


def claim(experiments: range, kind: str, share: float, datasets: int) -> Floats:
    """Return the numbers of experiments in which each test finds an equivalence."""
    differences = draw(kind, experiments, datasets)
    within = {"rope": rope_of(kind, share), "largest": np.inf}
    posterior = practical_equivalence(differences, share=SHARE, **within)
    found = [posterior >= 1 - ALPHA, tost(differences, **within).t_p < ALPHA]
    return np.sum(found, axis=1)


def cover(experiments: range, kind: str, datasets: int) -> Floats:
    """Return the number of experiments in which the intervals of all pairs hold 0."""
    effects = draw(kind, experiments, CLASSIFIERS, datasets)
    row, column = np.transpose(PAIRS)
    differences = effects[:, column] - effects[:, row]
    found = hodges_lehmann(differences, confidence=1 - ALPHA / len(PAIRS))
    hold = (found.low <= 0) & (found.high >= 0)
    return np.sum(np.all(hold, axis=1), keepdims=True)


def plot(estimates: pd.DataFrame) -> Figure:
    """Draw the rates against the number of data sets, the limits dashed."""
    figure = Figure(figsize=(8, 3.5), layout="constrained")
    limits = {"practical_equivalence": ALPHA, "tost_t": ALPHA}
    limits["hodges_lehmann"] = 1 - ALPHA
    for axes, (test, limit) in zip(figure.subplots(1, 3), limits.items(), strict=True):
        lines = estimates[(estimates["test"] == test) & (estimates["share"] != TRUE[1])]
        for kind, line in lines.groupby("kind", sort=False):
            axes.plot(line["datasets"], line["value"], "o-", label=kind)
        axes.axhline(limit, color="black", linestyle="--")
        axes.set(title=test, xlabel="data sets", ylabel=line["measure"].iloc[0])
        axes.legend()
    return figure


def main() -> None:
    """Simulate every cell, and judge the claims."""
    options = command(__file__, __doc__, 10_000, "experiments a cell").parse_args()
    jobs = {
        claim: list(itertools.product(DRAW, TRUE, DATASETS)),
        cover: list(itertools.product(SYMMETRIC, DATASETS)),
    }
    parts, lines = blocks(options.size, LENGTH), []
    for function, cells in jobs.items():
        asked = [(part, *cell) for cell in cells for part in parts]
        found = np.array(run(function, asked, options.cores))
        counts = found.reshape(len(cells), len(parts), -1).sum(axis=1)
        of_claims = function is claim
        tests = ["practical_equivalence", "tost_t"] if of_claims else ["hodges_lehmann"]
        measure = "false_rate" if of_claims else "coverage_rate"
        for cell, count in zip(cells, counts, strict=True):
            kind, share, datasets = cell if of_claims else (cell[0], np.nan, cell[1])
            for test, rate in zip(tests, count / options.size, strict=True):
                error = np.sqrt(rate * (1 - rate) / options.size)
                estimate = test, "", measure, rate, error, options.size
                lines.append((kind, share, datasets, *estimate))
    estimates = pd.DataFrame(lines, columns=["kind", "share", "datasets", *ESTIMATES])
    finish(options.output, {"estimates": estimates}, plot(estimates), ["claims"])


if __name__ == "__main__":
    main()
