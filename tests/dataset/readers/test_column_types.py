"""Whatever a column holds, its values are those that were given."""

import pyarrow as pa
import pytest

from tenbyten.dataset.readers.column_types import column_of


def test_categories_that_would_be_one_label_are_refused():
    codes = pa.DictionaryArray.from_arrays([0, 1], ["1", "1.0"])
    with pytest.raises(ValueError, match="column 'a': two of its categories"):
        column_of("a", codes)
    codes = pa.DictionaryArray.from_arrays([0, 1], ["1", "+1"])
    with pytest.raises(ValueError, match="written as one of '1'; rename one"):
        column_of("a", codes)


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
    column = column_of("a", values, asked)
    assert (column.refused, column.reason) == ("empty", "has no value at all")
    assert column.attribute.labels is None


def test_a_type_that_can_be_nothing_is_refused_where_it_is_asked_for():
    lists = pa.array([[1], [2]])
    for asked in ("nominal", "class"):
        with pytest.raises(ValueError, match="can be neither nominal nor numeric"):
            column_of("a", lists, asked)
    with pytest.raises(ValueError, match="named as numeric, but is of the type list"):
        column_of("a", lists, "numeric")
