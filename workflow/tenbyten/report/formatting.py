"""Write numbers and lists for people; a missing number is a dash."""

from collections.abc import Callable, Iterable

import pandas as pd

EMPTY = "\N{EN DASH}"


def format_number(value: float, form: str = ".3f") -> str:
    """Write a number by a format of Python; ``g`` leaves integers without decimals."""
    return EMPTY if pd.isna(value) else format(value, form)


def format_percent(value: float, form: str = ".2f") -> str:
    """Write a fraction in percent, without the sign."""
    return format_number(100 * value, form)


def format_probability(value: float) -> str:
    """Write four decimals, or the power of ten where they would be 0.0000."""
    return format_number(value, ".1e" if 0 < value < 5e-5 else ".4f")


def format_three(values: Iterable[float]) -> str:
    """Write the three probabilities of a posterior in one cell, two decimals each."""
    texts = [format_number(value, ".2f") for value in values]
    return EMPTY if EMPTY in texts else " / ".join(texts)


def format_metric(metric: str) -> tuple[Callable[[float], str], str]:
    """Return the formatter of a metric's values, and its heading with the unit."""
    if metric == "accuracy":
        return format_percent, "accuracy (%)"
    return lambda value: format_number(value, ".4f"), metric


def yes_or_no(value: float) -> str:
    """Write a mark of 1 or 0 as a word."""
    return EMPTY if pd.isna(value) else ("yes" if value else "no")


def join_words(items: Iterable[str]) -> str:
    """Join items as a sentence lists them: ``a, b and c``."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def shorten_list(names: str, *, most: int) -> str:
    """Keep the first of the names that semicolons part, and count the others."""
    found = names.split("; ")
    more = f" and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + more
