"""Read a table from a local file: delimited text, Excel, Parquet or ARFF."""

import logging
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tenbyten.datasets.readers import is_in_digits
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.readers.column_types import (
    convert_column,
    parse_numbers,
    refused_column,
    value_kind,
)
from tenbyten.datasets.readers.texts import name_columns, read_first
from tenbyten.datasets.table import RawTable, unknown_names
from tenbyten.files import PathLike
from tenbyten.tables import prefix_errors
from tenbyten.tables.containers import read_as

_log = logging.getLogger(__name__)


def read_table(
    path: PathLike,
    *,
    nominal: Sequence[str] = (),
    numeric: Sequence[str] = (),
    missing: Sequence[str] = (),
    labelled: Sequence[str] = (),
    target: str | None = None,
    header: str = "",
    where: PathLike,
) -> RawTable:
    """Read a table from a file, whose suffix, one of `sources.SUFFIXES`, says how.

    Parameters
    ----------
    path : path
        Compressed by gzip where the suffix ends with ``.gz``.
    nominal, numeric : sequence of str
        Columns that are so whatever they hold. They are not for ARFF, which declares
        its types.
    missing : sequence of str
        Texts that stand for a missing value. Of CSV, TSV and Excel besides the empty
        cell, in place of `texts.MISSING`; of Parquet besides null, none by default,
        and among numbers those that are equal; not for ARFF.
    labelled : sequence of str
        Columns, if they are there, that are nominal unless they are `numeric`: their
        values are wanted whatever they are.
    target : str, optional
        The attribute to be predicted; by default the last. It is nominal, and may be
        missing in some rows.
    header : str
        The lines of the header, of CSV, TSV and Excel: `texts.read_first`.
    where : str
        Messages begin with it.

    Returns
    -------
    RawTable
        Columns that are neither nominal nor numeric are among its `textual`; its
        `reasons` say of every column why it is what it is.

    Raises
    ------
    ValueError
        Naming the file, and the line, row or column: if it cannot be read, if a column
        cannot be what it is asked to be, or if one that is named is not there.
    """
    asked = {"as_nominal": nominal, "as_numeric": numeric, "missing_markers": missing}
    keys = [key for key in asked if asked[key]]
    with prefix_errors(where), prefix_errors(path):
        if keys and Path(path).suffix.lower() == ".arff":
            raise ValueError(
                f"{keys[0]} is {';'.join(asked[keys[0]])!r}, but an ARFF file declares "
                f"its types, and ? for what is missing; leave it empty, or change the "
                f"file"
            )
        _, decide = open_table(path, missing=missing, header=header)
        types = {"nominal": nominal, "numeric": numeric, "labelled": labelled}
        return decide(**types, target=target)


def open_table(
    path: PathLike, *, missing: Sequence[str] = (), header: str = ""
) -> tuple[Sequence[str], Callable[..., RawTable]]:
    """Return the names of a file's columns, and a function that makes the RawTable.

    Parameters
    ----------
    path, missing, header
        As of `read_table`.

    Returns
    -------
    names : sequence of str
    decide : callable
        Takes `nominal`, `numeric`, `labelled` and `target` of `read_table`, and returns
        the RawTable.

    Raises
    ------
    ValueError
        If the file cannot be read.
    """
    if Path(path).suffix.lower() == ".arff":
        _refuse_asked(header)
        raw = read_arff(path)
        return [attribute.name for attribute in raw.attributes], lambda **_: raw
    table, options = read_columns(path, missing=missing, header=header)
    return table.column_names, partial(raw_table, table, **options)


def read_columns(
    path: PathLike, *, missing: Sequence[str] = (), header: str = ""
) -> tuple[pa.Table, dict[str, Any]]:
    """Read the columns of a file.

    Parameters
    ----------
    path, missing, header
        As of `read_table`.

    Returns
    -------
    table : Table
        Of texts, or with the types of Parquet.
    options : dict
        Arguments `from_text` and `decimal_commas` of `raw_table`.

    Raises
    ------
    ValueError
        Naming the file, if it cannot be read.
    """
    with prefix_errors(path):
        table = read_first(path, header)
        if isinstance(table, pa.Table):
            _refuse_asked(header)
            return _without_index(path, table, missing), {}
        for note in table.notes:
            _log.info("%s: %s", path, note)
        options = {"from_text": True, "decimal_commas": table.separator == ";"}
        return name_columns(table, missing=missing, header=header), options


def _refuse_asked(header: str) -> None:
    """Refuse the cell `header` for a file that has none."""
    if header:
        raise ValueError(
            f"header is {header!r}, but the file has no header line: it declares the "
            f"names of its columns; leave it empty"
        )


def raw_table(
    table: pa.Table,
    *,
    nominal: Collection[str] = (),
    numeric: Collection[str] = (),
    labelled: Collection[str] = (),
    target: str | None = None,
    from_text: bool = False,
    decimal_commas: bool = False,
) -> RawTable:
    """Decide on the types of all columns of an Arrow table, the last one the class.

    Parameters
    ----------
    table : Table
    nominal, numeric, labelled : collection of str
        As of `read_table`.
    target : str, optional
        By default the last column.
    from_text : bool
        As of `convert_column`.
    decimal_commas : bool
        Whether numbers may have decimal commas.

    Raises
    ------
    ValueError
        If there are no rows, or a column is not there or cannot have the type that is
        asked for.
    """
    names = table.column_names
    if not len(table):
        raise ValueError("no rows; is the source complete?")
    if target is None and is_unnamed(names[-1]):
        raise ValueError(
            "the last column has no name in the first line; name it, or the target"
        )
    target = names[-1] if target is None else target
    asked_for = {"target": [target], "as_nominal": nominal, "as_numeric": numeric}
    for key, wanted in asked_for.items():
        if unknown := unknown_names(wanted, names):
            raise ValueError(f"{key} names no column {unknown}")
    if both := [name for name in nominal if name in numeric]:
        named = " and ".join(map(repr, both))
        raise ValueError(f"column {named} is named as nominal and numeric; choose one")
    if target in numeric:
        raise ValueError(
            f"the target {target!r} is named as numeric; a class is nominal: take it "
            f"out of `as_numeric`"
        )
    nominal = {*nominal, *(name for name in labelled if name not in numeric)}
    ambiguous: Mapping[str, str] = {}
    if decimal_commas:
        texts = {*nominal, target}
        table, ambiguous = read_decimals(table, texts=texts, numeric=numeric)
    attributes, textual, reasons = [], {}, {}
    declared = {x.name for x in table.schema if pa.types.is_dictionary(x.type)}
    values = np.empty((len(table), len(names)))
    for place, name in enumerate(names):
        asked = "class" if name == target else "numeric" if name in numeric else ""
        asked = "nominal" if name in nominal else asked
        array = _combined(table.column(place))
        if is_unnamed(name) and not asked:
            # What pandas writes as an index, and what has no name by mistake.
            detail = "has no name, like an index that pandas writes"
            column = refused_column(name, array, "unnamed", detail)
        elif name in ambiguous:
            column = refused_column(name, array, "ambiguous", ambiguous[name])
        else:
            column = convert_column(name, array, asked, from_text=from_text)
        values[:, place] = column.values
        attributes.append(column.attribute)
        reasons[name] = "the class" if name == target else column.reason
        if column.refused:
            textual[name] = column.refused
    return RawTable(tuple(attributes), values, textual, reasons, declared)


def is_unnamed(name: str) -> bool:
    """Whether a column has no name, in this file or in that which it was made from."""
    return bool(re.fullmatch(r"Unnamed: [0-9]+(\.[0-9]+)?", name))


def _combined(column: pa.ChunkedArray) -> pa.Array:
    """Join the chunks of a column, of one dictionary."""
    if pa.types.is_dictionary(column.type):
        column = column.unify_dictionaries()
    if pa.types.is_string_view(column.type):
        # For which Arrow has no regular expressions.
        column = column.cast(pa.large_string())
    array = column.combine_chunks()
    return array.chunk(0) if isinstance(array, pa.ChunkedArray) else array


def _without_index(path: PathLike, table: pa.Table, missing: Sequence[str]) -> pa.Table:
    """Leave out the index of a DataFrame, and find its categories."""
    with read_as("Parquet", ".parquet"):
        by_pandas = table.schema.pandas_metadata or {}
        index = {x for x in by_pandas.get("index_columns", ()) if isinstance(x, str)}
        # Parquet keeps no categories but texts.
        columns = by_pandas.get("columns", ())
        kinds = {x.get("field_name"): x.get("pandas_type") for x in columns}
        table = table.select([x for x in table.column_names if x not in index])
    if index:
        listed = ", ".join(sorted(index))
        _log.info("%s: without the DataFrame's index (%s)", path, listed)
    for place, name in enumerate(table.column_names):
        column = _without(missing, _combined(table.column(place)))
        if kinds.get(name) == "categorical" and not pa.types.is_dictionary(column.type):
            labels = pc.unique(column).drop_null().sort()
            column = pa.DictionaryArray.from_arrays(pc.index_in(column, labels), labels)
        table = table.set_column(place, name, column)
    return table


def _without(markers: Sequence[str], array: pa.Array) -> pa.Array:
    """Make the markers of missing values null."""
    kind = array.type
    if markers and pa.types.is_dictionary(kind):
        categories = _without(markers, array.dictionary)
        return pa.DictionaryArray.from_arrays(array.indices, categories)
    if markers and value_kind(kind) == "text":
        found = pc.is_in(array, pa.array(markers, kind))
    elif markers and value_kind(kind) == "number":
        numbers = pa.array([float(x) for x in markers if is_in_digits(x)], pa.float64())
        found = pc.is_in(pc.cast(array, pa.float64(), safe=False), numbers)
    else:
        return array
    return pc.if_else(found, pa.scalar(None, kind), array)


# Decimal commas


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
        if len(signs) == 1 and parse_numbers(_with_points(column)) is not None:
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
