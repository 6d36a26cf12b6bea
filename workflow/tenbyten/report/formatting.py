"""Write numbers and lists for people; a missing number is a dash."""

from collections.abc import Callable, Iterable

import pandas as pd

EMPTY = "\N{EN DASH}"


def format_number(value: float, form: str = ".3f") -> str:
    """Write a number by a format of Python; ``g`` leaves integers without decimals."""
    if pd.isna(value):
        return EMPTY
    return format(value, form).replace("inf", "\N{INFINITY}")


def format_range(values: Iterable[float]) -> str:
    """Write the least and the largest of numbers, once if they read alike."""
    found = sorted(values)
    low, high = format_number(found[0]), format_number(found[-1])
    return low if low == high else f"{low} to {high}"


def format_percent(value: float, form: str = ".2f") -> str:
    """Write a fraction in percent, without the sign."""
    return format_number(100 * value, form)


def format_probability(value: float, decimals: int = 4) -> str:
    """Write a probability; one that would be rounded to 0 or 1 as <0.0001, >0.9999."""
    return EMPTY if pd.isna(value) else "".join(_related(value, decimals)).strip("=")


def related(value: float, decimals: int = 4) -> str:
    """Write a probability behind its sign for a sentence: = 0.0123, or < 0.0001."""
    return " ".join(_related(value, decimals))


def p_equals(p: float) -> str:
    """Write a p-value for a sentence: p = 0.0123, or p < 0.0001."""
    return f"p {related(p)}"


def _related(value: float, decimals: int) -> tuple[str, str]:
    """Return =, < or >, and the number that a probability has this relation to."""
    last = 10.0**-decimals
    if value < last / 2:
        return "<", f"{last:.{decimals}f}"
    if value > 1 - last / 2:
        return ">", f"{1 - last:.{decimals}f}"
    return "=", f"{value:.{decimals}f}"


def format_three(values: Iterable[float]) -> str:
    """Write the three probabilities of a posterior in one cell, two decimals each."""
    texts = [format_probability(value, 2) for value in values]
    return EMPTY if EMPTY in texts else " / ".join(texts)


def format_metric(metric: str) -> tuple[Callable[[float], str], str]:
    """Return the formatter of a metric's values, and its heading with the unit."""
    if metric == "accuracy":
        return format_percent, "accuracy (%)"
    return lambda value: format_number(value, ".4f"), metric


def format_difference(metric: str) -> tuple[Callable[[float], str], str]:
    """Return the formatter of differences in a metric, and their unit."""
    if metric == "accuracy":
        return lambda value: format_percent(value, "z.2f"), "percentage points"
    return lambda value: format_number(value, "z.4f"), metric


def yes_or_no(value: float) -> str:
    """Write a mark of 1 or 0 as a word."""
    return EMPTY if pd.isna(value) else ("yes" if value else "no")


def count_of(number: int, noun: str) -> str:
    """Count things: 1 pair, 3 pairs."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def join_words(items: Iterable[str]) -> str:
    """Join items as a sentence lists them: ``a, b and c``."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def shorten_list(names: str, *, most: int) -> str:
    """Keep the first of the names that semicolons part, and count the others."""
    found = names.split("; ")
    more = f" and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + more
