"""Read OpenML's parquet files, with the order of labels from its features."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet

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
        table = pyarrow.parquet.read_table(path)
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"{path}: not a whole parquet file: {error}") from error
    names = [feature["name"] for feature in features]
    if table.column_names != names:
        odd = sorted(set(table.column_names) ^ set(names)) or "all, in another order"
        raise ValueError(
            f"{path}: its columns are not those of OpenML's features: {odd}; {_REMEDY}"
        )
    attributes, textual = [], {}
    values = np.full((table.num_rows, len(names)), np.nan)
    for column, feature in enumerate(features):
        name, kind = feature["name"], feature["type"]
        cells = table.column(column)
        if kind == "nominal":
            labels = tuple(label or "" for label in feature["labels"])
            attributes.append(Attribute(name, labels))
            values[:, column] = _codes(cells.to_pylist(), labels, f"{path}, {name}")
            continue
        attributes.append(Attribute(name))
        if kind == "numeric":
            values[:, column] = _numbers(cells, f"{path}, {name}")
        else:
            textual[name] = kind
    return RawTable(tuple(attributes), values, textual)


def _codes(cells, labels, where):
    """Return the index of every cell's label; a truth value in any spelling."""
    codes = {label: index for index, label in enumerate(labels)}
    truths = {label.lower(): index for index, label in enumerate(labels)}
    indices = np.full(len(cells), np.nan)
    for row, cell in enumerate(cells):
        if cell is None:
            continue
        text = str(cell)
        index = truths.get(text.lower()) if isinstance(cell, bool) else codes.get(text)
        if index is None:
            raise ValueError(
                f"{where}, row {row + 1}: {text!r} is none of the labels "
                f"{', '.join(labels)}; {_REMEDY}"
            )
        indices[row] = index
    return indices


def _numbers(cells, where):
    """Convert every cell to float64."""
    try:
        return cells.cast(pyarrow.float64()).to_numpy()
    except pyarrow.ArrowException as error:
        raise ValueError(f"{where}: not numbers: {error}; {_REMEDY}") from error
