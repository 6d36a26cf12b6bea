"""Read OpenML's parquet files, with the order of labels from its features."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet

from tenbyten.dataset.parquet import in_memory
from tenbyten.dataset.table import Attribute, RawTable
from tenbyten.files import PathLike

_REMEDY = "the server contradicts itself, choose another id or an ARFF file"


def read_parquet(path: PathLike, features: Sequence[Mapping[str, Any]]) -> RawTable:
    """Read a parquet file into the table that the ARFF file of the same data gives.

    `features` are OpenML's, in order: each with `name`, `type` (``nominal``,
    ``numeric``, ``string`` or ``date``) and, for a nominal one, its `labels`.

    Raises
    ------
    ValueError
        If the file is not a parquet file, has other columns than `features`, or a
        value that its attribute cannot have.
    """
    try:
        nominal = [x["name"] for x in features if x["type"] == "nominal"]
        # A text that a file holds once, for many rows, is read once.
        source = in_memory(path)
        file = pyarrow.parquet.ParquetFile(source, read_dictionary=nominal)
        _check_columns(file.schema_arrow, features, path)
        read = [x["name"] for x in features if x["type"] in ("nominal", "numeric")]
        table = file.read(columns=read, use_threads=False)
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"{path}: not a whole parquet file: {error}") from error
    attributes, textual = [], {}
    values = np.full((table.num_rows, len(features)), np.nan)
    for column, feature in enumerate(features):
        name, kind = feature["name"], feature["type"]
        if kind == "nominal":
            labels = tuple(label or "" for label in feature["labels"])
            attributes.append(Attribute(name, labels))
            cells = table.column(name)
            values[:, column] = _codes(cells, labels, f"{path}, {name}")
            continue
        attributes.append(Attribute(name))
        if kind == "numeric":
            values[:, column] = _numbers(table.column(name), f"{path}, {name}")
        else:
            textual[name] = kind
    return RawTable(tuple(attributes), values, textual)


def count_cells(path: PathLike) -> int:
    """Count the cells that a parquet file says it has; a file that is none has 0."""
    try:
        metadata = pyarrow.parquet.read_metadata(path)
    except (pyarrow.ArrowException, OSError):
        return 0
    return metadata.num_rows * metadata.num_columns


def _check_columns(schema, features, path):
    """Refuse other columns than those of the features, before any is read."""
    names = [feature["name"] for feature in features]
    if schema.names != names:
        odd = sorted(set(schema.names) ^ set(names)) or "all, in another order"
        raise ValueError(
            f"{path}: its columns are not those of OpenML's features: {odd}; {_REMEDY}"
        )
    types = pyarrow.types
    for feature in features:
        kind = schema.field(feature["name"]).type
        is_number = types.is_primitive(kind) or types.is_null(kind)
        if feature["type"] == "numeric" and not is_number:
            raise ValueError(
                f"{path}, {feature['name']}: not numbers: {kind}; {_REMEDY}"
            )


def _codes(cells, labels, where):
    """Return the index of every cell's label; a truth value in any spelling."""
    codes = {label: index for index, label in enumerate(labels)}
    truths = {label.lower(): index for index, label in enumerate(labels)}
    indices = []
    for chunk in cells.chunks:
        part = chunk if hasattr(chunk, "dictionary") else chunk.dictionary_encode()
        known = [np.nan] * (len(part.dictionary) + 1)
        for place, value in enumerate(part.dictionary.to_pylist()):
            if isinstance(value, bool):
                known[place] = truths.get(str(value).lower(), -1)
            elif value is not None:
                known[place] = codes.get(str(value), -1)
        # The last is that of a missing cell.
        which = part.indices.fill_null(len(part.dictionary)).to_numpy()
        found = np.array(known, dtype=float)[which]
        if (found == -1).any():
            row = int((found == -1).argmax())
            text = str(part[row].as_py())[:80]
            raise ValueError(
                f"{where}, row {sum(map(len, indices)) + row + 1}: {text!r} is none of "
                f"the labels {', '.join(labels)}; {_REMEDY}"
            )
        indices.append(found)
    return np.concatenate(indices) if indices else np.empty(0)


def _numbers(cells, where):
    """Convert every cell to float64."""
    try:
        return cells.cast(pyarrow.float64()).to_numpy()
    except pyarrow.ArrowException as error:
        raise ValueError(f"{where}: not numbers: {error}; {_REMEDY}") from error
