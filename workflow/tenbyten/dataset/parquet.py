"""Write and read canonical data sets as Parquet files.

A numeric attribute is a column of doubles, a nominal one a dictionary of all its labels
in their declared order, which pandas reads as a category. A missing value is null. The
same data set gives the same bytes with the same version of pyarrow; what depends on the
content alone is `Dataset.checksum`.
"""

import numpy as np

from tenbyten.dataset.table import Attribute, Dataset, check_values
from tenbyten.files import PathLike, atomic_open

# Cells that are converted at once, 32 MB: a file is never in memory beside its table.
_CELLS = 2**22
# Above it a dictionary would be cut, and labels that no row has would be lost.
_DICTIONARY_BYTES = 2**30


def write_dataset(dataset: Dataset, path: PathLike) -> None:
    """Write a canonical data set so that reading it gives the same bits.

    Its name is not in the file. If an attribute is doubled, or a value is infinite or
    not the index of a label of its attribute, a ValueError is raised.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = [attribute.name for attribute in dataset.attributes]
    for column, attribute in enumerate(dataset.attributes):
        if attribute.name in names[:column]:
            raise ValueError(
                f"{path}: attribute {attribute.name!r} is there twice; rename one"
            )
        check_values(attribute, dataset.values[:, column], where=path)
    nominal, numeric = _types()
    kinds = [nominal if x.is_nominal else numeric for x in dataset.attributes]
    schema = pa.schema(list(zip(names, kinds, strict=True)))
    rows = max(1, _CELLS // len(names))
    labels = [
        pa.array(x.labels, pa.string()) if x.is_nominal else None
        for x in dataset.attributes
    ]
    with (
        atomic_open(path, "wb") as file,
        pq.ParquetWriter(
            file,
            schema,
            compression="zstd",
            use_dictionary=[x.name for x in dataset.attributes if x.is_nominal],
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
    """Read the canonical data set that `write_dataset` wrote, as `name`.

    Its values are held once, column by column. A file that is no canonical data set
    raises a ValueError.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with open(path, "rb") as opened, pq.ParquetFile(opened) as file:
            return _read(file, name)
    except (ValueError, TypeError, pa.ArrowException) as error:
        raise ValueError(
            f"{path}: not a canonical data set ({error}); delete it and run again"
        ) from None


def _read(file, name):
    """Read all row groups of an open file, one after the other."""
    schema = file.schema_arrow
    _check_schema(schema)
    nominal, _ = _types()
    values = np.empty((file.metadata.num_rows, len(schema)), order="F")
    labels = [None] * len(schema)
    first = 0
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, use_threads=False)
        rows = slice(first, first := first + len(table))
        for column, chunked in enumerate(table.columns):
            chunk = chunked.combine_chunks()
            if schema.types[column] == nominal:
                found = tuple(chunk.dictionary.to_pylist())
                if group and found != labels[column]:
                    raise ValueError(f"{schema.names[column]!r} changes its labels")
                labels[column] = found
                chunk = chunk.indices.cast("float64")
            values[rows, column] = chunk.to_numpy(zero_copy_only=False)
    return Dataset(name, tuple(map(Attribute, schema.names, labels)), values)


def _check_schema(schema):
    """Refuse columns of other types than `write_dataset` writes."""
    for field in schema:
        if field.type not in _types():
            raise ValueError(f"{field.name!r} is of type {field.type}")
    if not schema.names:
        raise ValueError("no attributes")
    if schema.types[-1] != _types()[0]:
        raise ValueError(f"the class {schema.names[-1]!r} is numeric")


def _types():
    """Return the types of a nominal and of a numeric column."""
    import pyarrow as pa

    return pa.dictionary(pa.int32(), pa.string()), pa.float64()


def _to_arrow(column, labels):
    """Convert the values of a column; `labels` are None for a numeric one."""
    import pyarrow as pa

    missing = np.isnan(column)
    if labels is None:
        return pa.array(column, mask=missing)
    codes = np.where(missing, 0, column).astype(np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(codes, mask=missing), labels)
