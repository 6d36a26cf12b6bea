"""Decisions over a subset, in the layout of Corani & Benavoli's Table 4."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.comparisons.decisions import tests_of
from tenbyten.report import captions
from tenbyten.report.captions import p_column
from tenbyten.report.document import (
    Cell,
    Column,
    ColumnOfLines,
    Table,
    build,
    number_column,
)
from tenbyten.report.formatting import format_number, format_probability
from tenbyten.report.sections.columns import pair_columns

BOTH = "!"


def decision_tables(
    decisions: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    span: tuple[int, int],
    policies: Mapping[str, Any],
    data_sets: int,
    false_marks: pd.DataFrame,
    without: Sequence[str] = (),
) -> tuple[Table, Table]:
    """Lay out the decisions over a subset, and the numbers behind them.

    `decisions` is from `comparisons.decisions.decide`, over so many `data_sets`, those
    `without` which the subset of this `span` was compared being left out. The
    first table has Table 4's layout, both triangles filled. The second has a line for
    each pair whose row comes first in the study.
    """
    lines = {(x.row, x.column): x for x in decisions.itertuples(index=False)}
    tests = tests_of(decisions)
    rows = []
    for row in labels:
        cells = [Cell(labels[row])]
        for column in labels:
            if row == column:
                cells.append(Cell("-"))
                continue
            line = lines[row, column]
            cells.append(Cell("/".join(_decision(test, line) for test in tests)))
        rows.append(cells)
    of_any = false_marks[false_marks["row"] == ""].set_index("test")
    caption = captions.caption(
        "layout",
        s=policies,
        pairs=len(decisions) // 2,
        datasets=data_sets,
        rates=of_any["either_rate"].map(partial(format_probability, decimals=2)),
        draws=of_any["draws"].max(),
        contradictory=any(BOTH in cell.text for cells in rows for cell in cells[1:]),
    )
    first, last = span
    layout = Table(
        name=f"decisions-{first}-{last}",
        title=f"{captions.heading(span, without)}: decisions of single tests, not "
        "adjusted",
        columns=[Column("", "l"), *(Column(label, "c") for label in labels.values())],
        rows=rows,
        caption=caption,
    )
    behind = _behind(decisions, labels, p_column(policies))
    return layout, behind._replace(name=f"behind-{first}-{last}")


def _behind(decisions: pd.DataFrame, labels: Mapping[str, str], p: str) -> Table:
    """Lay out the numbers behind the decisions, of both directions of each pair."""
    rank_sum = partial(format_number, form="g")
    order = {name: i for i, name in enumerate(labels)}
    upper = decisions["row"].map(order) < decisions["column"].map(order)
    of_poisson: list[ColumnOfLines] = []
    of_row = {p: "p_of_row"}
    if "poisson" in tests_of(decisions):
        of_row["p_column"] = "row_wins"
        of_poisson = [
            number_column("P(X > q/2): column", "p_column", format_probability),
            number_column("P(X > q/2): row", "row_wins", format_probability),
            number_column("P(X = q/2)", "p_tie", format_probability),
            number_column("q", "q", str),
        ]
    turned = decisions[["row", "column", *of_row]].rename(
        columns={"row": "column", "column": "row", **of_row}
    )
    of_p = [number_column("p", p, format_probability)]
    if p == "p_one_sided":
        of_p = [
            number_column("p: column", p, format_probability),
            number_column("p: row", "p_of_row", format_probability),
        ]
    return build(
        decisions[upper].merge(turned, on=["row", "column"], validate="one_to_one"),
        [
            *pair_columns(labels),
            *of_poisson,
            number_column("R+", "rank_sum_column", rank_sum),
            number_column("R-", "rank_sum_row", rank_sum),
            number_column("z", "z", format_number),
            *of_p,
        ],
        name="behind",
        title="Numbers behind the decisions",
        caption=f"{'P and p' if of_poisson else 'p'}: for the column as the better "
        "one, and for the row.",
    )


def _decision(test: str, line: Any) -> str:
    """Write a test's decision on a pair, in this direction."""
    return BOTH if getattr(line, f"{test}_contradictory") else str(getattr(line, test))
