"""Columns and cells that several tables share."""

from collections.abc import Mapping
from functools import partial

from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, ColumnOfLines, number_column
from tenbyten.report.formatting import format_number, format_probability


def pair_columns(contents: Contents) -> list[ColumnOfLines]:
    """Return the columns that name a pair."""
    return [
        ("row", "l", lambda line: contents.labels[line.row]),
        ("column", "l", lambda line: contents.labels[line.column]),
    ]


def classifier_column(contents: Contents) -> ColumnOfLines:
    """Return the column that names a classifier."""
    return ("classifier", "l", lambda line: contents.labels[line.classifier])


def rank_columns() -> list[ColumnOfLines]:
    """Return the columns on the difference of two average ranks."""
    return [
        (
            "rank difference",
            "r",
            lambda line: format_number(line.rank_difference, ".2f"),
        ),
        ("z", "r", lambda line: format_number(line.z)),
        ("p", "r", lambda line: format_probability(line.p)),
    ]


def p_value_columns(
    headings: Mapping[str, str], contents: Contents
) -> list[ColumnOfLines]:
    """Return columns of p-values, bold below alpha; `headings` by the names of p."""
    write = partial(p_value_cell, contents=contents)
    return [number_column(title, p, write) for p, title in headings.items()]


def p_value_cell(value: float, contents: Contents) -> Cell:
    """Write a p-value, bold below alpha."""
    small = value < contents.settings["alpha"]
    return Cell(format_probability(value), small, words="significant" if small else "")


def bold_caption(contents: Contents) -> str:
    """Explain the bold type of p-values."""
    return f"Bold: p below alpha = {contents.settings['alpha']}."
