"""Tell the lines of names from those of values, and refuse a table where in doubt.

A line is weighed as if it were one more row of the table: how often would a row have
such cells, were it data? A text above numbers, a label that no other row has and an
empty cell where all others have a value speak against it; a name that is a value of its
own column speaks for it.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import count, islice

import numpy as np
import pyarrow as pa

from tenbyten.datasets.readers import is_in_digits, refuse_alike

# Lines of a file by their numbers, from 1, split into stripped cells.
Lines = Sequence[tuple[int, Sequence[str]]]

# Rows below the header that may be none, rows that are needed below these to tell, and
# rows, evenly spread, that are looked at.
_LEADING, _ENOUGH, _SAMPLE = 3, 10, 1000
# How often a name is one of its column's values by chance, and how often a row of data
# has a cell that tells against it.
_BY_CHANCE, _RARE = 0.02, 0.1
_SHOWN = 4
_NUMBER = re.compile(r"[+-]?[.,]?[0-9][0-9.,']*([eE][+-]?[0-9]+)?")


def header_lines(asked: str) -> tuple[int, int]:
    """Return the line of the names and the last line above the data; 0 for none.

    `asked` is the cell `header` of a sheet: ``none``, ``2``, ``1-3`` or empty.
    """
    if asked in ("", "none"):
        return 0, 0
    names, _, last = asked.partition("-")
    if int(last or names) < int(names):
        raise ValueError(f"header is {asked!r}: it begins below its end; correct it")
    return int(names), int(last or names)


def refuse_header(fault: str, lines: Lines) -> ValueError:
    """Make the error on a header in doubt, with the first lines and what to do."""
    first = islice(lines, _SHOWN)
    shown = "; ".join(f"line {n} is {','.join(cells)[:60]!r}" for n, cells in first)
    return ValueError(
        f"{fault}; {shown}: correct the file, or say by column `header` of the sheet "
        f"which line has the names: none, 1, or 1-3 if lines 2 and 3 are no data either"
    )


def checked_names(names: Sequence[str], lines: Lines, *, asked: str) -> list[str]:
    """Name columns without a name by their positions, and refuse what is no header.

    `names` are empty where the file has none; `lines` are its first ones.
    """
    given, taken = [], {*names}
    for place, name in enumerate(names):
        # An index of an index is, as in pandas, Unnamed: 0.1.
        free = (f"Unnamed: {place}{f'.{n}' * (n > 0)}" for n in count())
        given.append(name or next(x for x in free if x not in taken))
    if not asked:
        numbers = [name for name in names if is_in_digits(name)]
        # Columns that pandas or NumPy has counted.
        counted = [[str(n + k) for n in range(len(numbers))] for k in (0, 1)]
        if numbers and numbers not in counted:
            fault = f"the first line has the number {numbers[0][:40]} among its names"
            raise refuse_header(f"{fault}; is a header missing?", lines)
        if 2 * names.count("") > len(names):
            fault = f"the first line leaves {names.count('')} of {len(names)} columns"
            raise refuse_header(f"{fault} without a name; is it a title?", lines)
    name, times = Counter(given).most_common(1)[0]
    if times > 1:
        fault = f"the first line has the name {name[:60]!r} twice; rename one"
        raise refuse_header(f"{fault}, or is a header missing?", lines)
    refuse_alike(given, "names")
    return given


def check_header(names: Sequence[str], table: pa.Table, lines: Lines) -> None:
    """Refuse a table whose names look like data, or whose first rows do not.

    Parameters
    ----------
    names : sequence of str
        Of all columns, empty where there is none.
    table : Table
        Columns of texts, null where a value is missing.
    lines : Lines
        The first ones, the line of the names first.
    """
    leading = _LEADING if len(table) >= _LEADING + _ENOUGH else 0
    picked = np.linspace(leading, len(table) - 1, min(_SAMPLE, len(table) - leading))
    # Of the names and of each leading row: logarithm of the odds that it is data, cells
    # as in other rows, labels among these, and odd cells. An empty cell of a numeric
    # column is not odd: the first rows of a series have no value before theirs.
    odds, hits, labels, misses = np.zeros((4, 1 + leading))
    own: list[str] = []
    is_counted = all(map(is_in_digits, names))
    for name, column in zip(names, table.columns, strict=True):
        values = column.take(pa.array(picked.astype(np.int64))).to_pylist()
        counts = Counter(values)
        missing = counts.pop(None, 0)
        numbers = sum(n for x, n in counts.items() if _NUMBER.fullmatch(x))
        is_numeric = 2 * numbers > counts.total()
        odd_ones = [n for n in counts.values() if n == 1]
        alike = counts.total() - numbers if is_numeric else len(odd_ones)
        is_counted = is_counted and bool(counts[name])
        for place, cell in enumerate([name, *column.slice(0, leading).to_pylist()]):
            if place == 0 and (not name or is_in_digits(name)):
                continue
            is_number = is_numeric and cell is not None and _NUMBER.fullmatch(cell)
            if is_number or (counts[cell] > 1 and len(counts) > 1):
                hits[place] += 1
                labels[place] += not is_number
                odds[place] -= math.log(_BY_CHANCE)
                own += [name] if place == 0 else []
            elif not counts[cell]:
                chance = ((missing if cell is None else alike) + 1) / (len(values) + 2)
                misses[place] += chance < _RARE and not (is_numeric and cell is None)
                odds[place] += math.log(chance)
    if is_counted:
        fault = "each number in the first line is a value of its column"
        raise refuse_header(f"{fault}; is a header missing?", lines)
    if hits[0] and odds[0] > 0:
        such = ", ".join(repr(name[:40]) for name in own[:4])
        fault = f"the first line looks like data, not like names: {such} can be found "
        raise refuse_header(f"{fault}below; is a header missing?", lines)
    is_odd = (misses >= 2) & (misses > 2 * (hits + labels))
    if odd := [place for place in range(1, 1 + leading) if is_odd[place]]:
        below = f"line {lines[odd[-1]][0]}" if len(lines) > odd[-1] else "a line"
        fault = "no data, but like more of the header, such as units or types"
        raise refuse_header(f"{below} looks like {fault}", lines)
