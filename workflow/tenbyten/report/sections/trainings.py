"""What training adds to the variance, by seeds, and what tuning chose."""

import math
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.accuracies.trainings import share_by_classifier
from tenbyten.engines.scikit_learn.tuning import tunings
from tenbyten.layout import FILES
from tenbyten.report.captions import described
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table, build, number_column
from tenbyten.report.formatting import format_number, format_percent

# So many of the values that a setting took are named.
_MOST_VALUES = 3


def seeds_section(contents: Contents) -> list[Table]:
    """Lay out which share of the variance of accuracies is the seed's."""
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
        **described(
            "seeds", "Variance by seed and by fold", seeds=contents.settings["seeds"]
        ),
        csv=FILES["seeds"],
    )
    return [table]


def tuning_section(contents: Contents) -> list[Table]:
    """Lay out what tuned classifiers chose, and how often an end of what they tried."""
    if contents.chosen is None or contents.chosen.empty:
        return []
    tunes = tunings(contents.settings["classifiers"])
    lines = []
    by_setting = contents.chosen.groupby(["classifier", "setting"])["chosen"]
    for (name, setting), values in by_setting:
        tried = tunes[name].get("grid") or tunes[name]["random"]
        lines.append((name, setting, *_summary(values, tried[setting])))
    table = build(
        pd.DataFrame(lines, columns=["classifier", "setting", "chosen", "ends"]),
        [
            ("classifier", "l", lambda line: contents.labels[line.classifier]),
            ("setting", "l", lambda line: line.setting),
            ("chosen", "l", lambda line: line.chosen),
            number_column("at an end (%)", "ends", _in_percent),
        ],
        **described("tuning", "Settings chosen by tuning"),
        csv=FILES["chosen"],
    )
    return [table]


def _summary(chosen: pd.Series, tried: Any) -> tuple[str, float]:
    """Describe the chosen values of a setting, and return the share of the ends.

    Ends are the outer twentieths of a range, and the least and greatest number of a
    list; two numbers are nothing but ends.
    """
    numbers = pd.to_numeric(chosen, errors="coerce")
    if numbers.isna().any():
        shares = chosen.value_counts(normalize=True)[:_MOST_VALUES]
        named = [f"{x} ({_in_percent(n)}%)" for x, n in shares.items()]
        return ", ".join(named), math.nan
    low, median, high = numbers.quantile([0.25, 0.5, 0.75])
    words = f"{median:.3g} ({low:.3g} to {high:.3g})"
    is_list = isinstance(tried, list)
    if is_list and len(tried) < 3:
        return words, math.nan
    limits = pd.Series(tried if is_list else [tried["low"], tried["high"]])
    if not is_list and tried["log"]:
        limits, numbers = np.log(limits), np.log(numbers)
    outer = 0 if is_list else 0.05 * np.ptp(limits)
    inside = numbers.between(limits.min() + outer, limits.max() - outer, "neither")
    return words, 1 - float(inside.mean())


def _deviation(variance: float) -> str:
    """Write a standard deviation in percentage points."""
    return format_number(100 * math.sqrt(variance), ".2f")


def _in_percent(share: float) -> str:
    """Write a share in whole percent."""
    return format_percent(share, ".0f")
