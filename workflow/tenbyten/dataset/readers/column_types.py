"""Decide whether a column is nominal or numeric, by one rule for all tables.

What a table declares is kept: categories, truth values, numbers. The others are judged
by their values, as config/README.md says under "Types of columns".
"""

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from tenbyten.dataset.readers.number_texts import (
    EXACT,
    is_in_digits,
    is_number,
    is_separated,
    long_numbers,
    one_whole_number,
    separators_in,
)
from tenbyten.dataset.table import Attribute

Floats = npt.NDArray[np.float64]

# Up to so many different texts make a nominal column, however few rows there are.
FEW = 10
# From so many rows on, whole numbers that count the rows are no accident.
_ROWS_TO_COUNT = 10
# A column of numbers has at most so many different texts among them.
_STRAY = 5
_NUMBERS = "every value is a number"
_EMPTY = "has no value at all"

_WHOLE = re.compile(r"([+-]?[0-9]+)(?:\.0*)?")
_DATE = re.compile(
    r"(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4})"
    r"(?:[T ].*)?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\.[0-9]+)?(?: ?[AaPp][Mm])?"
)


class NoClassError(ValueError):
    """A target that is no class: its name, what is wrong with it, and what to do."""

    def __init__(self, name: str, fault: str, remedy: str, *, where: str = "") -> None:
        at = f"{where}: " if where else ""
        super().__init__(f"{at}the target {name!r} {fault}; {remedy}")
        self.fault = fault


class Column(NamedTuple):
    """A column of a `RawTable`, and why it is what it is.

    `values` are those of `Dataset`. `refused` says what a column is instead of nominal
    or numeric, and is empty for one that is either; `reason` says why.
    """

    attribute: Attribute
    values: Floats
    reason: str
    refused: str = ""


def column_of(
    name: str, array: pa.Array, asked: str = "", *, from_text: bool = False
) -> Column:
    """Decide on the type of a column, and take its values.

    Parameters
    ----------
    name : str
    array : Array
        Its values as the table has them, null where one is missing.
    asked : {"", "nominal", "numeric", "class"}, default=""
        What it has to be, if it has any value. A class is nominal; one that declares no
        categories is refused if it has fractions, or more different values than half
        the rows (and than ten).
    from_text : bool, default=False
        Whether the table says nothing of types, so that texts can be numbers.

    Raises
    ------
    ValueError
        If the column cannot be what is `asked`, without the table's name.
    """
    kind = array.type
    if asked != "class" and _is_empty(array):
        return refused_column(name, array, "empty", _EMPTY)
    if asked == "numeric":
        return _asked_numeric(name, array)
    if _is_foreign(kind) or (asked == "class" and pa.types.is_temporal(kind)):
        if asked:
            raise ValueError(
                f"column {name!r} holds values of the type {kind}, which can be "
                f"neither nominal nor numeric; name another column, or convert it"
            )
        return refused_column(name, array, str(kind), "of a type that is not read")
    if asked == "class":
        return _class(name, array, from_text=from_text)
    if asked == "nominal":
        return _nominal(name, array, "named as nominal")
    if pa.types.is_dictionary(kind):
        return _nominal(name, array, "categories are declared")
    if pa.types.is_boolean(kind):
        return _nominal(name, array, "true or false")
    if pa.types.is_temporal(kind):
        return refused_column(name, array, "date", f"declared as {kind}")
    if is_text(kind):
        return _of_texts(name, array, from_text=from_text)
    return _numeric(name, array, _NUMBERS)


def is_text(kind: pa.DataType) -> bool:
    """Whether values of a type are texts."""
    texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(is_one(kind) for is_one in texts)


def _is_empty(array: pa.Array) -> bool:
    """Whether every value is missing."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return bool(array.null_count == len(array))


def is_numeric(kind: pa.DataType) -> bool:
    """Whether values of a type are numbers."""
    numbers = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    return any(is_one(kind) for is_one in numbers)


def _is_foreign(kind: pa.DataType) -> bool:
    """Whether values of a type can be neither labels nor numbers."""
    if pa.types.is_dictionary(kind):
        return _is_foreign(kind.value_type)
    simple = (pa.types.is_boolean, pa.types.is_temporal, pa.types.is_null)
    return not (
        is_text(kind) or is_numeric(kind) or any(is_one(kind) for is_one in simple)
    )


def refused_column(name: str, array: pa.Array, refused: str, reason: str) -> Column:
    """Make a column that can only be dropped."""
    return Column(Attribute(name), np.full(len(array), np.nan), reason, refused)


# Nominal columns


def _nominal(name: str, array: pa.Array, reason: str) -> Column:
    """Make a nominal column of any values."""
    codes, texts = _coded(array)
    declared = pa.types.is_dictionary(array.type)
    labels, of_text = _labels(texts, keep_order=declared)
    if declared and len(labels) < len(texts):
        raise ValueError(
            f"column {name!r}: two of its categories are both written as one of "
            f"{', '.join(map(repr, labels[:3]))}; rename one"
        )
    # The last is for a missing value, which has the code -1.
    values = np.array([*of_text, math.nan])[codes]
    return Column(Attribute(name, labels), values, reason)


def _coded(array: pa.Array) -> tuple[npt.NDArray[np.int64], list[str]]:
    """Number the different values of a column, -1 where one is missing: their texts."""
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    codes = pc.fill_null(pc.cast(array.indices, pa.int64()), -1).to_numpy()
    values = array.dictionary
    if pa.types.is_null(values.type):
        return np.full(len(array), -1), []
    texts = [_text_of(value) for value in values.to_pylist()]
    if None not in texts:
        return codes, [text for text in texts if text is not None]
    # A category that is itself missing.
    known = [index for index, text in enumerate(texts) if text is not None]
    again = np.full(len(texts) + 1, -1)
    again[known] = range(len(known))
    return again[codes], [text for text in texts if text is not None]


def _text_of(value: Any) -> str | None:
    """Return a value's text, of a whole number without a point; None if missing."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    return str(value)


def _labels(
    texts: Sequence[str], *, keep_order: bool
) -> tuple[tuple[str, ...], list[float]]:
    """Return the labels that texts stand for, and every text's index among them.

    Of whole numbers ``1``, ``1.0`` and ``+1`` are one label, and so are ``0`` and
    ``-0``. The labels are sorted, numbers by value, unless their order is declared.
    """
    found = [_WHOLE.fullmatch(text) for text in texts]
    made = [match[1] for match in found if match]
    if len(made) < len(texts):
        made = list(texts)
    else:
        label = one_whole_number(made)
        made = [label[text] for text in made]
    labels = list(dict.fromkeys(made))
    if not keep_order:
        numbers = all(map(is_in_digits, labels))
        labels.sort(key=lambda x: (float(x) if numbers else 0.0, x))
    index = {label: float(code) for code, label in enumerate(labels)}
    return tuple(labels), [index[label] for label in made]


def _class(name: str, array: pa.Array, *, from_text: bool) -> Column:
    """Make the class, whose numbers are labels if they are whole."""
    if _is_empty(array):
        raise NoClassError(name, "has no value in any row", "name another target")
    numbers = None
    if is_text(array.type) and from_text:
        numbers = _numbers_in(array)
    elif is_numeric(array.type):
        numbers = pc.cast(array, pa.float64(), safe=False)
        numbers = numbers.to_numpy(zero_copy_only=False)
    if numbers is not None:
        known = numbers[~np.isnan(numbers)]
        if len(fractions := known[known != np.floor(known)]):
            raise NoClassError(
                name,
                f"has numbers with fractions, such as {float(fractions[0])!r}: it is "
                f"no class",
                "name another target, or name it in `as_nominal` too if its numbers "
                "are codes of classes",
            )
    column = _nominal(name, array, "the class")
    if pa.types.is_dictionary(array.type):
        return column
    known_rows = len(array) - int(np.isnan(column.values).sum())
    different = len(np.unique(column.values[~np.isnan(column.values)]))
    if different > FEW and 2 * different > known_rows:
        raise NoClassError(
            name,
            f"has {different:,} different values in {known_rows:,} rows: it is no "
            f"class",
            "name another target, or name it in `as_nominal` too if it is one",
        )
    return column


# Numeric columns


def _numeric(name: str, array: pa.Array, reason: str) -> Column:
    """Make a numeric column of numbers, but of infinite ones and of identifiers."""
    if pa.types.is_integer(array.type):
        ends = pc.min_max(array).as_py()
        if max(abs(ends["min"]), abs(ends["max"])) > EXACT:
            largest = max(ends.values(), key=abs)
            return _too_large(name, array, largest)
    values = _floats(array)
    if fault := _infinite(values):
        return refused_column(name, array, "infinite", fault)
    if _counts_rows(values):
        return refused_column(
            name, array, "identifier", f"counts the rows from {values[0]:.0f}"
        )
    return Column(Attribute(name), values, reason)


def _too_large(name: str, array: pa.Array, example: Any) -> Column:
    """Refuse whole numbers of which two can be one float."""
    reason = f"whole numbers beyond 2^53, such as {str(example)[:40]}"
    return refused_column(name, array, "identifier", reason)


def _floats(array: pa.Array) -> Floats:
    """Return numbers as floats, NaN for a missing one."""
    floats = pc.cast(array, pa.float64(), safe=False)
    values: Floats = np.array(floats.to_numpy(zero_copy_only=False), dtype=np.float64)
    return values


def _infinite(values: Floats) -> str:
    """Say in which row a number is infinite; empty if none is."""
    infinite = np.flatnonzero(np.isinf(values))
    return f"infinite in row {infinite[0] + 1:,}" if len(infinite) else ""


def _counts_rows(values: Floats) -> bool:
    """Whether numbers count the rows from 0 or 1."""
    rows = len(values)
    if rows < _ROWS_TO_COUNT or values[0] not in (0, 1):
        return False
    return bool(np.array_equal(values, np.arange(rows) + values[0]))


def _asked_numeric(name: str, array: pa.Array) -> Column:
    """Make a column numeric because the user says so."""
    kind = array.type
    if pa.types.is_dictionary(kind):
        array = array.dictionary_decode()
        kind = array.type
    if pa.types.is_boolean(kind):
        values = _floats(pc.cast(array, pa.uint8()))
    elif is_numeric(kind) or pa.types.is_null(kind):
        values = _floats(array)
    elif is_text(kind):
        found = _numbers_in(array)
        if found is None:
            raise ValueError(_no_number(name, array))
        values = found
    else:
        raise ValueError(
            f"column {name!r} is named as numeric, but is of the type {kind}; convert "
            f"it, or take the column out of `as_numeric`"
        )
    if fault := _infinite(values):
        raise ValueError(
            f"column {name!r} is {fault}; correct the row, or leave the column out"
        )
    return Column(Attribute(name), values, "named as numeric")


def _no_number(name: str, array: pa.Array) -> str:
    """Say which value of a column that is named as numeric is no number."""
    texts = enumerate(array.to_pylist(), start=1)
    row, text = next((n, x) for n, x in texts if x is not None and not is_number(x))
    told = f"column {name!r} is named as numeric, but row {row:,} has {text[:60]!r}"
    separators, remedy = separators_in([text])
    if separators:
        return f"{told}, with {separators}; {remedy.partition('; ')[2]}"
    return (
        f"{told}; correct the row, name the value in `missing_markers` if it is a "
        f"missing one, or take the column out of `as_numeric`"
    )


# Columns of texts


def _of_texts(name: str, array: pa.Array, *, from_text: bool) -> Column:
    """Judge a column of texts."""
    if from_text and (numbers := _numbers_in(array)) is not None:
        for text in long_numbers(array).to_pylist():
            digits = text.lstrip("+-0")
            if len(digits) > len(str(EXACT)) or int(digits or 0) > EXACT:
                return _too_large(name, array, text)
        return _numeric(name, pa.array(numbers, from_pandas=True), _NUMBERS)
    rows, texts = len(array) - array.null_count, array.unique().drop_null().to_pylist()
    different, counted = len(texts), f"{len(texts):,} different values in {rows:,} rows"
    if all(map(_DATE.fullmatch, texts)):
        return refused_column(
            name, array, "date", f"dates or times such as {texts[0][:40]!r}"
        )
    separators, told = separators_in(texts)
    if separators:
        return refused_column(name, array, separators, told)
    if different == rows > 1:
        return refused_column(name, array, "identifier", counted)
    if from_text and different > FEW:
        stray = {x for x in texts if not (is_number(x) or is_separated(x))}
        if len(stray) <= _STRAY:
            at = enumerate(array.to_pylist(), start=1)
            row, text = next((n, x) for n, x in at if x in stray)
            return refused_column(
                name, array, "mixed", f"numbers, but row {row:,} has {text[:60]!r}"
            )
    if different > FEW and 2 * different > rows:
        return refused_column(name, array, "text", counted)
    return _nominal(name, array, f"{different:,} different texts")


def _numbers_in(array: pa.Array) -> Floats | None:
    """Return the numbers that all texts stand for; None if one stands for none."""
    coded = array.dictionary_encode()
    texts = coded.dictionary.to_pylist()
    if not all(map(is_number, texts)):
        return None
    numbers = np.array([*map(float, texts), math.nan])
    found: Floats = numbers[pc.fill_null(coded.indices, -1).to_numpy()]
    return found
