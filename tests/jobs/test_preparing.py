"""Data sets are prepared with their facts, their folds and a record of both."""

import hashlib
import json
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pytest
from holes import ARFF, SETTINGS, SPLIT

from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.datasets.sources import Source
from tenbyten.files import sha256_of
from tenbyten.jobs.preparing import (
    archive_of,
    extract,
    files_needed,
    pack,
    prepare_batch,
    read_origins,
    read_prepared,
    unpacked,
)

# Of twelve rows the third and the eighth lack a class.
ROWS = [f"{number},{'no' if number % 2 else 'yes'}" for number in range(1, 13)]
ROWS[2], ROWS[7] = "3,?", "?,?"
SOME = "@relation r\n@attribute x numeric\n@attribute class {no,yes}\n@data\n"
SOME += "\n".join(ROWS) + "\n"


def read(folder, splitter="weka"):
    """The data set, its folds and its record."""
    dataset, folds = read_prepared(folder, "holes", splitter=splitter, seed=1)
    return dataset, folds, json.loads((folder / "holes.json").read_bytes())


# Archives


def test_the_same_data_make_an_archive_of_the_same_bytes(tmp_path, make):
    archives = tmp_path / "one.zip", tmp_path / "two.zip"
    for path in archives:
        with archive_of(path) as folder:
            for file in make().iterdir():
                (folder / file.name).write_bytes(file.read_bytes())
    assert archives[0].read_bytes() == archives[1].read_bytes()
    with unpacked(archives[0]) as folder:
        names = {file.name for file in folder.iterdir()}
        assert names == {"holes.parquet", "holes.csv", "holes.json"}
        assert read(folder)[0].values.shape == (12, 3)
    ends = ("parquet", "json", "csv")
    taken = [tmp_path / f"taken.{end}" for end in ends]
    extract(archives[0], "holes", *taken)
    for end, path in zip(ends, taken, strict=True):
        assert sha256_of(path) == sha256_of(make() / f"holes.{end}")
    assert read_origins([archives[0]]) == {"holes": json.loads(taken[1].read_bytes())}


def test_an_archive_is_there_whole_or_not_at_all(tmp_path):
    with pytest.raises(ValueError, match="broken"), archive_of(tmp_path / "a.zip"):
        raise ValueError("broken")
    assert list(tmp_path.iterdir()) == []


def test_a_file_as_large_as_old_archives_cannot_hold_is_packed(tmp_path, monkeypatch):
    member = tmp_path / "large"
    member.write_bytes(bytes(1000))
    monkeypatch.setattr("zipfile.ZIP64_LIMIT", 500)
    pack({"large": member}, tmp_path / "a.zip")
    with ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("large") == bytes(1000)


def test_a_batch_is_prepared_from_the_files_of_all_its_data_sets(tmp_path):
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text("name\tarff\nholes\ta\nother\tb\nwrong\tc\n")
    settings = {name: SETTINGS for name in ("holes", "wrong", "other")}
    settings["wrong"] = SETTINGS | {"row": {"instances": 13}}
    files = [tmp_path / f"{name}.arff" for name in settings]
    for file in files:
        file.write_text(ARFF)
    words = r"sheet.tsv, row 3 \(wrong\): .* instances 12, the sheet says 13"
    with pytest.raises(ValueError, match=words):
        prepare_batch(settings, files, tmp_path, sheet=sheet)
    prepared = {path.stem for path in tmp_path.glob("*.parquet")}
    assert prepared == {"holes", "other"}
    with pytest.raises(ValueError, match=r"away.tsv \(wrong\): the data differ"):
        prepare_batch(settings, files, tmp_path, sheet=tmp_path / "away.tsv")


@pytest.mark.parametrize(
    ("kind", "splitter", "row", "needed"),
    [
        ("bundled", "weka", {}, []),
        ("arff", "file", {}, ["source", "folds"]),
        ("openml", "openml", {}, ["fetched", "task"]),
        ("openml_task", "weka", {}, ["fetched", "task"]),
        ("file", "predefined", {}, ["source", "folds"]),
        ("file", "predefined", {"split_set": "part"}, ["source"]),
    ],
)
def test_files_that_a_data_set_needs_are_named(kind, splitter, row, needed):
    assert files_needed(Source(kind, "it"), splitter, row) == needed


# What is made


def test_what_is_made_is_recorded_with_its_checksums(make):
    dataset, folds, record = read(make())
    assert (folds.runs, folds.folds, folds.seed, folds.splitter) == (3, 2, 1, "weka")
    assert record["content_sha256"] == dataset.checksum
    assert record["sha256"] == sha256_of(make() / "holes.parquet")
    assert record["folds"]["sha256"] == sha256_of(make() / "holes.csv")
    columns = np.loadtxt(make() / "holes.csv", delimiter=",", skiprows=1, dtype=int).T
    for column, checksum in zip(columns, record["folds"]["runs"], strict=True):
        text = "\n".join(map(str, column))
        assert checksum == hashlib.sha256(text.encode()).hexdigest()
    assert (record["source"], record["instances"]) == ("arff", 12)
    assert (record["missing_cells"], "rare_classes" in record["folds"]) == (2, False)


def test_classes_with_fewer_instances_than_folds_are_recorded(make, caplog):
    folder = make(ARFF.replace("{no,yes}", "{no,yes,odd}") + "13,b,odd\n")
    assert "holes (odd)" in caplog.text
    assert read(folder)[2]["folds"]["rare_classes"] == {"odd": 1}


def test_facts_are_held_before_imputation_and_anything_is_made(make, tmp_path):
    with pytest.raises(ValueError, match="instances 12, the sheet says 13"):
        make(row={"instances": 13})
    assert list((tmp_path / "data").iterdir()) == []
    dataset, _, record = read(
        make(row={"impute_before_splitting": "yes", "missing_cells": 2})
    )
    assert not np.isnan(dataset.values).any()
    assert (record["missing_cells"], record["imputed"]) == (2, True)


# Rows that lack a class


def test_they_are_an_error_that_names_the_key(make):
    words = r"missing in 2 of 12 rows \(3, 8, from 1\); .* set `missing_class` in the"
    with pytest.raises(ValueError, match=words):
        make(SOME)


def test_dropped_rows_are_gone_before_facts_imputation_and_folds(make):
    row = {"instances": 10, "missing_cells": 0, "impute_before_splitting": "yes"}
    dataset, folds, record = read(make(SOME, row=row, missing_class="drop"))
    assert dataset.values[:, 0].tolist() == [1, 2, 4, 5, 6, 7, 9, 10, 11, 12]
    expected = weka_folds(dataset.classes, runs=3, folds=2, seed=1)
    np.testing.assert_array_equal(folds.test_fold, expected.test_fold)
    assert record["missing_class"] == {"rows": 2, "treated": "drop"}


def test_kept_rows_are_in_facts_imputation_and_folds(make):
    row = {"instances": 12, "missing_cells": 3, "impute_before_splitting": "yes"}
    row |= {"majority": 5, "classes_present": 2}
    dataset, folds, record = read(make(SOME, row=row, missing_class="keep"))
    assert np.flatnonzero(dataset.classes < 0).tolist() == [2, 7]
    # The mean of eleven values, that of the third row among them.
    assert dataset.values[7, 0] == pytest.approx((78 - 8) / 11)
    expected = weka_folds(dataset.classes, runs=3, folds=2, seed=1)
    np.testing.assert_array_equal(folds.test_fold, expected.test_fold)
    assert record["missing_class"] == {"rows": 2, "treated": "keep"}


# Folds of a file


@pytest.mark.parametrize("lines", [12, 10])
def test_folds_of_a_file_are_used_without_those_of_dropped_rows(make, lines, tmp_path):
    every = [(1 + row // 6, 1 + row % 2, 1 + row // 3 % 2) for row in range(12)]
    left = [folds for row, folds in enumerate(every) if row not in (2, 7)]
    given = pd.DataFrame(every if lines == 12 else left)
    given.columns = ["run_1", "run_2", "run_3"]
    how = {"split": SPLIT | {"splitter": "file"}, "missing_class": "drop"}
    folder = make(SOME, own_folds=given.to_csv(index=False), **how)
    _, folds, _ = read(folder, "file")
    assert folds.test_fold.T.tolist() == [list(x) for x in left]
