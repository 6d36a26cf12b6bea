"""Whatever a column holds, its values are those that were given."""

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.dataset.readers.column_types import column_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
NUMBERS = st.floats(-1e6, 1e6) | st.integers(-50, 50).map(float)


def in_words(column):
    """The labels of a column, None where one is missing."""
    labels = column.attribute.labels
    return [None if math.isnan(x) else labels[int(x)] for x in column.values]


@given(st.lists(st.none() | TEXTS, min_size=1, max_size=30))
def test_labels_are_the_texts_in_order(texts):
    column = column_of("a", pa.array(texts, pa.string()), "nominal")
    if column.refused:
        assert column.refused == "empty"
        assert set(texts) == {None}
        return
    changed = any(letter in (text or "") for text in texts for letter in ".+-")
    assert in_words(column) == texts or changed
    labels = column.attribute.labels
    assert len(set(labels)) == len(labels)
    numbers = all(map(str.isascii, labels)) and all(map(str.isdigit, labels))
    assert list(labels) == sorted(labels, key=float if numbers else None) or numbers


@given(st.lists(st.integers(-99, 99), min_size=1, max_size=30), st.booleans())
def test_whole_numbers_are_one_label_with_or_without_a_point(numbers, as_text):
    texts = [f"{n}.0" if row % 2 else str(n) for row, n in enumerate(numbers)]
    given = pa.array(texts) if as_text else pa.array(map(float, numbers), pa.float64())
    column = column_of("a", given, "nominal", from_text=True)
    assert column.attribute.labels == tuple(map(str, sorted(set(numbers))))
    assert in_words(column) == list(map(str, numbers))


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["+1", "1", "-1"], ("-1", "1")),
        (["+1", "-1", "+1"], ("-1", "+1")),
        (["0", "-0", "1"], ("0", "1")),
        (["+0", "-0", "1"], ("0", "1")),
        (["+1.0", "1", "2."], ("1", "2")),
        (["01", "1", "+01"], ("01", "1")),
        (["00", "-00", "0"], ("0", "00")),
        (["+1", "1", "a"], ("+1", "1", "a")),
        (["1.5", "+1.5", "1"], ("1", "+1.5", "1.5")),
    ],
)
@pytest.mark.parametrize("asked", ["nominal", "class"])
def test_a_sign_makes_no_label_of_a_whole_number(texts, labels, asked):
    if asked == "class" and "1.5" in texts:
        return
    column = column_of("a", pa.array(texts), asked, from_text=True)
    assert column.attribute.labels == labels


@given(st.lists(st.none() | NUMBERS, min_size=2, max_size=30))
def test_numbers_are_the_same_from_text_and_from_floats(numbers):
    texts = [None if x is None else repr(x) for x in numbers]
    one = column_of("a", pa.array(texts, pa.string()), from_text=True)
    other = column_of("a", pa.array(numbers, pa.float64()))
    assert one.attribute == other.attribute
    assert one.values.tobytes() == other.values.tobytes()
    assert (one.refused, one.reason) == (other.refused, other.reason)
    assert not one.attribute.is_nominal


@given(st.lists(st.none() | TEXTS, min_size=1, max_size=40), st.booleans())
def test_a_column_is_nominal_numeric_or_refused_and_says_why(texts, from_text):
    column = column_of("a", pa.array(texts, pa.string()), from_text=from_text)
    assert column.reason
    assert len(column.values) == len(texts)
    missing = np.isnan(column.values)
    if column.refused:
        assert column.attribute.labels is None
        assert missing.all()
    elif column.attribute.is_nominal:
        assert missing.tolist() == [text is None for text in texts]


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
