"""Compare the decisions with published ones."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons.sensitivity import (
    Changes,
    join_changes,
    outcomes_of,
    smallest_changes,
)

# By subset, row and column: the decisions of both tests, "1/0".
Published = Mapping[str, Mapping[str, Mapping[str, str]]]
# Subset, row, column and test of one of them.
Cell = tuple[str, str, str, str]
# By changes of the study's policies: 1 where the column is better.
Marks = dict[Changes, int | None]

_TESTS = ("poisson", "signed_rank")
_KEYS = ["subset", "row", "column", "test"]
_NOT_TESTED = "not tested"


def against_published(
    tables: Mapping[str, pd.DataFrame], *, decisions: Published, sides: str
) -> pd.DataFrame:
    """Set every published decision beside ours: `tables` of `decide`, by subset.

    Returns
    -------
    DataFrame
        One line a published decision: subset, row, column, test, published, ours,
        agrees, and number, our P(X > q/2) or p behind it. The last three are empty
        where the test could not run and is missing from `tables`.
    """
    numbers = dict(zip(_TESTS, ("p_column", f"p_{sides}_sided"), strict=True))
    ours = {subset: tables[subset].set_index(["row", "column"]) for subset in decisions}
    lines = []
    for cell, mark in _marks(decisions):
        subset, row, column, test = cell
        cells: tuple[Any, ...] = (pd.NA, pd.NA, np.nan)
        if test in ours[subset]:
            line = ours[subset].loc[(row, column)]
            cells = int(line[test]), int(mark == int(line[test])), line[numbers[test]]
        lines.append((*cell, mark, *cells))
    names = [*_KEYS, "published", "ours", "agrees", "number"]
    return pd.DataFrame(lines, columns=names).astype(
        {"ours": "Int64", "agrees": "Int64"}
    )


def published_under_policies(
    variants: Mapping[str, pd.DataFrame],
    *,
    decisions: Published,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Find the policies under which each published decision comes out.

    Returns
    -------
    DataFrame
        One line a published decision, in the order of `against_published`: subset, row,
        column, test, published, ours under the study's policies, and comes_out_under:
        ``study``, or the smallest changes of its policies but alpha that give the
        published decision (as in `sensitivity.sensitivity`), or ``none``; ``not
        tested`` where the test could not run.
    """
    lines = []
    for key, published, outcomes in _published(variants, decisions, policies):
        ours = outcomes[()]
        changes = smallest_changes(outcomes, published)
        under = "study" if ours == published else join_changes(changes) or "none"
        lines.append((*key, published, ours, _NOT_TESTED if ours is None else under))
    columns = [*_KEYS, "published", "ours", "comes_out_under"]
    return pd.DataFrame(lines, columns=columns)


def agreement_by_policy(
    variants: Mapping[str, pd.DataFrame],
    *,
    decisions: Published,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Count the published decisions that come out under each change of one policy.

    alpha is not changed.

    Returns
    -------
    DataFrame
        One line a policy and subset: policy, ``study`` or one change of it; subset;
        agree, the published decisions that come out; of, those that the variant can
        decide.
    """
    published = list(_published(variants, decisions, policies))
    single = {
        changes: None
        for _, _, outcomes in published
        for changes in outcomes
        if len(changes) < 2
    }
    lines = []
    for changes in sorted(single, key=len):
        for subset in decisions:
            # A change of the other test's policies leaves the decision as it is.
            marks = [
                (mark, outcomes.get(changes, outcomes[()]))
                for key, mark, outcomes in published
                if key[0] == subset
            ]
            agree = sum(mark == ours for mark, ours in marks)
            decided = sum(ours is not None for _, ours in marks)
            lines.append((*(changes or ["study"]), subset, agree, decided))
    return pd.DataFrame(lines, columns=["policy", "subset", "agree", "of"])


def _published(
    variants: Mapping[str, pd.DataFrame],
    decisions: Published,
    policies: Mapping[str, Any],
) -> Iterator[tuple[Cell, int, Marks]]:
    """Yield every published decision, and the marks of its pair and test.

    Only the variants at the study's alpha count: a publication states its own.
    """
    known = {}
    for subset in decisions:
        table = variants[subset]
        table = table[np.isclose(table["alpha"], policies["alpha"])]
        known[subset] = outcomes_of(table, subset, policies)
    for cell, mark in _marks(decisions):
        subset, row, column, test = cell
        if test not in set(variants[subset]["test"]):
            yield cell, mark, {(): None}
            continue
        better, outcomes = "column", known[subset].get((row, column, test))
        if outcomes is None:
            better, outcomes = "row", known[subset][column, row, test]
        yield (
            cell,
            mark,
            {
                changes: None if decision is None else int(decision in (better, "both"))
                for changes, decision in outcomes.items()
            },
        )


def _marks(decisions: Published) -> Iterator[tuple[Cell, int]]:
    """Yield subset, row, column and test of every published decision, and its mark."""
    for subset, rows in decisions.items():
        for row, columns in rows.items():
            for column, cell in columns.items():
                for test, mark in zip(_TESTS, cell.split("/"), strict=True):
                    yield (subset, row, column, test), int(mark)
