"""Read a table from a local file: delimited text, Parquet or ARFF."""

import json
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tenbyten.dataset.parquet import in_memory
from tenbyten.dataset.readers.arff import read_arff
from tenbyten.dataset.readers.column_types import (
    Column,
    column_of,
    is_numeric,
    is_text,
    refused_column,
)
from tenbyten.dataset.readers.delimited import read_delimited
from tenbyten.dataset.readers.number_texts import is_in_digits
from tenbyten.dataset.sources import check_suffix
from tenbyten.dataset.table import RawTable, unknown_names
from tenbyten.files import PathLike

_log = logging.getLogger(__name__)


def read_table(
    path: PathLike,
    *,
    nominal: Sequence[str] = (),
    numeric: Sequence[str] = (),
    missing: Sequence[str] = (),
    target: str | None = None,
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
        Texts that stand for a missing value. Of CSV and TSV besides the empty cell,
        in place of `delimited.MISSING`; of Parquet besides null, none by default, and
        among numbers those that are equal; not for ARFF.
    target : str, optional
        The attribute to be predicted; by default the last. It is nominal, and may be
        missing in some rows.
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
    name = Path(path).name.lower()
    check_suffix(Path(path).name, where=where)
    try:
        if name.endswith(".arff"):
            return _from_arff(path, nominal, numeric, missing)
        asked: dict[str, Any] = {"numeric": numeric, "target": target}
        if name.endswith(".parquet"):
            return raw_table(_read_parquet(path, missing), nominal=nominal, **asked)
        table, ambiguous = read_delimited(path, texts=nominal, missing=missing, **asked)
        asked |= {"ambiguous": ambiguous, "from_text": True}
        return raw_table(table, nominal=nominal, **asked)
    except ValueError as error:
        told = str(error)
        at = "" if told.startswith(str(path)) else f"{path}: "
        raise ValueError(f"{where}: {at}{told}") from None


def raw_table(
    table: pa.Table,
    *,
    nominal: Collection[str] = (),
    numeric: Collection[str] = (),
    target: str | None = None,
    from_text: bool = False,
    ambiguous: Mapping[str, str] = MappingProxyType({}),
) -> RawTable:
    """Decide on the types of all columns of an Arrow table, the last one the class.

    Arguments are those of `read_table` and `column_types.column_of`; `ambiguous` is
    that of `delimited.Delimited`. If a column cannot be what it is asked to be, or is
    not there, a ValueError names it.
    """
    names = table.column_names
    if not len(table):
        raise ValueError("no rows; is the source complete?")
    target = names[-1] if target is None else target
    check_names(names, {"as_nominal": nominal, "as_numeric": numeric}, target)
    columns = []
    values = np.empty((len(table), len(names)))
    for place, name in enumerate(names):
        asked = "numeric" if name in numeric else "nominal" if name in nominal else ""
        if name == target:
            asked = asked or "class"
        array = _combined(table.column(place))
        if name in ambiguous:
            column = refused_column(name, array, "ambiguous", ambiguous[name])
        else:
            column = column_of(name, array, asked, from_text=from_text)
        values[:, place] = column.values
        columns.append(column._replace(values=values[:0, place]))
    return RawTable(
        tuple(column.attribute for column in columns),
        values,
        {name: c.refused for name, c in zip(names, columns, strict=True) if c.refused},
        _reasons(names, columns, target),
    )


def _reasons(
    names: Sequence[str], columns: Sequence[Column], target: str
) -> dict[str, str]:
    """Say why every column is what it is."""
    reasons = {name: c.reason for name, c in zip(names, columns, strict=True)}
    return reasons | {target: "the class"}


def _combined(column: pa.ChunkedArray) -> pa.Array:
    """Join the chunks of a column, of one dictionary."""
    if pa.types.is_dictionary(column.type):
        column = column.unify_dictionaries()
    array = column.combine_chunks()
    return array.chunk(0) if isinstance(array, pa.ChunkedArray) else array


def _from_arff(
    path: PathLike, nominal: Sequence[str], numeric: Sequence[str], missing: Any
) -> RawTable:
    """Read ARFF, which needs no rule."""
    named = {"as_nominal": nominal, "as_numeric": numeric, "missing_markers": missing}
    for key, given in named.items():
        if given:
            raise ValueError(
                f"{key} is {';'.join(given)!r}, but an ARFF file declares its types, "
                f"and ? for what is missing; leave it empty, or change the file"
            )
    return read_arff(path)


def _read_parquet(path: PathLike, missing: Sequence[str]) -> pa.Table:
    """Read Parquet, without the index of a DataFrame."""
    from pyarrow import parquet

    try:
        file = parquet.ParquetFile(in_memory(path))
        names = file.schema_arrow.names
        if doubled := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"two columns {min(doubled)!r}; rename one")
        index, categories = _of_pandas(file.schema_arrow)
        if index:
            told = ", ".join(sorted(index))
            _log.info("%s: without the DataFrame's index (%s)", path, told)
        columns = [name for name in names if name not in index]
        table = file.read(columns, use_threads=False)
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"cannot be read as Parquet: {str(error)[:300]}") from None
    for place, name in enumerate(table.column_names):
        column = _without(missing, table.column(place))
        if name in categories and not pa.types.is_dictionary(column.type):
            labels = pc.unique(column).drop_null().sort()
            codes = pc.index_in(column.combine_chunks(), labels)
            column = pa.DictionaryArray.from_arrays(codes, labels)
        table = table.set_column(place, name, column)
    return table


def _without(markers: Sequence[str], column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Take out what stands for a missing value, and its category."""
    kind = column.type
    if not markers:
        return column
    if pa.types.is_dictionary(kind):
        array = _combined(column)
        labels = _without(markers, pa.chunked_array([array.dictionary]))
        kept = labels.drop_null().combine_chunks()
        codes = pc.index_in(labels, kept).combine_chunks().take(array.indices)
        return pa.DictionaryArray.from_arrays(codes, kept)
    if is_text(kind):
        kind = pa.large_string()
        column = column.cast(kind)
        found = pc.is_in(column, pa.array(markers, kind))
    elif is_numeric(kind):
        numbers = pa.array([float(x) for x in markers if is_in_digits(x)], pa.float64())
        found = pc.is_in(pc.cast(column, pa.float64(), safe=False), numbers)
    else:
        return column
    return pc.if_else(found, pa.scalar(None, kind), column)


def _of_pandas(schema: pa.Schema) -> tuple[set[str], set[str]]:
    """Name the columns that pandas wrote as an index, and those of categories.

    Parquet keeps no categories but texts.
    """
    try:
        written = json.loads((schema.metadata or {}).get(b"pandas", b"{}"))
        index = {name for name in written["index_columns"] if isinstance(name, str)}
        kinds = {x["field_name"]: x["pandas_type"] for x in written["columns"]}
    except (ValueError, KeyError, TypeError):
        return set(), set()
    return index, {name for name, kind in kinds.items() if kind == "categorical"}


def check_names(
    names: Sequence[str], asked: Mapping[str, Iterable[str]], target: str
) -> None:
    """Refuse columns that are asked for and not there, or asked for both ways.

    `asked` has the names in `as_nominal` and `as_numeric`.
    """
    every = {"target": [target], **asked}
    for key, wanted in every.items():
        if lacking := unknown_names(wanted, names):
            raise ValueError(f"{key} names no column {lacking}")
    numeric = set(every["as_numeric"])
    if both := [name for name in every["as_nominal"] if name in numeric]:
        raise ValueError(
            f"column {' and '.join(map(repr, both))} is named as nominal and as "
            f"numeric; choose one"
        )
    if target in numeric:
        raise ValueError(
            f"the target {target!r} is named as numeric; a class is nominal: take it "
            f"out of `as_numeric`"
        )
