"""Read the rows of ARFF files, part by part: plain ones fast, all others exactly.

Both ways give the same values. Whatever the fast way cannot read, the exact one reads
again, or refuses with its line.
"""

import itertools
import math
import re
from collections.abc import Collection, Sequence
from typing import IO

import numpy as np
import numpy.typing as npt

from tenbyten.dataset.parquet import from_arrow
from tenbyten.dataset.readers.arff_words import BLANKS, EMPTY_CELL, split, unquote
from tenbyten.dataset.table import Attribute
from tenbyten.files import PathLike

Floats = npt.NDArray[np.float64]

# Characters of a part, and of one too small for pyarrow to gain anything.
_PART, _SMALL = 2**22, 2**16
# Cells that are read exactly at once: each is a Python string.
_CELLS = 2**18
# What makes a line other than values between commas. Blanks beside these are taken out.
_SPECIAL = re.compile(r"[\x00-\x20'\"%{}]")
_NOT_PLAIN = bytes({*range(0x21), *b"'\"%{}"} - {*b"\n"})
_BLANK_PAIRS = (b", ", b" ,", b"\n ", b" \n") * 2
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INDEX = re.compile(r"[0-9]{1,9}")
# Cell of a sparse row that is not written: the number 0 or the first label.
_OMITTED = 0


def read_rows(
    file: IO[str],
    attributes: Sequence[Attribute],
    textual: Collection[str],
    *,
    path: PathLike,
    line: int,
) -> Floats:
    """Read all rows that are left in an open file.

    Parameters
    ----------
    textual : collection of str
        Attributes that have no values here: their columns are NaN.
    line : int
        Number of the last line that was read; with `path` it is for messages.

    Returns
    -------
    ndarray of shape (rows, attributes)
        As `RawTable` has it, column by column in memory.
    """
    codes = [_codes_of_labels(attribute) for attribute in attributes]
    parts: list[Floats] = []
    while text := file.read(_PART):
        text += file.readline()
        plain = _read_plain(text, codes, attributes, textual)
        if plain is not None:
            parts.append(plain)
        else:
            lines = _numbered(text, line)
            rows = max(1, _CELLS // len(attributes))
            while group := list(itertools.islice(lines, rows)):
                parts.append(_read_exactly(group, codes, attributes, textual, path))
        line += text.count("\n")
    return _joined(parts, len(attributes))


def _joined(parts, columns):
    """Join parts, each let go when it is copied."""
    values = np.empty((sum(map(len, parts)), columns), order="F")
    first = 0
    parts.reverse()
    while parts:
        part = parts.pop()
        values[first : first + len(part)] = part
        first += len(part)
    return values


def _codes_of_labels(attribute):
    """Map the labels of an attribute to their values; None for a numeric one."""
    if attribute.labels is None:
        return None
    codes = {label: index for index, label in enumerate(attribute.labels)}
    first = {_OMITTED: 0} if codes else {}
    return {None: math.nan} | first | codes


# The fast way


def _read_plain(text, codes, attributes, textual):
    """Read lines of values between commas; None if there is anything else."""
    if len(text) < _SMALL:
        return None
    data = text.encode()
    if b" " in data:
        for pair in _BLANK_PAIRS:
            data = data.replace(pair, pair.strip(b" "))
    # At the beginning pyarrow takes a mark of byte order out.
    if data.translate(None, _NOT_PLAIN) != data or data.startswith(b"\xef\xbb\xbf"):
        return None
    of_text = [x.is_nominal or x.name in textual for x in attributes]
    table = _parse(data, of_text)
    if table is None:
        return None
    values = np.full((len(table), len(attributes)), math.nan, order="F")
    for column, attribute in enumerate(attributes):
        array = table.column(column).combine_chunks()
        if not of_text[column]:
            found = _finite(array)
        elif (words := array.dictionary.to_pylist()) and "" in words:
            return None
        elif attribute.name in textual:
            continue
        else:
            found = _coded(array, words, codes[column])
        if found is None:
            return None
        values[:, column] = found
    return values


def _parse(data, of_text):
    """Parse plain lines by pyarrow: text as dictionaries; None if they do not fit."""
    import pyarrow as pa
    from pyarrow import csv

    kinds = {True: pa.dictionary(pa.int32(), pa.string()), False: pa.float64()}
    names = list(map(str, range(len(of_text))))
    try:
        return csv.read_csv(
            pa.BufferReader(data),
            csv.ReadOptions(
                use_threads=False, block_size=len(data) + 1, column_names=names
            ),
            csv.ParseOptions(quote_char=False, double_quote=False),
            csv.ConvertOptions(
                column_types={x: kinds[y] for x, y in zip(names, of_text, strict=True)},
                null_values=["?"],
                strings_can_be_null=True,
            ),
        )
    except pa.ArrowInvalid:
        return None


def _finite(array):
    """Return the numbers of an array, None if one is written as nan or infinity."""
    found = from_arrow(array, np.float64)
    is_fine = np.count_nonzero(np.isfinite(found)) == len(array) - array.null_count
    return found if is_fine else None


def _coded(array, words, codes):
    """Return the values of labels, None if one is not declared."""
    if not codes.keys() >= set(words):
        return None
    values = np.array([codes[word] for word in words] + [math.nan])
    indices = from_arrow(array.indices, np.int32)
    return values[np.where(np.isnan(indices), len(words), indices).astype(np.int64)]


# The exact way


def _numbered(text, line):
    """Yield number and text of the lines after `line`, not of empty or comment ones."""
    for number, found in enumerate(text.split("\n"), line + 1):
        found = found.strip(BLANKS)
        if found and not found.startswith("%"):
            yield number, found


def _read_exactly(lines, codes, attributes, textual, path):
    """Read numbered lines, every value of which must be one of its attribute's."""
    rows = [_read_row(found, len(attributes), path, number) for number, found in lines]
    values = np.full((len(rows), len(attributes)), math.nan, order="F")
    for column, cells in enumerate(zip(*rows, strict=True)):
        attribute = attributes[column]
        if attribute.name in textual:
            continue
        code = codes[column] or _codes_of_numbers(cells)
        try:
            values[:, column] = [code[cell] for cell in cells]
        except KeyError as error:
            cell = error.args[0]
            raise ValueError(
                f"{path}, line {lines[cells.index(cell)][0]}: attribute "
                f"{attribute.name!r} is {cell!r}, {_refusal(attribute)}"
            ) from None
    return values


def _read_row(line, count, path, number):
    """Read the `count` cells of a row."""
    try:
        is_sparse = line.startswith("{")
        cells = _read_sparse(line, count) if is_sparse else _read_cells(line)
        if len(cells) != count:
            raise ValueError(
                f"{len(cells)} values for {count} attributes; correct the line "
                f"(a value with a comma or blank in it needs quotes)"
            )
    except ValueError as error:
        raise ValueError(f"{path}, line {number}: {error}") from None
    return cells


def _read_cells(line):
    """Read the cells of a row, None for a missing one."""
    if _SPECIAL.search(line):
        words, rest = split(line)
        if rest.startswith("{"):
            raise ValueError(
                f"cannot read {rest[:40]!r}: weights are not read; take them out"
            )
        if rest and not rest.startswith("%"):
            raise ValueError(
                f"cannot read {rest[:40]!r}; close every quote, and quote the whole "
                f"of a value"
            )
        return list(map(_cell, words))
    cells = line.split(",")
    if "" in cells:
        raise ValueError(EMPTY_CELL)
    return [None if cell == "?" else cell for cell in cells] if "?" in line else cells


def _read_sparse(line, count):
    """Read the cells of a sparse row: ``{index value, ...}``, indices from 0.

    What is omitted is 0 or the first label, as in WEKA.
    """
    words, rest = split(line[1:])
    if not rest.startswith("}"):
        raise ValueError(
            f"cannot read {rest[:40]!r}; close every quote, and the sparse row by }}"
        )
    rest = rest[1:].strip(BLANKS)
    if rest and not rest.startswith("%"):
        raise ValueError(
            f"cannot read {rest[:40]!r} after }}: weights are not read; take them out"
        )
    if len(words) % 2:
        raise ValueError("a sparse row ends after an index; write its value")
    cells, first = [_OMITTED] * count, 0
    for word, value in zip(words[::2], words[1::2], strict=True):
        text = unquote(word)
        index = int(text) if _INDEX.fullmatch(text) else -1
        if not first <= index < count:
            raise ValueError(
                f"{text[:40]!r} is no index of a sparse row here; indices are from "
                f"0 to {count - 1}, in ascending order"
            )
        cells[index], first = _cell(value), index + 1
    return cells


def _cell(word):
    """Return the text of a matched value, None if it is missing."""
    return None if word[3] == "?" else unquote(word)


def _codes_of_numbers(cells):
    """Map every text in `cells` that is a finite number to its value."""
    texts = filter(_NUMBER.fullmatch, set(cells) - {None, _OMITTED})
    codes = {text: float(text) for text in texts}
    codes = {text: value for text, value in codes.items() if math.isfinite(value)}
    return {None: math.nan, _OMITTED: 0.0} | codes


def _refusal(attribute):
    """Explain a value that `attribute` cannot have, with the remedy."""
    if attribute.is_nominal:
        labels = len(attribute.labels)
        return f"not one of its {labels} labels; correct it or declare it"
    return "not a finite number; correct it, or write ? where it is missing"
