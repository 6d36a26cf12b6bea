"""Published decisions beside those of the study."""

from collections.abc import Mapping

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import TEST_NAMES
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, ColumnOfLines, Table, build
from tenbyten.report.formatting import format_number, format_probability, yes_or_no


def agreement_tables(
    comparison: pd.DataFrame,
    by_policy: pd.DataFrame,
    *,
    source: str,
    labels: Mapping[str, str],
    alpha: float,
) -> tuple[Table, Table]:
    """Count the decisions that agree under each policy, and list those that differ.

    Parameters
    ----------
    comparison : DataFrame
        From `comparisons.published.with_policies`.
    by_policy : DataFrame
        From `comparisons.published.agreement_by_policy`.
    source : str
        Where the decisions were published.
    labels : mapping of str to str
        The classifiers' names for people.
    alpha : float

    Returns
    -------
    agreement, differing : Table
    """
    subsets = list(by_policy["subset"].unique())
    rows = []
    for policy, part in by_policy.groupby("policy", sort=False):
        part = part.set_index("subset")
        counts = [f"{part.at[x, 'agree']} of {part.at[x, 'of']}" for x in subsets]
        rows.append([Cell(str(policy)), *map(Cell, counts)])
    agreement = Table(
        name="agreement",
        title=f"Our decisions against {source}",
        columns=[Column("policy", "l"), *map(Column, subsets)],
        rows=rows,
        lead="Decisions that agree, of those that the policy can decide, under the "
        "study's policies and under each single change of them:",
    )
    differing = build(
        comparison[comparison["agrees"] == 0],
        [
            *_decision(labels),
            ("number", "r", lambda line: format_number(line.number, ".4f")),
            ("comes out under", "l", lambda line: line.comes_out_under),
        ],
        name="differing",
        title="Decisions that differ",
        lead="Decisions that differ, with our number behind them (Poisson: P(X > q/2), "
        f"significant above {1 - alpha:g}; signed-rank: p, significant below "
        f"{alpha:g}) and the smallest changes of the policies under which the "
        "published decision comes out:",
    )
    return agreement, differing


def published_table(contents: Contents) -> list[Table]:
    """List all published decisions, those that differ first."""
    published = contents.published
    if published is None:
        return []
    agree = [
        f"{part['agrees'].sum():g} of {len(part)} on {subset}"
        for subset, part in published.groupby("subset", sort=False)
    ]
    table = build(
        published.sort_values("agrees", kind="stable"),
        [
            *_decision(contents.labels),
            ("agrees", "l", lambda line: yes_or_no(line.agrees)),
            ("P or p", "r", lambda line: format_probability(line.number)),
        ],
        name="published",
        title=f"Our decisions against {contents.settings['published']['source']}",
        caption=f"Decisions that agree: {', '.join(agree)}. P or p: our P(X > q/2) of "
        "the Poisson test or p of the signed-rank test. Those that differ come first.",
        csv=FILES["published"],
    )
    return [table]


def _decision(labels: Mapping[str, str]) -> list[ColumnOfLines]:
    """Return the columns of a published decision and the study's."""
    return [
        ("subset", "l", lambda line: line.subset),
        ("row", "l", lambda line: labels[line.row]),
        ("column", "l", lambda line: labels[line.column]),
        ("test", "l", lambda line: TEST_NAMES[line.test]),
        ("published", "r", lambda line: str(line.published)),
        ("ours", "r", lambda line: str(line.ours)),
    ]
