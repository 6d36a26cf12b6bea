"""Judge statements of a paper by estimates from simulated experiments."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import yaml
from scipy.stats import norm

from tenbyten.statistics import adjust

# Columns of estimates behind those that tell the cells apart.
ESTIMATES = ["test", "policy", "measure", "value", "error", "experiments"]
VERDICTS = ["holds", "fails", "undecided", "both 0 or 1"]
# Chance of a false verdict of one kind, over all cells of a statement: that of two
# standard errors or more in one cell.
LEVEL = norm.sf(2)


class Statement(NamedTuple):
    """A published statement on a measure of some tests.

    Attributes
    ----------
    says : str
        The statement, in the paper's words or in short.
    claim : tuple
        The tests that it speaks of, with spaces between them; how their values are to
        the last one, ``below``, ``above`` or ``near``, no further away than `within`;
        and a number, another test in the same cell, or the same test in the cell with
        other values of these columns.
    at : str
        The cells that it speaks of, as a query on the estimates; all if empty.
    within : float
    measure : str
    somewhere : bool
        Whether it is made of some of its cells ("sometimes").
    is_open : bool
        Whether it goes beyond what is simulated: undecided, the values to be seen.
    """

    says: str
    claim: tuple[str, str, float | str | Mapping[str, float]]
    at: str = ""
    within: float = np.nan
    measure: str = "rejection_rate"
    somewhere: bool = False
    is_open: bool = False


def read_statements(sections: Iterable[str]) -> list[Statement]:
    """Read what the papers say, from sections of ``statements.yaml``."""
    text = Path(__file__).with_name("statements.yaml").read_text(encoding="utf-8")
    said = yaml.safe_load(text)
    return [Statement(**line) for section in sections for line in said[section]]


def judge(
    statements: Iterable[Statement],
    estimates: pd.DataFrame,
    paired: pd.DataFrame | None = None,
    policies: Iterable[str] = ("",),
) -> pd.DataFrame:
    """Judge each statement in each of its cells.

    Parameters
    ----------
    statements : iterable of Statement
    estimates : DataFrame
        A row for each cell, test, policy and measure: columns that tell the cells
        apart, then `ESTIMATES`. Of each test but Poisson's the first policy counts.
    paired : DataFrame, optional
        Differences of two tests that saw the same experiments: `ESTIMATES` and
        ``other``, the test that is subtracted.
    policies : iterable of str
        Of the Poisson test; under each in turn its statements are judged.

    Notes
    -----
    In a cell ``z`` is the distance from the bound of the statement in standard errors,
    positive on the side where it holds. Of many cells some are two standard errors on
    the wrong side by chance alone. The one-sided p-values of all cells of a statement
    are therefore adjusted together by Holm's method, those for it and those against it
    apart: it holds in a cell, or fails, where such a p is below `LEVEL`. Where both
    sides are 0, or both 1, a cell does not tell which is larger; it counts apart.

    The standard error of a rate against a number is that of a rate whose true value is
    the number; of two tests in the same experiments that of the paired difference; of
    other pairs both errors joined as if they were independent.
    """
    judged = {}
    for number, statement in enumerate(statements, start=1):
        for policy in policies if _is_on_poisson(statement) else [""]:
            cells = _cells(statement, estimates, paired, policy)
            if cells.empty:
                raise ValueError(f"statement {number} ({statement.says}): no such cell")
            key = number, statement.says, policy, statement.somewhere
            judged[key] = _verdicts(statement, cells.drop(columns="policy"))
    names = ["statement", "says", "policy", "somewhere"]
    return pd.concat(judged, names=names).reset_index(names)


def summarise(judged: pd.DataFrame) -> pd.DataFrame:
    """Draw the verdict over all cells of each statement and policy.

    A statement ``holds`` if it holds in one cell and fails in none, ``fails`` if it is
    the other way round, is ``mixed`` if it does both, and else ``undecided``. One made
    of some cells holds if it holds in one, and fails if it fails in all that decide.
    """
    lines = []
    for key, cells in judged.groupby(["statement", "says", "policy"], sort=False):
        holds, fails, undecided, aside = (
            int((cells["verdict"] == verdict).sum()) for verdict in VERDICTS
        )
        verdict = "fails" if fails else "undecided"
        if holds:
            verdict = "mixed" if fails else "holds"
        if cells["somewhere"].any() and (holds or undecided):
            verdict = "holds" if holds else "undecided"
        lines.append([*key, verdict, len(cells), holds, fails, undecided, aside])
    names = ["statement", "says", "policy", "verdict", "cells"]
    return pd.DataFrame(lines, columns=[*names, *VERDICTS])


def _is_on_poisson(statement: Statement) -> bool:
    """Return whether policies for zero variance make a difference."""
    tests, _, than = statement.claim
    return "poisson" in [*tests.split(), than]


def _of_policy(table: pd.DataFrame, policy: str, *tests: str) -> pd.DataFrame:
    """Select rows of the Poisson test under a policy, others under their first."""
    first = table.groupby(tests[0])["policy"].transform("first")
    is_poisson = reduce(operator.or_, (table[test] == "poisson" for test in tests))
    return table[table["policy"] == first.mask(is_poisson, policy)]


def _cells(
    statement: Statement,
    estimates: pd.DataFrame,
    paired: pd.DataFrame | None,
    policy: str,
) -> pd.DataFrame:
    """Put beside each value what it is compared with, and the error of the gap."""
    keys = [name for name in estimates if name not in ESTIMATES]
    rows = estimates[estimates["measure"] == statement.measure]
    rows = _of_policy(rows, policy, "test")
    tests, _, than = statement.claim
    lines = rows[rows["test"].isin(tests.split())]
    lines = lines.query(statement.at) if statement.at else lines
    if isinstance(than, int | float):
        return lines.assign(than=than, gap=lines["value"] - than, gap_error=np.nan)
    if isinstance(than, str):
        others, on = rows[rows["test"] == than], keys
    else:
        there = np.all([rows[key] == value for key, value in than.items()], axis=0)
        lines = lines.drop(rows.index[there], errors="ignore")
        others, on = rows[there], [x for x in [*keys, "test"] if x not in than]
    others = others.rename(columns={"value": "than", "error": "than_error"})
    lines = lines.merge(others[[*on, "than", "than_error"]], on=on, validate="m:1")
    lines["gap"] = lines["value"] - lines["than"]
    lines["gap_error"] = np.hypot(lines["error"], lines.pop("than_error"))
    if paired is None or not isinstance(than, str):
        return lines
    # The error is the same, whichever of two tests is subtracted.
    turned = paired.rename(columns={"test": "other", "other": "test"})
    both = pd.concat([paired, turned]).query("measure == @statement.measure")
    both = _of_policy(both[both["other"] == than], policy, "test", "other")
    known = lines[[*keys, "test"]].merge(both, on=[*keys, "test"], how="left")
    lines["gap_error"] = known["error"].fillna(lines["gap_error"])
    return lines


def _verdicts(statement: Statement, cells: pd.DataFrame) -> pd.DataFrame:
    """Decide in each cell, all together."""
    gap, within = cells["gap"], statement.within
    _, comparison, than = statement.claim
    with np.errstate(divide="ignore", invalid="ignore"):
        if comparison == "near":
            sides = []
            for sign in (1, -1):
                error = _error(cells, sign * within)
                side = (within - sign * gap) / error
                # At a bound of its range a value is as near as it can be.
                sides.append(side.mask(side.isna() & error.notna(), np.inf))
            z = np.minimum(*sides)
        else:
            sign = {"above": 1, "below": -1}[comparison]
            z = sign * gap / _error(cells, 0)
    is_other = not isinstance(than, int | float)
    aside = is_other & (cells["value"] == cells["than"]) & cells["value"].isin([0, 1])
    family = ~aside & z.notna()
    for verdict, sign in {"holds": 1, "fails": -1}.items():
        p = norm.sf(sign * z[family])
        cells.loc[family, f"p_{verdict}"] = adjust(p, method="holm") if len(p) else p
    closed = not statement.is_open
    decided = [(cells[f"p_{x}"] < LEVEL) & closed for x in ("holds", "fails")]
    names = ["both 0 or 1", "holds", "fails"]
    verdicts = np.select([aside, *decided], names, "undecided")
    return cells.assign(z=z, verdict=verdicts)


def _error(cells: pd.DataFrame, beyond: float) -> pd.Series:
    """Return the standard error of the gap, if it were as large as `beyond`."""
    known = cells["gap_error"]
    if cells["measure"].iloc[0].endswith("rate"):
        # A rate has no room beyond 0 and 1.
        rate = np.clip(cells["than"] + beyond, 0, 1)
        return known.fillna(np.sqrt(rate * (1 - rate) / cells["experiments"]))
    return known.fillna(cells["error"])
