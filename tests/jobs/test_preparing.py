"""What is prepared fits its record, and is known by its checksums."""

import hashlib
import json
import logging
import shutil
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from holes import ARFF, SPLIT, contents, lacking, times, with_row, with_split

from tenbyten.dataset.parquet import read_dataset
from tenbyten.files import sha256_of
from tenbyten.jobs.preparing import (
    Files,
    find_prepared,
    prepare,
    read_prepared,
    sheet_of_prepared,
)

# What is made


def test_a_data_set_that_was_never_made_lacks_everything(files, wanted):
    found = find_prepared(files, wanted)
    assert found == (None, {1: "", 2: "", 3: ""}, {}, "data", "not made yet")


def test_what_was_made_fits_and_is_known_by_its_checksums(files, wanted):
    prepare(files, wanted)
    found = find_prepared(files, wanted)
    assert (found.lacking, found.why) == ("", "")
    assert found.content_sha256 == read_dataset(files.dataset, name="any").checksum
    columns = np.loadtxt(files.folds, delimiter=",", skiprows=1, dtype=int).T
    for run, column in enumerate(columns, start=1):
        text = "\n".join(map(str, column))
        assert found.run_sums[run] == hashlib.sha256(text.encode()).hexdigest()
    assert found.facts["instances"] == 12
    assert found.facts["missing_cells"] == 2


def test_what_fits_is_left_as_it_is(files, wanted, caplog):
    prepare(files, wanted)
    before = times(files)
    with caplog.at_level(logging.INFO):
        prepare(files, wanted)
    assert times(files) == before
    assert "holes: the data set is there and fits" in caplog.messages
    assert "holes: the folds are there and fit" in caplog.messages


def test_what_is_made_and_why_is_in_the_log(files, wanted, caplog):
    with caplog.at_level(logging.INFO):
        prepare(files, wanted)
        prepare(files, with_split(wanted, seed=7))
    assert "holes: making the data set: not made yet" in caplog.messages
    assert "holes: making the folds: not made yet" in caplog.messages
    assert "holes: making the folds: seed 7, was 1" in caplog.messages


def test_classes_with_fewer_instances_than_folds_are_recorded(files, wanted, caplog):
    path = Path(wanted.source.at)
    path.write_text(ARFF.replace("{no,yes}", "{no,yes,odd}") + "13,b,odd\n")
    prepare(files, with_split(wanted, folds=2))
    assert [x for x in caplog.messages if x.startswith("A class has one instance")]
    assert "holes (odd)" in caplog.text
    (origin,) = sheet_of_prepared({"holes": files}).values()
    assert origin["folds"]["rare_classes"] == {"odd": 1}
    caplog.clear()
    path.write_text(ARFF)
    prepare(files, wanted)
    assert "one instance" not in caplog.text
    (origin,) = sheet_of_prepared({"holes": files}).values()
    assert origin["folds"].keys() == {"sha256", "runs"}


# Facts


def test_a_fact_that_contradicts_the_data_is_an_error_before_anything_is_made(
    files, wanted
):
    prepare(files, wanted)
    before = times(files)
    words = (
        "sheet.tsv, row 1 (holes): the data differ from the sheet: instances 12, the "
        "sheet says 13; is it the right source"
    )
    for look in (find_prepared, prepare):
        with pytest.raises(ValueError, match="differ from the sheet") as caught:
            look(files, with_row(wanted, instances=13))
        assert str(caught.value).startswith(words)
    assert times(files) == before


def test_a_data_set_that_contradicts_the_sheet_is_not_made(files, wanted):
    with pytest.raises(ValueError, match="instances 12, the sheet says 13"):
        prepare(files, with_row(wanted, instances=13))
    assert not any(path.exists() for path in files)


def test_the_facts_are_those_before_imputation(files, wanted):
    wanted = with_row(wanted, impute_before_splitting="yes", missing_cells=2)
    prepare(files, wanted)
    assert not np.isnan(read_dataset(files.dataset, name="holes").values).any()
    assert find_prepared(files, wanted).facts["missing_cells"] == 2


def test_facts_of_another_table_are_not_held_against_the_sheet(files, wanted):
    prepare(files, wanted)
    fewer = with_row(wanted, drop="number", attributes=2)
    assert lacking(files, fewer)[0] == "data"
    prepare(files, fewer)


# What was altered


def flipped(content):
    """One bit is another, in the middle."""
    middle = len(content) // 2
    changed = bytes([content[middle] ^ 1])
    return content[:middle] + changed + content[middle + 1 :]


def swapped(content):
    """Two lines have changed places."""
    lines = content.splitlines(keepends=True)
    # Two that differ, in every one of the files.
    return b"".join(
        [lines[0], lines[2], lines[1], *lines[3:-3], lines[-1], *lines[-3:-1]]
    )


ALTERATIONS = {
    "flipped": flipped,
    "cut at a line's end": lambda x: x[: x.rindex(b"\n", 0, -1) + 1],
    "cut": lambda x: x[:-3],
    "emptied": lambda x: b"",
    "appended to": lambda x: x + x.splitlines(keepends=True)[-1],
    "swapped": swapped,
    "first line gone": lambda x: x[x.index(b"\n") + 1 :],
    "other line ends": lambda x: x.replace(b"\n", b"\r\n"),
    "no text": lambda x: b"\xff\x00" + x,
}


@pytest.mark.parametrize("which", Files._fields)
@pytest.mark.parametrize("how", [*ALTERATIONS, "gone"])
def test_an_altered_file_is_refused_and_made_anew_with_the_same_bytes(
    files, wanted, which, how
):
    prepare(files, wanted)
    before, path = contents(files), getattr(files, which)
    known = find_prepared(files, wanted)
    if how == "gone":
        path.unlink()
        with suppress(OSError):  # not empty
            path.parent.rmdir()
    else:
        path.write_bytes(ALTERATIONS[how](path.read_bytes()))
        assert contents(files) != before
    with pytest.raises(ValueError, match="run the same command again") as caught:
        read_prepared(files, "holes", **SPLIT)
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).endswith("; run the same command again: it is made anew")
    found = find_prepared(files, wanted)
    assert found.lacking == ("folds" if which == "folds" else "data")
    assert str(path) in found.why
    if which != "origin":
        # What it will be is known, so that no count is taken for stale.
        assert found[:3] == known[:3]
    prepare(files, wanted)
    assert contents(files) == before
    read_prepared(files, "holes", **SPLIT)


def copy_of(files, folder):
    """Copies of the files in another folder."""
    folder.mkdir()
    return Files(*(shutil.copy(path, folder) for path in files))


@pytest.mark.parametrize("which", [*Files._fields, "all"])
def test_files_of_another_data_set_are_refused_and_made_anew(
    files, wanted, tmp_path, which
):
    narrower = with_row(wanted, drop="number")
    prepare(files, narrower._replace(name="other", split=SPLIT | {"seed": 9}))
    other = copy_of(files, tmp_path / "other")
    shutil.rmtree(files.origin.parent)
    prepare(files, wanted)
    before = contents(files)
    for name in Files._fields if which == "all" else [which]:
        shutil.copy(getattr(other, name), getattr(files, name))
    with pytest.raises(ValueError, match="run the same command again"):
        read_prepared(files, "holes", **SPLIT)
    with pytest.raises(ValueError, match="run the same command again"):
        sheet_of_prepared({"holes": files})
    assert find_prepared(files, wanted).lacking
    prepare(files, wanted)
    assert contents(files) == before


def test_an_older_data_set_is_made_anew(files, wanted, tmp_path):
    prepare(files, with_row(wanted, drop="number"))
    older = copy_of(files, tmp_path / "older")
    prepare(files, wanted)
    before = contents(files)
    for name in Files._fields:
        shutil.copy(getattr(older, name), getattr(files, name))
    assert lacking(files, wanted) == ("data", "drop none, was number")
    prepare(files, wanted)
    assert contents(files) == before


@pytest.mark.parametrize(
    "settings", [{"seed": 2}, {"folds": 3}, {"runs": 2}, {"splitter": "scikit_learn"}]
)
def test_folds_of_other_settings_are_not_read(files, wanted, settings):
    prepare(files, with_split(wanted, **settings))
    ((key, value),) = settings.items()
    with pytest.raises(ValueError, match="run the same command again") as caught:
        read_prepared(files, "holes", **SPLIT)
    told = f"{files.folds}: {key} {SPLIT[key]}, was {value}; run the same command again"
    assert str(caught.value).startswith(told)


def test_what_is_read_is_what_was_made(files, wanted):
    prepare(files, wanted)
    dataset, folds = read_prepared(files, "holes", **SPLIT)
    assert dataset.values.shape == (12, 3)
    assert (folds.runs, folds.folds, folds.seed, folds.splitter) == (3, 2, 1, "weka")


def test_the_sheet_of_prepared_has_origin_and_checksums_but_no_code(files, wanted):
    prepare(files, wanted)
    ((name, origin),) = sheet_of_prepared({"holes": files}).items()
    assert (name, origin["source"], origin["instances"]) == ("holes", "arff", 12)
    assert origin["content_sha256"] == find_prepared(files, wanted).content_sha256
    assert origin["sha256"] == sha256_of(files.dataset)
    folds = hashlib.sha256(files.folds.read_bytes()).hexdigest()
    assert origin["folds"]["sha256"] == folds
    assert origin["folds"]["runs"] == [*find_prepared(files, wanted).run_sums.values()]
    assert "code" not in json.dumps(origin)
