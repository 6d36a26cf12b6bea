"""Decisions that a policy or a single data set changes."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import TEST_NAMES
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table, build
from tenbyten.report.formatting import shorten_list
from tenbyten.report.sections.columns import decision_columns
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

# No more data sets are named in a cell.
_shortened = partial(shorten_list, most=5)


def sensitivity_tables(
    sensitivity: pd.DataFrame, *, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> tuple[Table, Table]:
    """Count the stable decisions by subset, and list each that is not stable.

    `sensitivity` is from `comparisons.sensitivity.sensitivity`.
    """
    parts = dict(iter(sensitivity.groupby("subset", sort=False)))
    rows = []
    for subset, part in parts.items():
        hang = [(part[column] != "").sum() for column in ("hangs_on", "data_sets")]
        numbers = (len(part), part["stable"].sum(), *hang)
        rows.append([Cell(str(x)) for x in (subset, *numbers)])
    heads = ("decisions", "stable", "hang on a policy", "on a data set")
    counts = Table(
        name="sensitivity",
        title="What the decisions hang on",
        columns=[Column("subset", "l"), *map(Column, heads)],
        rows=rows,
        caption=f"{_caption(policies)}\n\n{_stable_wins(parts, labels)}",
    )
    unstable = build(
        sensitivity[sensitivity["stable"] == 0],
        [
            *decision_columns(labels),
            ("decision", "c", lambda line: str(line.decision)),
            ("the other one under", "l", lambda line: line.hangs_on),
            ("the other one without", "l", lambda line: _shortened(line.data_sets)),
        ],
        name="unstable",
        title="Decisions that are not stable",
        legend="Each line names the smallest changes of the policies that reverse the "
        "decision, and the data sets without any one of which it is reversed. The CSV "
        "file has all decisions and all data sets.",
    )
    return counts, unstable


def sensitivity_section(contents: Contents) -> list[Table]:
    """Return the tables on decisions that a policy or a single data set changes."""
    if contents.sensitivity is None:
        return []
    tables = sensitivity_tables(
        contents.sensitivity, labels=contents.labels, policies=contents.settings
    )
    csv, tex = FILES["sensitivity_summary"], FILES["sensitivity_summary_latex"]
    return [table._replace(csv=csv, tex=tex) for table in tables]


def _stable_wins(parts: Mapping[Any, pd.DataFrame], labels: Mapping[str, str]) -> str:
    """Name the pairs with a difference under every policy."""
    found = []
    for subset, part in parts.items():
        stable = part[(part["stable"] == 1) & (part["decision"] == 1)]
        pairs = [
            f"{labels[line.column]} over {labels[line.row]} ({TEST_NAMES[line.test]})"
            for line in stable.itertuples(index=False)
        ]
        found += [f"{subset}: {', '.join(pairs)}"] if pairs else []
    return f"Significant and stable: {'; '.join(found) or 'none'}."


def _caption(policies: Mapping[str, Any]) -> str:
    """State the study's policies and those that were tried instead."""
    simulated = " (here exact)" if policies["poisson"] == "simulated" else ""
    return (
        f"Every decision, of both directions of each pair, at alpha = "
        f"{policies['alpha']}. The study's policies are zero_variance = "
        f"{policies['zero_variance']} and rho = {policies['rho']} for the Poisson "
        f"test{simulated}, sides = {policies['signed_rank_sides']} and method = "
        f"{policies['signed_rank']} for the signed-rank test, zeros split. Varied are "
        f"zero_variance ({', '.join(ZERO_VARIANCE)}), rho (0, 1/folds and the "
        f"study's), threshold (at_least: P(X >= q/2) in place of P(X > q/2)), sides "
        f"(one, two), method (approximate; auto: exact given ties and zeros), zeros "
        f"(split; drop: Wilcoxon's; pratt: Pratt's), each with each, and "
        f"every single data set is left out in turn. A decision is stable if nothing "
        f"of this changes it."
    )
