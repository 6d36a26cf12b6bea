"""The canonical data set: class last, facts checked, nothing missing unsaid."""

import csv

import numpy as np
import pytest

from tenbyten.datasets.canonical import canonical, check_facts
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.table import FACTS, Attribute, RawTable

NAN = np.nan
# A table with its class in the middle, and one attribute of text.
RAW = RawTable(
    attributes=(
        Attribute("width"),
        Attribute("colour", ("red", "green")),
        Attribute("kind", ("a", "b", "unused")),
        Attribute("note"),
        Attribute("Sharp Edge", ("no", "?", "yes")),
    ),
    values=np.array(
        [
            [1.5, 0, 1, NAN, 0],
            [NAN, NAN, 0, NAN, NAN],
            [-2.0, 1, 1, NAN, 2],
        ]
    ),
    textual={"note": "string"},
)


def make(raw=RAW, **changes):
    """Make RAW canonical in the ordinary way, but for `changes`."""
    arguments = {"name": "t", "target": "kind", "drop": ["note"], "where": "t.arff"}
    return canonical(raw, **(arguments | changes))


def names(dataset):
    return [attribute.name for attribute in dataset.attributes]


def with_class(values, labels=("a", "b", "unused")):
    """RAW with another class column."""
    table = RAW.values.copy()
    table[:, 2] = values
    attributes = list(RAW.attributes)
    attributes[2] = Attribute("kind", labels)
    return RawTable(tuple(attributes), table, RAW.textual)


def test_class_comes_last_and_the_others_keep_their_order():
    dataset = make()
    assert dataset.name == "t"
    assert names(dataset) == ["width", "colour", "Sharp Edge", "kind"]
    np.testing.assert_array_equal(
        dataset.values, [[1.5, 0, 0, 1], [NAN, NAN, NAN, 0], [-2, 1, 2, 1]]
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"drop": ["note", "width"]}, ["colour", "Sharp Edge", "kind"]),
        ({"drop": [], "keep": ["colour", "width"]}, ["width", "colour", "kind"]),
        ({"drop": [], "keep": ["kind", "width"]}, ["width", "kind"]),
        ({"keep": ["width"]}, ["width", "kind"]),
    ],
)
def test_attributes_are_dropped_and_kept_by_name(changes, expected):
    assert names(make(**changes)) == expected


def test_making_a_data_set_leaves_the_raw_table_alone():
    before = RAW.values.copy()
    make(missing_is_label=True)
    np.testing.assert_array_equal(RAW.values, before)


def test_missing_nominal_values_become_the_label_they_stand_for():
    dataset = make(missing_is_label=True)
    # colour had no label '?': it comes first; Sharp Edge has it in the middle.
    assert dataset.attributes[1].labels == ("?", "red", "green")
    assert dataset.attributes[2].labels == ("no", "?", "yes")
    np.testing.assert_array_equal(
        dataset.values, [[1.5, 1, 0, 1], [NAN, 0, 1, 0], [-2, 2, 2, 1]]
    )


def test_attribute_without_missing_values_gets_no_label():
    raw = RawTable(RAW.attributes, np.nan_to_num(RAW.values), RAW.textual)
    assert make(raw, missing_is_label=True).attributes == make().attributes


@pytest.mark.parametrize(
    ("raw", "changes", "message"),
    [
        (RAW, {"target": "sharp edge"}, "no attribute 'sharp edge'; .*'Sharp Edge'"),
        (RAW, {"drop": ["color"]}, "no attribute 'color'; did you mean 'colour'"),
        (RAW, {"keep": ["color", "widht"]}, "'colour'.* And no 'widht'; .* 'width'"),
        (RAW, {"target": "zzz"}, "no attribute 'zzz'; did you mean 'width' or 'colou"),
        (RAW, {"drop": ["note", "kind"]}, "'kind' is dropped and the class"),
        (RAW, {"keep": ["width", "note"]}, "'note' is dropped and kept; choose one"),
        (RAW, {"drop": []}, r"column 'note' \(a string\) is neither"),
        (RAW, {"target": "note", "drop": []}, r"column 'note' \(a string\) is neither"),
        (RAW, {"target": "width"}, "'width' is numeric: this looks like regression, "),
        (RAW, {"keep": []}, "no attribute is left beside the class 'kind'"),
        (with_class([0, NAN, NAN]), {}, r"missing in 2 of 3 rows \(2, 3, from 1\)"),
        (RAW, {"target": "Sharp Edge", "keep": ["kind"]}, "is missing in 1 of 3 rows"),
        (with_class([0, NAN, 1], ("?", "a")), {"missing_is_label": True}, "is missing"),
        (with_class([NAN] * 3), {"missing_class": "keep"}, r"'kind' = missing \(of 3"),
        (with_class([1, 1, 1]), {}, r"every row has .*'b' \(of 3 declared\)"),
        (with_class([0, 0, 0], ("a",)), {}, r"every row has .*'a' \(of 1 declared\)"),
        (RawTable(RAW.attributes, RAW.values[:0], RAW.textual), {}, "no rows"),
    ],
)
def test_table_is_refused(raw, changes, message):
    with pytest.raises(ValueError, match=f"^t.arff: .*{message}"):
        make(raw, **changes)


def test_only_the_first_rows_without_a_class_are_listed():
    attributes = (Attribute("n"), Attribute("c", ("a", "b")))
    values = np.column_stack([np.zeros(9), [0, *[NAN] * 7, 1]])
    with pytest.raises(ValueError, match=r"7 of 9 rows \(2, 3, 4, 5, 6, \.\.\., fro"):
        canonical(RawTable(attributes, values), name="t", target="c", where="t.arff")


def test_facts_that_differ_are_all_named_with_both_numbers():
    dataset = make()
    check_facts(dataset.facts, dataset.facts, where="sheet")
    check_facts(dataset.facts, {"instances": 3, "missing_cells": 3}, where="sheet")
    with pytest.raises(ValueError, match="is it the right source") as caught:
        check_facts(
            dataset.facts,
            dataset.facts | {"instances": 4, "majority": 1},
            where="config/own.tsv, row 2 (t)",
        )
    assert str(caught.value).startswith(
        "config/own.tsv, row 2 (t): the data differ from the sheet: "
        "instances 3, the sheet says 4; majority 2, the sheet says 1; "
    )


def test_uci_tables_have_the_facts_of_their_sheet(uci):
    with open(uci / "datasets.tsv", encoding="utf-8") as sheet:
        rows = list(csv.DictReader(sheet, delimiter="\t"))
    assert len(rows) == 54
    for row in rows:
        dataset = canonical(
            read_arff(uci / row["file"]),
            name=row["name"],
            target=row["target"],
            drop=[name for name in row["drop"].split(";") if name],
            where=row["file"],
        )
        expected = {fact: int(row[fact]) for fact in FACTS}
        check_facts(dataset.facts, expected, where=row["name"])
        assert dataset.class_attribute.name == row["target"]
