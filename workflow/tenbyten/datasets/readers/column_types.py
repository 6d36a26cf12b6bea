"""Decide whether a column is nominal or numeric, by one rule for all tables.

What a table declares is kept: categories, truth values, numbers. The others are judged
by their values, as `tenbyten docs sheets#types` says.
"""

import math
import re
from collections import Counter
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from tenbyten.datasets.readers import NUMBER, is_in_digits, refuse_alike
from tenbyten.datasets.table import Attribute
from tenbyten.words import REGRESSION

# Texts that are numbers

# ``nan`` is a number that is missing, ``inf`` one that is infinite.
_NO_NUMBER = "[+-]?(?i:nan|inf(inity)?)"
_DECIMAL_COMMA = re.compile(NUMBER.pattern.replace(r"\.", ","))
# Points, commas, apostrophes and blanks of all widths; and Indian groups of two.
_THOUSANDS = re.compile(
    "[+-]?[1-9][0-9]{0,2}(?:"
    "([,.'\u2019 \u00a0\u2009\u202f])[0-9]{3}(?:\\1[0-9]{3})*(?:(?!\\1)[.,][0-9]*)?"
    "|(?:,[0-9]{2})+,[0-9]{3}(?:\\.[0-9]*)?)"
)


def is_number(text: str) -> bool:
    """Whether a text is a number; ``nan`` is one that is missing, ``inf`` infinite."""
    return is_in_digits(text) or bool(re.fullmatch(_NO_NUMBER, text))


def is_separated(text: str) -> bool:
    """Whether a text is a number but for thousands separators or a decimal comma."""
    return bool(_THOUSANDS.fullmatch(text) or _DECIMAL_COMMA.fullmatch(text))


def parse_numbers(texts: pa.ChunkedArray) -> pa.ChunkedArray | None:
    """Parse texts; None unless each is a number by `is_number`."""
    pattern = f"^({NUMBER.pattern}|{_NO_NUMBER})$"
    if not pc.all(pc.match_substring_regex(texts, pattern), min_count=0).as_py():
        return None
    if pc.any(pc.starts_with(texts, "+")).as_py():
        texts = pc.replace_substring_regex(texts, r"^\+", "")
    return pc.cast(texts, pa.float64())


def find_separators(texts: Collection[str]) -> tuple[str, str]:
    """Return the separators in texts of numbers, and what to do about them.

    Both are empty if a text is no number, or none has separators.
    """
    marked = [text for text in texts if not is_number(text)]
    if not marked or not all(map(is_separated, marked)):
        return "", ""
    thousands = [text for text in marked if _THOUSANDS.fullmatch(text)]
    found = "thousands separators" if thousands else "decimal commas"
    remedy = "without, and with" if thousands else "with"
    such = (thousands or marked)[0][:40]
    return found, f"numbers such as {such!r}; write them {remedy} decimal points"


# Columns

Floats = npt.NDArray[np.float64]

# Up to so many different texts make a nominal column, however few rows there are.
FEW = 10
# Whole numbers are a quantity if they are more than so many, or if there are fewer rows
# than so many for each on average; else they are codes of classes.
_MOST_CODES, _ROWS_PER_CODE = 100, 5
# From so many rows on, whole numbers that count the rows, up or down, are no accident.
_ROWS_TO_COUNT = 10
# A column of numbers has at most so many different texts among them.
_STRAY = 5
# Letters of a label, at most.
_MOST_LETTERS = 10_000
# From here on, a float may stand for a whole number that differs from it.
_EXACT = 2**53
_SORTS = {
    "text": (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view),
    "number": (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal),
    "truth": (pa.types.is_boolean,),
    "date": (pa.types.is_temporal,),
}
_WHOLE = re.compile(r"([+-]?[0-9]+)(?:\.0*)?")
_DATE = re.compile(
    r"(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4})"
    r"(?:[T ].*)?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\.[0-9]+)?(?: ?[AaPp][Mm])?"
)


class NoClassError(ValueError):
    """A target that is no class: its name, what is wrong with it, and what to do."""

    def __init__(self, name: str, fault: str, remedy: str) -> None:
        super().__init__(f"the target {name!r} {fault}; {remedy}")
        self.fault = fault


class Column(NamedTuple):
    """A column of a `RawTable`, with the reason for its type.

    `values` are those of `Dataset`. `refused` is the type of a column that is neither
    nominal nor numeric, else empty.
    """

    attribute: Attribute
    values: Floats
    reason: str
    refused: str = ""


def convert_column(
    name: str, array: pa.Array, asked: str = "", *, from_text: bool = False
) -> Column:
    """Decide on the type of a column, and convert its values.

    Parameters
    ----------
    name : str
    array : Array
        Its values as the table has them, null where one is missing.
    asked : {"", "nominal", "numeric", "class"}, default=""
        What it has to be, if it has any value. A class is nominal; one that declares no
        categories is refused if it has fractions, or more than ten different values and
        more than half the rows; of whole numbers more than a fifth of the rows, or than
        a hundred.
    from_text : bool, default=False
        Whether the table says nothing of types, so that texts can be numbers.

    Raises
    ------
    ValueError
        If the column cannot be what is `asked`, without the table's name.
    """
    declared = pa.types.is_dictionary(array.type)
    plain = array.dictionary_decode() if declared else array
    sort = value_kind(plain.type)
    if plain.null_count == len(plain):
        if asked == "class":
            raise NoClassError(name, "has no value in any row", "name another target")
        return refused_column(name, array, "empty", "has no value at all")
    if asked == "numeric":
        return _asked_numeric(name, plain, sort)
    if not sort or (asked == "class" and sort == "date" and not declared):
        if asked:
            raise ValueError(
                f"column {name!r} holds values of the type {array.type}, which can be "
                f"neither nominal nor numeric; name another column, or convert it"
            )
        reason = "of a type that is not read"
        return refused_column(name, array, str(array.type), reason)
    if asked == "class":
        return _class(name, array, sort, from_text=from_text)
    if asked or declared or sort == "truth":
        detail = "categories are declared" if declared else "true or false"
        return _nominal(name, array, "named as nominal" if asked else detail)
    if sort == "date":
        return refused_column(name, array, "date", f"declared as {array.type}")
    if sort == "text":
        return _text_column(name, array, from_text=from_text)
    return _numeric(name, array, array)


def value_kind(kind: pa.DataType) -> str:
    """Return ``text``, ``number``, ``truth`` or ``date``; empty for others."""
    sorts = (sort for sort, tests in _SORTS.items() if any(is_(kind) for is_ in tests))
    return next(sorts, "")


def refused_column(name: str, array: pa.Array, refused: str, reason: str) -> Column:
    """Make a column that can only be dropped."""
    return Column(Attribute(name), np.full(len(array), np.nan), reason, refused)


# Nominal columns


def _nominal(name: str, array: pa.Array, reason: str) -> Column:
    """Make a nominal column of any values.

    Its labels are sorted, numbers by value, unless their order is declared.
    """
    declared = pa.types.is_dictionary(array.type)
    coded = array if declared else array.dictionary_encode()
    texts = list(map(_text_of, coded.dictionary.to_pylist()))
    if (longest := max((len(x) for x in texts if x), default=0)) > _MOST_LETTERS:
        raise ValueError(
            f"column {name!r} has a text of {longest:,} characters; give "
            f"{_MOST_LETTERS:,} at most, or leave the column out by `drop`"
        )
    label_of = _labels([text for text in texts if text is not None])
    labels = list(dict.fromkeys(label_of.values()))
    if declared and len(labels) < len(label_of):
        raise ValueError(
            f"column {name!r}: two of its categories are both written as one of "
            f"{', '.join(map(repr, labels[:3]))}; rename one"
        )
    if not declared:
        by_value = all(map(is_in_digits, labels))
        labels.sort(key=lambda x: (float(x) if by_value else 0.0, x))
    refuse_alike(labels, f"values of column {name!r},")
    index = {label: float(code) for code, label in enumerate(labels)}
    # The last is for a missing value, which has the code -1.
    of_code = [math.nan if x is None else index[label_of[x]] for x in (*texts, None)]
    codes = pc.fill_null(pc.cast(coded.indices, pa.int64()), -1).to_numpy()
    return Column(Attribute(name, tuple(labels)), np.array(of_code)[codes], reason)


def _text_of(value: Any) -> str | None:
    """Return a value's text, of a whole number without a point; None if missing."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return str(int(value))
    return str(value)


def _labels(texts: Collection[str]) -> dict[str, str]:
    """Map texts to the labels that they stand for.

    If all are whole numbers, ``1``, ``1.0`` and ``+1`` are one label, and so are ``0``
    and ``-0``; a sign stays where no other text differs by it alone. Leading zeros make
    a code, and no other number of ``01``.
    """
    whole = {text: _WHOLE.fullmatch(text) for text in texts}
    made = {text: match[1] for text, match in whole.items() if match}
    if len(made) < len(whole):
        return {text: text for text in texts}
    plain = {x: re.sub(r"^(\+|-(?=0+$))", "", x) for x in made.values()}
    ways = Counter(plain.values())
    return {t: plain[x] if ways[plain[x]] > 1 else x for t, x in made.items()}


def _class(name: str, array: pa.Array, sort: str, *, from_text: bool) -> Column:
    """Make the class, whose numbers are labels if they are whole."""
    column = _nominal(name, array, "the class")
    if pa.types.is_dictionary(array.type):
        return column
    different = len(column.attribute.labels or ())
    rows = len(array) - int(np.isnan(column.values).sum())
    numbers = parse_numbers(array) if from_text and sort == "text" else array
    if numbers is not None and value_kind(numbers.type) == "number":
        known = _floats(numbers)
        found, codes = "", min(_MOST_CODES, rows / _ROWS_PER_CODE)
        if len(fractions := known[np.floor(known) < known]):
            found = f"numbers with fractions, such as {float(fractions[0])!r}"
        elif FEW < different > codes:
            found = f"{different:,} different whole numbers in {rows:,} rows"
        if found:
            raise NoClassError(
                name,
                f"has {found}: this {REGRESSION}",
                "name another target, or name it in `as_nominal` too if its numbers "
                "are codes of classes",
            )
    if FEW < different > rows / 2:
        raise NoClassError(
            name,
            f"has {different:,} different values in {rows:,} rows: it is no class",
            "name another target, or name it in `as_nominal` too if it is one",
        )
    return column


# Numeric columns


def _numeric(name: str, array: pa.Array, numbers: pa.Array) -> Column:
    """Make a numeric column of numbers, but of infinite ones and of identifiers.

    `array` has the numbers as the table has them, which may be texts.
    """
    values = _floats(numbers)
    for number in array.filter(pa.array(np.abs(values) >= _EXACT)).to_pylist():
        digits = str(number).lstrip("+-0")
        # A float can stand for two whole numbers.
        if digits.isdigit() and digits != str(_EXACT):
            detail = f"whole numbers beyond 2^53, such as {str(number)[:40]}"
            return refused_column(name, array, "identifier", detail)
    if fault := _infinite(values):
        return refused_column(name, array, "infinite", fault)
    rows = len(values)
    steps = np.diff(values)
    counts = rows >= _ROWS_TO_COUNT and values[0].is_integer()
    if counts and abs(steps[0]) == 1 and (steps == steps[0]).all():
        detail = (
            f"counts the rows {'down ' if steps[0] < 0 else ''}from {values[0]:.0f}"
        )
        return refused_column(name, array, "identifier", detail)
    return Column(Attribute(name), values, "every value is a number")


def _floats(array: pa.Array) -> Floats:
    """Return numbers as floats, NaN for a missing one."""
    return pc.cast(array, pa.float64(), safe=False).to_numpy(zero_copy_only=False)


def _infinite(values: Floats) -> str:
    """Say in which row a number is infinite; empty if none is."""
    infinite = np.flatnonzero(np.isinf(values))
    return f"infinite in row {infinite[0] + 1:,}" if len(infinite) else ""


def _asked_numeric(name: str, array: pa.Array, sort: str) -> Column:
    """Make a column numeric because the user says so."""
    if sort not in ("text", "number", "truth"):
        raise ValueError(
            f"column {name!r} is named as numeric, but is of the type {array.type}; "
            f"convert it, or take the column out of `as_numeric`"
        )
    numbers = parse_numbers(array) if sort == "text" else array
    if numbers is None:
        raise ValueError(_no_number(name, array))
    values = _floats(numbers)
    if fault := _infinite(values):
        raise ValueError(
            f"column {name!r} is {fault}; correct the row, or leave the column out"
        )
    return Column(Attribute(name), values, "named as numeric")


def _no_number(name: str, array: pa.Array) -> str:
    """Say which value of a column that is named as numeric is no number."""
    texts = enumerate(array.to_pylist(), start=1)
    row, text = next((n, x) for n, x in texts if x is not None and not is_number(x))
    return (
        f"column {name!r} is named as numeric, but row {row:,} has {text[:60]!r}; "
        f"write numbers without thousands separators and with decimal points, name "
        f"the value in `missing_markers` if it is a missing one, or take the column "
        f"out of `as_numeric`"
    )


# Columns of texts


def _text_column(name: str, array: pa.Array, *, from_text: bool) -> Column:
    """Judge a column of texts."""
    if from_text and (numbers := parse_numbers(array)) is not None:
        return _numeric(name, array, numbers)
    rows, texts = len(array) - array.null_count, array.unique().drop_null().to_pylist()
    different, counted = len(texts), f"{len(texts):,} different values in {rows:,} rows"
    if all(map(_DATE.fullmatch, texts)):
        detail = f"dates or times such as {texts[0][:40]!r}"
        return refused_column(name, array, "date", detail)
    separators, detail = find_separators(texts)
    if separators:
        return refused_column(name, array, separators, detail)
    if from_text and (different > FEW or different == rows):
        stray = {x for x in texts if not (is_number(x) or is_separated(x))}
        if len(stray) <= _STRAY and 2 * len(stray) < different:
            numbered = enumerate(array.to_pylist(), start=1)
            row, text = next((n, x) for n, x in numbered if x in stray)
            detail = (
                f"numbers, but row {row:,} has {text[:60]!r}; name it in "
                f"`missing_markers` if it stands for a missing value, else correct it"
            )
            return refused_column(name, array, "mixed", detail)
    if different == rows > 1:
        return refused_column(name, array, "identifier", counted)
    if different > FEW and 2 * different > rows:
        return refused_column(name, array, "text", counted)
    return _nominal(name, array, f"{different:,} different texts")
