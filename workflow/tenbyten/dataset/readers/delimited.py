"""Read delimited text, such as CSV, into columns of texts."""

import csv
import gzip
import io
import logging
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from tenbyten.dataset.readers.number_texts import is_in_digits
from tenbyten.files import PathLike

_log = logging.getLogger(__name__)

# Texts that stand for a missing value where the user names none. None is not among
# them: it is a label in many tables.
MISSING = ("?", "NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "|"}
# Bytes that are parsed at once, unless rows are long.
_BLOCK = 1 << 22


def read_delimited(
    path: PathLike, *, missing: Sequence[str] = ()
) -> tuple[pa.Table, str]:
    """Read delimited text with a header line.

    The first line is the header: names, separated by whichever of comma, semicolon, tab
    and ``|`` gives the most of them; in a ``.tsv`` file by tabs. Blanks around a name
    or value do not count, nor do quotes around it. A column without a name is called
    ``Unnamed: 0`` by its position, as pandas does; one at the end without any value,
    from a separator that ends each line, is left out.

    Parameters
    ----------
    path : path
        A file in UTF-8, compressed by gzip if its name ends with ``.gz``.
    missing : sequence of str
        What stands for a missing value besides an empty cell, in place of `MISSING`.

    Returns
    -------
    table : Table
        Columns of texts, null where a value is missing.
    separator : str

    Raises
    ------
    ValueError
        Naming the file, and the line or row where there is one: if it is not UTF-8, has
        no header, two columns of a name, a row of more or fewer cells than the header,
        or a quote that is not closed.
    """
    path = Path(path)
    with naming(path):
        longest = _check_bytes(path)
        separator, header = _header(path)
        names = checked_names(header)
        columns = _parse(path, separator, names, max(_BLOCK, 8 * longest)).columns
    # Each column is let go when it is stripped.
    for place, column in enumerate(columns):
        columns[place] = without(missing or MISSING, column)
    if not header[-1] and columns[-1].null_count == len(columns[-1]):
        del names[-1], columns[-1]
    return pa.table(columns, names=names), separator


def checked_names(names: Sequence[str]) -> list[str]:
    """Name columns without a name by their positions, and refuse what is no header."""
    names = [name or f"Unnamed: {n}" for n, name in enumerate(names)]
    numbers = [name for name in names if is_in_digits(name)]
    # Columns that pandas or NumPy has counted.
    counted = [[str(n + k) for n in range(len(numbers))] for k in (0, 1)]
    remedy = "is a header missing? Write a line of names above the values"
    if numbers and numbers not in counted:
        raise ValueError(
            f"the first line has the number {numbers[0][:40]} among its names; "
            f"{remedy} (a name that is a number needs a letter before it)"
        )
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise ValueError(
            f"the first line has the name {name[:60]!r} twice; rename one, or {remedy}"
        )
    return names


def without(missing: Sequence[str], column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Strip texts, and take out those that stand for a missing value."""
    column = pc.utf8_trim_whitespace(column)
    is_missing = pc.is_in(column, pa.array(["", *missing]))
    return pc.if_else(is_missing, pa.scalar(None, pa.string()), column)


@contextmanager
def naming(path: PathLike) -> Iterator[None]:
    """Name the file in every error, and tell what is wrong with one cut or damaged."""
    try:
        yield
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ValueError(
            f"{path}: byte 0x{byte:02x} is not UTF-8; save the file as UTF-8"
        ) from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(
            f"{path}: cannot be unpacked by gzip ({error}); get the whole file again"
        ) from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _open(path: Path) -> Any:
    """Open a file that may be compressed, to read bytes."""
    return gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb")


def _check_bytes(path: Path) -> int:
    """Refuse what is no text, and a quote that is not closed; return the longest line.

    pyarrow takes all that follows such a quote for one value.
    """
    longest, opened, quotes = 0, 0, 0
    with _open(path) as file:
        for number, line in enumerate(file, start=1):
            if len(line) > longest:
                longest = len(line)
            if b"\0" in line:
                raise ValueError("has null characters; save it as text in UTF-8")
            try:
                line.decode()
            except UnicodeDecodeError as error:
                raise ValueError(
                    f"line {number}: byte 0x{line[error.start]:02x} is not UTF-8; save "
                    f"the file as UTF-8"
                ) from None
            if b'"' in line and (count := line.count(b'"')) % 2:
                quotes += count
                opened = opened or number
    # A quote within a value can make the count odd too.
    if quotes % 2:
        raise ValueError(
            f"line {opened}: a quote that is opened and not closed, here or further "
            f"below; close it, and write a quote within a value twice, in quotes"
        )
    return longest


def _header(path: Path) -> tuple[str, list[str]]:
    """Find the separator, and read the names."""
    tsv = path.name.lower().removesuffix(".gz").endswith(".tsv")
    # Of a wide table, the whole line is too long a cell for the wrong separator.
    found, faults = {}, []
    for separator in "\t" if tsv else _SEPARATORS:
        with _open(path) as file:
            text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
            try:
                found[separator] = next(csv.reader(text, delimiter=separator), [])
            except csv.Error as error:
                faults.append(error)
    if not found:
        raise ValueError(f"line 1: {faults[0]}; correct it")
    separator = max(found, key=lambda x: len(found[x]))
    names = [name.strip() for name in found[separator]]
    if not any(names):
        raise ValueError("the first line is empty; begin with a line of names")
    if len(names) == 1:
        raise ValueError(
            f"the first line, {names[0][:60]!r}, is one name alone; separate names and "
            f"values by {'tabs' if tsv else 'commas, semicolons, tabs or |'}"
        )
    if separator != "," and not tsv:
        _log.info("%s: separated by %s", path, _SEPARATORS[separator])
    return separator, names


def _parse(path: Path, separator: str, names: Sequence[str], block: int) -> pa.Table:
    """Read all columns as texts. Arrow knows them by their numbers, which it prints."""
    keys = [str(n) for n in range(len(names))]
    read = arrow_csv.ReadOptions(
        use_threads=False, block_size=block, column_names=keys, skip_rows_after_names=1
    )
    parse = arrow_csv.ParseOptions(delimiter=separator, newlines_in_values=True)
    kinds = dict.fromkeys(keys, pa.string())
    convert = arrow_csv.ConvertOptions(column_types=kinds, strings_can_be_null=False)
    try:
        with _open(path) as file:
            table = arrow_csv.read_csv(file, read, parse, convert)
    except pa.ArrowInvalid as error:
        # The header is row 1, and empty lines are no rows.
        told = re.sub(r"^CSV parse error: Row #(\d+)", r"row \1", str(error)[:300])
        raise ValueError(
            f"{told}; correct the row (a value with a {_SEPARATORS[separator]} in it "
            f"needs quotes; a column of row names needs a name)"
        ) from None
    if not len(table):
        raise ValueError("no row below the header; is the file complete?")
    return table
