"""Runs that early stopping made, variance by seeds, and settings chosen by tuning."""

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import described
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table, build, grid, number_column
from tenbyten.report.formatting import format_number, format_percent, format_posterior
from tenbyten.report.sections.columns import NONE_FOUND, pair_columns, verdict_column
from tenbyten.report.summary import summarise
from tenbyten.results.trainings import share_by_classifier

# Most values of a setting that are named.
_MOST_VALUES = 3


def runs_section(contents: Contents) -> list[Table]:
    """Lay out the runs that early stopping made, and its prediction for each pair."""
    if not contents.early_stopping:
        return []
    summary, runs = summarise(contents, contents.main), contents.runs
    words: dict[str, Any] = {"s": contents.settings, "found": summary.stopping}
    words["control"] = summary.control
    pairs = pd.DataFrame(contents.early_stopping["pairs"])
    table = grid(
        ["data set", *contents.labels.values()],
        [[name, *map(str, line)] for name, *line in runs.itertuples()],
        **described("runs", "Runs made", **words),
        frame=runs.rename_axis("dataset").reset_index(),
    )
    predicted = build(
        pairs,
        [
            *pair_columns(contents.labels),
            ("better", "l", partial(_decision, contents.labels)),
            "rope" in summary.stopping["covers"]
            and verdict_column(contents.labels, "verdict"),
            number_column(
                "P: another", "turned", partial(format_posterior, decimals=3)
            ),
        ],
        **described("turned", "Predicted with all runs", **words),
        frame=pairs,
    )
    return [table, predicted]


def seeds_section(contents: Contents) -> list[Table]:
    """Lay out the seed's share of the variance of accuracies."""
    if contents.seeds is None:
        return []
    table = build(
        share_by_classifier(contents.seeds),
        [
            ("classifier", "l", lambda line: contents.labels[line.classifier]),
            number_column("by seed (pp)", "seed_variance", _deviation),
            number_column("by fold (pp)", "fold_variance", _deviation),
            number_column("seed's share (%)", "share", _in_percent),
        ],
        **described("seeds", "Variance by seed and by fold", s=contents.settings),
        csv=FILES["seeds"],
    )
    return [table]


def tuning_section(contents: Contents) -> list[Table]:
    """Lay out the settings that tuned classifiers chose."""
    if contents.chosen is None or contents.chosen.empty:
        return []
    by_setting = contents.chosen.groupby(["classifier", "setting"])["chosen"]
    table = build(
        by_setting.agg(_summary).reset_index(),
        [
            ("classifier", "l", lambda line: contents.labels[line.classifier]),
            ("setting", "l", lambda line: line.setting),
            ("chosen", "l", lambda line: line.chosen),
        ],
        **described("tuning", "Settings chosen by tuning"),
        csv=FILES["chosen"],
    )
    return [table]


def _decision(labels: Mapping[str, str], line: Any) -> str:
    """Name the better classifier."""
    none = line.decision == "none"
    return NONE_FOUND if none else labels[getattr(line, line.decision)]


def _summary(chosen: pd.Series) -> str:
    """Describe the chosen values of a setting."""
    numbers = pd.to_numeric(chosen, errors="coerce")
    if numbers.isna().any():
        shares = chosen.value_counts(normalize=True)[:_MOST_VALUES]
        return ", ".join(f"{x} ({_in_percent(n)}%)" for x, n in shares.items())
    low, median, high = numbers.quantile([0.25, 0.5, 0.75])
    return f"{median:.3g} ({low:.3g} to {high:.3g})"


def _deviation(variance: float) -> str:
    """Write a standard deviation in percentage points."""
    return format_number(100 * math.sqrt(variance), ".2f")


def _in_percent(share: float) -> str:
    """Write a share in whole percent."""
    return format_percent(share, ".0f")
