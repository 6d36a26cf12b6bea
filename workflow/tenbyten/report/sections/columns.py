"""Columns and cells that several tables share."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pandas as pd

from tenbyten.report import TEMPLATES
from tenbyten.report.captions import ROPE_WORDS, TEST_NAMES
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, ColumnOfLines, number_column
from tenbyten.report.formatting import format_interval, format_probability
from tenbyten.tables.our_csv import read_table

# Text of a cell if a test finds no better classifier.
NONE_FOUND = "none found"


@cache
def headings(table: str) -> dict[str, str]:
    """Read the headings of a table's fields, or the words for values of a column."""
    columns = dict.fromkeys(("table", "field", "heading"), str)
    lines = read_table(TEMPLATES / "headings.csv", columns).groupby("table")
    return lines.get_group(table).set_index("field")["heading"].to_dict()


def name_column(field: str, names: Mapping[str, str]) -> ColumnOfLines:
    """Return the column of a field with names, translated by `names`."""
    return field, "l", lambda line: names[getattr(line, field)]


def pair_columns(labels: Mapping[str, str]) -> list[ColumnOfLines]:
    """Return the columns that name a pair."""
    return [name_column(field, labels) for field in ("row", "column")]


def decision_columns(labels: Mapping[str, str]) -> list[ColumnOfLines]:
    """Return the columns that name a decision: subset, pair and test."""
    subset: ColumnOfLines = ("subset", "l", lambda line: line.subset)
    return [subset, *pair_columns(labels), name_column("test", TEST_NAMES)]


def _p_value(p: float, found: bool) -> Cell:
    """Write a p-value, in bold if it finds a difference."""
    return Cell(format_probability(p), found, words="significant" * found)


def p_value_columns(
    frame: pd.DataFrame, fields: Mapping[str, str], contents: Contents
) -> list[ColumnOfLines]:
    """Return columns of a frame's p-values by field and heading, bold below alpha."""

    def write(p: float) -> Cell:
        return _p_value(p, bool(p < contents.settings["alpha"]))

    return [number_column(y, x, write) for x, y in fields.items() if x in frame]


def estimate_column(
    heading: str, field: str, ends: str, write: Callable[[float], str], times: str = ""
) -> ColumnOfLines:
    """Return the column of an estimate and, in brackets, its interval.

    The fields of the interval begin with `ends`, followed by low and high.
    """

    def between(line: Any) -> str:
        low, high = (getattr(line, f"{ends}{end}") for end in ("low", "high"))
        words = format_interval(low, high, write, none="no interval")
        return f"{write(getattr(line, field))}{times} ({words})"

    return heading, "r", between


def adjusted_p_column(heading: str, procedure: str) -> ColumnOfLines:
    """Return the column of adjusted p-values, bold if they find a difference."""

    def write(line: Any) -> Cell:
        return _p_value(getattr(line, f"{procedure}_p"), bool(getattr(line, procedure)))

    return heading, "r", write


def better_column(labels: Mapping[str, str]) -> ColumnOfLines:
    """Return the column that names the better classifier by Holm's procedure."""

    def write(line: Any) -> Cell:
        name = {1: line.column, -1: line.row}.get(line.holm)
        if name is None:
            return Cell(NONE_FOUND)
        unclear = getattr(line, "mixed_signs", 0)
        return Cell("direction unclear" if unclear else labels[name], strong=True)

    return "better", "l", write


def verdict_column(labels: Mapping[str, str], field: str) -> ColumnOfLines:
    """Return the column of the verdicts by the rope."""

    def write(line: Any) -> str:
        verdict = getattr(line, field)
        if verdict in ("row", "column"):
            return f"{labels[getattr(line, verdict)]} better"
        return ROPE_WORDS.get(verdict, verdict)

    return "by the rope", "l", write
