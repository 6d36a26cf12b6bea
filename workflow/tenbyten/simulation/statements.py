"""Judge statements of a paper by the estimates of a simulation study."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.simulation.estimates import ESTIMATES

VERDICTS = ("holds", "fails", "undecided", "both 0 or 1")

# More than so many standard errors decide.
DECIDED = 2

# Columns of `judge`, before and behind the columns that tell the cells apart.
_BEFORE = ["statement", "says", "is", "than", "within", "somewhere", "policy"]
_BEHIND = ["test", "measure", "value", "error", "than_value", "than_error"]
_BEHIND += ["gap", "gap_error", "errors", "verdict"]

# The comparison of a statement, and the sign of the gap with which it holds.
_SIGNS = {"below": -1, "above": 1}


def judge(
    statements: Sequence[Mapping[str, Any]],
    estimates: pd.DataFrame,
    paired: pd.DataFrame | None = None,
    *,
    policies_of: str = "poisson",
) -> pd.DataFrame:
    """Judge each statement in each of its cells, under each policy.

    Parameters
    ----------
    statements : sequence of mapping
        ``published.statements`` of the study file: ``says``, ``tests``, ``at``, ``is``,
        ``than``, ``within``, ``measure``, ``open``, as config/README.md describes them.
    estimates : DataFrame
        One row for each cell, test, policy and measure: columns of the problem's own,
        which tell the cells apart, and `estimates.ESTIMATES`.
    paired : DataFrame, optional
        One row for each two tests that saw the same experiments: the same columns, then
        `estimates.PAIRED`.
    policies_of : str, default="poisson"
        The test whose policies are tried in turn. Of any other test the policy counts
        that comes first in `estimates`: the study's own.

    Returns
    -------
    DataFrame
        One row for each statement, policy, test and cell. ``statement`` counts from 1;
        ``policy`` is empty where `policies_of` takes no part. ``gap`` is ``value`` less
        ``than_value``. ``errors`` says how its standard error ``gap_error`` is made:
        ``paired`` from the table of that name; ``independent`` from both errors, as if
        the experiments were others; ``score`` from a rate's number of experiments, if
        the true rate were the number of the statement; ``own`` from the value's alone.
        ``verdict`` is one of `VERDICTS`.

    Raises
    ------
    ValueError
        If a statement names a column, value, test or measure that the table does not
        have, or selects no row.

    Notes
    -----
    A statement ``below`` or ``above`` holds where the gap has the right sign and is
    more than two standard errors from 0, and fails where it has the other sign and is
    as far from 0. ``near`` holds where the gap, two standard errors added, stays
    ``within``, and fails where it is two standard errors beyond. Two rates that are
    both 0, or both 1, tell nothing of which test rejects more often: they are left
    aside. An error that is missing decides nothing. A statement that is ``open`` is
    undecided everywhere: its values are there to be seen.
    """
    keys = [name for name in estimates if name not in ESTIMATES]
    judged = []
    for number, given in enumerate(statements, 1):
        statement = _Statement(number, given, estimates, policies_of)
        for policy in statement.policies:
            judged.append(_judge(statement, policy, paired))
    columns = [*_BEFORE, *keys, *_BEHIND]
    if not judged:
        return pd.DataFrame(columns=columns)
    return pd.concat(judged, ignore_index=True)[columns]


def summarise(judged: pd.DataFrame) -> pd.DataFrame:
    """Count the verdicts of each statement and policy, and draw the verdict of all.

    A statement ``holds`` if it holds in one cell and fails in none, ``fails`` if it
    fails in one and holds in none, is ``mixed`` if it does both, and else
    ``undecided``. One that is made of some cells, ``somewhere``, ``holds`` if it holds
    in one, and ``fails`` if it fails in all that are not left aside.

    Parameters
    ----------
    judged : DataFrame
        From `judge`.

    Returns
    -------
    DataFrame
        Columns statement, says, policy, verdict, cells, and one for each of `VERDICTS`.
    """
    names = ["statement", "says", "policy"]
    lines = []
    for found, group in judged.groupby(names, sort=False):
        counts = [int((group["verdict"] == verdict).sum()) for verdict in VERDICTS]
        holds, fails, undecided, _ = counts
        verdict = "fails" if fails else "undecided"
        if holds:
            verdict = "mixed" if fails else "holds"
        if group["somewhere"].any() and (holds or undecided):
            verdict = "holds" if holds else "undecided"
        lines.append([*found, verdict, len(group), *counts])
    return pd.DataFrame(lines, columns=[*names, "verdict", "cells", *VERDICTS])


class _Statement:
    """One statement, its names looked up in the estimates."""

    def __init__(
        self,
        number: int,
        statement: Mapping[str, Any],
        estimates: pd.DataFrame,
        policies_of: str,
    ) -> None:
        self.where = f'statement {number} ("{statement["says"]}")'
        self.number, self.statement = number, statement
        self.keys = [name for name in estimates if name not in ESTIMATES]
        self.measure = statement.get("measure", "rejection_rate")
        self._find(self.measure, estimates["measure"], "measure")
        self.rows = estimates[estimates["measure"] == self.measure]
        self.tests = [
            self._find(x, self.rows["test"], "test") for x in statement["tests"]
        ]
        self.than = statement["than"]
        if isinstance(self.than, str):
            self.than = self._find(self.than, self.rows["test"], "test")
        elif isinstance(self.than, Mapping):
            self.than = {
                column: self._value(column, wanted)
                for column, wanted in self.than.items()
            }
        self.policies_of = policies_of
        taking_part = {*self.tests, self.than if isinstance(self.than, str) else ""}
        self.policies: Sequence[str] = [""]
        if policies_of in taking_part:
            of_test = self.rows[self.rows["test"] == policies_of]
            self.policies = list(of_test["policy"].unique())

    def _find(self, wanted: Any, known: Iterable[Any], what: str) -> Any:
        """Return a name or value that is known, or say which is the nearest."""
        there = list(dict.fromkeys(known))
        if pd.api.types.is_number(wanted):
            if wanted in there:
                return wanted
            numbers = [x for x in there if pd.api.types.is_number(x)]
            near = sorted(numbers, key=lambda x: abs(x - wanted))[:1]
        else:
            if str(wanted) in there:
                return str(wanted)
            near = difflib.get_close_matches(str(wanted), map(str, there), 1, 0.5)
        hint = f"; did you mean {near[0]}?" if near else "."
        raise ValueError(
            f"{self.where}: the estimates have no {what} {wanted!r}{hint} They have "
            f"{', '.join(map(str, there))}; correct `published.statements`."
        )

    def _value(self, column: str, wanted: Any) -> Any:
        """Return a value as its column has it."""
        values = self.rows[self._find(column, self.keys, "column")]
        if pd.api.types.is_numeric_dtype(values):
            return self._find(wanted, values.dropna(), column)
        return self._find(str(wanted), values.dropna(), column)

    def at(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Select the rows of the cells that the statement is about."""
        chosen = pd.Series(True, index=rows.index)
        for column, wanted in self.statement.get("at", {}).items():
            values = rows[self._find(column, self.keys, "column")]
            bound = re.fullmatch(r"(above|below) (\S+)", str(wanted))
            if bound and pd.api.types.is_numeric_dtype(values):
                limit = float(bound[2])
                chosen &= values > limit if bound[1] == "above" else values < limit
            else:
                named = wanted if isinstance(wanted, list) else [wanted]
                chosen &= values.isin([self._value(column, x) for x in named])
        return rows[chosen]

    def under(self, policy: str, test: str, rows: pd.DataFrame) -> pd.DataFrame:
        """Select a test's rows under a policy, or under its own if it has others."""
        of_test = rows[rows["test"] == test]
        if test != self.policies_of and len(of_test):
            policy = of_test["policy"].iloc[0]
        return of_test[of_test["policy"] == policy]


def _judge(
    statement: _Statement, policy: str, paired: pd.DataFrame | None
) -> pd.DataFrame:
    """Judge a statement in all its cells under one policy."""
    of_tests = [statement.under(policy, x, statement.rows) for x in statement.tests]
    lines = statement.at(pd.concat(of_tests))
    compared = _compared(statement, policy, lines, paired)
    if not len(compared):
        raise ValueError(
            f"{statement.where}: selects no row of the estimates; correct `at` in "
            f"`published.statements`."
        )
    given = statement.statement
    within = given.get("within", np.nan)
    verdicts = _verdicts(compared, given["is"], within, given["than"])
    return compared.assign(
        **{"statement": statement.number, "says": given["says"], "is": given["is"]},
        than=_in_words(given["than"]),
        within=within,
        somewhere=bool(given.get("somewhere")),
        policy=policy,
        verdict="undecided" if given.get("open") else verdicts,
    )


def _compared(
    statement: _Statement,
    policy: str,
    lines: pd.DataFrame,
    paired: pd.DataFrame | None,
) -> pd.DataFrame:
    """Put beside each value what it is compared with, and the error of the gap."""
    than = statement.than
    if not isinstance(than, str | Mapping):
        rate = statement.measure.endswith("rate")
        error = _score(than, lines["experiments"]) if rate else lines["error"]
        return lines.assign(
            **{"than_value": float(than), "than_error": 0.0, "gap_error": error},
            gap=lines["value"] - than,
            errors="score" if rate else "own",
        )
    if isinstance(than, str):
        others = statement.under(policy, than, statement.rows)
        on = statement.keys
    else:
        itself = np.all([lines[key] == value for key, value in than.items()], axis=0)
        lines = lines[~itself]
        there = [statement.rows[key] == value for key, value in than.items()]
        others = statement.rows[np.all(there, axis=0)].drop(columns=list(than))
        on = [key for key in statement.keys if key not in than] + ["test", "policy"]
    others = others.rename(columns={"value": "than_value", "error": "than_error"})
    others = others[[*on, "than_value", "than_error"]]
    joined = lines.merge(others, on=on, how="left", validate="m:1", indicator=True)
    if (joined["_merge"] == "left_only").any():
        lost = joined[joined["_merge"] == "left_only"].iloc[0]
        cell = ", ".join(f"{key} {lost[key]}" for key in statement.keys)
        raise ValueError(
            f"{statement.where}: the estimates have nothing to compare {lost['test']} "
            f"at {cell} with: no {_in_words(than)} there; narrow `at` in "
            f"`published.statements`."
        )
    joined = joined.assign(
        gap=joined["value"] - joined["than_value"],
        gap_error=np.hypot(joined["error"], joined["than_error"]),
        errors="independent",
    )
    if isinstance(than, str) and paired is not None:
        return _with_paired_errors(joined, statement, policy, paired)
    return joined


def _with_paired_errors(
    joined: pd.DataFrame, statement: _Statement, policy: str, paired: pd.DataFrame
) -> pd.DataFrame:
    """Use the errors of tests that saw the same experiments, where they are known."""
    of_measure = paired[paired["measure"] == statement.measure]
    # Exchanging the two tests changes the sign of the gap alone.
    names = {"test": "other", "other": "test"}
    both = pd.concat([of_measure, of_measure.rename(columns=names)])
    both = both[both["other"] == statement.than]
    takes_part = {*statement.tests, statement.than}
    if statement.policies_of in takes_part:
        varied = (both["test"] == statement.policies_of) | (
            both["other"] == statement.policies_of
        )
        both = both[(both["policy"] == policy) | ~varied]
    on = [*statement.keys, "test"]
    both = both.drop_duplicates(on)[[*on, "error"]]
    known = joined.merge(both, on=on, how="left", suffixes=("", "_paired"))
    found = known["error_paired"].notna()
    return joined.assign(
        gap_error=known["error_paired"].where(found, known["gap_error"]),
        errors=known["errors"].mask(found, "paired"),
    )


def _score(rate: float, experiments: pd.Series) -> pd.Series:
    """Return the standard error of a rate in experiments whose true rate is known."""
    return np.sqrt(np.clip(rate * (1 - rate), 0, None) / experiments)


def _verdicts(
    lines: pd.DataFrame, comparison: str, within: float, than: Any
) -> np.ndarray:
    """Return the verdict of each line."""
    if comparison == "near":
        # A rate has no room beyond 0 and 1, and its error at a bound is the bound's.
        sides = [_near(lines, within, sign) for sign in (-1, 1)]
        holds = sides[0][0] & sides[1][0]
        fails = sides[0][1] | sides[1][1]
    else:
        margin = _SIGNS[comparison] * lines["gap"]
        holds = margin > DECIDED * lines["gap_error"]
        fails = margin < -DECIDED * lines["gap_error"]
    verdicts = np.select([holds, fails], ["holds", "fails"], "undecided")
    if isinstance(than, str | Mapping):
        same = lines["value"] == lines["than_value"]
        aside = same & lines["value"].isin([0, 1])
        verdicts = np.where(aside, "both 0 or 1", verdicts)
    return verdicts


def _near(lines: pd.DataFrame, within: float, sign: int) -> tuple[pd.Series, pd.Series]:
    """Return where the gap is surely on this side of a bound, and surely beyond."""
    margin = within - sign * lines["gap"]
    error = lines["gap_error"]
    of_rates = lines["errors"] == "score"
    if of_rates.any():
        bound = lines["than_value"] + sign * within
        error = error.mask(of_rates, _score(bound, lines["experiments"]))
    return margin >= DECIDED * error, margin < -DECIDED * error


def _in_words(than: Any) -> str:
    """Write what a statement compares with."""
    if isinstance(than, Mapping):
        return ", ".join(f"{key} {value}" for key, value in than.items())
    return str(than)
