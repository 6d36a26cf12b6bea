"""What is to be made is cut into jobs of a sensible size."""

import re

import pytest

from tenbyten.jobs.batches import (
    BATCH_PATTERN,
    LONGEST,
    SHORTEST,
    SHORTEST_QUEUED,
    Batch,
    Missing,
    Size,
    batches,
    read_batch,
    seconds_of_a_job,
)

RUNS = range(1, 11)


def data_sets(*seconds, classifiers=("one",)):
    """Data sets at positions 1, 2, ... of so many seconds for one run, or unknown."""
    return [
        Missing(
            position,
            dict.fromkeys(classifiers, RUNS),
            {} if x is None else dict.fromkeys(classifiers, x),
        )
        for position, x in enumerate(seconds, start=1)
    ]


def names(missing, seconds, **size):
    return [batch.name for batch in batches(missing, Size(seconds, **size))]


def covered(found, missing, panel):
    """How often each run of each classifier on each data set is in a job."""
    cells = {}
    for batch in found:
        first, last = batch.classifiers or (1, len(panel))
        for x in missing:
            if not batch.has(x.position):
                continue
            for name in panel[first - 1 : last]:
                for run in x.runs.get(name, ()):
                    if batch.runs is None or batch.runs[0] <= run <= batch.runs[1]:
                        cell = x.position, name, run
                        cells[cell] = cells.get(cell, 0) + 1
    return cells


def test_small_data_sets_share_a_job_in_the_order_of_the_sheet():
    assert names(data_sets(0.1, 0.1, 0.1, 0.1, 0.1), 3) == ["1-3", "4-5"]


def test_a_large_data_set_is_split_by_runs():
    found = names(data_sets(0.1, 2.5, 0.1), 10)
    assert found == ["1-1", "2-2.runs-1-3", "2-2.runs-4-7", "2-2.runs-8-10", "3-3"]


def test_a_run_is_never_split():
    assert names(data_sets(100), 10) == [f"1-1.runs-{run}-{run}" for run in RUNS]


def test_a_data_set_of_which_nothing_is_known_has_its_own_job():
    assert names(data_sets(0.1, None, 0.1), 10) == ["1-1", "2-2", "3-3"]


def test_a_slow_classifier_has_its_own_jobs_where_the_engine_allows_it():
    runs = {"slow": RUNS, "fast": RUNS, "faster": RUNS}
    missing = [Missing(4, runs, {"slow": 3.0, "fast": 0.1, "faster": 0.01})]
    assert names(missing, 15, splits_by_classifier=True) == [
        "4-4.runs-1-5.classifiers-1-1",
        "4-4.runs-6-10.classifiers-1-1",
        "4-4.classifiers-2-3",
    ]
    found = names(missing, 15)
    assert [re.sub("classifiers.*", "", name) for name in found] == found


def test_only_missing_runs_make_the_jobs():
    missing = [Missing(1, {"one": [6, 7, 8, 9, 10]}, {"one": 5.0})]
    assert names(missing, 10) == ["1-1.runs-6-7", "1-1.runs-8-8", "1-1.runs-9-10"]


def test_data_sets_far_apart_do_not_share_a_job():
    first, *_, last = data_sets(*[0.01] * 40)
    assert names([first, last], 10) == ["1-1", "40-40"]


def test_sizes_can_be_chosen():
    missing = data_sets(0.1, 100, None, 0.1, 0.1)
    assert names(missing, 10, data_sets=2) == ["1-2", "3-4", "5-5"]
    assert names(missing, 10, data_sets=1) == ["1-1", "2-2", "3-3", "4-4", "5-5"]
    found = names(missing[:2], 1000, data_sets=2, runs=5)
    assert found == ["1-2.runs-1-5", "1-2.runs-6-10"]


@pytest.mark.parametrize("by_classifier", [False, True])
@pytest.mark.parametrize("size", [{}, {"data_sets": 3}, {"runs": 3}])
def test_every_missing_run_is_in_just_one_job(by_classifier, size):
    panel = ("a", "b", "c", "d")
    missing = data_sets(0.1, 0.1, 2, 40, None, 0.01, 0.01, classifiers=panel)
    missing[3].runs["b"] = [2, 9]
    del missing[5].runs["a"]
    for seconds in (1, 10, 100, 1e4):
        jobs = Size(seconds, **size, splits_by_classifier=by_classifier)
        found = batches(missing, jobs)
        cells = covered(found, missing, panel)
        wanted = {
            (x.position, name, run)
            for x in missing
            for name, runs in x.runs.items()
            for run in runs
        }
        assert cells == dict.fromkeys(wanted, 1)
        assert len({batch.name for batch in found}) == len(found)


@pytest.mark.parametrize(
    "batch",
    [
        Batch(1, 16),
        Batch(7, 7, (1, 5)),
        Batch(7, 7, None, (2, 3)),
        Batch(7, 7, (10, 10), (12, 12)),
    ],
)
def test_a_job_is_read_from_its_name(batch):
    for name in (batch.name, f"{batch.name}~2"):
        assert read_batch(name) == batch
        assert re.fullmatch(BATCH_PATTERN, name)


@pytest.mark.parametrize("name", ["1", "1-2.", "1-2.runs-1", "a-b", "1-2.Forest"])
def test_other_names_are_no_jobs(name):
    assert not re.fullmatch(BATCH_PATTERN, name)
    with pytest.raises(ValueError, match="names no job"):
        read_batch(name)


def test_jobs_are_neither_too_short_nor_too_long():
    assert seconds_of_a_job(0.1, 8, queued=False) == 1
    assert seconds_of_a_job(20, 8, queued=False) == 2.5
    assert seconds_of_a_job(40, 8, queued=False) == SHORTEST
    assert seconds_of_a_job(0.1, 8, queued=True) == SHORTEST_QUEUED
    assert seconds_of_a_job(1e9, 8, queued=False) == LONGEST
    assert seconds_of_a_job(320, 8, queued=False) == 10
