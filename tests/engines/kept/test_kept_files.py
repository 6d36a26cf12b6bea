"""Jobs that keep parts of the counts at once lose none."""

import shutil
from concurrent.futures import ProcessPoolExecutor

import pytest
from keeping import BAYES, DRAWN, METRICS, SUMS, WANTED, do_job, wanted_of

from tenbyten.engines.kept_counts import KeptCounts, merge_parts


def do_part(path, part, runs, names):
    """Evaluate some runs of some classifiers into a part, in a process of its own."""
    panel = [c for c in (BAYES, DRAWN) if c.name in names]
    do_job(KeptCounts(path, part=part), *panel, runs=runs)


def test_parts_written_at_once_are_read_together_and_merged(folder, rows, made):
    path = folder / "iris.json"
    jobs = [
        ("runs-1-2", [1, 2], WANTED),
        ("runs-3-4.bayes", [3, 4], ["bayes"]),
        ("runs-3-4.drawn", [3, 4], ["drawn"]),
        ("runs-2-3", [2, 3], WANTED),
        ("", [4], WANTED),
    ]
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(do_part, *zip(*((path, *job) for job in jobs), strict=True)))
    assert len(list(path.parent.iterdir())) > 1
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows
    merge_parts(path, WANTED, SUMS)
    assert list(path.parent.iterdir()) == [path]
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows
    assert path.read_bytes() == made.read_bytes()
    merge_parts(path)
    assert KeptCounts(path).damaged == []


def test_what_a_killed_job_left_is_cleared_away(path):
    left = [".iris.json.17.part", ".iris~runs-1-2.json.18.part"]
    for name in (*left, ".iris-2.json.17.part"):
        path.with_name(name).touch()
    merge_parts(path)
    there = {file.name for file in path.parent.iterdir()}
    assert there == {"iris.json", ".iris-2.json.17.part"}


def test_parts_of_another_data_set_are_left_alone(path, rows):
    other = path.with_name("iris-2~runs-1-2.json")
    shutil.copy(path, other)
    kept = KeptCounts(path)
    assert kept.damaged == []
    merge_parts(path)
    assert other.exists()


def test_a_classifier_that_changes_its_panel_keeps_its_counts(path, rows):
    alone, wanted = path.parent.with_name("drawn") / path.name, wanted_of(DRAWN)
    own = [row for row in rows if row[1] == "drawn"]
    assert KeptCounts(alone).missing(wanted, SUMS, metrics=METRICS) == {}
    assert KeptCounts(alone).rows(wanted, SUMS, "iris", METRICS) == own
    other = wanted_of(DRAWN, engine="weka")
    assert KeptCounts(alone).differences("drawn", wanted["drawn"]) == []
    assert KeptCounts(alone).differences("drawn", other["drawn"]) == []
    # At the end they are put into the new file, and the old one is not needed.
    merge_parts(alone, wanted, SUMS)
    path.unlink()
    assert KeptCounts(alone).rows(wanted, SUMS, "iris", METRICS) == own
    assert KeptCounts(path).missing(WANTED, SUMS) == {"bayes": [1, 2, 3, 4]}


def test_what_fits_outlives_what_is_newer(path, rows):
    old = wanted_of(BAYES, DRAWN, seed=7)
    do_job(KeptCounts(path, part="all"), wanted=old, seed=7)
    kept = KeptCounts(path)
    assert kept.missing(WANTED, SUMS) == kept.missing(old, SUMS) == {}
    part = path.with_name("iris~all.json")
    assert KeptCounts(path, part="all").differences("drawn", WANTED["drawn"]) == []
    content = part.read_bytes()
    merge_parts(path, WANTED, SUMS)
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows
    part.write_bytes(content)
    merge_parts(path)
    assert KeptCounts(path).missing(old, SUMS) == {}


def test_a_damaged_part_is_named_and_the_others_are_merged(path, rows):
    path.with_name("iris~a.json").write_text("{")
    kept = KeptCounts(path)
    assert kept.damaged == [f"{path.parent}/iris~a.json: cannot be read: not used"]
    merge_parts(path)
    assert list(path.parent.iterdir()) == [path]
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows


def test_parts_that_contradict_each_other_are_refused(path):
    wanted = WANTED["drawn"]
    kept = KeptCounts(path.with_name("other.json"), part="a")
    for part, correct in (("a", 70), ("b", 71)):
        kept = KeptCounts(path.with_name("it.json"), part=part)
        kept._files._others.clear()
        row = ("it", "drawn", 1, 1, 75, correct)
        kept.put([row], made_from=wanted, run_sum=SUMS[1])
        kept.write()
    said = "it~b.json: drawn, run 1, fold 1: 71/75 .* but it was 70/75"
    with pytest.raises(ValueError, match=said):
        merge_parts(path.with_name("it.json"))
