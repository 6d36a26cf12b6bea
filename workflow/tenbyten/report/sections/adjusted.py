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
    NONE_FOUND,
    adjusted_p_column,
    better_column,
    pair_columns,
    verdict_column,
)
from tenbyten.words import count_of


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
        caption=adjusted_caption(frame, policies),
    )


def adjusted_caption(frame: pd.DataFrame, policies: Mapping[str, Any]) -> str:
    """Explain the columns: the test, its family, the effect sizes, the rope."""
    alpha, pairs, datasets = policies["alpha"], len(frame), frame["n"].max()
    _, unit = format_difference(policies["metric"], policies["rope"])
    how = captions.signed_rank_method({"signed_rank": "auto"}, datasets)
    family = "The subset has one pair: there is nothing to adjust."
    better = f"its p is below alpha = {alpha}"
    if pairs > 1:
        family = (
            f"Adjusted by Holm's procedure over all {pairs} pairs of this subset; "
            f"Shaffer's static procedure is a second one for the same pairs."
        )
        better = f"Holm's p is below alpha = {alpha}"
    first = (
        f"Two-sided signed-rank test on {count_of(datasets, 'data set')}, {how}. "
        f"{family}"
    )
    columns = (
        f"better: the classifier that is {captions.better_by(policies['metric'])}, "
        f"where {better}; {NONE_FOUND} is no evidence of equality. Differences are in "
        f"{unit}, positive where the column is better. Pseudomedian: the "
        f"median of the averages of two differences (Hodges-Lehmann estimate), with "
        f"its interval, where one of this confidence exists. The interval is not "
        f"adjusted and leaves ties and zeros out of account: it can "
        f"hold 0 where a difference is found, and miss it where none is. "
        f"Rank-biserial correlation: (R+ - R-) / (R+ + R-), from -1 to 1."
    )
    rope = (
        f"By the rope of {captions.rope_in_words(policies)}: the outcome that the "
        f"Bayesian signed-rank test holds for the most probable one with posterior "
        f"probability above {1 - alpha:g}: one classifier better by more than the "
        f"rope, or both practically equivalent; else undecided."
    )
    if pairs > 1:
        rope += " These verdicts are not adjusted for the number of pairs."
    few = captions.too_few(datasets, pairs=pairs, alpha=alpha)
    if not policies["rope"]:
        rope = ""
    elif few:
        few += f" {captions.FEW_BY_ROPE}"
    return "\n\n".join(filter(None, [first, few, columns, rope]))
