"""Write and read canonical data sets as Parquet files.

A numeric attribute is a column of doubles, a nominal one a dictionary of all its labels
in their declared order, which pandas reads as a category. A missing value is null. The
same data set gives the same bytes with the same version of pyarrow; what depends on the
content alone is `Dataset.checksum`.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tenbyten.datasets.table import Attribute, Dataset
from tenbyten.files import PathLike, atomic_open

# Cells that are converted at once, 16 MB: a file is never in memory beside its table.
_CELLS = 2**21
# Above it a dictionary would be cut, and labels that no row has would be lost.
_DICTIONARY_BYTES = 2**30


def write_dataset(dataset: Dataset, path: PathLike) -> None:
    """Write a canonical data set so that reading it gives the same bits.

    Parameters
    ----------
    dataset : Dataset
        As `canonical` makes it: names of attributes all differ; a value is finite,
        missing, or the index of a label of its attribute. Its name is not written.
    path : path
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    nominal, numeric = _types()
    kinds = {x.name: nominal if x.is_nominal else numeric for x in dataset.attributes}
    schema = pa.schema(kinds)
    rows = max(1, _CELLS // len(kinds))
    labels = [x.labels if x.labels is None else _texts(x) for x in dataset.attributes]
    with (
        atomic_open(path, "wb") as file,
        pq.ParquetWriter(
            file,
            schema,
            compression="lz4",
            use_dictionary=[x for x in kinds if kinds[x] == nominal],
            dictionary_pagesize_limit=_DICTIONARY_BYTES,
            write_statistics=False,
        ) as writer,
    ):
        for first in range(0, len(dataset.values), rows):
            part = dataset.values[first : first + rows].T
            columns = list(map(_to_arrow, part, labels))
            table = pa.Table.from_arrays(columns, schema=schema)
            writer.write_table(table, row_group_size=rows)


def read_dataset(path: PathLike, *, name: str) -> Dataset:
    """Read the canonical data set that `write_dataset` wrote.

    Parameters
    ----------
    path : path
    name : str
        The name of the data set.

    Returns
    -------
    Dataset
        Its values are in memory once, column by column.

    Raises
    ------
    ValueError
        If the file is damaged.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(in_memory(path)) as file:
            return _read(file, name)
    except pa.ArrowException as error:
        raise ValueError(
            f"{path}: not a canonical data set ({error}); delete it and run again"
        ) from None


def in_memory(path: PathLike) -> Any:
    """Read a file into memory, and return it as pyarrow takes it.

    From a file pyarrow reads in threads of its own, and a process that has some may be
    aborted as it ends, after all its work (apache/arrow, issue 34314).
    """
    import pyarrow as pa

    return pa.BufferReader(Path(path).read_bytes())


def from_arrow(array: Any, dtype: type) -> npt.NDArray[Any]:
    """Return the values of an array of numbers, NaN for what is missing."""
    end = array.offset + len(array)
    bits, values = array.buffers()
    found: npt.NDArray[Any] = np.frombuffer(values, dtype, count=end)[array.offset :]
    if not array.null_count:
        return found
    known = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little", count=end)
    return np.where(known[array.offset :], found, np.nan)


def _read(file, name):
    """Read all row groups of an open file, one after the other."""
    schema = file.schema_arrow
    nominal, _ = _types()
    # pyarrow makes these lists anew each time that they are asked for.
    types, names = schema.types, schema.names
    values = np.empty((file.metadata.num_rows, len(names)), order="F")
    labels = [None] * len(names)
    first = 0
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, use_threads=False)
        rows = slice(first, first := first + len(table))
        for column, chunked in enumerate(table.columns):
            chunk = chunked.combine_chunks()
            if types[column] == nominal:
                labels[column] = tuple(chunk.dictionary.to_pylist())
                values[rows, column] = from_arrow(chunk.indices, np.int32)
            else:
                values[rows, column] = from_arrow(chunk, np.float64)
    return Dataset(name, tuple(map(Attribute, names, labels)), values)


def _types():
    """Return the types of a nominal and of a numeric column."""
    import pyarrow as pa

    return pa.dictionary(pa.int32(), pa.string()), pa.float64()


# Arrays are made from buffers and taken from them: `pyarrow.array` and `to_numpy`
# import pandas, which most jobs do without.


def _to_arrow(column, labels):
    """Convert the values of a column; `labels` are None for a numeric one."""
    import pyarrow as pa

    known = ~np.isnan(column)
    bits = None if known.all() else pa.py_buffer(np.packbits(known, bitorder="little"))
    kind, values = pa.float64(), np.ascontiguousarray(column)
    if labels is not None:
        kind, values = pa.int32(), np.where(known, column, 0).astype(np.int32)
    array = pa.Array.from_buffers(kind, len(column), [bits, pa.py_buffer(values)])
    return array if labels is None else pa.DictionaryArray.from_arrays(array, labels)


def _texts(attribute):
    """Convert labels."""
    import pyarrow as pa

    encoded = [label.encode() for label in attribute.labels]
    ends = np.cumsum([0, *map(len, encoded)]).astype(np.int32)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(encoded), buffers)
