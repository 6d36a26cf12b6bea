"""Rows that lack a class, and folds of a file, in what is prepared and its record."""

import json
import logging

import numpy as np
import pandas as pd
import pytest
from holes import SPLIT, contents, lacking, times, with_row, with_split

from tenbyten.folds.weka import weka_folds
from tenbyten.jobs.preparing import (
    find_prepared,
    prepare,
    read_prepared,
    sheet_of_prepared,
)

# Of twelve rows the third and the eighth lack a class.
ROWS = [f"{number},{'no' if number % 2 else 'yes'}" for number in range(1, 13)]
ROWS[2], ROWS[7] = "3,?", "?,?"
ARFF = "@relation r\n@attribute x numeric\n@attribute class {no,yes}\n@data\n"
ARFF += "\n".join(ROWS) + "\n"


@pytest.fixture
def some(wanted):
    """A data set of which some rows lack a class."""
    with open(wanted.source.at, "w") as file:
        file.write(ARFF)
    return wanted


@pytest.fixture
def own(wanted, tmp_path):
    """Folds of a file: three runs of two folds, the runs unlike any splitter's."""

    def ask(text=None):
        path = tmp_path / "own.csv"
        lines = [
            f"{1 + row // 6},{1 + row % 2},{1 + row // 3 % 2}" for row in range(12)
        ]
        path.write_text(text or "\n".join(["run_1,run_2,run_3", *lines]) + "\n")
        return with_split(wanted, splitter="file")._replace(own_folds=path)

    return ask


def read(files, splitter="weka"):
    """The data set and its folds."""
    return read_prepared(files, "holes", **SPLIT | {"splitter": splitter})


def record(files):
    """What is recorded."""
    return json.loads(files.origin.read_text())


# Rows that lack a class


def test_they_are_an_error_that_names_the_key(files, some):
    words = r"missing in 2 of 12 rows \(3, 8, from 1\); .* set `missing_class` in the"
    with pytest.raises(ValueError, match=words):
        prepare(files, some)
    assert not files.dataset.exists()


def test_dropped_rows_are_gone_before_facts_imputation_and_folds(files, some, caplog):
    row = {"instances": 10, "missing_cells": 0, "impute_before_splitting": "yes"}
    with caplog.at_level(logging.INFO):
        prepare(files, with_row(some, **row)._replace(missing_class="drop"))
    assert "holes: 2 of 12 rows lack a class: drop" in caplog.messages
    dataset, folds = read(files)
    assert dataset.values[:, 0].tolist() == [1, 2, 4, 5, 6, 7, 9, 10, 11, 12]
    expected = weka_folds(dataset.classes, runs=3, folds=2, seed=1)
    np.testing.assert_array_equal(folds.test_fold, expected.test_fold)
    assert record(files)["missing_class"] == {"rows": 2, "treated": "drop"}
    assert record(files)["dropped_rows"] == [3, 8]


def test_kept_rows_are_in_facts_imputation_and_folds(files, some, caplog):
    row = {"instances": 12, "missing_cells": 3, "impute_before_splitting": "yes"}
    row |= {"majority": 5, "classes_present": 2}
    with caplog.at_level(logging.INFO):
        prepare(files, with_row(some, **row)._replace(missing_class="keep"))
    assert "holes: 2 of 12 rows lack a class: keep" in caplog.messages
    dataset, folds = read(files)
    assert np.flatnonzero(dataset.classes < 0).tolist() == [2, 7]
    # The mean of eleven values, that of the third row among them.
    assert dataset.values[7, 0] == pytest.approx((78 - 8) / 11)
    expected = weka_folds(dataset.classes, runs=3, folds=2, seed=1)
    np.testing.assert_array_equal(folds.test_fold, expected.test_fold)
    assert record(files)["missing_class"] == {"rows": 2, "treated": "keep"}
    assert "dropped_rows" not in record(files)


def test_another_word_makes_anew_what_has_such_rows(files, some):
    prepare(files, some._replace(missing_class="keep"))
    kept = find_prepared(files, some._replace(missing_class="keep"))
    changed = some._replace(missing_class="drop")
    assert lacking(files, changed) == ("data", "missing_class drop, was keep")
    assert lacking(files, some) == ("data", "missing_class error, was keep")
    prepare(files, changed)
    assert lacking(files, changed) == ("", "")
    assert find_prepared(files, changed).content_sha256 != kept.content_sha256


@pytest.mark.parametrize("word", ["drop", "keep"])
def test_another_word_makes_nothing_anew_where_every_row_has_a_class(
    files, wanted, word
):
    prepare(files, wanted)
    before = contents(files), times(files)
    prepare(files, wanted._replace(missing_class=word))
    assert lacking(files, wanted._replace(missing_class=word)) == ("", "")
    assert (contents(files), times(files)) == before
    assert "missing_class" not in record(files)


def test_the_sheet_of_all_has_the_number_of_such_rows_and_not_a_list(files, some):
    prepare(files, some._replace(missing_class="drop"))
    (sheet,) = sheet_of_prepared({"holes": files}).values()
    assert sheet["missing_class"] == {"rows": 2, "treated": "drop"}
    assert "dropped_rows" not in sheet


# Folds of a file


def test_folds_of_a_file_are_copied_and_used(files, own):
    wanted = own()
    prepare(files, wanted)
    assert files.folds.read_text() == wanted.own_folds.read_text()
    _, folds = read(files, "file")
    table = pd.read_csv(wanted.own_folds)
    for run in (1, 2, 3):
        assert folds.test_fold[run - 1].tolist() == table[f"run_{run}"].tolist()


def test_a_changed_file_of_folds_makes_the_folds_anew_and_no_table(files, own):
    prepare(files, own())
    before = find_prepared(files, own())
    data = times(files)[0]
    text = own().own_folds.read_text().replace("1,1,1", "2,1,1", 1)
    changed = own(text)
    assert lacking(files, changed) == ("folds", "file of the folds changed")
    prepare(files, changed)
    found = find_prepared(files, changed)
    assert found.lacking == ""
    assert times(files)[0] == data
    assert found.content_sha256 == before.content_sha256
    # Counts are made from the checksums of runs: those of run 1 alone are made anew.
    same = [run for run in (1, 2, 3) if found.run_sums[run] == before.run_sums[run]]
    assert same == [2, 3]


def test_another_splitter_makes_folds_anew(files, own, wanted):
    prepare(files, own())
    assert lacking(files, wanted)[0] == "folds"
    prepare(files, wanted)
    assert lacking(files, own())[0] == "folds"


def test_more_runs_are_taken_from_the_same_file(files, own):
    few = own()._replace(split=SPLIT | {"splitter": "file", "runs": 2})
    prepare(files, few)
    assert lacking(files, own()) == ("folds", "3 runs, there are 2")
    prepare(files, own())
    assert files.folds.read_text() == own().own_folds.read_text()


def test_the_cell_of_the_folds_is_no_property_of_the_table(files, wanted):
    prepare(files, wanted)
    assert lacking(files, with_row(wanted, folds="elsewhere.csv")) == ("", "")


@pytest.mark.parametrize("lines", [12, 10])
def test_lines_of_dropped_rows_are_left_out_also_later(files, some, own, lines):
    column = [1 + row // 6 for row in range(12)]
    left = [fold for row, fold in enumerate(column) if row not in (2, 7)]
    given = column if lines == 12 else left
    text = "run_1,run_2,run_3\n" + "".join(f"{x},{x},{x}\n" for x in given)
    dropping = own(text)._replace(missing_class="drop")
    # The table is there already when the folds are made.
    prepare(files, some._replace(missing_class="drop"))
    assert lacking(files, dropping)[0] == "folds"
    prepare(files, dropping)
    _, folds = read(files, "file")
    assert folds.test_fold[0].tolist() == left


def test_another_dropped_row_makes_folds_of_a_line_for_each_row_anew(files, some, own):
    # A line of a file is of a row of the source: without which depends on the rows.
    dropping = own()._replace(missing_class="drop")
    prepare(files, dropping)
    before = find_prepared(files, dropping)
    rows = [row for number, row in enumerate(ROWS) if number != 2]
    moved = [*rows[:4], ROWS[2], *rows[4:]]
    with open(some.source.at, "w") as file:
        file.write(ARFF[: ARFF.index("@data")] + "\n".join(["@data", *moved]) + "\n")
    assert lacking(files, dropping)[0] == "data"
    prepare(files, dropping)
    found = find_prepared(files, dropping)
    assert record(files)["dropped_rows"] == [5, 8]
    assert found.content_sha256 == before.content_sha256
    given = pd.read_csv(dropping.own_folds).drop(index=[4, 7])
    _, folds = read(files, "file")
    assert folds.test_fold[0].tolist() == given["run_1"].tolist()
    assert found.run_sums != before.run_sums
