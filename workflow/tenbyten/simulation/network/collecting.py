"""Count what the tests find, and make the tables of a study from the counts.

Counts are whole numbers, so that their sums are the same however experiments are cut
into jobs. Each row has what it counts: `datasets` and `runs` that the tests see; the
`size` of data sets, 0 where all sizes count; the `test` and its `policy`, empty where
no test is concerned; the `measure`, and the `count`.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from tenbyten.simulation.estimates import ESTIMATES, PAIRED
from tenbyten.simulation.network.counts import Counts, Model, count
from tenbyten.simulation.network.decisions import (
    POLICIES,
    Differences,
    Tests,
    decide,
    differences_after,
)
from tenbyten.simulation.network.expected import expected_difference
from tenbyten.simulation.problem import Cell

# Experiments at once: their differences in 100 folds of 50 data sets take 2 MB.
_AT_ONCE = 50
_KEYS = ["datasets", "runs", "size", "test", "policy", "measure"]
# Of the signed-rank test the one that the Poisson test is compared with.
_SPLIT = POLICIES["signed_rank"][0]
# Of data sets: without a difference in any fold, and by the sign of the mean.
_SHARES = ("all_zero", "negative", "zero", "positive")


def tally(experiments: range, cell: Cell) -> pd.DataFrame:
    """Simulate some experiments, and count what the tests find."""
    counts: Counter[Any] = Counter()
    for first in range(0, len(experiments), _AT_ONCE):
        counts.update(dict(_tally(experiments[first : first + _AT_ONCE], cell)))
    rows = [(*what, number) for what, number in counts.items()]
    return pd.DataFrame(rows, columns=[*_KEYS, "count"])


def _tally(experiments: range, cell: Cell) -> Iterator[tuple[Any, int]]:
    """Simulate a few experiments at once."""
    folds, tests = cell["folds"], _tests(cell)
    counts = count(
        experiments,
        _model(cell),
        seed=cell["seed"],
        datasets=max(cell["datasets"]),
        runs=max(cell["runs"]),
        folds=folds,
    )
    for runs in cell["runs"]:
        seen = differences_after(counts, runs, folds=folds, rho=tests.rho)
        yield from _of_sizes(counts, seen, runs, folds)
        for datasets in cell["datasets"]:
            first = seen.on_first(datasets)
            yield from _of_tests(first, tests, runs)


def _model(cell: Cell) -> Model:
    """Return the model of a cell."""
    return Model(
        difference=float(cell["difference"]),
        scale=float(cell["scale"]),
        exchange=cell["exchange"],
        sizes=np.array(cell["sizes"], dtype=np.int64),
        stratified=cell["stratified"],
        laplace=cell["estimator"] == "laplace",
    )


def _tests(cell: Cell) -> Tests:
    """Return the settings of the tests of a cell."""
    rho = None if cell["rho"] == "1/folds" else cell["rho"]
    return Tests(cell["alpha"], rho, cell["signed_rank"], cell["signed_rank_sides"])


def _of_tests(seen: Differences, tests: Tests, runs: int) -> Iterator[tuple[Any, int]]:
    """Count rejections: of each test, and of the Poisson test with the other one."""
    experiments, datasets = seen.means.shape
    key = (datasets, runs, 0)
    yield (*key, "", "", "experiments"), experiments
    found = {(test, policy): better for test, policy, better in decide(seen, tests)}
    for (test, policy), better in found.items():
        yield (*key, test, policy, "rejections"), int(better.sum())
        if test == "poisson":
            both = better & found["signed_rank", _SPLIT]
            yield (*key, test, policy, "with_signed_rank"), int(both.sum())


def _of_sizes(
    counts: Counts, seen: Differences, runs: int, folds: int
) -> Iterator[tuple[Any, int]]:
    """Count data sets of each size, and sum the network's gains on them.

    Gains in the larger folds, the first ones of a run, and in the smaller ones are
    summed apart: with the sizes of the folds they give the mean difference exactly.
    Sums over all folds are squared for its standard error.
    """
    gains = counts.gains[..., : runs * folds].astype(np.int64)
    gains = gains.reshape(*gains.shape[:2], runs, folds).sum(axis=2)
    for size in np.unique(counts.sizes).tolist():
        here = counts.sizes == size
        means, own = seen.means[here], gains[here]
        measures = {
            "simulated": len(own),
            "all_zero": seen.all_zero[here].sum(),
            "negative": (means < 0).sum(),
            "zero": (means == 0).sum(),
            "positive": (means > 0).sum(),
            "gain_larger": own[:, : size % folds].sum(),
            "gain_smaller": own[:, size % folds :].sum(),
            "squares": (own.sum(axis=1) ** 2).sum(),
        }
        for measure, number in measures.items():
            yield (counts.sizes.shape[1], runs, size, "", "", measure), int(number)


def collect(
    cells: Sequence[tuple[Cell, pd.DataFrame]], zero_variance: str
) -> dict[str, pd.DataFrame]:
    """Make the tables of `Network.collect` from the cells and their counts."""
    # The policy of the study comes first.
    policies = sorted(POLICIES["poisson"], key=lambda name: name != zero_variance)
    estimates, paired, facts = [], [], []
    for cell, table in cells:
        key = {"difference": cell["difference"], "scale": cell["scale"]}
        columns = [table[name].tolist() for name in [*_KEYS, "count"]]
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
        facts += [key | row for row in _facts(counts, cell)]
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


def _paired(
    counts: Mapping[Any, int], policies: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """List differences of the tests' rates of rejection, as `PAIRED`."""
    n = counts["", "", "experiments"]
    for policy in policies:
        both = counts["poisson", policy, "with_signed_rank"]
        # Experiments in which one test alone rejects.
        poisson = counts["poisson", policy, "rejections"] - both
        other = counts["signed_rank", _SPLIT, "rejections"] - both
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
    return [*map(counted, ("simulated", *_SHARES)), mean, square]


def _described(sums: npt.NDArray[np.float64], expected: float) -> dict[str, Any]:
    """Turn sums over data sets into shares and means."""
    n = int(sums[0])
    *shares, mean, square = (sums[1:] / n).tolist()
    # Folds of two sizes have nearly the same weight in the mean.
    error = math.sqrt(max(square - mean**2, 0) / n)
    row = {"simulated": n} | dict(zip(_SHARES, shares, strict=True))
    measured = {
        "mean_difference": mean,
        "error": error,
        "expected_difference": expected,
    }
    return row | measured
