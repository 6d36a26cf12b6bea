"""Count what the tests find in simulated experiments, and make tables of it."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from network_counts import Counts, Model, count
from network_decisions import POLICIES, Differences, decide, differences_after
from scipy.stats import binom
from statements import ESTIMATES

# Differences at once, 2 MB: they stay in the processor's cache.
_AT_ONCE = 250_000
# Of the signed-rank test the one that the Poisson test is compared with.
SPLIT = POLICIES["signed_rank"][0]
# Of data sets: without a difference in any fold, and by the sign of the mean.
SHARES = ("all_zero", "negative", "zero", "positive")

Tally = Counter[tuple[int, int, int, str, str, str]]


class Cell(NamedTuple):
    """A simulated cell: a model, and how often data sets are tested.

    Fewer data sets are the first of the most, fewer runs the first ones of the most.
    """

    model: Model
    datasets: Sequence[int]
    runs: Sequence[int]
    folds: int
    seed: int


def tally(experiments: range, cell: Cell) -> Tally:
    """Simulate some experiments, and count what the tests find.

    Returns
    -------
    Counter
        Whole numbers, which add up over experiments, by: data sets and runs that the
        tests see; size of the data sets, 0 where all sizes count; test and policy,
        empty where no test is concerned; and what is counted.
    """
    counts: Tally = Counter()
    of_each = max(cell.datasets) * max(cell.runs) * cell.folds
    step = max(1, _AT_ONCE // of_each)
    for first in range(0, len(experiments), step):
        counts.update(dict(_tally(experiments[first : first + step], cell)))
    return counts


def _tally(experiments: range, cell: Cell) -> Iterator[tuple[Any, int]]:
    """Simulate a few experiments at once."""
    counts = count(
        experiments,
        cell.model,
        seed=cell.seed,
        datasets=max(cell.datasets),
        runs=max(cell.runs),
        folds=cell.folds,
    )
    for runs in cell.runs:
        seen = differences_after(counts, runs, folds=cell.folds)
        yield from _of_sizes(counts, seen, runs, cell.folds)
        for datasets in cell.datasets:
            yield from _of_tests(seen.on_first(datasets), runs)


def _of_tests(seen: Differences, runs: int) -> Iterator[tuple[Any, int]]:
    """Count rejections: of each test, and of the Poisson test with the other one."""
    experiments, datasets = seen.means.shape
    key = (datasets, runs, 0)
    yield (*key, "", "", "experiments"), experiments
    found = {(test, policy): better for test, policy, better in decide(seen)}
    for (test, policy), better in found.items():
        yield (*key, test, policy, "rejections"), int(better.sum())
        if test == "poisson":
            both = better & found["signed_rank", SPLIT]
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


def rates(counts: Tally, cell: Cell) -> list[dict[str, Any]]:
    """List rates of rejection by data sets, runs, test and policy."""
    lines = []
    for datasets, runs in itertools.product(cell.datasets, cell.runs):
        n = counts[datasets, runs, 0, "", "", "experiments"]
        for test, policy in ((x, y) for x in POLICIES for y in POLICIES[x]):
            rate = counts[datasets, runs, 0, test, policy, "rejections"] / n
            error = math.sqrt(rate * (1 - rate) / n)
            what = (test, policy, "rejection_rate", rate, error, n)
            key = {"datasets": datasets, "runs": runs}
            lines.append(key | dict(zip(ESTIMATES, what, strict=True)))
    return lines


def facts(counts: Tally, cell: Cell) -> list[dict[str, Any]]:
    """Describe the simulated data sets: those of all sizes, then of each, by runs.

    How many were simulated; the shares of those without a difference in any fold
    (`all_zero`), and with a mean difference below, at and above zero; the mean of the
    mean differences with its standard error, and what it is expected to be, where
    `expected_difference` knows.
    """
    sizes = cell.model.sizes.tolist()
    expected = np.full(len(sizes), math.nan)
    if not cell.model.scale:
        of_model = partial(expected_difference, cell.model.difference)
        expected = np.array([of_model(size, cell.folds) for size in sizes])
    lines = []
    for runs in cell.runs:
        sums = np.array([_sums(counts, cell, runs, size) for size in sizes])
        every = zip(
            [math.nan, *sizes],
            [sums.sum(axis=0), *sums],
            [expected.mean(), *expected],
            strict=True,
        )
        # Of a few experiments a size may have none.
        lines += [
            {"size": size, "runs": runs} | _described(own, mean)
            for size, own, mean in every
            if own[0]
        ]
    return lines


def _sums(counts: Tally, cell: Cell, runs: int, size: int) -> list[float]:
    """Return counts of data sets, and sums of their mean differences and squares."""

    def counted(measure: str) -> int:
        return counts[max(cell.datasets), runs, size, "", "", measure]

    tested = size // cell.folds
    larger, smaller = counted("gain_larger"), counted("gain_smaller")
    mean = (larger / (tested + 1) + smaller / tested) / (runs * cell.folds)
    square = counted("squares") / (runs * size) ** 2
    return [*map(counted, ("simulated", *SHARES)), mean, square]


def _described(sums: npt.NDArray[np.float64], expected: float) -> dict[str, Any]:
    """Turn sums over data sets into shares and means."""
    n = int(sums[0])
    *shares, mean, square = (sums[1:] / n).tolist()
    # Folds of two sizes have nearly the same weight in the mean.
    error = math.sqrt(max(square - mean**2, 0) / n)
    row = {"simulated": n} | dict(zip(SHARES, shares, strict=True))
    row |= {"mean_difference": mean, "error": error}
    return row | {"expected_difference": expected}


def expected_difference(difference: float, size: int, folds: int) -> float:
    """Compute the expected mean difference on data sets of one size.

    Parameters
    ----------
    difference : float
        Theta minus 1/2.
    size : int
        Instances of each data set.
    folds : int

    Returns
    -------
    float
        Expected accuracy of the network minus that of zeroR, a fraction; the same for
        any number of runs.

    Notes
    -----
    Corani, Benavoli (2015; Machine Learning 100, 285-304), section 4.1, takes theta -
    1/2 for it, which it approaches for large data sets. Training and test instances are
    independent. ZeroR, whose prediction has nothing to do with the class of a test
    instance, expects 1/2. The network predicts for a value of the feature the class
    that most of its N training instances have, where N ~ Binomial(n, 1/2) of n training
    instances, and the class of the same index has Binomial(N, theta) of them: with
    probability pi it is this one, a tie for one half, and the network expects pi theta
    + (1 - pi)(1 - theta). The difference is (2 pi - 1)(theta - 1/2), averaged over
    folds of both sizes.
    """
    larger = size % folds
    tested = {size // folds + 1: larger, size // folds: folds - larger}
    found = sum(
        share * (2 * _learns(0.5 + difference, size - tests) - 1) * difference
        for tests, share in tested.items()
    )
    return found / folds


def _learns(theta: float, trained: int) -> float:
    """Return the probability that the network predicts the class of the same index."""
    n = np.arange(trained + 1)
    more = binom.sf(n // 2, n, theta)
    tie = np.where(n % 2 == 0, binom.pmf(n // 2, n, theta), 0)
    return float(np.sum(binom.pmf(n, trained, 0.5) * (more + tie / 2)))
