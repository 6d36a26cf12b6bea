"""A table is read from a local file of any format, its types by a rule."""

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from tenbyten.dataset.table import Attribute
from tenbyten.dataset.tabular import read_table

PEOPLE = """age,height,eyes,smokes,name,born,class
31,1.75,blue,yes,Ann,1990-01-02,0
22,?,brown,no,"Bo, jr",1999-11-30,1
45,1.8,brown,,Cy,1976-05-05,0
31,1.62,green,no,Di,1990-07-14,1
50,1.7,blue,no,Ed,1971-02-28,0
"""


@pytest.fixture
def read(tmp_path):
    """Read a table from text or Arrow columns."""

    def read(content, suffix=".csv", **settings):
        path = tmp_path / f"it{suffix}"
        if isinstance(content, dict):
            parquet.write_table(pa.table(content), path)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_table(path, where="sheet, row 1 (it)", **settings)

    return read


def test_a_csv_file_is_read_with_types_by_its_values(read):
    raw = read(PEOPLE)
    assert raw.attributes == (
        Attribute("age"),
        Attribute("height"),
        Attribute("eyes", ("blue", "brown", "green")),
        Attribute("smokes", ("no", "yes")),
        Attribute("name"),
        Attribute("born"),
        Attribute("class", ("0", "1")),
    )
    assert raw.textual == {"name": "identifier", "born": "date"}
    nan = np.nan
    expected = [
        [31, 1.75, 0, 1, nan, nan, 0],
        [22, nan, 1, 0, nan, nan, 1],
        [45, 1.8, 1, nan, nan, nan, 0],
        [31, 1.62, 2, 0, nan, nan, 1],
        [50, 1.7, 0, 0, nan, nan, 0],
    ]
    np.testing.assert_array_equal(raw.values, expected)
    assert raw.reasons == {
        "age": "every value is a number",
        "height": "every value is a number",
        "eyes": "3 different texts",
        "smokes": "2 different texts",
        "name": "5 different values in 5 rows",
        "born": "dates or times such as '1990-01-02'",
        "class": "the class",
    }
