"""How the report writes numbers; what is not there is a dash."""

import pandas as pd

from tenbyten.report import layout

# What stands in a cell that has no number.
EMPTY = "\N{EN DASH}"


def number(value, form=".3f"):
    """Write a number in a format of Python, a whole one without places under ``g``."""
    return EMPTY if pd.isna(value) else format(value, form)


def percent(value, form=".2f"):
    """Write a fraction in percent, without the sign."""
    return EMPTY if pd.isna(value) else format(100 * value, form)


def probability(value):
    """Write a probability with four decimals, or its power of ten."""
    return EMPTY if pd.isna(value) else layout.probability(value)


def three(values):
    """Write three probabilities in one cell, two decimals each."""
    if any(pd.isna(value) for value in values):
        return EMPTY
    return " / ".join(f"{value:.2f}" for value in values)


def listed(items):
    """Join items, a sequence of str, as a sentence lists them."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
