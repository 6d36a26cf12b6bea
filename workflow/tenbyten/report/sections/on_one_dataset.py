"""Decisions on the only data set of a study."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tenbyten.report import captions
from tenbyten.report.document import ColumnOfLines, Table, build, number_column
from tenbyten.report.formatting import format_difference, format_probability
from tenbyten.report.sections.columns import (
    adjusted_p_column,
    better_column,
    pair_columns,
    verdict_column,
)


def on_one_dataset_table(
    frame: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    policies: Mapping[str, Any],
) -> Table:
    """Lay out the decisions on one data set, one line a pair.

    `frame` is from `comparisons.decisions.decide_on_one_dataset`.
    """
    write, unit = format_difference(policies["metric"], policies["rope"])
    level = f"{100 * (1 - policies['alpha']):g}%"
    adjusted: list[ColumnOfLines] = []
    if len(frame) > 1:
        adjusted = [adjusted_p_column("Holm's p", "holm")]
    within: list[ColumnOfLines] = []
    verdict: list[ColumnOfLines] = []
    if policies["rope"]:
        within = [number_column("P: equivalent", "p_rope", format_probability)]
        verdict = [verdict_column(labels, "verdict")]

    def difference(line: Any) -> str:
        low, high = write(line.low), write(line.high)
        return f"{write(line.mean_difference)} ({low} to {high})"

    dataset = frame["dataset"].iloc[0]
    return build(
        frame,
        [
            *pair_columns(labels),
            (f"mean difference ({unit}, {level} interval)", "r", difference),
            number_column("p", "p", format_probability),
            *adjusted,
            better_column(labels),
            number_column("P: row better", "p_row_better", format_probability),
            *within,
            number_column("P: column better", "p_column_better", format_probability),
            *verdict,
        ],
        name="decisions-on-one-data-set",
        title=f"Data set {dataset}: decisions by the correlated t-test",
        caption=captions.caption(
            "on_one_dataset", s=policies, pairs=len(frame), unit=unit
        ),
    )
