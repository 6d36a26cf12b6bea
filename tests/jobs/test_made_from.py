"""A change makes anew what depends on it, and nothing else."""

import shutil

import pytest
from holes import ARFF, contents, lacking, times, with_row, with_split

from tenbyten.dataset.parquet import read_dataset
from tenbyten.dataset.sources import Source
from tenbyten.jobs import made_from
from tenbyten.jobs.preparing import find_prepared, prepare
from tenbyten.software.sources import reach

SERVER = "https://openml.example/api"


# What changes nothing, and what changes what


@pytest.mark.parametrize(
    "cells",
    [
        {"number": 9},
        {"instances": 12, "missing_cells": 2},
        {"openml_id": 61},
        {"arff": "elsewhere/holes.arff"},
    ],
)
def test_what_is_no_property_of_the_table_makes_nothing_anew(files, wanted, cells):
    prepare(files, wanted)
    assert lacking(files, with_row(wanted, **cells)) == ("", "")
    prepare(files, with_row(wanted, **cells))
    assert lacking(files, wanted) == ("", "")


def test_a_source_in_another_folder_makes_nothing_anew(files, wanted, tmp_path):
    prepare(files, wanted)
    (tmp_path / "moved").mkdir()
    path = shutil.move(wanted.source.at, tmp_path / "moved")
    assert lacking(files, wanted._replace(source=Source("arff", path))) == ("", "")


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"target": "label"}, "target label, was none"),
        ({"drop": "number"}, "drop number, was none"),
        ({"keep": "label"}, "keep label, was none"),
        ({"impute_before_splitting": "yes"}, "impute_before_splitting yes, was none"),
    ],
)
def test_a_cell_that_settles_the_table_makes_it_anew(files, wanted, cells, why):
    prepare(files, wanted)
    before = contents(files)
    changed = with_row(wanted, **cells)
    assert lacking(files, changed) == ("data", why)
    assert find_prepared(files, changed).content_sha256 is None
    # The label is missing somewhere, and no class may be.
    if "target" not in cells:
        prepare(files, changed)
        assert lacking(files, changed) == ("", "")
        assert lacking(files, wanted)[0] == "data"
        prepare(files, wanted)
        assert contents(files) == before


def test_another_source_makes_the_data_set_anew(files, wanted, tmp_path):
    prepare(files, wanted)
    (tmp_path / "holes.arff").write_text(ARFF.replace("12,b,yes", "13,b,yes"))
    assert lacking(files, wanted) == ("data", "source changed")
    prepare(files, wanted)
    assert read_dataset(files.dataset, name="holes").values[-1, 0] == 13
    assert lacking(files, wanted) == ("", "")
    other = wanted._replace(source=Source("bundled", "iris"))
    assert lacking(files, other)[1].startswith("source bundled, was arff; at iris, was")


CSV = "number,label,class\n" + "".join(
    f"{1 + row % 5},{'ab'[row % 2]},{'no' if row % 3 else 'yes'}\n" for row in range(12)
)


@pytest.fixture
def of_file(wanted, tmp_path):
    """The same from a CSV file."""
    path = tmp_path / "holes.csv"
    path.write_text(CSV)
    source = Source("file", str(path))
    return wanted._replace(source=source, row={"file": "holes.csv"})


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"as_nominal": "number"}, "as_nominal number, was none"),
        ({"as_numeric": "number"}, "as_numeric number, was none"),
        ({"missing_markers": "b;c"}, "missing_markers b;c, was none"),
        ({"target": "label"}, "target label, was none"),
    ],
)
def test_what_is_said_of_a_file_makes_its_table_anew(files, of_file, cells, why):
    prepare(files, of_file)
    before = contents(files)
    assert lacking(files, with_row(of_file, **cells)) == ("data", why)
    prepare(files, with_row(of_file, **cells))
    prepare(files, of_file)
    assert contents(files) == before


def test_the_folder_of_a_file_does_not_matter_but_its_content_does(
    files, of_file, tmp_path
):
    prepare(files, of_file)
    (tmp_path / "moved").mkdir()
    path = shutil.move(of_file.source.at, tmp_path / "moved")
    moved = with_row(of_file, file="moved/holes.csv")
    moved = moved._replace(source=Source("file", path))
    assert lacking(files, moved) == ("", "")
    (tmp_path / "moved" / "holes.csv").write_text(CSV.replace("1,a,yes", "1,b,yes", 1))
    assert lacking(files, moved) == ("data", "source changed")


def test_another_form_of_the_same_content_makes_no_folds_anew(files, of_file, tmp_path):
    prepare(files, of_file)
    before, sums = times(files), find_prepared(files, of_file).content_sha256
    (tmp_path / "holes.csv").write_text(CSV.replace(",", ";"))
    assert lacking(files, of_file) == ("data", "source changed")
    prepare(files, of_file)
    assert find_prepared(files, of_file).content_sha256 == sums
    assert times(files)[2] == before[2]


def test_folds_are_those_of_the_data_set_that_is_there(files, wanted, tmp_path):
    changed = ARFF.replace("12,b,yes", "12,b,no")
    (tmp_path / "holes.arff").write_text(changed)
    prepare(files, wanted)
    expected = contents(files)
    shutil.rmtree(files.origin.parent)
    (tmp_path / "holes.arff").write_text(ARFF)
    prepare(files, wanted)
    (tmp_path / "holes.arff").write_text(changed)
    prepare(files, wanted)
    assert contents(files) == expected


def test_folds_that_fit_stay_where_the_data_set_is_made_anew(files, wanted):
    prepare(files, wanted)
    before = times(files)
    files.dataset.unlink()
    prepare(files, wanted)
    assert times(files)[2] == before[2]
    assert times(files)[0] != before[0]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"seed": 7}, "seed 7, was 1"),
        ({"folds": 3}, "folds 3, was 2"),
        ({"splitter": "scikit_learn"}, "splitter scikit_learn, was weka"),
    ],
)
def test_settings_of_the_folds_make_the_folds_anew_alone(files, wanted, settings, why):
    prepare(files, wanted)
    before = times(files)
    found = find_prepared(files, with_split(wanted, **settings))
    assert found.lacking == "folds"
    assert found.why.startswith(why)
    assert found.content_sha256
    assert set(found.run_sums.values()) == {""}
    prepare(files, with_split(wanted, **settings))
    assert times(files)[0] == before[0]
    assert lacking(files, with_split(wanted, **settings)) == ("", "")


def test_more_runs_keep_the_first_ones(files, wanted):
    prepare(files, wanted)
    first, before = find_prepared(files, wanted).run_sums, times(files)
    more = with_split(wanted, runs=5)
    found = find_prepared(files, more)
    assert (found.lacking, found.why) == ("folds", "5 runs, there are 3")
    assert found.run_sums == first | {4: "", 5: ""}
    prepare(files, more)
    assert times(files)[0] == before[0]
    sums = find_prepared(files, more).run_sums
    assert {run: sums[run] for run in first} == first
    assert all(sums.values())


def test_fewer_runs_give_the_same_bytes_as_if_there_never_were_more(files, wanted):
    prepare(files, wanted)
    before = contents(files)
    prepare(files, with_split(wanted, runs=5))
    assert lacking(files, wanted) == ("folds", "3 runs, there are 5")
    assert all(find_prepared(files, wanted).run_sums.values())
    prepare(files, wanted)
    assert contents(files) == before


@pytest.mark.parametrize("splitter", ["weka", "scikit_learn"])
def test_the_first_runs_of_more_are_the_same_for_every_splitter(
    files, wanted, splitter
):
    few, many = (
        with_split(wanted, splitter=splitter, seed=3, runs=runs) for runs in (2, 9)
    )
    prepare(files, few)
    first = find_prepared(files, few).run_sums
    shutil.rmtree(files.origin.parent)
    prepare(files, many)
    assert first.items() < find_prepared(files, many).run_sums.items()


@pytest.mark.parametrize(("part", "lacks"), [("making", "data"), ("split", "folds")])
def test_other_code_or_libraries_make_anew_what_they_made(
    files, wanted, monkeypatch, part, lacks
):
    prepare(files, wanted)
    monkeypatch.setattr(made_from, "_software", made_from._software.__wrapped__)
    assert lacking(files, wanted) == ("", "")

    there = made_from.libraries_of
    monkeypatch.setattr(
        made_from,
        "libraries_of",
        lambda *roots, without: (
            {"numpy": "9.9"}
            if any(part in root for root in roots)
            else there(*roots, without=without)
        ),
    )
    what, why = lacking(files, wanted)
    assert what == lacks
    assert why.startswith("numpy 9.9, was ")


# Code


def rooms_of(roots, branches, taken):
    """The modules of the package whose code one way to make a file runs."""
    without = made_from._not_taken(branches, taken)
    assert len(set(without) & set(branches)) == len(branches) - 1
    modules = {module for module, _ in reach(roots, without).pieces}
    return {module.removeprefix("tenbyten.") for module in modules}


@pytest.mark.parametrize(
    "kind", ["bundled", "arff", "file", "openml", "uci", "address"]
)
def test_the_code_of_a_data_set_is_that_of_its_reader(kind):
    rooms = rooms_of(made_from._MAKING, made_from._READERS, kind)
    assert {"dataset.making", "dataset.canonical", "dataset.parquet", "files"} <= rooms
    assert ("dataset.bundled" in rooms) == (kind == "bundled")
    # Of the code for servers only what reads the files, not what asks for them.
    of_servers = {
        "openml": {"openml.dataset", "openml.task", "openml.parquet", "web.fetching"},
        "uci": {"uci.dataset", "web.fetching"},
        "address": {"web.addressed", "web.fetching"},
    }
    found = {room for room in rooms if room.startswith(("openml", "uci", "web"))}
    assert found == of_servers.get(kind, set())
    assert ("dataset.readers.tabular" in rooms) == (kind in ("file", "uci", "address"))
    assert {room.split(".")[0] for room in rooms} <= {
        "dataset",
        "files",
        "openml",
        "uci",
        "web",
        "preprocessing",
    }


@pytest.mark.parametrize("splitter", ["weka", "scikit_learn", "openml"])
def test_the_code_of_folds_is_that_of_their_splitter(splitter):
    rooms = rooms_of(made_from._SPLITTING, made_from._SPLITTERS, splitter)
    assert {"folds.split", "folds.assignment", "files"} <= rooms
    for name in ("folds.weka", "folds.scikit_learn"):
        assert (name in rooms) == (name == f"folds.{splitter}")
    assert ("openml.task" in rooms) == (splitter == "openml")
    assert {room.split(".")[0] for room in rooms} <= {
        "dataset",
        "files",
        "folds",
        "openml",
        "web",
    }
