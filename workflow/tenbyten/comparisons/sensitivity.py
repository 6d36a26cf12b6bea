"""Find the decisions that a policy or a single data set changes."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons.variants import rho_as_number

# Policies that are varied, by test.
FACTORS = {
    "poisson": ["zero_variance", "rho", "threshold"],
    "signed_rank": ["sides", "method", "zeros"],
}
# Row, column and test; changes of the study's policies, and the decisions under them.
Key = tuple[str, str, str]
Outcomes = dict[tuple[str, ...], int | None]

_KEYS = ["row", "column", "test"]


def sensitivity(
    variants: Mapping[str, pd.DataFrame],
    leave_one_out: Mapping[str, pd.DataFrame],
    *,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Find the policies and data sets that change each decision.

    Both tables are given by subset.

    Returns
    -------
    DataFrame
        One line a subset, pair in both directions, and test: decision, the study's;
        stable, 1 where it is the same under every variant and without any data set;
        hangs_on, the smallest changes of the study's policies that give the other
        decision; data_sets, each of which gives the other when left out. A change is
        ``rho = 0``, several that are needed together are joined by ``and``,
        alternatives by ``;``, and so are data sets.
    """
    lines = []
    for subset, table in variants.items():
        flips = leave_one_out[subset]
        flips = flips[flips["flips"] == 1].groupby(_KEYS)["dataset"]
        names = flips.agg("; ".join).to_dict()
        for key, outcomes in outcomes_of(table, subset, policies).items():
            decision = outcomes[()]
            hangs_on = changes_to(0 if decision else 1, outcomes)
            data_sets = names.get(key, "")
            stable = int(not hangs_on and not data_sets)
            lines.append((subset, *key, decision, stable, hangs_on, data_sets))
    columns = ["subset", *_KEYS, "decision", "stable", "hangs_on", "data_sets"]
    return pd.DataFrame(lines, columns=columns)


def outcomes_of(
    table: pd.DataFrame, subset: str, policies: Mapping[str, Any]
) -> dict[Key, Outcomes]:
    """Return the decision of every variant, by its changes of the study's policies.

    Decisions are grouped by row, column and test; one is None where the variant cannot
    be computed. Without a change it is the study's own. Errors name the `subset`.
    """
    own = {
        "zero_variance": policies["zero_variance"],
        "rho": rho_as_number(policies["rho"], policies["folds"]),
        "threshold": "more",
        "sides": policies["signed_rank_sides"],
        # The study's `exact` is `auto` by another name.
        "method": policies["signed_rank"].replace("exact", "auto"),
        "zeros": "split",
    }
    outcomes: dict[Key, Outcomes] = {}
    for line in table.itertuples():
        changes = tuple(
            f"{factor} = {_value(getattr(line, factor))}"
            for factor in FACTORS[line.test]
            if not _same(getattr(line, factor), own[factor])
        )
        decision = None if pd.isna(line.decision) else int(line.decision)
        outcomes.setdefault((line.row, line.column, line.test), {})[changes] = decision
    for key, variants in outcomes.items():
        if variants.get(()) is None:
            raise ValueError(
                f"sensitivity: subset {subset}, {', '.join(key)}: no decision under "
                f"the study's own policies; make the table again with its settings."
            )
    return outcomes


def changes_to(decision: int, outcomes: Outcomes) -> str:
    """Write the smallest changes that give the decision."""
    found = [set(c) for c, outcome in outcomes.items() if outcome == decision]
    smallest = [
        changes
        for changes, outcome in outcomes.items()
        if outcome == decision and not any(less < set(changes) for less in found)
    ]
    return "; ".join(" and ".join(changes) for changes in sorted(smallest, key=len))


def _same(value: str | float, own: str | float) -> bool:
    """Compare a variant's policy with the study's; a rho has lost its last digits."""
    if isinstance(own, str):
        return value == own
    return bool(np.isclose(value, own))


def _value(value: str | float) -> str:
    """Write a policy."""
    return value if isinstance(value, str) else f"{value:g}"
