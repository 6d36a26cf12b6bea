"""Find the decisions that a policy or a single data set changes."""

import numpy as np
import pandas as pd

from tenbyten.comparisons.variants import rho_as_number

_KEYS = ["row", "column", "test"]
_FACTORS = {
    "poisson": ["zero_variance", "rho", "threshold"],
    "signed_rank": ["sides", "method", "zeros"],
}


def stability(sensitivity, leave_one_out, *, policies):
    """Say of every decision whether it is stable, and what it hangs on.

    Parameters
    ----------
    sensitivity, leave_one_out : dict of str to DataFrame
        By subset, from `variants.policy_variants` and `variants.leave_one_out`.
    policies : dict
        The study's settings of the tests.

    Returns
    -------
    DataFrame
        One line a subset, pair in both directions, and test: decision, the study's;
        stable, 1 where every variant and every leaving out gives the same;
        hangs_on, the smallest changes of the study's policies that give the other
        decision; data_sets, those without which it is the other. A change is
        ``rho = 0``, several that are needed together are joined by ``and``,
        alternatives by ``;``, and so are data sets.

    Raises
    ------
    ValueError
        If a table lacks the variant with the study's policies, or has no number
        there.
    """
    lines = []
    for subset, table in sensitivity.items():
        flips = leave_one_out[subset]
        flips = flips[flips["flips"] == 1].groupby(_KEYS)["dataset"]
        names = flips.agg("; ".join).to_dict()
        for key, outcomes in _outcomes(table, subset, policies).items():
            decision = outcomes[()]
            hangs_on = _changes_to(1 - decision, outcomes)
            data_sets = names.get(key, "")
            stable = int(not hangs_on and not data_sets)
            lines.append((subset, *key, decision, stable, hangs_on, data_sets))
    columns = ["subset", *_KEYS, "decision", "stable", "hangs_on", "data_sets"]
    return pd.DataFrame(lines, columns=columns)


def published_under_policies(sensitivity, *, decisions, policies):
    """Say of every published decision under which policies it comes out.

    Parameters
    ----------
    sensitivity : dict of str to DataFrame
        By subset, from `variants.policy_variants`.
    decisions : dict
        By subset, row and column: ``"1/0"``, Poisson and signed-rank.
    policies : dict
        The study's settings of the tests.

    Returns
    -------
    DataFrame
        One line a published decision: subset, row, column, test, published, ours
        under the study's policies, and comes_out_under: ``study``, or the smallest
        changes of its policies that give the published decision (as in
        `stability`), or ``none``.

    Raises
    ------
    ValueError
        As `stability`.
    """
    lines = []
    for key, published, outcomes in _published(sensitivity, decisions, policies):
        ours = outcomes[()]
        under = "study" if ours == published else _changes_to(published, outcomes)
        lines.append((*key, published, ours, under or "none"))
    columns = ["subset", *_KEYS, "published", "ours", "comes_out_under"]
    return pd.DataFrame(lines, columns=columns)


def agreement_by_policy(sensitivity, *, decisions, policies):
    """Count the published decisions that come out under each single change.

    Parameters
    ----------
    sensitivity, decisions, policies
        As in `published_under_policies`.

    Returns
    -------
    DataFrame
        One line a policy and subset: policy, ``study`` or one change of it; subset;
        agree, the published decisions that come out; of, those that the variant
        can decide.

    Raises
    ------
    ValueError
        As `stability`.
    """
    published = list(_published(sensitivity, decisions, policies))
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


def _outcomes(table, subset, policies):
    """By row, column and test: each variant's changes and its decision, or None."""
    own = {
        "zero_variance": policies["zero_variance"],
        "rho": rho_as_number(policies["rho"], policies["folds"]),
        "threshold": "more",
        "sides": policies["signed_rank_sides"],
        "method": policies["signed_rank"],
        "zeros": "split",
    }
    outcomes = {}
    for line in table.itertuples():
        changes = tuple(
            f"{factor} = {_value(getattr(line, factor))}"
            for factor in _FACTORS[line.test]
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


def _published(sensitivity, decisions, policies):
    """Key, published mark and outcomes of every published decision."""
    for subset, rows in decisions.items():
        outcomes = _outcomes(sensitivity[subset], subset, policies)
        for row, columns in rows.items():
            for column, cell in columns.items():
                for test, mark in zip(_FACTORS, cell.split("/"), strict=True):
                    key = (row, column, test)
                    yield (subset, *key), int(mark), outcomes[key]


def _changes_to(decision, outcomes):
    """The smallest changes that give the decision, as text."""
    found = [set(c) for c, outcome in outcomes.items() if outcome == decision]
    smallest = [
        changes
        for changes, outcome in outcomes.items()
        if outcome == decision and not any(less < set(changes) for less in found)
    ]
    return "; ".join(" and ".join(changes) for changes in sorted(smallest, key=len))


def _same(value, own):
    """Whether a variant's policy is the study's; a rho has lost its last digits."""
    return value == own if isinstance(own, str) else bool(np.isclose(value, own))


def _value(value):
    """Write a policy."""
    return value if isinstance(value, str) else f"{value:g}"
