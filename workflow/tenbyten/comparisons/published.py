"""Compare the decisions with published ones."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from tenbyten.comparisons.sensitivity import FACTORS, Outcomes, changes_to, outcomes_of

# By subset, row and column: the decisions of both tests, "1/0".
Published = Mapping[str, Mapping[str, Mapping[str, str]]]

_KEYS = ["subset", "row", "column", "test"]


def against_published(
    tables: Mapping[str, pd.DataFrame], *, decisions: Published, sides: str
) -> pd.DataFrame:
    """Set every published decision beside ours.

    Parameters
    ----------
    tables : dict of str to DataFrame
        Our decisions (`decisions.decide`) by subset.
    decisions : dict
        By subset, row and column: ``"1/0"``, Poisson and signed-rank.
    sides : {"one", "two"}
        The p-value of the signed-rank test that decided.

    Returns
    -------
    DataFrame
        One line a published decision: subset, row, column, test, published, ours,
        agrees, and number, our P(X > q/2) or p behind it.
    """
    lines = []
    for subset, rows in decisions.items():
        ours = tables[subset].set_index(["row", "column"])
        for row, columns in rows.items():
            for column, cell in columns.items():
                line = ours.loc[(row, column)]
                numbers = (line["p_column"], line[f"p_{sides}_sided"])
                for test, mark, number in zip(
                    FACTORS, cell.split("/"), numbers, strict=True
                ):
                    key = (subset, row, column, test, int(mark), int(line[test]))
                    lines.append((*key, int(key[-1] == key[-2]), number))
    names = [*_KEYS, "published", "ours", "agrees", "number"]
    return pd.DataFrame(lines, columns=names)


def with_policies(comparison: pd.DataFrame, under: pd.DataFrame) -> pd.DataFrame:
    """Add the policies under which each published decision comes out.

    Parameters
    ----------
    comparison : DataFrame
        From `against_published`.
    under : DataFrame
        From `published_under_policies`, of the same decisions.

    Returns
    -------
    DataFrame
        The comparison and comes_out_under.
    """
    under = under[[*_KEYS, "comes_out_under"]]
    return comparison.merge(under, on=_KEYS, validate="one_to_one")


def published_under_policies(
    variants: Mapping[str, pd.DataFrame],
    *,
    decisions: Published,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Find the policies under which each published decision comes out.

    Parameters
    ----------
    variants : dict of str to DataFrame
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
        `sensitivity.sensitivity`), or ``none``.

    Raises
    ------
    ValueError
        As `sensitivity.sensitivity`.
    """
    lines = []
    for key, published, outcomes in _published(variants, decisions, policies):
        ours = outcomes[()]
        under = "study" if ours == published else changes_to(published, outcomes)
        lines.append((*key, published, ours, under or "none"))
    columns = [*_KEYS, "published", "ours", "comes_out_under"]
    return pd.DataFrame(lines, columns=columns)


def agreement_by_policy(
    variants: Mapping[str, pd.DataFrame],
    *,
    decisions: Published,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Count the published decisions that come out under each single change.

    Parameters
    ----------
    variants, decisions, policies
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
        As `sensitivity.sensitivity`.
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
) -> Iterator[tuple[tuple[str, str, str, str], int, Outcomes]]:
    """Yield key, published mark and outcomes of every published decision."""
    for subset, rows in decisions.items():
        outcomes = outcomes_of(variants[subset], subset, policies)
        for row, columns in rows.items():
            for column, cell in columns.items():
                for test, mark in zip(FACTORS, cell.split("/"), strict=True):
                    key = (row, column, test)
                    yield (subset, *key), int(mark), outcomes[key]
