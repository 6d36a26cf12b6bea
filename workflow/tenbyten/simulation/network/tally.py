"""Count what the tests find in simulated experiments.

Counts are whole numbers, so that their sums are the same however experiments are cut
into jobs. Each row has what it counts: `datasets` and `runs` that the tests see; the
`size` of data sets, 0 where all sizes count; the `test` and its `policy`, empty where
no test is concerned; the `measure`, and the `count`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.simulation.network.counts import Counts, Model, count
from tenbyten.simulation.network.decisions import (
    POLICIES,
    Differences,
    Rules,
    decide,
    differences_after,
)
from tenbyten.simulation.problem import Cell

# Differences at once, 2 MB: they stay in the processor's cache.
_AT_ONCE = 250_000
KEYS = ["datasets", "runs", "size", "test", "policy", "measure"]
# Of the signed-rank test the one that the Poisson test is compared with.
SPLIT = POLICIES["signed_rank"][0]
# Of data sets: without a difference in any fold, and by the sign of the mean.
SHARES = ("all_zero", "negative", "zero", "positive")


def tally(experiments: range, cell: Cell) -> pd.DataFrame:
    """Simulate some experiments, and count what the tests find."""
    counts: Counter[Any] = Counter()
    of_each = max(cell["datasets"]) * max(cell["runs"]) * cell["folds"]
    step = max(1, _AT_ONCE // of_each)
    for first in range(0, len(experiments), step):
        counts.update(dict(_tally(experiments[first : first + step], cell)))
    rows = [(*what, number) for what, number in counts.items()]
    return pd.DataFrame(rows, columns=[*KEYS, "count"])


def _tally(experiments: range, cell: Cell) -> Iterator[tuple[Any, int]]:
    """Simulate a few experiments at once."""
    folds, rules = cell["folds"], _rules(cell)
    counts = count(
        experiments,
        _model(cell),
        seed=cell["seed"],
        datasets=max(cell["datasets"]),
        runs=max(cell["runs"]),
        folds=folds,
    )
    for runs in cell["runs"]:
        seen = differences_after(counts, runs, folds=folds, rho=rules.rho)
        yield from _of_sizes(counts, seen, runs, folds)
        for datasets in cell["datasets"]:
            first = seen.on_first(datasets)
            yield from _of_tests(first, rules, runs)


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


def _rules(cell: Cell) -> Rules:
    """Return the rules of a cell."""
    rho = None if cell["rho"] == "1/folds" else cell["rho"]
    return Rules(cell["alpha"], rho, cell["signed_rank"], cell["signed_rank_sides"])


def _of_tests(seen: Differences, rules: Rules, runs: int) -> Iterator[tuple[Any, int]]:
    """Count rejections: of each test, and of the Poisson test with the other one."""
    experiments, datasets = seen.means.shape
    key = (datasets, runs, 0)
    yield (*key, "", "", "experiments"), experiments
    found = {(test, policy): better for test, policy, better in decide(seen, rules)}
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
