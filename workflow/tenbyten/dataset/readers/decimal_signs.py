"""Tell decimal commas and points from thousands separators, beside semicolons."""

import logging
from collections.abc import Callable, Collection, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from tenbyten.dataset.readers.number_texts import COMMA_NUMBER, all_numbers

_log = logging.getLogger(__name__)

_NAMES = {".": "points", ",": "commas"}


def read_decimals(
    table: pa.Table,
    as_texts: Callable[[Sequence[str]], pa.Table],
    *,
    texts: Collection[str] = (),
    numeric: Collection[str] = (),
) -> tuple[pa.Table, dict[str, str]]:
    """Read decimal commas, as German or French spreadsheets write beside semicolons.

    A column is ambiguous if each of its points, or each of its commas, could separate
    thousands, as in ``983`` and ``3.770``, and so could all others in the table.

    Parameters
    ----------
    table : Table
        Columns of doubles and of texts, as `delimited.read_delimited` returns them.
    as_texts : callable
        Reads columns, given their names, as the texts in the file.
    texts : collection of str
        Columns that stay texts.
    numeric : collection of str
        Columns whose points or commas are decimal, as the user says.

    Returns
    -------
    table : Table
        With doubles for numbers with decimal commas.
    ambiguous : dict
        By the name of a column that is ambiguous what to do.

    Raises
    ------
    ValueError
        If one column has decimal commas, and another points.
    """
    commas = _with_commas(table, texts)
    points = _with_points(table, as_texts)
    if commas and points:
        raise ValueError(
            f"column {next(iter(commas))!r} has commas in its numbers, such as "
            f"{_example(commas, ',')!r}, column {next(iter(points))!r} has points, "
            f"such as {_example(points, '.')!r}; some may separate thousands: write "
            f"all numbers without thousands separators, and with decimal points"
        )
    sign, columns = (",", commas) if commas else (".", points)
    ambiguous = {
        name: _told(_marked(column, sign)[0].as_py(), sign)
        for name, column in columns.items()
        if name not in numeric
    }
    if any(_is_decimal(column, sign) for column in columns.values()):
        ambiguous = {}
    for name, column in commas.items():
        if name in ambiguous:
            continue
        _log.info("column %s: decimal commas", name)
        place = table.column_names.index(name)
        table = table.set_column(place, name, all_numbers(column, COMMA_NUMBER))
    return table, ambiguous


def _with_commas(table: pa.Table, texts: Collection[str]) -> dict[str, pa.ChunkedArray]:
    """Find the columns of texts whose every value is a number, some with commas."""
    return {
        name: table[name]
        for name in table.column_names
        if name not in texts and pa.types.is_string(table[name].type)
        if len(_marked(table[name], ","))
        if all_numbers(table[name], COMMA_NUMBER) is not None
    }


def _with_points(
    table: pa.Table, as_texts: Callable[[Sequence[str]], pa.Table]
) -> dict[str, pa.ChunkedArray]:
    """Find columns of numbers with points, as texts; one is enough if it is clear."""
    names = [x for x in table.column_names if pa.types.is_floating(table[x].type)]
    clear = [name for name in names if _has_clear_fractions(table[name])]
    for wanted in (clear[:1], names):
        found = as_texts(wanted)
        points = [name for name in wanted if len(_marked(found[name], "."))]
        if points:
            break
    return {name: found[name] for name in points}


def _has_clear_fractions(column: pa.ChunkedArray) -> bool:
    """Whether a number has a fraction that no thousands separator can make."""
    size = pc.abs(column)
    thousandths = pc.multiply(size, 1000.0)
    away = pc.abs(pc.subtract(thousandths, pc.round(thousandths)))
    other = pc.or_(pc.less(size, 1.0), pc.greater(away, 1e-6))
    fractions = pc.not_equal(size, pc.floor(size))
    return bool(pc.any(pc.and_(fractions, other)).as_py())


def _marked(column: pa.ChunkedArray, sign: str) -> pa.ChunkedArray:
    """Take the values that have a point or a comma."""
    return column.filter(pc.fill_null(pc.match_substring(column, sign), False))


def _is_decimal(column: pa.ChunkedArray, sign: str) -> bool:
    """Whether a value has a point or comma that cannot separate thousands."""
    pattern = rf"^[+-]?[1-9][0-9]{{0,2}}(\{sign}[0-9]{{3}})+$"
    could = pc.match_substring_regex(_marked(column, sign), pattern)
    return not pc.all(could).as_py()


def _example(columns: dict[str, pa.ChunkedArray], sign: str) -> str:
    """Return a value of the first column, in few letters."""
    return str(_marked(next(iter(columns.values())), sign)[0].as_py())[:40]


def _told(example: str, sign: str) -> str:
    """Say how a column is ambiguous, and what to do."""
    return (
        f"{_NAMES[sign]} as in {example[:40]!r} can be decimal or separate thousands; "
        f"name the column in `as_numeric` if they are decimal, else write the numbers "
        f"without them"
    )
