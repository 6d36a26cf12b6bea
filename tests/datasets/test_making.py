"""From a row of a sheet to the canonical data set and its origin."""

import numpy as np
import pytest

from tenbyten.datasets.making import make_canonical
from tenbyten.datasets.sources import Source
from tenbyten.datasets.table import Attribute

# Rows of people, with what no classifier takes.
PEOPLE = "row,name,born,code,height,class\n" + "".join(
    f"{row},p{row},19{row + 10}-01-02,{row % 3},{1.5 + row / 100},{row % 2}\n"
    for row in range(12)
)


@pytest.fixture
def people(tmp_path):
    """A CSV file."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return Source("file", str(path))


def made_of_people(source, **row):
    return make_canonical(source, row, name="people", where="sheet, row 2 (people)")


def test_a_file_becomes_a_data_set_and_says_why(people, caplog):
    caplog.set_level("INFO", "tenbyten")
    row = {"drop": "row; name;born", "as_nominal": "code"}
    dataset, origin = made_of_people(people, **row)
    assert dataset.attributes == (
        Attribute("code", ("0", "1", "2")),
        Attribute("height"),
        Attribute("class", ("0", "1")),
    )
    assert dataset.values[3].tolist() == [0, 1.53, 1]
    assert origin["source"] == "file"
    assert origin["columns"] == {
        "nominal: named as nominal": "code",
        "numeric: every value is a number": "height",
        "nominal: the class": "class",
    }
    assert "people: numeric: every value is a number: height" in caplog.messages


def test_all_columns_that_are_neither_are_named_in_one_error(people):
    message = (
        r"^sheet, row 2 \(people\): columns 'row' \(identifier: counts the rows from "
        r"0\), 'name' \(identifier: 12 different values in 12 rows\), 'born' \(date: "
        r"dates or times such as '1910-01-02'\) are neither nominal nor numeric; .*"
        r"`drop` .*\(row;name;born\), or name them in `as_nominal` or `as_numeric`"
    )
    with pytest.raises(ValueError, match=message):
        made_of_people(people)
    with pytest.raises(ValueError, match=r"column 'name' \(.*\) is neither"):
        made_of_people(people, drop="row;born")
    dataset, _ = made_of_people(people, keep="code;height")
    assert len(dataset.attributes) == 3


@pytest.mark.parametrize("named", [{}, {"as_nominal": "a"}, {"as_numeric": "a"}])
def test_a_column_without_any_value_can_only_be_dropped(tmp_path, named):
    path = tmp_path / "it.csv"
    path.write_text("a,b,class\n,1,x\n,2,y\n")
    source = Source("file", str(path))
    with pytest.raises(ValueError, match=r"'a' \(empty: .* cannot depend on \(a\)$"):
        made_of_people(source, **named)
    assert len(made_of_people(source, drop="a", **named)[0].attributes) == 2


def test_a_column_that_is_refused_gets_a_type_by_its_key(people):
    row = {"drop": "born", "as_numeric": "row", "as_nominal": "name"}
    dataset, _ = made_of_people(people, **row)
    assert dataset.attributes[0] == Attribute("row")
    assert len(dataset.attributes[1].labels) == 12


def test_markers_of_the_sheet_are_missing(people):
    row = {"drop": "row;name;born", "missing_markers": "2; 1.53"}
    dataset, origin = made_of_people(people, **row)
    # Every third code, and the height of the fourth row.
    assert origin["missing_cells"] == 4 + 1
    assert np.isnan(dataset.values[3, 1])


def test_a_file_that_is_not_the_sheet_s_is_refused(people):
    with pytest.raises(ValueError, match=r"has the sha256 .*, the sheet says 00"):
        made_of_people(people, sha256="00")


# What a splitter goes by


def split_by(source, splitter, column, *, give_column=False, **row):
    row |= {{"groups": "split_group", "time": "split_time"}[splitter]: column}
    how = {"splitter": splitter, "give_column": give_column, "missing_class": "drop"}
    where = "sheet, row 2 (people)"
    return make_canonical(source, row, name="people", where=where, **how)


def test_what_a_splitter_goes_by_is_read_and_not_given(people):
    dataset, origin = split_by(people, "groups", "name", drop="born;row")
    assert [x.name for x in dataset.attributes] == ["code", "height", "class"]
    assert dataset.facts["attributes"] == 3
    assert origin["marks"].tolist() == [f"p{row}" for row in range(12)]
    _, origin = split_by(people, "time", "born", drop="name;row;born")
    assert origin["marks"][:2].tolist() == ["1910-01-02", "1911-01-02"]
    _, origin = split_by(people, "time", "row", drop="name;born", as_numeric="row")
    assert origin["marks"].tolist() == list(range(12))
    how = {"give_column": True, "drop": "name;born;row"}
    dataset, origin = split_by(people, "groups", "code", **how)
    assert [x.name for x in dataset.attributes] == ["code", "height", "class"]
    assert origin["marks"][:4].tolist() == [0, 1, 2, 0]


def test_rows_without_a_class_have_no_group(tmp_path):
    path = tmp_path / "it.csv"
    path.write_text("g,x,class\na,1,p\nb,2,\nc,3,q\n")
    _, origin = split_by(Source("file", str(path)), "groups", "g")
    assert origin["marks"].tolist() == ["a", "c"]


def test_an_attribute_of_a_bundled_data_set_can_be_what_a_splitter_goes_by():
    source = Source("bundled", "tic-tac-toe")
    dataset, origin = split_by(source, "groups", "top-left-square")
    assert len(dataset.attributes) == 9
    assert set(origin["marks"]) == {"x", "o", "b"}


@pytest.mark.parametrize(
    ("text", "how", "fault"),
    [
        ("g,x,class\na,1,p\n,2,q\n", {}, "split_group: attribute 'g': row 2 has no"),
        ("h,x,class\na,1,p\nb,2,q\n", {}, "split_group: no attribute 'g'; did you me"),
        ("g,x,class\nj a,1,p\nk b,2,q\n", {"give_column": True}, "attribute 'g' is r"),
    ],
)
def test_a_group_that_cannot_be_read_is_refused(tmp_path, text, how, fault):
    path = tmp_path / "it.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=fault):
        split_by(Source("file", str(path)), "groups", "g", **how)
