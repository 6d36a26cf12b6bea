"""Work is counted in the files that jobs write, and the time left follows from it."""

import math

import pytest

from tenbyten.engines.kept_file import Entry, Kept, part_of, write_kept
from tenbyten.progress.work import Amount, Compiling, Counts, Job, Work


@pytest.fixture
def keep(tmp_path):
    """Write runs of a classifier as a job does; return the file's path."""
    path = tmp_path / "kept" / "panel" / "iris.json"

    def write(*runs, made_from="now", part=""):
        kept = Kept({"code": made_from})
        kept.runs = {run: Entry("folds", "1/2 2/2", {}) for run in runs}
        write_kept(part_of(path, part), "iris", {"Bayes": kept})
        return path

    return write


def counts(path, runs=(1, 2, 3), part=""):
    """The counts of a job that has begun."""
    found = Counts(path, part, {"Bayes": runs}, folds=2, seconds={"Bayes": 5.0})
    found.begin()
    return found


def test_folds_are_counted_as_a_job_writes_them(keep, tmp_path):
    work = counts(tmp_path / "kept" / "panel" / "iris.json")
    assert work.total == Amount(6, 15.0)
    assert work.done() == Amount(0, 0.0)
    keep(1, 2)
    assert work.done() == Amount(4, 10.0)
    keep(1, 2, 3)
    assert work.done() == work.total


def test_folds_of_other_jobs_are_not_counted(keep):
    path = keep(1)
    work = counts(path, runs=(2, 3), part="runs-2-3")
    keep(2, part="runs-2-3")
    assert work.done() == Amount(2, 5.0)


def test_outdated_counts_are_counted_when_they_are_replaced(keep):
    work = counts(keep(1, 2, 3, made_from="before"))
    assert work.done().units == 0
    keep(1)
    assert work.done().units == 2
    # A job that is sent again goes on.
    work.begin()
    assert work.done().units == 2


def jobs(many=10, others=0):
    """Jobs of a fold and a second each, and jobs that only take time."""
    found = {x: Job(amount=Amount(1, 1.0)) for x in range(many)}
    return found | {many + x: Job() for x in range(others)}


def do(work, ids, *, at, took):
    """Do jobs one after the other; return the time."""
    for job in ids:
        work.start(job, f"Job {job}", at)
        at += took
        work.finish(job, at)
        work.state(at)
    return at


def test_folds_of_earlier_runs_are_done():
    work = Work(jobs(10), unit="folds", units=100, cores=1)
    assert work.state(0.0)[:4] == (90, 100, 0, 10)
    do(work, [0, 1], at=0.0, took=1.0)
    assert work.state(2.0)[:4] == (92, 100, 2, 10)


def test_what_runs_is_named_until_it_ends():
    work = Work(jobs(3), unit="folds", units=3, cores=2)
    work.start(0, "First", 0.0)
    work.start(1, "Second", 0.0)
    assert work.state(1.0).running == ["First", "Second"]
    work.finish(0, 1.0)
    work.fail(1)
    assert work.state(1.0).running == []
    assert work.state(1.0).jobs == 1


def test_what_a_job_made_before_it_failed_is_there(keep, tmp_path):
    of_job = counts(tmp_path / "kept" / "panel" / "iris.json")
    work = Work({0: Job([of_job])}, unit="folds", units=6, cores=1)
    work.start(0, "First", 0.0)
    path = keep(1, 2)
    assert work.state(1.0).units == 4
    work.fail(0)
    assert work.state(2.0)[:4] == (4, 6, 0, 1)
    # Somebody takes it away.
    path.unlink()
    assert work.state(3.0).units == 0


@pytest.mark.parametrize("factor", [0.05, 1, 30])
def test_the_time_left_follows_the_folds_done_and_not_a_wrong_estimate(factor):
    # Each takes `factor` times its estimate of a second.
    work = Work(jobs(1000), unit="folds", units=1000, cores=1)
    now = do(work, range(500), at=7.0, took=factor)
    assert work.state(now).left == pytest.approx(500 * factor, rel=0.25)


def test_at_the_start_the_estimate_is_for_all_cores():
    work = Work(jobs(100), unit="folds", units=100, cores=4)
    assert work.seconds() == work.state(0.0).left == 25.0


def test_more_cores_than_jobs_do_not_help():
    assert Work(jobs(2), unit="folds", units=2, cores=64).seconds() == 1.0


def test_nothing_is_promised_of_what_is_not_known_until_some_is_done():
    some = {x: Job(amount=Amount(10, math.nan)) for x in range(4)}
    work = Work(some, unit="folds", units=40, cores=1)
    assert math.isnan(work.seconds())
    assert math.isnan(work.state(5.0).left)
    now = do(work, [0, 1], at=0.0, took=10.0)
    assert work.state(now).left == pytest.approx(20.0)


@pytest.mark.parametrize(("counted", "others"), [(10, 0), (0, 5), (10, 5)])
def test_an_estimate_that_ran_out_is_not_told_on(counted, others):
    work = Work(jobs(counted, others), unit="folds", units=counted, cores=1)
    work.start(0, "First", 0.0)
    before = work.state(0.0).left
    assert before == pytest.approx(counted + 3 * others)
    assert work.state(4.0).left == pytest.approx(before - 4.0)
    assert math.isnan(work.state(before).left)
    work.finish(0, before)
    assert work.state(before).left > 0


def test_the_time_that_compiling_takes_is_not_taken_from_the_estimate():
    compiles = [False, True, True, False]
    compiling = Compiling(True, lambda: compiles.pop(0))
    work = Work(jobs(10), unit="folds", units=10, cores=1, compiling=compiling)
    states = [work.state(now) for now in (0.0, 2.0, 60.0, 61.0)]
    assert [state.compiles for state in states] == [False, True, True, False]
    assert [state.left for state in states] == pytest.approx([10.0, 10.0, 10.0, 9.0])


def test_nothing_is_compiled_for_folds_that_are_done():
    work = Work(
        jobs(1), unit="folds", units=1, cores=1, compiling=Compiling(True, lambda: True)
    )
    assert work.state(0.0).compiles
    do(work, [0], at=0.0, took=1.0)
    assert not work.state(1.0).compiles


def test_jobs_of_the_analysis_take_what_the_others_took():
    work = Work(jobs(0, others=100), unit="folds", units=0, cores=1)
    assert work.seconds() == pytest.approx(300.0)
    now = do(work, range(50), at=0.0, took=10.0)
    assert work.state(now).left == pytest.approx(500.0, rel=0.05)
