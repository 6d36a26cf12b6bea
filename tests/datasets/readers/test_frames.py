"""DataFrames and arrays become data sets by the rule for files."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy.sparse import csr_array

from tenbyten.datasets.readers.frames import make_dataset
from tenbyten.datasets.table import Attribute
from tenbyten.tables import prefix_errors

ROWS = 12
NUMBERS = np.linspace(0.5, 3, ROWS)
CLASSES = ["no", "yes"] * 6


def made(X, y=CLASSES):
    with prefix_errors("here"):
        return make_dataset(X, y, name="it")


SIZES = pd.Categorical(["s", "l"] * 6, ["xl", "s", "m", "l"], ordered=True)
CODES = pd.Categorical([10, None, 2] * 4, [10, 2])
TRUE = [True, False] * 6
# Columns, their labels, and the values if these are not the column's own.
COLUMNS = [
    (SIZES, ("xl", "s", "m", "l"), [1, 3] * 6),
    (CODES, ("10", "2"), [0, np.nan, 1] * 4),
    (pd.Categorical(["1,000", "2,000"] * 6), ("1,000", "2,000"), [0, 1] * 6),
    (np.array(TRUE), ("False", "True"), [1, 0] * 6),
    (pd.array(TRUE, dtype="boolean"), ("False", "True"), [1, 0] * 6),
    (np.array(TRUE, dtype=object), ("False", "True"), [1, 0] * 6),
    (["10", "9"] * 6, ("9", "10"), [1, 0] * 6),
    (NUMBERS, None, NUMBERS),
    (NUMBERS.astype("float32"), None, NUMBERS.astype("float32")),
    (pd.array([3, None] * 6, dtype="Int8"), None, [3, np.nan] * 6),
    (pd.array([2, 7] * 6, dtype="uint64"), None, [2, 7] * 6),
    (pd.array([0.5, None] * 6, dtype="Float32"), None, [0.5, np.nan] * 6),
    (pd.arrays.SparseArray([0, 7] * 6), None, [0, 7] * 6),
    (np.array([1, 2.5, None] * 4, dtype=object), None, [1, 2.5, np.nan] * 4),
]


@pytest.mark.parametrize(("values", "labels", "expected"), COLUMNS)
def test_a_column_is_what_its_type_says(values, labels, expected):
    dataset = made(pd.DataFrame({"a": values}))
    assert dataset.attributes[0] == Attribute("a", labels)
    np.testing.assert_array_equal(dataset.values[:, 0], np.asarray(expected, float))


@pytest.mark.parametrize(
    ("y", "labels"),
    [
        ([1, 10, 2] * 4, ("1", "2", "10")),
        ([1.0, 0.0] * 6, ("0", "1")),
        (TRUE, ("False", "True")),
        (pd.Categorical(["b", "a"] * 6, ["b", "a"]), ("b", "a")),
        (pd.Series(["b", "a"] * 6, name="kind"), ("a", "b")),
        (np.array([["b"], ["a"]] * 6), ("a", "b")),
        (pd.DataFrame({"kind": ["b", "a"] * 6}), ("a", "b")),
    ],
)
def test_classes_of_any_type_are_labels_by_value(y, labels):
    assert made(pd.DataFrame({"a": NUMBERS}), y).class_labels == labels


def test_names_are_those_of_the_table():
    X = pd.DataFrame({"kind": NUMBERS, 3: NUMBERS})
    dataset = made(X, pd.Series(CLASSES, name="kind"))
    assert [a.name for a in dataset.attributes] == ["kind", "3", "kind_"]
    array = made(np.column_stack([NUMBERS, NUMBERS]))
    assert [a.name for a in array.attributes] == ["x0", "x1", "class"]


def test_a_table_of_another_library_keeps_its_names_and_categories():
    y = pd.Series(CLASSES, name="kind")
    X = pd.DataFrame({"a": NUMBERS, "size": SIZES, "code": CODES, "true": TRUE})
    table = pa.Table.from_pandas(X.assign(kind=y))
    dataset = made(table.drop(["kind"]), table["kind"])
    assert dataset.attributes[:-1] == made(X, y).attributes[:-1]
    np.testing.assert_array_equal(dataset.values, made(X, y).values)


@pytest.mark.parametrize("values", [NUMBERS, np.arange(ROWS) % 5, CLASSES])
def test_what_an_array_masks_is_missing(values):
    X = np.array(values)[:, None]
    masked = np.ma.array(X, mask=np.arange(ROWS)[:, None] % 5 == 1)
    values = made(masked).values[:, 0]
    assert np.flatnonzero(np.isnan(values)).tolist() == [1, 6, 11]
    whole = made(np.ma.array(X)).values[:, 0]
    assert (
        np.delete(values, [1, 6, 11]).tolist() == np.delete(whole, [1, 6, 11]).tolist()
    )


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (NUMBERS, "has numbers with fractions, such as 0.5: .*category"),
        (range(12), "has 12 different whole numbers in 12 rows: this.*category"),
        ([None] * 12, "has no value in any row"),
        (["x"] * 12, "is 'x' in every row; give two or more classes"),
    ],
)
def test_a_target_is_told_by_the_name_that_it_has_in_the_table(y, message):
    y = pd.Series(y, name="a")
    with pytest.raises(ValueError, match=f"^here: the target 'a' {message}") as caught:
        made(FRAME, y)
    assert "as_nominal" not in str(caught.value)
    if "category" in message:
        assert len(made(FRAME, y.astype("category")).class_labels) == 12


def test_an_array_of_texts_is_read_as_a_file_is():
    X = np.array([["1.5", "a"], ["2", "b"]] * 6)
    dataset = made(X)
    assert dataset.attributes[:2] == (Attribute("x0"), Attribute("x1", ("a", "b")))
    assert dataset.values[:, 0].tolist() == [1.5, 2] * 6
    assert made(X, [0, 1] * 6).class_labels == ("0", "1")


FRAME = pd.DataFrame({"a": NUMBERS})


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (FRAME, CLASSES[1:], "X has 12 rows, y has 11"),
        ([[1, 2], [3]], [0, 1], "an inhomogeneous shape"),
        (NUMBERS, CLASSES, "Expected 2D array, got 1D array instead"),
        (7, CLASSES, "Expected 2D array, got scalar array"),
        (csr_array(np.eye(12)), CLASSES, r"give X.toarray\(\)"),
        (FRAME, [CLASSES, CLASSES], r"a 1d array, got an array of shape \(2, 12\)"),
        (FRAME, pd.Series(CLASSES, range(1, 13)), "another order in their index"),
        (pd.concat([FRAME, FRAME], axis=1), CLASSES, "X has two columns 'a'"),
        (FRAME.assign(b=[1, "x"] * 6), CLASSES, "column 'b': .* values of one type"),
        (FRAME.assign(b=1j), CLASSES, "column 'b': .* values of one type"),
        (FRAME.assign(b=["1,0", "2"] * 6), CLASSES, r"'b' \(decimal commas: .*'1,0'"),
        (
            FRAME,
            np.ma.array([0, 1] * 6, mask=[1] + 11 * [0]),
            "missing in 1 of 12 rows",
        ),
        (FRAME, ["a", "b", None] * 4, "is missing in 4 of 12 rows .* remove them"),
        (FRAME.iloc[:0], [], "no rows"),
        (
            FRAME.assign(
                when=pd.Timestamp("2020-02-03"),
                who=[f"name {row}" for row in range(12)],
                span=pd.interval_range(0, 12),
                lists=[[1, 2]] * 12,
                huge=2**60 + np.arange(12),
                row=range(12),
                nothing=None,
                none=pd.Categorical([None] * 12, ["x", "y"]),
                far=[np.inf, 1] * 6,
            ),
            CLASSES,
            r"columns 'when' \(date: .*\), 'who' \(identifier: 12 different values in "
            r"12 rows\), 'span' \(.*\), 'lists' \(list<.*\), 'huge' \(identifier: .*\),"
            r" 'row' \(identifier: counts the rows from 0\), 'nothing' \(empty: .*\), "
            r"'none' \(empty: .*\), "
            r"'far' \(infinite: infinite in row 1\) are neither nominal nor numeric; "
            r"drop .* astype\(\"category\"\)",
        ),
    ],
)
def test_what_is_no_data_set_is_refused(X, y, message):
    with pytest.raises(ValueError, match=f"^here: .*{message}"):
        made(X, y)
