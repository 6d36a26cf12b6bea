"""Make the tables of a study from the counts of all its experiments."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from tenbyten.simulation.estimates import ESTIMATES, PAIRED
from tenbyten.simulation.network.decisions import POLICIES
from tenbyten.simulation.network.expected import expected_difference
from tenbyten.simulation.network.tally import KEYS, SHARES, SPLIT
from tenbyten.simulation.problem import Cell

# What the estimates call the two classifiers where the measure is no test's.
CLASSIFIERS = "classifiers"


def collect(
    cells: Sequence[tuple[Cell, pd.DataFrame]], zero_variance: str
) -> dict[str, pd.DataFrame]:
    """Make the tables of `Network.collect` from the cells and their counts."""
    # The policy of the study comes first.
    policies = sorted(POLICIES["poisson"], key=lambda name: name != zero_variance)
    estimates, paired, facts = [], [], []
    for cell, table in cells:
        key = {"difference": cell["difference"], "scale": cell["scale"]}
        columns = [table[name].tolist() for name in [*KEYS, "count"]]
        counts: Counter[Any] = Counter()
        for *what, number in zip(*columns, strict=True):
            counts[tuple(what)] += number
        for datasets, runs in itertools.product(cell["datasets"], cell["runs"]):
            seen = key | {"datasets": datasets, "runs": runs}
            own = {
                what[3:]: number
                for what, number in counts.items()
                if what[:3] == (datasets, runs, 0)
            }
            estimates += [seen | row for row in _rates(own, policies)]
            paired += [seen | row for row in _paired(own, policies)]
        found = list(_facts(counts, cell))
        facts += [key | row for row in found]
        if not cell["scale"]:
            of_all = {"datasets": max(cell["datasets"])}
            estimates += [key | of_all | row for row in _shortfalls(found, cell)]
    tables = {"estimates": estimates, "paired": paired, "facts": facts}
    return {name: pd.DataFrame(rows) for name, rows in tables.items()}


def _rates(
    counts: Mapping[Any, int], policies: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """List rates of rejection for some data sets and runs, as `ESTIMATES`."""
    n = counts["", "", "experiments"]
    for test, names in (POLICIES | {"poisson": policies}).items():
        for policy in names:
            rate = counts[test, policy, "rejections"] / n
            error = math.sqrt(rate * (1 - rate) / n)
            row = (test, policy, "rejection_rate", rate, error, n)
            yield dict(zip(ESTIMATES, row, strict=True))


def _shortfalls(
    facts: Sequence[Mapping[str, Any]], cell: Cell
) -> Iterator[dict[str, Any]]:
    """List by how much the actual difference exceeds what is measured, by runs."""
    for row in facts:
        if math.isnan(row["size"]):
            value = cell["difference"] - row["mean_difference"]
            n = row["simulated"] // max(cell["datasets"])
            found = (CLASSIFIERS, "", "shortfall", value, row["error"], n)
            yield {"runs": row["runs"]} | dict(zip(ESTIMATES, found, strict=True))


def _paired(
    counts: Mapping[Any, int], policies: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """List differences of the tests' rates of rejection, as `PAIRED`."""
    n = counts["", "", "experiments"]
    for policy in policies:
        both = counts["poisson", policy, "with_signed_rank"]
        # Experiments in which one test alone rejects.
        poisson = counts["poisson", policy, "rejections"] - both
        other = counts["signed_rank", SPLIT, "rejections"] - both
        value = (poisson - other) / n
        error = math.sqrt(((poisson + other) / n - value**2) / n)
        row = ("poisson", "signed_rank", policy, "rejection_rate", value, error, n)
        yield dict(zip(PAIRED, row, strict=True))


def _facts(counts: Mapping[Any, int], cell: Cell) -> Iterator[dict[str, Any]]:
    """List what the simulated data sets are like: those of all sizes, then of each."""
    sizes = cell["sizes"]
    expected = np.array([_expected(cell, size) for size in sizes])
    for runs in cell["runs"]:
        sums = np.array([_sums(counts, cell, runs, size) for size in sizes])
        yield {"size": np.nan, "runs": runs} | _described(
            sums.sum(axis=0), expected.mean()
        )
        for size, own, mean in zip(sizes, sums, expected, strict=True):
            # Of a few experiments a size may have none.
            if own[0]:
                yield {"size": size, "runs": runs} | _described(own, mean)


def _expected(cell: Cell, size: int) -> float:
    """Return the expected mean difference; NaN where it is not known."""
    if cell["scale"] or cell["stratified"] or cell["estimator"] != "frequencies":
        return math.nan
    difference = cell["difference"]
    exchanged = cell["exchange"] and difference < 0
    found = expected_difference(
        abs(difference) if exchanged else difference, size, cell["folds"]
    )
    return -found if exchanged else found


def _sums(counts: Mapping[Any, int], cell: Cell, runs: int, size: int) -> list[float]:
    """Return counts of data sets, and sums of their mean differences and squares."""

    def counted(measure: str) -> int:
        return counts[max(cell["datasets"]), runs, size, "", "", measure]

    folds = cell["folds"]
    tested = size // folds
    larger, smaller = counted("gain_larger"), counted("gain_smaller")
    mean = (larger / (tested + 1) + smaller / tested) / (runs * folds)
    square = counted("squares") / (runs * size) ** 2
    return [*map(counted, ("simulated", *SHARES)), mean, square]


def _described(sums: npt.NDArray[np.float64], expected: float) -> dict[str, Any]:
    """Turn sums over data sets into shares and means."""
    n = int(sums[0])
    *shares, mean, square = (sums[1:] / n).tolist()
    # Folds of two sizes have nearly the same weight in the mean.
    error = math.sqrt(max(square - mean**2, 0) / n)
    row = {"simulated": n} | dict(zip(SHARES, shares, strict=True))
    measured = {
        "mean_difference": mean,
        "error": error,
        "expected_difference": expected,
    }
    return row | measured
