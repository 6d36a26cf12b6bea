"""Lines on progress."""

import math

import pytest

from tenbyten.progress.words import about, announce, describe, took
from tenbyten.progress.work import Amount, Compiling, Job, State, Work


def work(counted=2, others=3, seconds=60.0, **how):
    jobs = {x: Job(amount=Amount(1000, seconds)) for x in range(counted)}
    jobs |= {counted + x: Job() for x in range(others)}
    return Work(jobs, unit="folds", units=5000, cores=2, **how)


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0, "about 10 s"),
        (61, "about 70 s"),
        (95, "about 2 min"),
        (5390, "about 90 min"),
        (7200, "about 2 h"),
        (86400 * 3, "about 3 days"),
    ],
)
def test_times_are_as_coarse_as_they_are_known(seconds, says):
    assert about(seconds) == says


@pytest.mark.parametrize(
    ("seconds", "says"), [(59.6, "1 min 0 s"), (61, "1 min 1 s"), (3700, "1 h 1 min")]
)
def test_what_it_took_is_told_to_the_second(seconds, says):
    assert took(seconds) == says


def test_the_start_tells_folds_jobs_and_the_time():
    # 60 seconds on two cores, and three jobs of three seconds, two at once.
    says = (
        "To do: 2,000 folds in 2 jobs and 3 other jobs, about 70 s by a coarse estimate"
    )
    assert announce(work()) == says


def test_the_start_tells_that_learners_are_to_be_compiled():
    says = "estimate, and a minute or two to compile the native learners once"
    assert announce(work(compiling=Compiling(is_needed=True))).endswith(says)


def test_a_line_tells_that_learners_are_compiled_in_place_of_the_time():
    state = State(0, 5000, 0, 5, ["Cross-validating"], 40.0, compiles=True)
    assert describe(state, work()) == (
        "0 of 5,000 folds (0%), 0 of 5 jobs; compiling the native learners, once after "
        "an installation (a minute or two); running: Cross-validating"
    )


def test_the_start_promises_no_time_that_is_not_known():
    says = "To do: 1,000 folds in 1 job, in a time that is estimated when the first"
    assert announce(work(1, 0, math.nan)).startswith(says)


def test_the_start_of_an_analysis_speaks_of_no_folds():
    assert announce(work(0, 3)).startswith("To do: 3 jobs, about 10 s")


def test_a_line_tells_what_is_done_what_runs_and_the_time_left():
    state = State(4999, 5000, 1, 5, ["Cross-validating a on 1-2", "Drawing"], 100.0)
    assert describe(state, work()) == (
        "4,999 of 5,000 folds (99%), 1 of 5 jobs; running: Cross-validating a on "
        "1-2 and 1 more job; about 2 min left"
    )


def test_on_a_cluster_a_job_may_wait_in_a_queue():
    state = State(0, 5000, 0, 5, ["Drawing"], math.nan)
    says = "0 of 5,000 folds (0%), 0 of 5 jobs; queued or running: Drawing"
    assert describe(state, work(queued=True)) == says
