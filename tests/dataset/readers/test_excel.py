"""A sheet of an Excel workbook is read as the same cells in a CSV file."""

import datetime
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenbyten.dataset.readers.tabular import read_table

NAN = float("nan")


@pytest.fixture
def read(tmp_path):
    """Write rows into the first of two sheets, and read the workbook."""

    def read(rows, **settings):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.create_sheet("notes").append(["nothing", "of this"])
        book.save(tmp_path / "it.xlsx")
        return read_table(tmp_path / "it.xlsx", where="here", **settings)

    return read


def test_cells_have_types_by_the_rule_for_files(read):
    days = [datetime.datetime(2020, 1, day) for day in (1, 2, 2, 3)]
    raw = read(
        [
            ["a", "kind ", None, "day", "truth", "note", "class"],
            [1, "x", None, days[0], True, "?", 1.0],
            [2.5, "y", None, days[1], False, " u ", 0],
            [],
            [None, "x", None, days[2], True, "v", 1],
            ["-3", "NA", None, days[3], True, "u", 0],
            [None] * 9,
        ]
    )
    assert [(a.name, a.labels) for a in raw.attributes] == [
        ("a", None),
        ("kind", ("x", "y")),
        ("day", None),
        ("truth", ("False", "True")),
        ("note", ("u", "v")),
        ("class", ("0", "1")),
    ]
    assert raw.textual == {"day": "date"}
    expected = [
        [1, 0, NAN, 1, NAN, 1],
        [2.5, 1, NAN, 0, 0, 0],
        [NAN, 0, NAN, 1, 1, 1],
        [-3, NAN, NAN, 1, 0, 0],
    ]
    np.testing.assert_array_equal(raw.values, expected)


CELLS = st.none() | st.floats(-1e9, 1e9) | st.integers(-99, 99) | st.sampled_from("uv?")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELLS, CELLS, st.sampled_from("xy")), min_size=1))
def test_a_workbook_is_read_as_the_csv_file_that_pandas_makes_of_it(
    read, tmp_path, rows
):
    found = read([("a", "b", "class"), *rows])
    # An empty column has no number for pandas to write otherwise than Excel does.
    table = pd.read_excel(tmp_path / "it.xlsx", dtype=object, keep_default_na=False)
    table.to_csv(tmp_path / "it.csv", index=False)
    expected = read_table(tmp_path / "it.csv", where="here")
    assert found.attributes == expected.attributes
    assert found.reasons == expected.reasons
    np.testing.assert_array_equal(found.values, expected.values)


def test_what_the_sheet_says_of_columns_holds(read):
    rows = [["code", "class"], *([code, "xy"[code % 2]] for code in (1, 2, -9) * 4)]
    raw = read(rows, nominal=["code"], missing=["-9"])
    assert raw.attributes[0].labels == ("1", "2")
    assert np.isnan(raw.values[2::3, 0]).all()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no row below the header in the first sheet"),
        ([["a", "class"]], "no row below the header in the first sheet"),
        ([["a", None, "class"], [1, 2, "x"]], "column 2 has values and no name in the"),
        ([["a", "a"], [1, 2]], "has the name 'a' twice"),
        ([[5.1, "class"], [1, "x"]], "has the number 5.1 among its names"),
        ([["a", "class"], [1.5, 0.5]], "the target 'class' has numbers with fractions"),
    ],
)
def test_what_is_no_table_is_refused(read, rows, message):
    with pytest.raises(ValueError, match=f"here: .*it.xlsx: .*{message}"):
        read(rows)


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"PK\x03\x04" + b"x" * 50])
def test_what_is_no_workbook_is_refused(tmp_path, content):
    path = tmp_path / "it.xlsx"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"it.xlsx: cannot be read as an Excel work"):
        read_table(path, where="here")


def test_a_workbook_that_unpacks_to_far_more_is_refused(tmp_path):
    path = tmp_path / "it.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet1.xml", b" " * 50_000_000)
    with pytest.raises(ValueError, match="bytes unpack to 50,000,000"):
        read_table(path, where="here")


def test_without_openpyxl_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(ValueError, match=r"pip install 'tenbyten\[excel\]', or save"):
        read_table(tmp_path / "it.xlsx", where="here")
