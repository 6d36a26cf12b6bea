"""A study is cut into jobs of a sensible size, the same whatever else changes."""

import pytest

from tenbyten.jobs.batches import cut_batches, cut_parts

SIZES = {f"data-{number}": 100 * number for number in range(100)}


def test_every_data_set_is_in_one_batch_in_its_order():
    batches = cut_batches(SIZES)
    assert [name for batch in batches.values() for name in batch] == list(SIZES)
    assert all(key == f"from-{names[0]}" for key, names in batches.items())
    assert 5 < len(batches) < 30
    assert max(map(len, batches.values())) <= 20


@pytest.mark.parametrize("place", range(0, 100, 7))
def test_a_data_set_that_is_added_changes_no_other_batch(place):
    before, names = cut_batches(SIZES), list(SIZES)
    names.insert(place, "added")
    after = cut_batches({name: SIZES.get(name, 5) for name in names})
    others = {tuple(x) for x in before.values()} - {tuple(x) for x in after.values()}
    # Its own, and where one is full those up to the next that begins by its name.
    assert len(others) <= 2


def test_a_data_set_of_unstated_size_is_alone():
    batches = cut_batches(SIZES | {"data-50": None})
    assert batches["from-data-50"] == ["data-50"]
    assert "from-data-51" in batches


def test_so_many_data_sets_share_a_job():
    one = cut_batches(SIZES, datasets_per_job=1)
    assert list(one.values()) == [[name] for name in SIZES]
    few = cut_batches(SIZES, datasets_per_job=3)
    assert max(map(len, few.values())) == 3


def test_a_heavy_batch_is_cut_by_runs_and_every_run_is_in_one_part():
    parts = cut_parts(
        {"a": ["x", "y"], "b": ["z"]}, {"x": 1, "y": 8, "z": 1}.get, runs=10
    )
    assert list(parts) == ["a.1-of-2", "a.2-of-2", "b"]
    assert [part.runs(10) for part in parts.values()] == [
        [1, 3, 5, 7, 9],
        [2, 4, 6, 8, 10],
        list(range(1, 11)),
    ]
    assert list(cut_parts({"a": ["x"]}, lambda _: 1e9, runs=2)) == [
        "a.1-of-2",
        "a.2-of-2",
    ]


def test_runs_that_are_added_join_the_parts_that_there_are():
    few, more = (cut_parts({"a": ["x"]}, lambda _: 25, runs=n) for n in (10, 12))
    assert few == more
    assert more["a.2-of-5"].runs(12) == [2, 7, 12]


def test_so_many_runs_share_a_job_at_most():
    parts = cut_parts({"a": ["x"]}, lambda _: 0, runs=10, runs_per_job=4)
    assert [len(part.runs(10)) for part in parts.values()] == [4, 3, 3]
