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
    """Write a number by a format of Python; ``g`` leaves integers without decimals.

    Examples
    --------
    >>> format_number(8.0, "g"), format_number(math.nan) == EMPTY
    ('8', True)
    """
    if pd.isna(value):
        return EMPTY
    return format(value, form).replace("inf", "\N{INFINITY}")


def format_percent(value: float, form: str = ".2f") -> str:
    """Write a fraction in percent, without the sign.

    Examples
    --------
    >>> format_percent(0.12345), format_percent(math.nan) == EMPTY
    ('12.35', True)
    """
    return format_number(100 * value, form)


def format_factor(logarithm: float) -> str:
    """Write the number with this natural logarithm, to three significant digits.

    Examples
    --------
    >>> [format_factor(math.log(x)) for x in (1.9234, 0.98, 10, 1234.6, 2e-4)]
    ['1.92', '0.980', '10.0', '1235', '0.000200']
    >>> format_factor(math.inf), format_factor(-math.inf)
    ('∞', '0')
    >>> format_factor(math.nan) == EMPTY
    True
    """
    # Infinite and missing numbers have no digits: NaN becomes 0.
    digits = np.nan_to_num(2 - (logarithm + 1e-9) // math.log(10))
    return format_number(np.exp(logarithm), f".{max(int(digits), 0)}f")


def format_probability(value: float, decimals: int = 4) -> str:
    """Write a p-value, which can be 1 but not 0.

    Examples
    --------
    >>> [format_probability(p) for p in (0, 4.9e-5, 5.1e-5, 0.97)]
    ['<0.0001', '<0.0001', '0.0001', '0.9700']
    >>> [format_probability(p) for p in (0.99994, 0.99996, 1.0)]
    ['0.9999', '>0.9999', '1']
    >>> format_probability(math.nan) == EMPTY
    True
    """
    return "1" if value == 1 else format_posterior(value, decimals)


def format_posterior(value: float, decimals: int = 4) -> str:
    """Write a posterior probability or a share of draws, never as 0 or 1.

    Examples
    --------
    >>> [format_posterior(x) for x in (0, 0.97, 1.0)]
    ['<0.0001', '0.9700', '>0.9999']
    """
    return EMPTY if pd.isna(value) else "".join(_relation(value, decimals)).strip("=")


def format_relation(value: float, decimals: int = 4) -> str:
    """Write such a probability after its sign for a sentence.

    Examples
    --------
    >>> format_relation(0.97), format_relation(0.9996, 3), format_relation(1.0)
    ('= 0.9700', '> 0.999', '> 0.9999')
    """
    return " ".join(_relation(value, decimals))


def p_equals(p: float) -> str:
    """Write a p-value for a sentence.

    Examples
    --------
    >>> p_equals(0), p_equals(0.0123), p_equals(1.0)
    ('p < 0.0001', 'p = 0.0123', 'p = 1')
    """
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

    Examples
    --------
    >>> [digits_of("cost", rope) for rope in (0, 0.01, 0.002, 2.5, 500)]
    [4, 4, 5, 2, 0]
    >>> digits_of("accuracy", 500)
    2
    """
    if metric == "accuracy":
        return 2
    place = math.floor(math.log10(rope) + 1e-9) if rope else -2
    return min(max(2 - place, 0), DECIMALS)


def format_metric(settings: Mapping[str, Any]) -> tuple[Callable[[float], str], str]:
    """Return the formatter of a metric's values, and its heading with the unit.

    `settings` have ``metric``, may have ``rope``, in the metric's unit, which settles
    the decimals, and ``scale``. On the scale ``ratio`` values are natural logarithms.

    Examples
    --------
    >>> write, unit = format_metric({"metric": "accuracy"})
    >>> write(0.5), unit
    ('50.00', 'accuracy (%)')
    >>> write, unit = format_metric({"metric": "cost", "rope": 2.5})
    >>> write(12.345678), unit
    ('12.35', 'cost')
    >>> format_metric({"metric": "cost", "scale": "ratio"})[1]
    'cost (geometric)'
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

    Examples
    --------
    >>> write, unit = format_difference({"metric": "accuracy"})
    >>> write(-0.0123), write(-0.00001), unit
    ('-1.23', '0.00', 'percentage points')
    >>> write, unit = format_difference({"metric": "log_loss"})
    >>> write(-0.0123), unit
    ('-0.0123', 'log_loss')
    >>> write, unit = format_difference({"metric": "cost", "scale": "ratio"})
    >>> write(math.log(10)), unit
    ('10.0', 'factors of cost')
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
    """Join items as a sentence lists them.

    Examples
    --------
    >>> join_words(["a"]), join_words(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def shorten_list(names: str, *, most: int) -> str:
    """Keep the first of the names between semicolons, and count the others.

    Examples
    --------
    >>> [shorten_list("a; b; c", most=most) for most in (2, 3)]
    ['a, b and 1 more', 'a, b, c']
    >>> shorten_list("", most=2)
    ''
    """
    return list_first(names.split("; "), most=most, more=" and ")
