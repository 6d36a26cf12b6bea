"""Tables written into files and read."""

import gzip

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from tenbyten.datasets.readers.tabular import read_table

WHERE = "sheet, row 1 (it)"


@pytest.fixture
def read(tmp_path):
    """Read a table from text, Arrow columns or a DataFrame."""

    def read(content, suffix=".csv", **settings):
        path = tmp_path / f"it{suffix}"
        if isinstance(content, dict):
            path = path.with_suffix(".parquet")
            parquet.write_table(pa.table(content), path)
        elif isinstance(content, pd.DataFrame):
            path = path.with_suffix(".parquet")
            content.to_parquet(path)
        elif suffix.lower().endswith(".gz"):
            path.write_bytes(gzip.compress(content.encode()))
        else:
            path.write_text(content)
        return read_table(path, where=WHERE, **settings)

    return read
