"""Tell which texts are numbers, and what commas and points in them mean."""

import logging
import re
from collections.abc import Collection

import pyarrow as pa
import pyarrow.compute as pc

_log = logging.getLogger(__name__)

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
# ``nan`` is a number that is missing, ``inf`` one that is infinite.
_NO_NUMBER = "[+-]?(?i:nan|inf(inity)?)"
_DECIMAL_COMMA = re.compile(_NUMBER.pattern.replace(r"\.", ","))
# Points, commas, apostrophes and blanks of all widths; and Indian groups of two.
_THOUSANDS = re.compile(
    "[+-]?[1-9][0-9]{0,2}(?:"
    "([,.'\u2019 \u00a0\u2009\u202f])[0-9]{3}(?:\\1[0-9]{3})*(?:(?!\\1)[.,][0-9]*)?"
    "|(?:,[0-9]{2})+,[0-9]{3}(?:\\.[0-9]*)?)"
)


def is_in_digits(text: str) -> bool:
    """Whether a text is a number that is neither missing nor infinite by its name."""
    return bool(_NUMBER.fullmatch(text))


def is_number(text: str) -> bool:
    """Whether a text is a number; ``nan`` is one that is missing, ``inf`` infinite."""
    return is_in_digits(text) or bool(re.fullmatch(_NO_NUMBER, text))


def is_separated(text: str) -> bool:
    """Whether a text is a number but for thousands separators or a decimal comma."""
    return bool(_THOUSANDS.fullmatch(text) or _DECIMAL_COMMA.fullmatch(text))


def numbers_in(texts: pa.ChunkedArray) -> pa.ChunkedArray | None:
    """Parse texts; None unless each is a number by `is_number`."""
    pattern = f"^({_NUMBER.pattern}|{_NO_NUMBER})$"
    if not pc.all(pc.match_substring_regex(texts, pattern), min_count=0).as_py():
        return None
    if pc.any(pc.starts_with(texts, "+")).as_py():
        texts = pc.replace_substring_regex(texts, r"^\+", "")
    return pc.cast(texts, pa.float64())


def separators_in(texts: Collection[str]) -> tuple[str, str]:
    """Name the separators in texts of which each is a number, and say what to do.

    Both are empty if a text is none, or all are without separators.
    """
    marked = [text for text in texts if not is_number(text)]
    if not marked or not all(map(is_separated, marked)):
        return "", ""
    thousands = [text for text in marked if _THOUSANDS.fullmatch(text)]
    if not thousands:
        told = f"numbers such as {marked[0][:40]!r}; write them with decimal points"
        return "decimal commas", told
    return "thousands separators", (
        f"numbers such as {thousands[0][:40]!r}; write them without, and with decimal "
        f"points"
    )


def read_decimals(
    table: pa.Table, *, texts: Collection[str], numeric: Collection[str]
) -> tuple[pa.Table, dict[str, str]]:
    """Read decimal commas, as German or French spreadsheets write beside semicolons.

    A column is ambiguous if each of its points, or each of its commas, could separate
    thousands, as in ``983`` and ``3.770``, and so could all others in the table.

    Parameters
    ----------
    table : Table
        Columns of texts.
    texts : collection of str
        Columns that stay texts.
    numeric : collection of str
        Columns whose points or commas are decimal, as the user says.

    Returns
    -------
    table : Table
        With decimal points in place of commas.
    ambiguous : dict
        By the name of a column that is ambiguous what to do.

    Raises
    ------
    ValueError
        If one column has decimal commas, and another points.
    """
    found: dict[str, dict[str, pa.ChunkedArray]] = {".": {}, ",": {}}
    for name in (name for name in table.column_names if name not in texts):
        column = table[name]
        marked = {x: column.filter(pc.match_substring(column, x)) for x in found}
        signs = [sign for sign, values in marked.items() if len(values)]
        if len(signs) == 1 and numbers_in(_with_points(column)) is not None:
            found[signs[0]][name] = marked[signs[0]]
    points, commas = found.values()
    if commas and points:
        (one, comma), (other, point) = (next(iter(x.items())) for x in (commas, points))
        raise ValueError(
            f"column {one!r} has commas in its numbers, such as "
            f"{str(comma[0])[:40]!r}, column {other!r} has points, such as "
            f"{str(point[0])[:40]!r}; some may separate thousands: write all numbers "
            f"without thousands separators, and with decimal points"
        )
    could = "^[+-]?[1-9][0-9]{0,2}([.,][0-9]{3})+$"
    marked = commas or points
    ambiguous = {}
    if all(pc.all(pc.match_substring_regex(x, could)).as_py() for x in marked.values()):
        ambiguous = {
            name: f"{'commas' if commas else 'points'} as in {str(values[0])[:40]!r} "
            f"can be decimal or separate thousands; name the column in `as_numeric` if "
            f"they are decimal, else write the numbers without them"
            for name, values in marked.items()
            if name not in numeric
        }
    for name in (name for name in commas if name not in ambiguous):
        _log.info("column %s: decimal commas", name)
        place = table.column_names.index(name)
        table = table.set_column(place, name, _with_points(table[name]))
    return table, ambiguous


def _with_points(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Write points in place of commas."""
    return pc.replace_substring(column, ",", ".")
