"""Tables of moments beside published intervals, and of the tests' sizes."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.document import Cell, ColumnOfLines, Table, build
from tenbyten.report.formatting import EMPTY, format_number
from tenbyten.report.simulated.figures.pseudo_power import TESTS, share_of, upper_limit
from tenbyten.report.simulated.resampled.reading import (
    LOSSES,
    by_halvings,
    by_splits,
    label_of,
    of_section_5_1,
    quantity_in_words,
    sizes,
)

Tables = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]

_KEYS = ["case", "loss"]
# Beyond, an estimate and a published interval do not agree (at 5 %).
Z = 1.96


def tables_of(collected: Tables, settings: Settings) -> list[Table]:
    """Make the tables of the page."""
    asked = settings["simulation"]
    true = sizes(collected["estimates"])
    varied = pd.concat([by_splits(true, asked), by_halvings(true, asked)])
    label = label_of(asked["problem"])
    return [
        _moments_table(collected["moments"], label),
        _sizes_table(
            of_section_5_1(true, asked),
            "test_size",
            settings,
            name="sizes",
            title="Sizes of the tests, trained on n/2",
            note=f"J = {asked['splits']}, M = {asked['halvings']}, R = "
            f"{asked['repetitions']}; tested on n/2, or on n/10 with 40 % of the "
            f"instances thrown away.",
        ),
        _sizes_table(
            varied.drop_duplicates([*_KEYS, "test", "splits", "halvings"]),
            ["splits", "halvings"],
            settings,
            name="sizes_by_splits",
            title="Sizes by number of splits and of halvings, trained on 9n/10",
            note="J are splits, M halvings of the conservative Z; tested on n/10.",
        ),
    ]


def _moments_table(moments: pd.DataFrame, label: Any) -> Table:
    """Lay out generalization errors and correlations beside the published ones."""
    known = moments["exact"].notna().any()
    columns: list[ColumnOfLines] = [
        ("case", "l", lambda line: label(line.case)),
        ("quantity", "l", lambda line: quantity_in_words(line.quantity)),
        ("estimate", "r", lambda line: _four_digits(line.estimate)),
        ("95 % interval", "r", lambda line: _interval(line.low, line.high)),
        (
            "published",
            "r",
            lambda line: _interval(line.published_low, line.published_high),
        ),
        ("z", "r", _z),
    ]
    if known:
        exact: ColumnOfLines = ("exact", "r", lambda line: _four_digits(line.exact))
        columns.insert(4, exact)
    return build(
        moments,
        columns,
        name="moments",
        title="Generalization errors and correlations",
        caption="\N{GREEK SMALL LETTER MU}: mean loss after training on so many of n "
        "instances; \N{GREEK SMALL LETTER RHO}: correlation between the losses of two "
        "splits of a data set, by training and test part; r: correlation between two "
        "halvings of the conservative Z.\n\nz: estimate minus the middle of the "
        "published interval, over the standard error of this difference; bold beyond "
        f"{Z}. Of twenty about one is, if both simulate the same.",
        frame=moments,
    )


def _sizes_table(
    true: pd.DataFrame, by: Any, settings: Settings, **words: str
) -> Table:
    """Lay out rates of rejection of true hypotheses, a line a case and loss."""
    by = [by] if isinstance(by, str) else by
    note = words.pop("note")
    alpha, n = settings["alpha"], int(true["experiments"].max())
    limit = upper_limit(alpha, n)
    columns = true[["test", *by]].drop_duplicates()
    order = {test: i for i, test in enumerate(TESTS)}
    columns = columns.sort_values(["test", *by], key=partial(_ordered, order))
    found = true.set_index([*_KEYS, "test", *by])["value"]
    keys = true[_KEYS].drop_duplicates()
    label = label_of(settings["simulation"]["problem"])
    frame = keys.reset_index(drop=True)
    laid_out: list[ColumnOfLines] = [
        ("case", "l", lambda line: label(line.case)),
        ("loss", "l", lambda line: LOSSES[line.loss]),
    ]
    for test, *at in columns.itertuples(index=False, name=None):
        name = "_".join([test, *(f"{value:g}".replace(".", "") for value in at)])
        values = [found.get((*key, test, *at), float("nan")) for key in keys.to_numpy()]
        frame[name] = values
        heading = f"{TESTS[test]}, {_at(by, at, test)}"
        laid_out.append((heading, "r", partial(_size, name, limit)))
    return build(
        frame,
        laid_out,
        caption=f"Share of {n:,} data sets on which the test rejects the true "
        f"hypothesis at alpha = {alpha:g}, two-sided. Bold: significantly above alpha, "
        f"that is above {format_number(limit, '.4g')} (one-sided, at 5 %).\n\n{note}",
        frame=frame,
        **words,
    )


def _ordered(order: Mapping[str, int], values: pd.Series) -> pd.Series:
    """Sort tests as the paper does; the larger test part comes first."""
    if values.name == "test":
        return values.map(order)
    return -values if values.name == "test_size" else values


def _at(by: list[str], at: list[float], test: str) -> str:
    """Write the test part, or the numbers of splits and halvings."""
    if by == ["test_size"]:
        return f"n2 = {share_of(at[0])}"
    splits, halvings = at
    of_z = f", M = {halvings}" if test == "conservative_z" else ""
    return f"J = {splits}{of_z}"


def _size(name: str, limit: float, line: Any) -> Cell:
    """Write a size, in bold if it is significantly above alpha."""
    value = getattr(line, name)
    return Cell(format_number(value), strong=bool(value > limit))


def _z(line: Any) -> Cell:
    """Write the distance from the published interval, in bold where it is far."""
    return Cell(format_number(line.z, "z.2f"), strong=bool(abs(line.z) > Z))


def _interval(low: float, high: float) -> str:
    """Write an interval."""
    if pd.isna(low):
        return EMPTY
    return f"[{_four_digits(low)}, {_four_digits(high)}]"


def _four_digits(value: float) -> str:
    """Write a number with four digits, none beyond the fourth decimal."""
    digits = 4 if abs(value) < 1 else 3 if abs(value) < 10 else 2
    return format_number(value, f"z.{digits}f")
