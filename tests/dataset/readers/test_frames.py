"""DataFrames and arrays become data sets by the rule for files."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.dataset.readers.frames import dataset_of
from tenbyten.dataset.table import Attribute

ROWS = 12
NUMBERS = np.linspace(0.5, 3, ROWS)
CLASSES = ["no", "yes"] * 6


def made(X, y=CLASSES):
    return dataset_of(X, y, name="it", where="here")


def only(values, y=CLASSES):
    """The attribute and the values of a table's one column."""
    dataset = made(pd.DataFrame({"a": values}), y)
    return dataset.attributes[0], dataset.values[:, 0].tolist()


def test_categories_keep_their_order_and_those_that_no_row_has():
    sizes = pd.Categorical(["s", "l"] * 6, ["xl", "s", "m", "l"], ordered=True)
    assert only(sizes) == (Attribute("a", ("xl", "s", "m", "l")), [1, 3] * 6)
    codes = pd.Categorical([10, None, 2] * 4, [10, 2])
    attribute, values = only(codes)
    assert attribute == Attribute("a", ("10", "2"))
    np.testing.assert_array_equal(values, [0, np.nan, 1] * 4)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (NUMBERS, NUMBERS),
        (NUMBERS.astype("float32"), NUMBERS.astype("float32")),
        (pd.array([3, None] * 6, dtype="Int8"), [3, np.nan] * 6),
        (pd.array([2, 7] * 6, dtype="uint64"), [2, 7] * 6),
        (pd.array([0.5, None] * 6, dtype="Float32"), [0.5, np.nan] * 6),
        (pd.arrays.SparseArray([0, 7] * 6), [0, 7] * 6),
        (np.array([1, 2.5, None] * 4, dtype=object), [1, 2.5, np.nan] * 4),
    ],
)
def test_numbers_of_any_type_are_numeric(values, expected):
    attribute, found = only(values)
    assert attribute == Attribute("a")
    np.testing.assert_array_equal(found, np.asarray(expected, dtype=float))


@pytest.mark.parametrize(
    "values",
    [
        np.array([True, False] * 6),
        pd.array([True, False] * 6, dtype="boolean"),
        np.array([True, False] * 6, dtype=object),
    ],
)
def test_truth_values_are_nominal(values):
    assert only(values) == (Attribute("a", ("False", "True")), [1, 0] * 6)


def test_texts_are_nominal_where_they_repeat_even_if_they_are_digits():
    assert only(["10", "9"] * 6) == (Attribute("a", ("9", "10")), [1, 0] * 6)


@pytest.mark.parametrize(
    ("y", "labels"),
    [
        ([1, 10, 2] * 4, ("1", "2", "10")),
        ([1.0, 0.0] * 6, ("0", "1")),
        ([True, False] * 6, ("False", "True")),
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


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (NUMBERS, "the target 'a' has numbers with fractions, such as 0.5: it is no"),
        (
            range(12),
            "the target 'a' has 12 different values in 12 rows: it is no class",
        ),
        ([None] * 12, "the target 'a' has no value in any row"),
        (["x"] * 12, "the target 'a' is 'x' in every row; give two or more classes"),
    ],
)
def test_a_target_is_told_by_the_name_that_it_has_in_the_table(y, message):
    with pytest.raises(ValueError, match=f"^here: {message}") as caught:
        made(FRAME, pd.Series(y, name="a"))
    assert "a_" not in str(caught.value)
    assert "as_nominal" not in str(caught.value)


@pytest.mark.parametrize("y", [NUMBERS, range(12)])
def test_a_target_that_is_refused_is_taken_as_a_category(y):
    y = pd.Series(y, name="a")
    with pytest.raises(ValueError, match=r'y.astype\("category"\)'):
        made(FRAME, y)
    assert len(made(FRAME, y.astype("category")).class_labels) == 12


def test_categories_without_any_value_are_refused_as_empty():
    for labels in ([], ["x", "y"]):
        empty = pd.Categorical([None] * ROWS, labels)
        with pytest.raises(ValueError, match=r"'b' \(empty: has no value at all\)"):
            made(FRAME.assign(b=empty))


def test_numbers_in_texts_with_separators_are_refused_as_such():
    with pytest.raises(ValueError, match=r"'b' \(thousands separators: .*'1,000'"):
        made(FRAME.assign(b=["1,000", "2,000"] * 6))
    assert only(pd.Categorical(["1,000", "2,000"] * 6))[1] == [0, 1] * 6


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
        ([[1, 2], [3]], [0, 1], "X is no table: .*; give rows of equal length"),
        (NUMBERS, CLASSES, r"X has 1 dimensions \(ndarray of shape \(12,\)\)"),
        (7, CLASSES, "X is of type int; give a DataFrame or an array"),
        (FRAME, [CLASSES, CLASSES], r"y has the shape \(2, 12\)"),
        (FRAME, pd.Series(CLASSES, range(1, 13)), "another order in their index"),
        (pd.concat([FRAME, FRAME], axis=1), CLASSES, "X has two columns 'a'"),
        (FRAME.assign(b=[1, "x"] * 6), CLASSES, "column 'b': .* values of one type"),
        (FRAME.assign(b=1j), CLASSES, "column 'b': .* values of one type"),
        (FRAME, ["a", "b", None] * 4, "4 of 12 rows have no class; leave them out"),
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
                far=[np.inf, 1] * 6,
            ),
            CLASSES,
            r"columns 'when' \(date: .*\), 'who' \(identifier: 12 different values in "
            r"12 rows\), 'span' \(.*\), 'lists' \(list<.*\), 'huge' \(identifier: .*\),"
            r" 'row' \(identifier: counts the rows from 0\), 'nothing' \(empty: .*\), "
            r"'far' \(infinite: infinite in row 1\) are neither nominal nor numeric; "
            r"drop .* astype\(\"category\"\)",
        ),
    ],
)
def test_what_is_no_data_set_is_refused(X, y, message):
    with pytest.raises(ValueError, match=f"^here: .*{message}"):
        made(X, y)


def test_a_sparse_matrix_is_refused_with_the_remedy():
    sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(ValueError, match=r"give X.toarray\(\)"):
        made(sparse.csr_array(np.eye(12)))
