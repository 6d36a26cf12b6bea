"""Tables of a study's results as CSV files."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.tables.our_csv import (
    read_header,
    read_table,
    write_table,
)

TYPES = {"dataset": str, "run": int, "accuracy": float}


@pytest.fixture
def path(tmp_path):
    """Where a table is written."""
    return tmp_path / "table.csv"


def test_names_that_look_like_numbers_or_gaps_stay_text(path):
    table = pd.DataFrame({"dataset": ["1", "NA"], "run": [1, 2], "p": [0.5, None]})
    write_table(table, path)
    pd.testing.assert_frame_equal(read_table(path), table)
    assert read_header(path) == ["dataset", "run", "p"]


def test_columns_that_are_wanted_come_in_their_order_and_types(path):
    path.write_text("accuracy,note,run,dataset\n,x,1,7\n")
    table = read_table(path, TYPES)
    assert list(table) == list(TYPES)
    assert table.iloc[0].tolist()[:2] == ["7", 1]
    assert table["accuracy"].isna().all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "No columns"),
        ("dataset,run\n", "no column accuracy among dataset, run"),
        ("dataset,run,accuracy\nzoo,,0.5\n", "int"),
        ("dataset,run,accuracy\nzoo,1.5,0.5\n", "1.5|int"),
        ("dataset,run,accuracy\nzoo,1,x\n", "x"),
        ("dataset,run,accuracy\nzoo,99999999999999999999,1\n", ""),
    ],
)
def test_a_damaged_file_is_refused(path, text, message):
    path.write_text(text)
    with pytest.raises(
        ValueError, match=rf"table\.csv: .*{message}.*; delete the file and run again"
    ):
        read_table(path, TYPES)


def test_without_a_table_or_a_path_nothing_is_written(path):
    write_table(None, path)
    write_table(pd.DataFrame({"run": [1]}), None)
    assert not path.exists()


def test_floats_have_the_shortest_digits_unless_a_format_is_asked_for(path):
    table = pd.DataFrame({"p": [0.1, 1 / 3]})
    write_table(table, path)
    assert path.read_bytes() == b"p\n0.1\n0.3333333333333333\n"
    write_table(table, path, float_format="%.3g")
    assert path.read_bytes() == b"p\n0.1\n0.333\n"


@pytest.mark.parametrize("float_format", ["", "%.12g"])
def test_cells_of_any_type_are_written_as_they_are(path, float_format):
    columns = {
        "text": ['a "b"', "two\nlines", "é"],
        "missing": [None, np.nan, 1],
        "float": [-0.0, 1e16, np.inf],
        "mark": [True, False, True],
    }
    count = pd.array([1, None, 2], "Int64")
    table = pd.DataFrame(columns, dtype=object).astype({"float": float, "mark": bool})
    write_table(table.assign(count=count), path, float_format=float_format)
    assert path.read_bytes().decode() == (
        'text,missing,float,mark,count\n"a ""b""",,-0,True,1\n'
        '"two\nlines",,1e+16,False,\né,1,inf,True,2\n'
    ).replace("-0", "-0" if float_format else "-0.0")
    write_table(table[:0], path)
    assert path.read_bytes() == b"text,missing,float,mark\n"


def test_no_text_is_a_formula_for_a_spreadsheet(path):
    texts = ["=1+1", "@SUM(A1)", "-2+cmd|' /C calc'!A0", "-0.5", "J48", "-B", "- to 3"]
    write_table(pd.DataFrame({"=cmd": texts}), path)
    said = path.read_text().splitlines()
    assert said == ["'=cmd", *(f"'{x}" for x in texts[:3]), *texts[3:]]
