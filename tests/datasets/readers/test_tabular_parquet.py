"""A table is read from a Parquet file, its types by those of the columns."""

import datetime
import decimal
import re

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from tenbyten.datasets.readers.column_types import convert_column
from tenbyten.datasets.readers.tabular import read_table
from tenbyten.datasets.table import Attribute

WHERE = "sheet, row 1 (it)"


CLASS = pa.array(["x", "y"] * 10)
DAY = datetime.date(2020, 1, 31)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (pa.array([1, None] * 10, pa.int8()), None),
        (pa.array([1.5, None] * 10, pa.float32()), None),
        (pa.array([decimal.Decimal("1.25"), None] * 10), None),
        (pa.array([True, None] * 10), ("True",)),
        (pa.array([True, False] * 10), ("False", "True")),
        (pa.array(["a", "b"] * 10), ("a", "b")),
        (pa.array(["a", "b"] * 10, pa.large_string()), ("a", "b")),
        (pa.array(["a", "b"] * 10, pa.string_view()), ("a", "b")),
        (pa.array(["2", "10"] * 10), ("2", "10")),
        (pa.array(["NA", "?"] * 10), ("?", "NA")),
        (pa.DictionaryArray.from_arrays([0, 2] * 10, ["z", "m", "a"]), ("z", "m", "a")),
        (pa.array([DAY] * 20), "date: declared as date32"),
        (pa.array([datetime.datetime(2020, 1, 2)] * 20), "date: declared as timestamp"),
        (pa.array([datetime.timedelta(1)] * 20), "date: declared as duration"),
        (pa.array([[1], [2, 3]] * 10), "list<.*: of a type that is not read"),
        (pa.array([{"a": 1}] * 20), "struct<.*: of a type that is not read"),
        (pa.array([b"a", b"b"] * 10), "binary: of a type that is not read"),
        (pa.array([None] * 20), "empty: has no value at all"),
        (pa.array(range(20)), "identifier: counts the rows from 0"),
        (pa.array([2**60 + n for n in range(20)]), "identifier: whole numbers beyond"),
        (pa.array([2**64 - 9] * 20, pa.uint64()), "identifier: whole numbers beyond"),
        (pa.array([f"t{n}" for n in range(20)]), "identifier: 20 different values in"),
        (pa.array([np.inf, 1] * 10), "infinite: infinite in row 1"),
    ],
)
def test_a_column_of_parquet_is_what_its_type_says(read, values, expected):
    raw = read({"a": values, "class": CLASS})
    if isinstance(expected, str):
        found = f"{raw.textual['a']}: {raw.reasons['a']}"
        assert re.match(expected, found), found
    else:
        assert raw.attributes[0] == Attribute("a", expected)
        assert not raw.textual
        known = [x for x in values.to_pylist() if x is not None]
        codes = raw.values[~np.isnan(raw.values[:, 0]), 0]
        if expected is None:
            assert codes.tolist() == list(map(float, known))
        else:
            assert [expected[int(code)] for code in codes] == list(map(str, known))


def test_categories_of_many_row_groups_keep_their_order(tmp_path):
    path = tmp_path / "it.parquet"
    sizes = pd.Categorical(["s", "l", "m"] * 10, ["xl", "l", "m", "s"], ordered=True)
    frame = pd.DataFrame({"size": sizes, "class": ["a", "b", "b"] * 10})
    frame.to_parquet(path, row_group_size=4)
    raw = read_table(path, where=WHERE)
    assert raw.attributes[0].labels == ("xl", "l", "m", "s")
    assert raw.values[:, 0].tolist() == [3, 1, 2] * 10


def test_categories_that_are_numbers_stay_nominal_although_parquet_loses_them(read):
    codes = pd.Categorical([10, None, 9], [10, 9, 4])
    raw = read(pd.DataFrame({"a": codes, "class": ["x", "y", "y"]}))
    assert raw.attributes[0].labels == ("9", "10")
    np.testing.assert_array_equal(raw.values[:, 0], [1, np.nan, 0])
    assert raw.reasons["a"] == "categories are declared"


@pytest.mark.parametrize("name", [None, "who"])
def test_the_index_of_a_frame_is_no_column(read, name):
    frame = pd.DataFrame({"a": [1.5, 2.5], "class": ["x", "y"]}, index=["one", "two"])
    frame.index.name = name
    assert [a.name for a in read(frame).attributes] == ["a", "class"]


MARKED = [
    pa.array(["?", "u", "v", "u"]),
    pa.array(["?", "u", "v", "u"], pa.large_string()),
    pa.array(["?", "u", "v", "u"], pa.string_view()),
    pa.array(["?", "u", "v", "u"]).dictionary_encode(),
    pa.array([-9, 1, 2, 1], pa.int8()),
    pa.array([-9.0, 1, 2, 1]),
    pa.array(map(decimal.Decimal, ["-9.0", "1.0", "2.0", "1.0"])),
    pa.array([-9, 1, 2, 1]).dictionary_encode(),
    pd.Categorical(["?", "u", "v", "u"]),
    pd.Categorical([-9, 1, 2, 1]),
]


@pytest.mark.parametrize(
    "values", MARKED, ids=lambda x: str(getattr(x, "type", "pandas"))
)
def test_markers_are_for_every_column_of_parquet_where_they_are_named(read, values):
    table = {"a": values, "class": CLASS[:4].to_pylist()}
    table = table if isinstance(values, pa.Array) else pd.DataFrame(table)
    raw = read(table, missing=["?", "-9"])
    assert np.isnan(raw.values[:, 0]).tolist() == [True, False, False, False]
    assert raw.attributes[0].labels in (None, ("u", "v"), ("1", "2"))
    assert raw.values[1, 0] == raw.values[3, 0] < raw.values[2, 0]
    assert not np.isnan(read(table).values).any()
    gone = read(table, missing=["?", "u", "v", "-9", "1", "2"])
    assert gone.textual == {"a": "empty"}


def test_a_number_in_text_of_parquet_is_numeric_if_it_is_named(read):
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        columns = {"a": pa.array(["2", "10", "3.5"], kind), "class": CLASS[:3]}
        assert read(columns).textual == {"a": "identifier"}
        assert read(columns, numeric=["a"]).values[:, 0].tolist() == [2, 10, 3.5]
    truth = {"a": pa.array([True, False, None]), "class": CLASS[:3]}
    raw = read(truth, numeric=["a"])
    np.testing.assert_array_equal(raw.values[:, 0], [1, 0, np.nan])
    with pytest.raises(ValueError, match="named as numeric, but is of the type date32"):
        read({"a": pa.array([DAY] * 3), "class": CLASS[:3]}, numeric=["a"])


NO_TABLES = {
    "cannot be read as Parquet": [b"PAR1" + b"x" * 50],
    "no rows; is the source complete": [pa.table({"a": pa.array([], pa.int8())})],
    "two columns 'a'; rename one": [pa.Table.from_arrays([CLASS] * 2, ["a", "a"])],
}


@pytest.mark.parametrize("message", NO_TABLES)
def test_what_is_no_table_is_refused(tmp_path, message):
    path = tmp_path / "it.parquet"
    for content in NO_TABLES[message]:
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            parquet.write_table(content, path)
        with pytest.raises(ValueError, match=f"it.parquet: .*{message}"):
            read_table(path, where=WHERE)


def test_categories_that_would_be_one_label_are_refused():
    codes = pa.DictionaryArray.from_arrays([0, 1], ["1", "1.0"])
    with pytest.raises(ValueError, match="column 'a': two of its categories"):
        convert_column("a", codes)
    codes = pa.DictionaryArray.from_arrays([0, 1], ["1", "+1"])
    with pytest.raises(ValueError, match="written as one of '1'; rename one"):
        convert_column("a", codes)


@pytest.mark.parametrize(
    "values",
    [
        pa.array([None, None], pa.string()),
        pa.array([None, None], pa.float64()),
        pa.array([None, None]),
        pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), ["x", "y"]),
        pa.DictionaryArray.from_arrays([0, 0], pa.array([None], pa.string())),
    ],
)
@pytest.mark.parametrize("asked", ["", "nominal", "numeric"])
def test_a_column_without_any_value_is_refused_as_empty(values, asked):
    column = convert_column("a", values, asked)
    assert (column.refused, column.reason) == ("empty", "has no value at all")
    assert column.attribute.labels is None


def test_a_type_that_can_be_nothing_is_refused_where_it_is_asked_for():
    lists = pa.array([[1], [2]])
    for asked in ("nominal", "class"):
        with pytest.raises(ValueError, match="can be neither nominal nor numeric"):
            convert_column("a", lists, asked)
    with pytest.raises(ValueError, match="named as numeric, but is of the type list"):
        convert_column("a", lists, "numeric")
