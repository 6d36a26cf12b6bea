"""Write numbers and lists for people; a missing number is a dash."""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tenbyten.statistics.rounding import DECIMALS
from tenbyten.words import list_first

EMPTY = "\N{EN DASH}"


class ScaleWords(NamedTuple):
    """Words for a difference, for the sign of a gain, and after a number."""

    difference: str
    positive: str
    times: str


def is_ratio(settings: Mapping[str, Any]) -> bool:
    """Return whether a study compares ratios; its settings may lack the scale."""
    return settings.get("scale") == "ratio"


def is_order(settings: Mapping[str, Any]) -> bool:
    """Return whether a study compares only the order on each data set."""
    return settings.get("scale") == "order"


def scale_words(settings: Mapping[str, Any]) -> ScaleWords:
    """Return the words for differences on a study's scale."""
    if is_ratio(settings):
        return ScaleWords("ratio", "above 1", " times")
    return ScaleWords("difference", "positive", "")


def format_number(value: float, form: str = ".3f") -> str:
    """Write a number by a format of Python; ``g`` leaves integers without decimals."""
    if pd.isna(value):
        return EMPTY
    return format(value, form).replace("inf", "\N{INFINITY}")


def format_percent(value: float, form: str = ".2f") -> str:
    """Write a fraction in percent, without the sign."""
    return format_number(100 * value, form)


def format_factor(logarithm: float) -> str:
    """Write the number with this natural logarithm, to three significant digits."""
    # Infinite and missing numbers have no digits: NaN becomes 0.
    digits = np.nan_to_num(2 - (logarithm + 1e-9) // math.log(10))
    return format_number(np.exp(logarithm), f".{max(int(digits), 0)}f")


def format_probability(value: float, decimals: int = 4) -> str:
    """Write a p-value, which can be 1 but not 0: 1, >0.9999 or <0.0001."""
    return "1" if value == 1 else format_posterior(value, decimals)


def format_posterior(value: float, decimals: int = 4) -> str:
    """Write a posterior probability or a share of draws, never as 0 or 1: <0.0001."""
    return EMPTY if pd.isna(value) else "".join(_relation(value, decimals)).strip("=")


def format_relation(value: float, decimals: int = 4) -> str:
    """Write such a probability after its sign for a sentence: = 0.01, or < 0.0001."""
    return " ".join(_relation(value, decimals))


def p_equals(p: float) -> str:
    """Write a p-value for a sentence: p = 0.0123, or p < 0.0001."""
    return "p = 1" if p == 1 else f"p {format_relation(p)}"


def _relation(value: float, decimals: int) -> tuple[str, str]:
    """Return the relation =, < or > of a probability to a number, and the number."""
    last = 10.0**-decimals
    if value < last / 2:
        return "<", f"{last:.{decimals}f}"
    if value > 1 - last / 2:
        return ">", f"{1 - last:.{decimals}f}"
    return "=", f"{value:.{decimals}f}"


def digits_of(metric: str, rope: float) -> int:
    """Return the decimals of a metric's values, to a hundredth of the rope's digit.

    Accuracies in percent have two; without a rope other metrics have four.
    """
    if metric == "accuracy":
        return 2
    place = math.floor(math.log10(rope) + 1e-9) if rope else -2
    return min(max(2 - place, 0), DECIMALS)


def format_metric(settings: Mapping[str, Any]) -> tuple[Callable[[float], str], str]:
    """Return the formatter of a metric's values, and its heading with the unit.

    `settings` have ``metric``, may have ``rope``, in the metric's unit, which settles
    the decimals, and ``scale``. On the scale ``ratio`` values are natural logarithms.
    """
    metric = settings["metric"]
    if is_ratio(settings):
        return format_factor, f"{metric} (geometric)"
    write, _ = format_difference(settings, sign="")
    return write, "accuracy (%)" if metric == "accuracy" else metric


def format_difference(
    settings: Mapping[str, Any], *, sign: str = "z"
) -> tuple[Callable[[float], str], str]:
    """Return the formatter of differences in a metric, and their unit.

    `settings` are as in `format_metric`. On the scale ``ratio`` differences of natural
    logarithms are written as factors.
    """
    metric = settings["metric"]
    if is_ratio(settings):
        return format_factor, f"factors of {metric}"
    form = f"{sign}.{digits_of(metric, settings.get('rope', 0.0))}f"
    if metric == "accuracy":
        return partial(format_percent, form=form), "percentage points"
    return partial(format_number, form=form), metric


def format_interval(
    low: float, high: float, write: Callable[[float], str], *, none: str = "unbounded"
) -> str:
    """Write the ends of an interval, or `none` if it is missing."""
    return none if pd.isna(low) else f"{write(low)} to {write(high)}"


def join_words(items: Iterable[str]) -> str:
    """Join items as a sentence lists them: ``a, b and c``."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def shorten_list(names: str, *, most: int) -> str:
    """Keep the first of the names between semicolons, and count the others."""
    return list_first(names.split("; "), most=most, more=" and ")
