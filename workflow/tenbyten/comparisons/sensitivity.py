"""Find the decisions that a policy or a single data set changes."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons.varied import FACTORS, rho_as_number

# Row, column and test; changes of the study's policies, and the decisions under them.
Key = tuple[str, str, str]
Changes = tuple[str, ...]
Outcome = str | int | None
Outcomes = dict[Changes, str | None]

# Changes that are made only to reproduce a publication: no reason to call a decision
# unstable.
APART = ("zero_variance = win", "rho = 0", "threshold = at_least")
# Policies whose keys in the study file have other names.
_NAMES = {"sides": "signed_rank_sides", "method": "signed_rank"}
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
        One line a subset, pair and test: decision, the study's (`policy_variants`);
        stable, 1 where it is the same under every variant and with every data set left
        out, but for the changes that stand apart; becomes, the other decisions that it
        turns into; hangs_on, the smallest changes of the study's policies that change
        it; data_sets, each of which changes it when left out; apart, the smallest
        changes with one that exists only to reproduce a publication (`APART`). A change
        is ``rho = 0``, several that are needed together are joined by ``and``,
        alternatives by ``;``, and so are decisions and data sets.
    """
    lines = []
    for subset, table in variants.items():
        flips = leave_one_out[subset]
        flips = flips[flips["flips"] == 1].groupby(_KEYS)
        without = dict(iter(flips))
        for key, outcomes in outcomes_of(table, subset, policies).items():
            decision = outcomes[()]
            others = {x for x in outcomes.values() if x not in (decision, None)}
            found = smallest_changes(outcomes, *others)
            hangs_on = [changes for changes in found if not {*changes} & {*APART}]
            apart = [changes for changes in found if changes not in hangs_on]
            flipped = without.get(key)
            names = [] if flipped is None else list(flipped["dataset"])
            turns = [outcomes[changes] for changes in hangs_on]
            turns += [] if flipped is None else list(flipped["decision"])
            becomes = "; ".join(dict.fromkeys(map(str, turns)))
            texts = becomes, joined(hangs_on), "; ".join(names), joined(apart)
            lines.append((subset, *key, decision, int(not turns), *texts))
    columns = ["subset", *_KEYS, "decision", "stable"]
    columns += ["becomes", "hangs_on", "data_sets", "apart"]
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
        "rope": policies["rope"],
        "alpha": policies["alpha"],
    }
    outcomes: dict[Key, Outcomes] = {}
    for test, part in table.groupby("test", sort=False):
        factors = FACTORS[str(test)]
        texts = [_changes(part[factor], own[factor]) for factor in factors]
        names = zip(part["row"], part["column"], strict=True)
        for pair, changes, decision in zip(
            names, zip(*texts, strict=True), part["decision"], strict=True
        ):
            changed = tuple(filter(None, changes))
            # Missing is an empty text in memory, and no text in a file.
            decided = decision if isinstance(decision, str) and decision else None
            outcomes.setdefault((*pair, str(test)), {})[changed] = decided
    for key, variants in outcomes.items():
        if variants.get(()) is None:
            raise ValueError(
                f"sensitivity: subset {subset}, {', '.join(key)}: no decision under "
                f"the study's own policies; make the table again with its settings."
            )
    # Pair after pair, each with all of its tests.
    pairs = list(dict.fromkeys((row, column) for row, column, _ in outcomes))
    keys = [(*pair, test) for pair in pairs for test in FACTORS]
    return {key: outcomes[key] for key in keys if key in outcomes}


def smallest_changes(
    outcomes: Mapping[Changes, Outcome], *wanted: Outcome
) -> list[Changes]:
    """Return the smallest changes that give one of the wanted outcomes, few first."""
    smallest: list[Changes] = []
    for changes in sorted(outcomes, key=len):
        seen = any({*less} <= {*changes} for less in smallest)
        if outcomes[changes] in wanted and not seen:
            smallest.append(changes)
    return smallest


def joined(alternatives: Iterable[Changes]) -> str:
    """Write alternative changes."""
    return "; ".join(" and ".join(changes) for changes in alternatives)


def _changes(values: pd.Series, own: str | float) -> list[str]:
    """Write a policy in every line; empty where it is the study's own."""
    name = _NAMES.get(str(values.name), values.name)
    written = {}
    for value in values.unique():
        # A number has lost its last digits in the file.
        same = value == own if isinstance(own, str) else np.isclose(value, own)
        text = value if isinstance(value, str) else f"{value:g}"
        written[value] = "" if same else f"{name} = {text}"
    return [written[value] for value in values]
