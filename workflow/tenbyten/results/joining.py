"""Join the tables of all files into one long table, of names and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import NamedTuple

import pandas as pd

from tenbyten.metrics import METRICS
from tenbyten.results.cells import Numbers, read_numbers
from tenbyten.results.design import CELL, design_of, name_cells
from tenbyten.results.forms import Asked, Long, to_long
from tenbyten.results.headings import SEEDS, squash
from tenbyten.results.missing import all_cells
from tenbyten.results.sheets import Sheet
from tenbyten.tables.markup import MARKS
from tenbyten.words import Design, shorten

# Above it, floats do not represent every whole number.
_MOST = 2**53
COUNTS = ("tested", "correct")
# Marks of footnotes behind a name; WEKA has a classifier K*.
_MARKED = rf"(?<=..)\s*+(?:[{MARKS}]++|\^[a-z0-9]{{1,2}})$"


class Joined(NamedTuple):
    """The tables of all files as one.

    Attributes
    ----------
    table : DataFrame
        Columns dataset, classifier, run and fold; tested and correct, or accuracy, and
        further metrics, as far as the files have them.
    partial : DataFrame, optional
        All cells, nan where results are missing, if that is allowed; None if none is.
    design : dict of str to Design
        Runs and folds of each data set.
    longs : list of Long
        The tables, of one form; the first one stands for all.
    notes : list of str
        What was decided in reading.
    """

    table: pd.DataFrame
    partial: pd.DataFrame | None
    design: dict[str, Design]
    longs: list[Long]
    notes: list[str]


def join(sheets: Sequence[Sheet], asked: Asked, notes: Sequence[str]) -> Joined:
    """Make one long table of the tables of all files.

    Raises
    ------
    ValueError
        If a column is missing, a cell is no number, or several readings are possible.
    """
    longs = [to_long(sheet, asked) for sheet in sheets]
    first, where = longs[0], longs[0].sheet.name
    forms = {", ".join([x.metric, *x.places, x.better or ""]) for x in longs}
    if len(forms) > 1:
        raise ValueError(
            f"{where} and others: not of one form, but {' and '.join(sorted(forms))}; "
            f"give files with the same columns"
        )
    tables = [_convert(long, asked, first.metric) for long in longs]
    notes = [*notes, *(note for long in longs for note in long.notes)]
    table = _number(pd.concat(tables, ignore_index=True), where, notes)
    for name, known in (("dataset", asked.datasets), ("classifier", asked.names)):
        table[name] = _without_marks(table[name], known, notes)
    partial = None if asked.missing == "refuse" else all_cells(table, first.metric)
    if partial is not None and not partial[first.metric].isna().any():
        partial = None
    design = design_of(table if partial is None else partial)
    return Joined(table, partial, design, longs, notes)


def _without_marks(
    given: pd.Series, known: Collection[str], notes: list[str]
) -> pd.Series:
    """Leave out marks of footnotes, unless names differ by them alone."""
    marked = given.str.contains(_MARKED) & ~given.isin(known)
    plain = given.mask(marked, given.str.replace(_MARKED, "", regex=True))
    if not marked.any() or plain.nunique() != given.nunique():
        return given
    notes.append(f"marks of {', '.join(given[marked].unique())} left out")
    return plain


def _convert(long: Long, asked: Asked, metric: str) -> pd.DataFrame:
    """Convert the names of a long table to text, and its numbers to numbers."""
    table, sheet, columns = long.table, long.sheet, {}
    for name in filter(table.__contains__, CELL):
        columns[name] = table[name].map(name_of)
        expected = "a name" if name in CELL[:2] else "a whole number"
        _refuse(table[columns[name] == ""], sheet, name, expected)
        is_seed = squash(long.places[name].removeprefix("column ")) in SEEDS
        are_names = read_numbers(table[name]).wrong.all()
        if name in CELL[2:] and not (is_seed or are_names):
            columns[name] = _whole(table, sheet, name)
    for name in filter(table.__contains__, COUNTS):
        # Our own tables have accuracies alone where there are no counts.
        is_empty = table[name].isna() | (table[name] == "")
        if not ("accuracy" in table and is_empty.all()):
            columns[name] = _whole(table, sheet, name)
    wanted = dict.fromkeys(["accuracy", metric, *asked.metrics])
    for name in filter(table.__contains__, wanted):
        numbers = read_numbers(table[name])
        # Accuracies beside what is compared may be incomplete.
        is_whole = not (numbers.wrong | numbers.values.isna()).any()
        if name != "accuracy" or name == metric or is_whole:
            columns[name] = _checked_values(long, name, numbers, asked)
    return pd.DataFrame(columns)


def _checked_values(long: Long, name: str, numbers: Numbers, asked: Asked) -> pd.Series:
    """Return the values of a metric, percentages as fractions; refuse mixed units."""
    table, sheet, heading = long.table, long.sheet, long.headings.get(name, "")
    values, wrong, is_percent, deviations = numbers
    if deviations.notna().any():
        long.notes.append("what follows ± or stands in brackets is not used")
    hint = "supply it"
    if not wrong.any():
        hint += ", or set missing: drop, worst or {constant: NAME}"
    kind = METRICS.get(name)
    is_share = kind is not None and kind.largest == 1
    may_lack = asked.missing != "refuse" or (kind and kind.can_be_undefined)
    expected = "a fraction" if name == "accuracy" else "a number"
    lacks = wrong if may_lack else wrong | values.isna()
    _refuse(table[lacks], sheet, name, expected, hint)
    # Cells that contradict what others, or the heading, say of the unit.
    odd = None
    if asked.unit is None and re.search("%|percent", heading.lower()):
        odd = (values <= 1) & (values.max() <= 1)
        expected = f"percentages, by the heading {heading}"
    elif asked.unit is None and is_percent.any():
        odd = ~is_percent & values.notna() & (values != 0)
        expected = "a percent sign, as elsewhere"
    elif asked.unit is None and is_share and values.between(1, 100, "right").any():
        odd = values.between(0, 1, "right")
        expected = "percentages, as other cells are above 1"
    if odd is not None:
        hint = "write all numbers alike, or say --unit percent or --unit fraction"
        _refuse(table[odd], sheet, name, expected, hint)
    if odd is None and asked.unit != "percent":
        return values
    long.notes.append(f"{name} in percent")
    # As decimals, so that 90.3 is 0.903.
    return values.map(lambda x: float(Decimal(repr(x)) / 100), "ignore")


def _refuse(
    wrong: pd.DataFrame, sheet: Sheet, name: str, expected: str, hint: str = "supply it"
) -> None:
    """Raise a ValueError if there are rows with a wrong value in a column."""
    if len(wrong):
        value = wrong[name].iloc[0]
        shown = repr(value[:40]) if isinstance(value, str) else value
        place = f", line {wrong.index[0]}" if sheet.stem else f": row {wrong.index[0]}"
        if not sheet.stem and name not in CELL and set(CELL) <= set(wrong):
            place = f": {name_cells(wrong)}"
        problem = f"{place}: {name} is {shown}, expected {expected}; {hint}"
        raise ValueError(f"{sheet.name}{problem}")


def name_of(name: object) -> str:
    """Write a name; a whole float, such as OpenML's id 31.0, as an integer."""
    if name is None or name is pd.NA or name != name:
        return ""
    is_whole = isinstance(name, float) and name.is_integer()
    return f"{name:.0f}" if is_whole else str(name).strip()


def _whole(table: pd.DataFrame, sheet: Sheet, name: str) -> pd.Series:
    """Read a column of whole numbers."""
    values = read_numbers(table[name]).values
    are_whole = (values % 1 == 0) & (values.abs() <= _MOST)
    _refuse(table[~are_whole], sheet, name, "a whole number")
    return values.astype("int64")


def _number(table: pd.DataFrame, where: str, notes: list[str]) -> pd.DataFrame:
    """Number runs and folds from 1; without a column there is but one.

    Names of them, such as seeds, are numbered in their order, for each data set alone;
    of numbers from 0 or 1 a gap is a missing one.
    """
    for name in filter(table.__contains__, CELL[2:]):
        labels, datasets = table[name], table["dataset"]
        is_number = pd.api.types.is_integer_dtype(labels)
        if is_number and (start := labels.min()) in (0, 1):
            firsts = labels.groupby(datasets, sort=False).min()
            if start == 0 and (others := list(firsts.index[firsts > 0])):
                raise ValueError(
                    f"{where}: {name}s count from 0 on {firsts.idxmin()} and not on "
                    f"{others[0]}, where the first is {firsts[others[0]]}; count from "
                    f"1 on all data sets, or supply the cells of {name} 0"
                )
            if start == 0:
                notes.append(f"{name}s count from 0; taken as counting from 1")
            table[name] = labels + 1 - start
            continue
        ordered = sorted(labels.unique(), key=lambda x: (len(str(x)), x))
        if is_number:
            some = shorten(", ".join(map(str, ordered)), 40)
            notes.append(f"{name}s {some} numbered in this order")
        places = labels.map({x: n for n, x in enumerate(ordered)})
        table[name] = places.groupby(datasets).rank("dense").astype("int64")
    cell = [name for name in CELL if name in table]
    missing = [name for name in CELL if name not in table]
    doubled = table[table.duplicated(cell)]
    if len(doubled) and missing:
        named = ", ".join(f"{name} {doubled.iloc[0][name]}" for name in cell)
        raise ValueError(
            f"{where}: several rows of {named}, and no column {' or '.join(missing)} "
            f"that tells them apart; remove one, name the column, such as --map "
            f"run=COLUMN, or number them from 1, alike for all classifiers on a fold"
        )
    return table.assign(**dict.fromkeys(missing, 1))
