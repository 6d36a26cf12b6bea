"""Decisions over a subset, in the layout of Corani & Benavoli's Table 4."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report import captions
from tenbyten.report.captions import TEST_NAMES, p_column
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Detail, Table, build, number_column
from tenbyten.report.formatting import format_number, format_probability
from tenbyten.report.sections.columns import pair_columns

BETTER, WORSE, NEITHER = "▲", "▼", "○"

_WORDS = {BETTER: "column better", WORSE: "row better", NEITHER: "no difference found"}
_LEGEND = (
    "The marks say the same for both directions: "
    + ", ".join(f"{mark} {words}" for mark, words in _WORDS.items())
    + ". The number beside a mark is P(X > q/2) of the Poisson test or p of the "
    "signed-rank test, for the better one where there is one, else for the column's."
)


def decision_tables(
    decisions: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    span: tuple[int, int],
    policies: Mapping[str, Any],
) -> tuple[Table, Table]:
    """Lay out the decisions over a subset, and the numbers behind them.

    `decisions` is from `comparisons.decisions.decide`. The first table has Table 4's
    layout; each cell has the decisions of both tests as details. The second has a line
    for each pair whose row comes first in the study; its lead names the pairs in which
    the row is significantly better.
    """
    lines = {(x.row, x.column): x for x in decisions.itertuples(index=False)}
    names = list(labels)
    rows = []
    for i, row in enumerate(names[:-1]):
        cells = [Cell(labels[row]), *[Cell("-")] * (i + 1)]
        for column in names[i + 1 :]:
            line, turned = lines[row, column], lines[column, row]
            details = (
                _detail("poisson", "p_column", line, turned),
                _detail("signed_rank", p_column(policies), line, turned),
            )
            text = f"{line.poisson}/{line.signed_rank}"
            cells.append(Cell(text, details=details))
        rows.append(cells)
    layout = Table(
        name="decisions",
        title=captions.heading(span),
        columns=[Column("", "l"), *(Column(label, "c") for label in labels.values())],
        rows=rows,
        caption=captions.policy_caption(policies),
        legend=_LEGEND,
    )
    return layout, _behind(decisions, labels, policies)


def decisions_of_subset(contents: Contents, subset: str) -> Table:
    """Make the table of the decisions over a subset as the page shows it."""
    layout, _ = decision_tables(
        contents.decisions[subset],
        labels=contents.labels,
        span=contents.spans[subset],
        policies=contents.settings,
    )
    return layout._replace(
        title=captions.named_heading(contents.spans[subset], subset),
        csv=FILES["decisions"].format(subset=subset),
        tex=FILES["decisions_latex"].format(subset=subset),
    )


def _behind(
    decisions: pd.DataFrame, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> Table:
    """Lay out the numbers behind the decisions."""
    rank_sum = partial(format_number, form="g")
    order = {name: i for i, name in enumerate(labels)}
    upper = decisions["row"].map(order) < decisions["column"].map(order)
    better = [
        f"{labels[line.column]} over {labels[line.row]} "
        f"({line.poisson}/{line.signed_rank})"
        for line in decisions[~upper].itertuples(index=False)
        if line.poisson or line.signed_rank
    ]
    return build(
        decisions[upper],
        [
            *pair_columns(labels),
            number_column("P(X > q/2)", "p_column", format_probability),
            number_column("P(X = q/2)", "p_tie", format_probability),
            number_column("q", "q", str),
            number_column("R+", "rank_sum_column", rank_sum),
            number_column("R-", "rank_sum_row", rank_sum),
            number_column("z", "z", format_number),
            number_column("p", p_column(policies), format_probability),
        ],
        name="behind",
        title="Numbers behind the decisions",
        lead="The other way round, the row significantly better than the column: "
        f"{'; '.join(better) or 'none'}.",
    )


def _detail(test: str, value: str, line: Any, turned: Any) -> Detail:
    """Join a test's decisions on a pair and on the pair turned round."""
    mark = WORSE if getattr(turned, test) else NEITHER
    mark = BETTER if getattr(line, test) else mark
    shown = format_probability(getattr(turned if mark == WORSE else line, value))
    return Detail(TEST_NAMES[test], mark, _WORDS[mark], shown, mark != NEITHER)
