"""Read delimited text, such as CSV, into columns of numbers and of texts."""

import csv
import gzip
import io
import logging
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from tenbyten.dataset.readers.decimal_signs import read_decimals
from tenbyten.dataset.readers.number_texts import (
    EXACT,
    NUMBER,
    all_numbers,
    long_numbers,
)
from tenbyten.files import PathLike

_log = logging.getLogger(__name__)

# Texts that stand for a missing value where the user names none. None is not among
# them: it is a label in many tables.
MISSING = ("?", "NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NULL", "null")
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "|"}
# Bytes that are parsed at once, unless rows are long.
_BLOCK = 1 << 22


class Delimited(NamedTuple):
    """Columns of numbers and of texts.

    `ambiguous` says of columns by name what to do, since their points or commas can
    be decimal or separate thousands.
    """

    table: pa.Table
    ambiguous: dict[str, str]


def read_delimited(
    path: PathLike,
    *,
    texts: Collection[str] = (),
    numeric: Collection[str] = (),
    target: str | None = None,
    missing: Sequence[str] = (),
) -> Delimited:
    """Read delimited text with a header line, its values as numbers or as texts.

    The first line is the header: names, separated by whichever of comma, semicolon, tab
    and ``|`` gives the most of them; in a ``.tsv`` file by tabs. Blanks around a name
    or value do not count, nor do quotes around it. A column without a name is called
    ``Unnamed: 0`` by its position, as pandas does; one at the end without any value,
    from a separator that ends each line, is left out.

    Parameters
    ----------
    path : path
        A file in UTF-8, compressed by gzip if its name ends with ``.gz``.
    texts : collection of str
        Columns whose values are texts even where all are numbers, if they are there.
    numeric : collection of str
        Columns whose points or commas are decimal even if they could separate
        thousands.
    target : str, optional
        Another one of `texts`; by default the last column.
    missing : sequence of str
        What stands for a missing value besides an empty cell, in place of `MISSING`.

    Returns
    -------
    Delimited
        Columns of type double or string, null where a value is missing.

    Raises
    ------
    ValueError
        Naming the file, and the line where there is one: if it is not UTF-8, has
        no header, two columns of a name, a row of more or fewer cells than the header,
        a quote that is not closed, or commas in some numbers and points in others.
    """
    path = Path(path)
    with _named(path):
        _check_bytes(path)
        separator, names = _header(path)
        unnamed = [] if names[-1] else [len(names) - 1]
        last = names[-2 if unnamed else -1]
        names = [name or f"Unnamed: {n}" for n, name in enumerate(names)]
        _check_header(names)
        texts = {*texts, last if target is None else target}
        reader = _Reader(path, separator, names, missing or MISSING)
        table = _parse(reader, texts)
        if unnamed and table.column(-1).null_count == len(table):
            table = table.select(names[:-1])
        elif unnamed and target is None:
            raise ValueError(
                "the last column has no name in the first line; give it one, or name "
                "the target"
            )
        if separator != ";":
            return Delimited(table, {})
        how = {"texts": texts, "numeric": numeric}
        return Delimited(*read_decimals(table, reader.read_texts, **how))


def _open(path: Path) -> Any:
    """Open a file that may be compressed, to read bytes."""
    return gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file in every error, and tell what is wrong with one cut or damaged."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(
            f"{path}: cannot be unpacked by gzip ({error}); get the whole file again"
        ) from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


# The header


def _header(path: Path) -> tuple[str, list[str]]:
    """Find the separator, and read the names."""
    tsv = path.name.lower().removesuffix(".gz").endswith(".tsv")
    candidates = ["\t"] if tsv else list(_SEPARATORS)
    # Of a wide table, the whole line is too long a cell for the wrong separator.
    found, errors = [], []
    for separator in candidates:
        try:
            found.append((separator, _first_row(path, separator)))
        except csv.Error as error:
            errors.append(error)
    if not found:
        raise ValueError(f"line 1: {errors[0]}; correct it")
    separator, names = max(found, key=lambda x: len(x[1]))
    names = [name.strip() for name in names]
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


def _first_row(path: Path, separator: str) -> list[str]:
    """Read the cells of the first row."""
    with _open(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
        try:
            return next(csv.reader(text, delimiter=separator), [])
        except UnicodeDecodeError:
            _refuse_bytes(path)
            raise


def _check_header(names: Sequence[str]) -> None:
    """Refuse a header that is a row of values, and names that stand twice."""
    numbers = [name for name in names if re.fullmatch(NUMBER, name)]
    # Columns that pandas or NumPy has counted.
    counted = [[str(n + k) for n in range(len(numbers))] for k in (0, 1)]
    remedy = "is a header missing? Write a line of names above the values"
    if numbers and numbers not in counted:
        raise ValueError(
            f"the first line has the number {numbers[0][:40]} among its names; "
            f"{remedy} (a name that is a number needs a letter before it)"
        )
    doubled = [name for name, n in Counter(names).items() if n > 1]
    if doubled:
        raise ValueError(
            f"the first line has the name {doubled[0][:60]!r} twice; rename one, or "
            f"{remedy}"
        )


# The values


def _parse(reader: "_Reader", texts: Collection[str]) -> pa.Table:
    """Read all columns: numbers where all values are, else texts."""
    keys, names = reader.keys, reader.names
    as_texts = [key for key, name in zip(keys, names, strict=True) if name in texts]
    kinds = dict.fromkeys(as_texts, pa.string())
    try:
        table = reader.read(reader.likely() | kinds)
    except _AnotherType:
        table = reader.read(kinds)
    if not len(table):
        raise ValueError("no row below the header; is the file complete?")
    if again := [key for key in keys if _is_to_be_text(table[key])]:
        read_again = reader.read(dict.fromkeys(again, pa.string()), only=again)
        for key in again:
            table = table.set_column(keys.index(key), key, read_again[key])
    columns = [
        _cleaned(table[key], reader.missing, keep=key in as_texts)
        if pa.types.is_string(table[key].type)
        else table[key]
        for key in keys
    ]
    return pa.Table.from_arrays(columns, names=names)


class _AnotherType(ValueError):
    """A value that is not of the type that its column was expected to be of."""


class _Reader(NamedTuple):
    """The rows below a header. Arrow has columns named by `keys`, their numbers."""

    path: Path
    separator: str
    names: list[str]
    missing: Sequence[str]

    @property
    def keys(self) -> list[str]:
        """Names of columns that are what Arrow can print in its messages."""
        return [str(n) for n in range(len(self.names))]

    def likely(self) -> dict[str, pa.DataType]:
        """Guess the columns' types by the first block, so that none is kept as text."""
        with self._told() as told, _open(self.path) as file:
            schema = arrow_csv.open_csv(file, **told).schema
        numbers = pa.types.is_int64, pa.types.is_float64
        return {
            field.name: pa.float64()
            if any(is_one(field.type) for is_one in numbers)
            else pa.string()
            for field in schema
            if not pa.types.is_null(field.type)
        }

    def read(
        self, kinds: Mapping[str, pa.DataType], *, only: Sequence[str] = ()
    ) -> pa.Table:
        """Read columns, some of given types and the others as found."""
        with self._told(kinds, only) as told, _open(self.path) as file:
            table = arrow_csv.read_csv(file, **told)
        if any(pa.types.is_binary(kind) for kind in table.schema.types):
            _refuse_bytes(self.path)
        return table

    def read_texts(self, names: Sequence[str]) -> pa.Table:
        """Read columns by name as the texts in the file."""
        keys = [str(self.names.index(name)) for name in names]
        if not keys:
            return pa.table({})
        table = self.read(dict.fromkeys(keys, pa.string()), only=keys)
        columns = [_cleaned(table[key], self.missing, keep=True) for key in keys]
        return pa.Table.from_arrays(columns, names=list(names))

    @contextmanager
    def _told(
        self, kinds: Mapping[str, pa.DataType] | None = None, only: Sequence[str] = ()
    ) -> Iterator[dict[str, Any]]:
        """Tell Arrow how to read, and say what is wrong in the file if it cannot."""
        with _open(self.path) as file:
            longest = max(len(file.readline()) for _ in range(2))
        markers = ["", " ", *self.missing, *(f" {text}" for text in self.missing)]
        try:
            yield {
                "read_options": arrow_csv.ReadOptions(
                    use_threads=False,
                    block_size=max(_BLOCK, 8 * longest),
                    column_names=self.keys,
                    skip_rows_after_names=1,
                ),
                "parse_options": arrow_csv.ParseOptions(
                    delimiter=self.separator, newlines_in_values=True
                ),
                "convert_options": arrow_csv.ConvertOptions(
                    column_types=kinds,
                    include_columns=list(only),
                    null_values=markers,
                    strings_can_be_null=True,
                    true_values=[],
                    false_values=[],
                ),
            }
        except pa.ArrowInvalid as error:
            _refuse_bytes(self.path)
            told = f"cannot be read: {str(error)[:300]}"
            if "conversion error" in told:
                raise _AnotherType(told) from None
            _refuse_rows(self.path, self.separator, len(self.keys))
            raise ValueError(told) from None


def _is_to_be_text(column: pa.ChunkedArray) -> bool:
    """Whether a column was parsed as something that only its text tells.

    That is a date or a time, a float so large that it may have been a whole number, a
    float that is none, such as ``nan(x)``, and a whole number, such as ``0x10``.
    """
    if pa.types.is_floating(column.type):
        largest = pc.max(pc.abs(column)).as_py()
        if pc.any(pc.is_nan(column)).as_py():
            return True
        return largest is not None and largest >= EXACT
    return not (pa.types.is_string(column.type) or pa.types.is_null(column.type))


def _cleaned(
    column: pa.ChunkedArray, missing: Sequence[str], *, keep: bool
) -> pa.ChunkedArray:
    """Strip texts, find the missing ones; numbers where all are, unless to `keep`."""
    column = pc.utf8_trim_whitespace(column)
    markers = pa.array(["", *missing])
    column = pc.if_else(pc.is_in(column, markers), pa.scalar(None, pa.string()), column)
    if keep:
        return column
    if len(long_numbers(column)):
        # A whole number that no float holds.
        return column
    numbers = all_numbers(column)
    return column if numbers is None else numbers


# What is wrong with a file


def _check_bytes(path: Path) -> None:
    """Refuse what is no text, and a quote that is not closed."""
    quotes = 0
    with _open(path) as file:
        if file.read(2) in (b"\xff\xfe", b"\xfe\xff"):
            raise ValueError("is UTF-16; save it as UTF-8")
        file.seek(0)
        while block := file.read(_BLOCK):
            quotes += block.count(b'"')
            if b"\0" in block:
                raise ValueError("has null characters: it is no text in UTF-8")
    # A quote within a value can make the count odd too.
    if quotes % 2:
        with _open(path) as file:
            lines = enumerate(file, start=1)
            number = next(n for n, line in lines if line.count(b'"') % 2)
        raise ValueError(
            f"line {number}: a quote that is opened and not closed, here or further "
            f"below; close it, and write a quote within a value twice, in quotes"
        )


def _refuse_bytes(path: Path) -> None:
    """Refuse the first line that is not UTF-8."""
    with _open(path) as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise ValueError(
                    f"line {number}: byte 0x{line[error.start]:02x} is not UTF-8; save "
                    f"the file as UTF-8"
                ) from None


def _refuse_rows(path: Path, separator: str, count: int) -> None:
    """Refuse the first row that has more or fewer cells than the header."""
    with _open(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
        rows = csv.reader(text, delimiter=separator)
        try:
            for row in rows:
                if row and len(row) != count:
                    raise ValueError(
                        f"line {rows.line_num}: {len(row)} cells, the header has "
                        f"{count}; correct the line (a value with a "
                        f"{_SEPARATORS[separator]} in it needs quotes; a column of row "
                        f"names needs a name)"
                    )
        except csv.Error as error:
            raise ValueError(f"line {rows.line_num}: {error}; correct it") from None
