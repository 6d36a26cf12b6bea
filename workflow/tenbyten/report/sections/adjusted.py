"""Decisions over a subset, adjusted for the number of pairs, with effect sizes."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report import captions
from tenbyten.report.document import ColumnOfLines, Table, build, number_column
from tenbyten.report.formatting import (
    format_difference,
    format_number,
    format_probability,
)
from tenbyten.report.sections.columns import (
    adjusted_p_column,
    better_column,
    pair_columns,
    verdict_column,
)


def adjusted_table(
    frame: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    span: tuple[int, int],
    policies: Mapping[str, Any],
    without: Sequence[str] = (),
) -> Table:
    """Lay out the adjusted decisions over a subset, one line a pair.

    `frame` is from `comparisons.decisions.adjusted_decisions`; data sets `without`
    which it was made are named.
    """
    write, unit = format_difference(policies["metric"], policies["rope"])
    adjusted: list[ColumnOfLines] = []
    if len(frame) > 1:
        adjusted = [
            adjusted_p_column("Holm's p", "holm"),
            adjusted_p_column("Shaffer's p", "shaffer"),
        ]
    rope: list[ColumnOfLines] = []
    if policies["rope"]:
        rope = [verdict_column(labels, "bayesian_signed_rank_verdict")]
    confidence = f"{100 * (1 - policies['alpha']):g}%"

    two_decimals = partial(format_number, form="z.2f")

    def median(line: Any) -> str:
        low, high = line.median_low, line.median_high
        between = "no interval" if pd.isna(low) else f"{write(low)} to {write(high)}"
        return f"{write(line.median_difference)} ({between})"

    return build(
        frame,
        [
            *pair_columns(labels),
            number_column(f"mean difference ({unit})", "mean_difference", write),
            (f"pseudomedian ({confidence} interval)", "r", median),
            number_column("rank-biserial correlation", "rank_biserial", two_decimals),
            number_column("p", "p", format_probability),
            *adjusted,
            better_column(labels),
            *rope,
        ],
        name=f"adjusted-{span[0]}-{span[1]}",
        title=f"{captions.heading(span, without)}: decisions adjusted for the number "
        "of pairs",
        caption=captions.caption(
            "adjusted",
            s=policies,
            pairs=len(frame),
            datasets=frame["n"].max(),
            unit=unit,
            how=captions.signed_rank_method({"signed_rank": "auto"}, frame["n"].max()),
        ),
    )
