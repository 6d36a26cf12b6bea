"""Join the decisions of the Poisson and the signed-rank test."""

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from tenbyten.files import PathLike
from tenbyten.tables import read_table

_KEYS = ["row", "column"]


def decide(poisson: pd.DataFrame, signed_rank: pd.DataFrame) -> pd.DataFrame:
    """Join both tests, one line a pair: decisions first, then the numbers behind them.

    Of the tables of `poisson.poisson_tests` and `signed_rank.signed_rank_tests` the
    columns ``decision`` become poisson and signed_rank.
    """
    poisson = poisson.rename(columns={"decision": "poisson"})
    signed_rank = signed_rank.rename(columns={"decision": "signed_rank"})
    table = poisson.merge(signed_rank, on=_KEYS, validate="one_to_one")
    first = [*_KEYS, "poisson", "signed_rank"]
    return table[[*first, *table.columns.difference(first, sort=False)]]


def read_decisions(paths: Iterable[PathLike]) -> dict[str, pd.DataFrame]:
    """Read tables of `decide` by subset: the stems of the files."""
    return {Path(path).stem: read_table(path) for path in paths}
