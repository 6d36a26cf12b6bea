"""What training adds to the variance and to the cost: seeds, and tuning."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.accuracies.trainings import share_by_classifier
from tenbyten.layout import FILES
from tenbyten.report.captions import described
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table, build, number_column
from tenbyten.report.formatting import EMPTY, format_percent

# So many of the values that a setting took are named.
_MOST_VALUES = 3


def seeds_section(contents: Contents) -> list[Table]:
    """Lay out which share of the variance of accuracies is the seed's."""
    if contents.seeds is None:
        return []

    def largest(line: Any) -> str:
        if pd.isna(line.largest):
            return EMPTY
        return f"{_in_percent(line.largest)} ({line.dataset})"

    table = build(
        share_by_classifier(contents.seeds),
        [
            ("classifier", "l", lambda line: contents.labels[line.classifier]),
            number_column("by seed (pp)", "seed", format_percent),
            number_column("by fold (pp)", "fold", format_percent),
            number_column("seed's share (%)", "share", _in_percent),
            ("largest (%)", "r", largest),
        ],
        **described(
            "seeds", "Variance by seed and by fold", seeds=contents.settings["seeds"]
        ),
        csv=FILES["seeds"],
    )
    return [table]


def tuning_section(contents: Contents) -> list[Table]:
    """Lay out what tuned classifiers chose, and how often an end of what they tried."""
    if contents.chosen is None:
        return []
    lines = []
    by_setting = contents.chosen.groupby(["classifier", "setting"], sort=False)
    for (name, setting), rows in by_setting["chosen"]:
        tune = contents.tuned[name]
        tried = tune["grid"] if "grid" in tune else tune["random"]
        lines.append((name, setting, *_summary(rows, tried[setting])))
    columns = ["classifier", "setting", "chosen", "low", "high"]
    table = build(
        pd.DataFrame(lines, columns=columns),
        [
            ("classifier", "l", lambda line: contents.labels[line.classifier]),
            ("setting", "l", lambda line: line.setting),
            ("chosen", "l", lambda line: line.chosen),
            number_column("lower end (%)", "low", _in_percent),
            number_column("upper end (%)", "high", _in_percent),
        ],
        **described("tuning", "Settings chosen by tuning"),
        csv=FILES["chosen"],
    )
    return [table]


def _summary(chosen: pd.Series, tried: Any) -> tuple[str, float, float]:
    """Describe the chosen values of a setting, and the shares of both ends."""
    numbers = pd.to_numeric(chosen, errors="coerce")
    if numbers.isna().any():
        shares = chosen.value_counts(normalize=True)[:_MOST_VALUES]
        named = [f"{x} ({_in_percent(n)}%)" for x, n in shares.items()]
        return ", ".join(named), math.nan, math.nan
    low, median, high = numbers.quantile([0.25, 0.5, 0.75])
    return f"{median:.3g} ({low:.3g} to {high:.3g})", *_ends(numbers, tried)


def _ends(numbers: pd.Series, tried: Any) -> tuple[float, float]:
    """Return how often the lower end of what was tried was chosen, and the upper one.

    Of a range they are its outer twentieths, of a list its least and greatest number;
    two numbers are nothing but ends.
    """
    is_range = isinstance(tried, Mapping)
    ends = np.array([tried["low"], tried["high"]] if is_range else tried, float)
    if is_range and tried["log"]:
        ends, numbers = np.log(ends), np.log(numbers)
    if not is_range and len({*tried}) < 3:
        return math.nan, math.nan
    places, width = (numbers - ends.min()) / np.ptp(ends), 0.05 * is_range
    return float((places <= width).mean()), float((places >= 1 - width).mean())


def _in_percent(share: float) -> str:
    """Write a share in whole percent."""
    return format_percent(share, ".0f")
