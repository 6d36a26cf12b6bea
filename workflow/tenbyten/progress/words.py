"""Say in a line how far a run is."""

from __future__ import annotations

import math

from tenbyten.progress.work import State, Work
from tenbyten.words import count_of

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def announce(work: Work) -> str:
    """Say before the first job what is to be made, and about how long it takes."""
    counted = sum(job.is_counted for job in work.jobs.values())
    others = len(work.jobs) - counted
    parts = []
    if counted:
        parts.append(f"{work.total.units:,} {work.unit} in {count_of(counted, 'job')}")
    if others:
        parts.append(count_of(others, f"{'other ' * bool(counted)}job"))
    more = ""
    if work.compiling.is_needed:
        more = ", and a minute or two to compile the native learners once"
    return f"To do: {' and '.join(parts)}, {_time(work.seconds())}{more}"


def describe(state: State, work: Work) -> str:
    """Say how much is done, what runs, and how long it takes yet."""
    parts = []
    if work.total.units:
        share = math.floor(100 * state.units / state.of_units)
        done = f"{state.units:,} of {state.of_units:,} {work.unit}"
        parts.append(f"{done} ({share}%)")
    parts.append(f"{state.jobs} of {count_of(state.of_jobs, 'job')}")
    running, left = _running(state.running, work.queued), ""
    if state.compiles:
        said = "once after an installation (a minute or two)"
        running = f"; compiling the native learners, {said}{running}"
    elif not math.isnan(state.left):
        left = f"; {about(state.left)} left"
    return f"{', '.join(parts)}{running}{left}"


def about(seconds: float) -> str:
    """Return a time as coarsely as it is known.

    Examples
    --------
    >>> about(34), about(400), about(30000)
    ('about 40 s', 'about 7 min', 'about 8 h 20 min')
    """
    if seconds < 1.5 * _MINUTE:
        return f"about {10 * max(1, math.ceil(seconds / 10))} s"
    if seconds < 1.5 * _HOUR:
        return f"about {round(seconds / _MINUTE)} min"
    if seconds < 2 * _DAY:
        hours, minutes = divmod(10 * round(seconds / 600), 60)
        return f"about {hours} h" + (f" {minutes} min" if minutes else "")
    return f"about {round(seconds / _DAY)} days"


def took(seconds: float) -> str:
    """Return how long something took.

    Examples
    --------
    >>> took(34.2), took(400), took(30000)
    ('34 s', '6 min 40 s', '8 h 20 min')
    """
    seconds = round(seconds)
    if seconds < _MINUTE:
        return f"{seconds} s"
    if seconds < _HOUR:
        return f"{seconds // _MINUTE} min {seconds % _MINUTE} s"
    return f"{seconds // _HOUR} h {seconds % _HOUR // _MINUTE} min"


def _time(seconds: float) -> str:
    """Say a time that is only estimated."""
    if math.isnan(seconds):
        return "in a time that is estimated when the first are done"
    return f"{about(seconds)} by a coarse estimate"


def _running(jobs: list[str], queued: bool) -> str:
    """Name what runs: one job, and how many more."""
    if not jobs:
        return ""
    more = f" and {count_of(len(jobs) - 1, 'more job')}" if len(jobs) > 1 else ""
    return f"; {'queued or running' if queued else 'running'}: {jobs[0]}{more}"
