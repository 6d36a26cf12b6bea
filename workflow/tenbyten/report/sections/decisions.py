"""Decisions over a subset, in the layout of Corani & Benavoli's Table 4."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import (
    TEST_NAMES,
    heading,
    named_heading,
    p_column,
    policy_caption,
)
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Detail, Table, build
from tenbyten.report.formatting import format_number, format_probability

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

    Parameters
    ----------
    decisions : DataFrame
        From `comparisons.decisions.decide`.
    labels : mapping of str to str
        The classifiers' names for people, in the order of rows and columns.
    span : tuple of (int, int)
        Numbers of the first and last data set.
    policies : mapping
        The study's settings of the tests, for the caption.

    Returns
    -------
    decisions : Table
        Table 4's layout; each cell has the decisions of both tests as details.
    behind : Table
        A line for each pair whose row comes first in the study. Its lead names the
        pairs in which the row is significantly better.
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
        title=heading(span),
        columns=[Column("", "l"), *(Column(label, "c") for label in labels.values())],
        rows=rows,
        caption=policy_caption(policies),
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
        title=named_heading(contents.spans[subset], subset),
        csv=FILES["decisions"].format(subset=subset),
        tex=FILES["decisions_latex"].format(subset=subset),
    )


def _behind(
    decisions: pd.DataFrame, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> Table:
    """Lay out the numbers behind the decisions."""
    order = {name: i for i, name in enumerate(labels)}
    upper = decisions["row"].map(order) < decisions["column"].map(order)
    p = p_column(policies)
    better = _row_better(decisions[~upper].itertuples(index=False), labels)
    return build(
        decisions[upper],
        [
            ("row", "l", lambda line: labels[line.row]),
            ("column", "l", lambda line: labels[line.column]),
            ("P(X > q/2)", "r", lambda line: format_probability(line.p_column)),
            ("P(X = q/2)", "r", lambda line: format_probability(line.p_tie)),
            ("q", "r", lambda line: str(line.q)),
            ("R+", "r", lambda line: format_number(line.rank_sum_column, "g")),
            ("R-", "r", lambda line: format_number(line.rank_sum_row, "g")),
            ("z", "r", lambda line: format_number(line.z)),
            ("p", "r", lambda line: format_probability(getattr(line, p))),
        ],
        name="behind",
        title="Numbers behind the decisions",
        lead=f"The other way round, the row significantly better than the column: "
        f"{better}.",
    )


def _row_better(lines: Iterable[Any], labels: Mapping[str, str]) -> str:
    """List the lines, of pairs turned round, in which a test finds a difference."""
    found = [
        f"{labels[line.column]} over {labels[line.row]} "
        f"({line.poisson}/{line.signed_rank})"
        for line in lines
        if line.poisson or line.signed_rank
    ]
    return "; ".join(found) or "none"


def _detail(test: str, value: str, line: Any, turned: Any) -> Detail:
    """Join a test's decisions on a pair and on the pair turned round."""
    mark = NEITHER
    if getattr(line, test):
        mark = BETTER
    elif getattr(turned, test):
        mark = WORSE
    shown = format_probability(getattr(turned if mark == WORSE else line, value))
    return Detail(TEST_NAMES[test], mark, _WORDS[mark], shown, mark != NEITHER)
