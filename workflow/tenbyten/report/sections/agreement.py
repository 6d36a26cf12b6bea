"""Agreement with published decisions, and of the native engine with WEKA."""

from collections.abc import Iterator, Mapping
from functools import partial

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import caption, described
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table, build, grid, number_column
from tenbyten.report.formatting import EMPTY, format_number, format_posterior
from tenbyten.report.sections.columns import decision_columns

# Columns of a published decision and the study's: 1, 0 or, if a test could not run, a
# dash.
_BOTH = [
    number_column(name, name, partial(format_number, form="g"))
    for name in ("published", "ours")
]


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
    comparison, by_policy : DataFrame
        From `against_published` and `agreement_by_policy` of `comparisons.agreement`.
    source : str
        Where the decisions were published.
    labels : dict of str to str
        The classifiers' names for people.
    alpha : float
        Size of the tests.

    Returns
    -------
    agreement, differing : Table
    """
    subsets = list(by_policy["subset"].unique())
    rows = [
        [str(policy), *(f"{x.agree} of {x.of}" for x in part.itertuples())]
        for policy, part in by_policy.groupby("policy", sort=False)
    ]
    agreement = grid(
        ["policy", *subsets],
        rows,
        name="agreement",
        title=f"Our decisions against {source}",
        lead=caption("agreement"),
    )
    differing = build(
        comparison[comparison["agrees"].eq(0).fillna(False)],
        [
            *decision_columns(labels),
            *_BOTH,
            number_column("number", "number", format_posterior),
            ("comes out under", "l", lambda line: line.comes_out_under),
        ],
        name="differing",
        title="Decisions that differ",
        lead=caption("differing", alpha=alpha),
    )
    return agreement, differing


def published_table(contents: Contents) -> Iterator[Table]:
    """List all published decisions, those that differ first."""
    if (published := contents.published) is None:
        return
    source = contents.settings["published"]["source"]
    agree = [
        f"{part['agrees'].sum():g} of {part['agrees'].count()} on {subset}"
        for subset, part in published.groupby("subset", sort=False)
    ]
    if few := int(published["agrees"].isna().sum()):
        agree.append(f"{few} of {len(published)} were not tested")
    yield build(
        published.sort_values("agrees", kind="stable"),
        [
            *decision_columns(contents.labels),
            *_BOTH,
            ("agrees", "l", lambda line: {1: "yes", 0: "no"}.get(line.agrees, EMPTY)),
            number_column("P or p", "number", format_posterior),
        ],
        **described("published", f"Our decisions against {source}", agree=agree),
        csv=FILES["published"],
    )


def parity_table(parity: pd.DataFrame, *, labels: Mapping[str, str]) -> Table:
    """Lay out the agreement of both engines by data set and classifier.

    Parameters
    ----------
    parity : DataFrame
        From `comparisons.parity.compare_engines`.
    labels : dict of str to str
        The classifiers' names for people.

    Returns
    -------
    Table
    """
    names = list(parity["classifier"].unique())
    rows = []
    for dataset, part in parity.groupby("dataset", sort=False):
        part = part.set_index("classifier").loc[names]
        counts = [f"{line.identical}/{line.folds}" for line in part.itertuples()]
        rows.append([str(dataset), *counts])
    return grid(
        ["data set", *(labels[name] for name in names)],
        rows,
        **described(
            "parity", "Folds in which native and WEKA engine agree", parity=parity
        ),
    )
