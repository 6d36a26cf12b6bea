"""Join the decisions of the Poisson and the signed-rank test."""

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from tenbyten.files import PathLike
from tenbyten.tables import read_table

_KEYS = ["row", "column"]
_TESTS = ["poisson", "signed_rank"]


def decide(poisson: pd.DataFrame | None, signed_rank: pd.DataFrame) -> pd.DataFrame:
    """Join both tests, one line a pair: decisions first, then the numbers behind them.

    Of the tables of `poisson.poisson_tests` and `signed_rank.signed_rank_tests` the
    columns ``decision`` become poisson and signed_rank. Next to them
    poisson_contradictory and signed_rank_contradictory are 1 where the test finds each
    of the two better than the other, as the Poisson test can where a data set without
    any difference counts as a win of either: that is no finding. Without a Poisson test
    there are none of its columns.
    """
    table = signed_rank.rename(columns={"decision": "signed_rank"})
    if poisson is not None:
        poisson = poisson.rename(columns={"decision": "poisson"})
        table = poisson.merge(table, on=_KEYS, validate="one_to_one")
    tests = tests_of(table)
    decisions = table.set_index(_KEYS)[tests]
    turned = decisions.swaplevel().rename_axis(_KEYS).reindex(decisions.index)
    both = (decisions.eq(1) & turned.eq(1)).astype(int).to_numpy()
    marks = [f"{test}_contradictory" for test in tests]
    table[marks] = both
    first = [*_KEYS, *tests, *marks]
    return table[[*first, *table.columns.difference(first, sort=False)]]


def tests_of(decisions: pd.DataFrame) -> list[str]:
    """Return the tests of a table of decisions, ``poisson`` first if it is there."""
    return [test for test in _TESTS if test in decisions]


def read_decisions(paths: Iterable[PathLike]) -> dict[str, pd.DataFrame]:
    """Read tables of `decide` by subset: the stems of the files."""
    return {Path(path).stem: read_table(path) for path in paths}
