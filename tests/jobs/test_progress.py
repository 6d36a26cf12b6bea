"""A run says what is done, what remains, the time left and what was found."""

import io
import time

import pytest

from tenbyten.jobs import progress
from tenbyten.jobs.progress import Display, Run, Work
from tenbyten.words import duration


def run_of(many, seconds=1.0, units=1):
    """A study of so many jobs with units."""
    amounts = {("count", "panel", str(x)): (units, seconds) for x in range(many)}
    return Run(amounts=amounts)


def do(work, jobs, *, at, each, rule="count"):
    """Do jobs one after the other, each in so many seconds; return when it is done."""
    for job in jobs:
        work.start(job, f"Job {job}", (rule, "panel", str(job)), at)
        at += each
        work.finish(job, at)
    return at


def left(work, now):
    """The words on the time that is left; empty if there are none."""
    said = work.describe(now).rpartition("; ")[2]
    return said.removesuffix(" left") if said.endswith(" left") else ""


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0, "0 s"),
        (61.4, "61 s"),
        (95, "2 min"),
        (5390, "90 min"),
        (7200, "2 h"),
        (30000, "8 h 20 min"),
        (86400 * 3, "3 days"),
    ],
)
def test_times_are_as_coarse_as_people_want_them(seconds, says):
    assert duration(seconds) == says


def test_the_start_tells_units_jobs_and_the_time():
    work = Work({"count": 2, "draw": 3}, run_of(2, 60.0, 1000), at_once=2)
    # 60 seconds on two cores, and three jobs of three seconds, two at once.
    assert work.announce() == (
        "To do: 2,000 folds in 2 jobs and 3 other jobs, about 70 s by a coarse estimate"
    )


def test_no_estimate_is_over_data_sets_of_unknown_size():
    run = run_of(2, 60.0)
    run.amounts["count", "panel", "1"] = 1, 0.0
    run.unsized = 1
    work = Work({"count": 2}, run, at_once=1)
    assert work.forecast() == "about 60 s without 1 data set of unknown size"
    # Its job tells nothing of the others.
    do(work, [1], at=0.0, each=1000.0)
    assert work._left(1000.0) == 60.0


def test_a_workflow_that_says_nothing_has_jobs_alone():
    work = Work({"draw": 3}, Run(), at_once=1)
    assert work.announce() == "To do: 3 jobs, about 10 s by a coarse estimate"
    do(work, [1], at=0.0, each=3.0, rule="draw")
    assert work.describe(3.0) == "1 of 3 jobs; about 10 s left"
    assert work.units_done() == ""


def test_what_runs_is_named_until_it_ends_and_what_failed_is_counted():
    work = Work({"count": 3, "draw": 1}, run_of(3), at_once=2, queued=True)
    for job, words in enumerate(["First", "Second"]):
        work.start(job, words, ("count", "panel", str(job)), 0.0)
    assert "; queued or running: First and 1 more job" in work.describe(1.0)
    work.finish(0, 1.0)
    work.fail(1)
    assert work.describe(1.0).startswith("1 of 3 folds (33%), 1 of 4 jobs, 1 failed;")
    work.start(1, "Second", ("count", "panel", "1"), 2.0)
    assert "failed" not in work.describe(2.0)


@pytest.mark.parametrize("factor", [0.05, 1, 30])
def test_the_time_left_follows_what_jobs_took_and_not_a_wrong_estimate(factor):
    # Each takes `factor` times its estimate of a second.
    work = Work({"count": 1000}, run_of(1000), at_once=1)
    now = do(work, range(500), at=7.0, each=factor)
    assert work._left(now) == pytest.approx(500 * factor, rel=0.25)


def test_more_cores_than_jobs_do_not_help():
    assert Work({"count": 2}, run_of(2, 100.0), at_once=64)._left(0.0) == 100.0


@pytest.mark.parametrize(("rule", "long"), [("count", 30.0), ("draw", 3.0)])
def test_an_estimate_that_ran_out_is_not_told_on(rule, long):
    work = Work({rule: 1}, run_of(rule == "count", long), at_once=1)
    work.start(0, "First", (rule, "panel", "0"), 0.0)
    assert left(work, long / 2) in ("about 20 s", "about 10 s")
    assert left(work, 2 * long) == ""


def test_jobs_of_the_analysis_take_what_the_others_took():
    work = Work({"draw": 100}, Run(), at_once=1)
    now = do(work, range(50), at=0.0, each=10.0, rule="draw")
    assert work._left(now) == pytest.approx(500.0, rel=0.05)


# A line in a terminal, lines in a file


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """As a terminal says it."""
        return True


@pytest.fixture
def quick(monkeypatch):
    """Look a hundred times a second, and write as often."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    for name in ("_LOOK", "_FIRST_LINE", "_LAST_LINE"):
        monkeypatch.setattr(progress, name, 0.01)


def follow(stream, says, until):
    """Follow the numbers from 1 until the stream has so much, then end."""
    shown, numbers = Display(stream), iter(range(1, 10**6))
    shown.follow(lambda: f"{says} {next(numbers)}")
    ends = time.monotonic() + 30
    while until not in stream.getvalue():
        assert time.monotonic() < ends, stream.getvalue()
        time.sleep(0.01)
    return shown


def test_a_line_is_no_longer_than_the_terminal_is_wide(quick):
    stream = Terminal()
    follow(stream, "word " * 20, "...").end()
    lines = stream.getvalue().replace("\r\x1b[K", "\r").split("\r")
    assert max(map(len, lines)) == 39


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_a_file_and_a_simple_terminal_have_whole_lines(quick, monkeypatch, stream):
    monkeypatch.setenv("TERM", "dumb")
    follow(stream, "folds", "folds 3").end()
    before = stream.getvalue()
    assert before.startswith("folds 1\nfolds 2\nfolds 3\n")
    assert "\x1b" not in before
    # Nothing is shown after the end.
    time.sleep(0.1)
    assert stream.getvalue() == before
