"""Measure how far decisions depend on the data sets at hand, and how often they err."""

import itertools
from typing import Any

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.decisions import column_is_better, deciding_p, name_decisions
from tenbyten.comparisons.on_each_dataset import (
    Names,
    Pairs,
    has_tests,
    lines_of,
    matrix,
)
from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.reliability.label_permutation import ALL_UP_TO, WINS_UP_TO

# Random exchanges: MOST, or as many as WORK steps allow, but at least LEAST. A step is
# one number of the distribution of the wins in one exchange.
MOST, LEAST, WORK = 5000, 500, 1e9
COLUMNS = ["test", "row", "column", "column_rate", "row_rate", "either_rate", "draws"]


def leave_one_out(
    posteriors: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
    method: str,
    sides: str,
) -> pd.DataFrame:
    """Decide every pair over a subset without each of its data sets.

    Returns
    -------
    DataFrame
        One line a pair, test and data set: number_column, number_row and decision, as
        in `sensitivity.policy_variants`; flips, 1 where the decision differs from that
        with the data set.

    Notes
    -----
    In the Poisson test, which is exact, a data set stays and counts one half for either
    classifier (`statistics.poisson_with_each_undecided`). The signed-rank test leaves
    it out, and needs two others: in a subset of two its numbers and decision are empty,
    and nothing flips. Where pairs were not tested on each data set there is no Poisson
    test.
    """
    lines = lines_of(posteriors, pairs, datasets)
    turned = lines_of(posteriors, [(b, a) for a, b in pairs], datasets)
    p, mean = (
        np.stack([matrix(side, value, pairs) for side in (lines, turned)])
        for value in ("p_column_wins", "mean_difference")
    )
    test = statistics.signed_rank(mean, method=method)
    complete = column_is_better(test, sides, alpha)
    number, better = np.full(mean.shape, np.nan), complete[..., np.newaxis]
    if len(datasets) > 2:
        test = statistics.signed_rank_without_each(mean, method=method)
        number, better = deciding_p(test, sides), column_is_better(test, sides, alpha)
    tests = {"signed_rank": (number, np.broadcast_to(better, mean.shape), complete)}
    if has_tests(lines):
        poisson = statistics.poisson_with_each_undecided(p)
        number, complete = poisson.column, poisson.complete > 1 - alpha
        tests = {"poisson": (number, number > 1 - alpha, complete)} | tests
    number, better = (np.stack([x[i] for x in tests.values()], -2) for i in (0, 1))
    whole = np.stack([x[2] for x in tests.values()], axis=-1)
    flips = np.any(better != whole[..., np.newaxis], axis=0)
    table = pd.DataFrame(pairs, columns=["row", "column"])
    table = table.merge(pd.DataFrame({"test": [*tests]}), how="cross")
    table = table.merge(pd.DataFrame({"dataset": list(datasets)}), how="cross")
    shape = 2, len(table)
    decided = name_decisions(number.reshape(shape), better.reshape(shape))
    return table.assign(**decided, flips=flips.ravel().astype(int))


def false_marks(
    posteriors: pd.DataFrame,
    *,
    datasets: Names,
    pairs: Pairs,
    alpha: float,
    method: str,
    sides: str,
    seed: int,
    full: Bools | None = None,
) -> pd.DataFrame:
    """Measure how often the decisions find a difference where there is none.

    Names are exchanged at random within each data set, so that no classifier is better
    than another, and both tests are repeated. Every pair meets the same exchanges.

    Parameters
    ----------
    pairs : sequence of (str, str)
        Every two classifiers in one order only.
    full : ndarray of bool, optional
        Pairs that get lines; by default all.

    Returns
    -------
    DataFrame
        One line a pair and test, ``poisson`` and ``signed_rank``: column_rate, row_rate
        and either_rate, the shares of the exchanges in which the test decides for the
        column, for the row, for one or the other; draws, the number of exchanges, 0
        where they are all there are. At the end the lines of any pair, with neither row
        nor column: either_rate is the share of the permutations of all names in which a
        table of decisions has a mark of the test anywhere; of the test ``either`` one
        of any of the two. Where pairs were not tested on each data set there is no
        Poisson test, and lines of ``signed_rank`` alone.

    Notes
    -----
    `statistics.exchange_poisson`, `exchange_signed_rank` and `permute_names` describe
    exchanges and permutations. The Poisson test is exact throughout, also where the
    study simulates it.
    """
    names = list(dict.fromkeys(itertools.chain.from_iterable(pairs)))
    difference = _matrix(posteriors, "mean_difference", datasets, names)
    wins = None
    if has_tests(posteriors):
        wins = _matrix(posteriors, "p_column_wins", datasets, names)
    one_sided = alpha / 2 if sides == "two" else alpha
    draws = draws_of(len(pairs), len(datasets))
    random: dict[str, Any] = {"draws": draws, "seed": seed}
    pair_draws = 0 if len(datasets) <= ALL_UP_TO else draws
    lines: list[tuple[object, ...]] = []
    for row, column in pairs if full is None else itertools.compress(pairs, full):
        i, j = names.index(row), names.index(column)
        if wins is not None:
            both = wins[[i, j], [j, i]]
            poisson = statistics.exchange_poisson(both, alpha=alpha, **random)
            lines.append(("poisson", row, column, *poisson, pair_draws))
        ranked = statistics.exchange_signed_rank(
            difference[i, j], alpha=one_sided, method=method, **random
        )
        lines.append(("signed_rank", row, column, *ranked, pair_draws))
    random |= {"alpha": alpha, "signed_rank_alpha": one_sided, "method": method}
    table_rates = statistics.permute_names(wins, difference, **random)
    table_draws = pair_draws if len(names) == 2 else draws
    for test, rate in table_rates._asdict().items():
        if wins is not None or test == "signed_rank":
            lines.append((test, "", "", np.nan, np.nan, rate, table_draws))
    return pd.DataFrame(lines, columns=COLUMNS)


def draws_of(pairs: int, datasets: int) -> int:
    """Return the number of random exchanges."""
    steps = pairs * datasets * min(datasets, WINS_UP_TO)
    return int(np.clip(WORK // steps, LEAST, MOST))


def _matrix(
    posteriors: pd.DataFrame, value: str, datasets: Names, names: Names
) -> Floats:
    """Return a column of the posteriors by row, column and data set."""
    lines = lines_of(posteriors, list(itertools.permutations(names, 2)), datasets)
    numbers = lines[value].to_numpy(float)
    matrix = np.full((len(names), len(names), len(datasets)), np.nan)
    matrix[~np.eye(len(names), dtype=bool)] = numbers.reshape(-1, len(datasets))
    return matrix
