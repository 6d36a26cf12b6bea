"""Repeat the decisions with one value for each group of data sets."""

import itertools
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.decisions import decide
from tenbyten.comparisons.on_each_dataset import (
    Names,
    Pairs,
    compare_on_each,
    lines_of,
)
from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests

COLUMNS = ["row", "column", "poisson", "signed_rank", "holm", "poisson_contradictory"]
COLUMNS += ["signed_rank_contradictory", "n", "q", "p_column", "p_tie", "p_row"]
COLUMNS += ["rank_sum_column", "rank_sum_row", "p_one_sided", "p_two_sided", "holm_p"]

_log = logging.getLogger(__name__)


def grouped_decisions(
    values: pd.DataFrame,
    posteriors: pd.DataFrame,
    *,
    datasets: Names,
    pairs: Pairs,
    groups: Mapping[str, Sequence[str]],
    correlated_t: Mapping[str, Any],
    signed_rank: Mapping[str, Any],
    poisson: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Repeat the decisions over a subset with one value for each group of data sets.

    Parameters
    ----------
    values : DataFrame
        The long table behind `posteriors`.
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.
    groups : dict of str to sequence of str
        Data sets that share a source. Those outside the subset are left aside.
    correlated_t, poisson, signed_rank : dict
        Other arguments of `compare_on_each`, `poisson_tests` and `signed_rank_tests`,
        with which the decisions over all data sets were made. Without `poisson` the
        columns of the Poisson test are empty.

    Returns
    -------
    DataFrame
        One line a pair, in both directions: the columns of `decisions.decide`, and
        holm, 1 where the column is better by the signed-rank test, two-sided, whose p
        is adjusted by Holm's procedure for all pairs; p_two_sided and holm_p are those
        of this test. Without a line where no group has two data sets in the subset, or
        where the subset is one group.

    Notes
    -----
    The value of a group is the mean of its data sets' differences fold by fold, which
    then pass for the differences on one data set, in the correlated t-test too. Folds
    of different data sets have nothing but their number in common. The other data sets
    keep the values that they have in `posteriors`.
    """
    found = [[name for name in datasets if name in group] for group in groups.values()]
    found = [names for names in found if len(names) > 1]
    # A group bears the name of its first data set, which stands for all.
    others = {name for names in found for name in names[1:]}
    units = [name for name in datasets if name not in others]
    if not found or len(units) < 2:
        return pd.DataFrame(columns=COLUMNS)
    of_members = values[values["dataset"].isin(list(itertools.chain(*found)))]
    of_groups = compare_on_each(of_members, groups=found, **correlated_t)
    alone = posteriors[~posteriors["dataset"].isin(of_groups["dataset"])]
    both_ways = correlated_t["pairs"]
    table = pd.concat([alone, of_groups], ignore_index=True)
    table = lines_of(table, both_ways, units)
    ranked = signed_rank_tests(table, datasets=units, **signed_rank)
    wins = poisson_tests(table, datasets=units, **poisson) if poisson else None
    decisions = decide(wins, ranked)
    of_pairs = {"datasets": units, "alpha": signed_rank["alpha"]}
    exact = signed_rank_tests(table, **of_pairs, method="auto", sides="two")
    exact = exact.set_index(["row", "column"])
    p = exact.loc[list(pairs), "p_two_sided"].to_numpy()
    adjusted = dict(zip(pairs, statistics.adjust(p, method="holm"), strict=True))
    adjusted |= {(column, row): p for (row, column), p in adjusted.items()}
    keys = list(zip(decisions["row"], decisions["column"], strict=True))
    decisions["p_two_sided"] = exact.loc[keys, "p_two_sided"].to_numpy()
    decisions["holm_p"] = [adjusted[pair] for pair in keys]
    better = decisions["rank_sum_column"] > decisions["rank_sum_row"]
    significant = decisions["holm_p"] < signed_rank["alpha"]
    decisions["holm"] = (significant & better).astype(int)
    _log.info("%d values of %d data sets", len(units), len(datasets))
    return decisions.reindex(columns=COLUMNS)
