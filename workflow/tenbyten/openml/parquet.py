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
    columns = {x["name"]: x for x in features}
    nominal = [name for name, x in columns.items() if x["type"] == "nominal"]
    try:
        # A text that a file holds once, for many rows, is read once.
        file = pyarrow.parquet.ParquetFile(in_memory(path), read_dictionary=nominal)
        _check_columns(file.schema_arrow, features, path)
        numeric = [name for name, x in columns.items() if x["type"] == "numeric"]
        table = file.read(columns=[*nominal, *numeric], use_threads=False)
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"{path}: not a whole parquet file: {error}") from error
    attributes, textual = [], {}
    values = np.full((table.num_rows, len(features)), np.nan)
    for column, (name, feature) in zip(values.T, columns.items(), strict=True):
        labels = None
        if name in nominal:
            labels = tuple(label or "" for label in feature["labels"])
            column[:] = _codes(table.column(name), labels, f"{path}, {name}")
        elif name in numeric:
            try:
                column[:] = table.column(name).cast(pyarrow.float64()).to_numpy()
            except pyarrow.ArrowException as error:
                where = f"{path}, {name}"
                raise ValueError(f"{where}: not numbers: {error}; {_REMEDY}") from error
        else:
            textual[name] = feature["type"]
        attributes.append(Attribute(name, labels))
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
    if not pyarrow.types.is_dictionary(cells.type):
        cells = cells.dictionary_encode()
    cells = cells.combine_chunks()
    known = [
        truths.get(str(x).lower(), -1) if isinstance(x, bool) else codes.get(str(x), -1)
        for x in cells.dictionary.to_pylist()
    ]
    # The last is that of a missing cell.
    which = cells.indices.cast("int64").fill_null(len(known)).to_numpy()
    found = np.array([*known, np.nan])[which]
    if (found == -1).any():
        row = int((found == -1).argmax())
        raise ValueError(
            f"{where}, row {row + 1}: {str(cells[row].as_py())[:80]!r} is none of the "
            f"labels {', '.join(labels)}; {_REMEDY}"
        )
    return found
