"""The jobs of a run: what is done, what remains, and the time left, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tenbyten.progress.run import Run
from tenbyten.words import count_of

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
# Seconds of a job without units: most of it imports libraries. At most so many of them
# run at once, whatever the cores: they wait for each other.
_OTHER_SECONDS, _OTHERS_AT_ONCE = 3.0, 3
# What is measured outweighs the estimates after so many seconds.
_TRUSTED_SECONDS = 5.0


@dataclass
class _Job:
    """A job that has started.

    `expected` is in seconds; where these are unknown, in units. `took` is NaN while it
    runs.
    """

    words: str
    key: tuple[str, ...]
    units: int
    expected: float
    since: float
    took: float = math.nan

    @property
    def runs(self) -> bool:
        """Whether it is not done."""
        return math.isnan(self.took)


class Work:
    """The jobs of a run.

    Parameters
    ----------
    counts : mapping of str to int
        Number of jobs by rule.
    run : Run
    at_once : int
        Jobs that run at once.
    queued : bool, default=False
        Whether a job waits in a queue before it runs.
    """

    def __init__(
        self, counts: Mapping[str, int], run: Run, *, at_once: int, queued: bool = False
    ) -> None:
        rules = {rule for rule, *_ in run.amounts}
        self._counted = sum(counts.get(rule, 0) for rule in rules)
        self._others = sum(counts.values()) - self._counted
        self._run, self._at_once, self._queued = run, at_once, queued
        seconds = sum(seconds for _, seconds in run.amounts.values())
        self._knows_seconds = not math.isnan(seconds)
        self._jobs: dict[int, _Job] = {}
        self._failed: set[int] = set()

    def start(self, job: int, words: str, key: tuple[str, ...], now: float) -> None:
        """Note that a job starts, or waits in a queue; `key` is as in `Run.amounts`."""
        units, expected = 0, _OTHER_SECONDS
        if key in self._run.amounts:
            units, expected = self._amount(key)
        self._failed.discard(job)
        self._jobs[job] = _Job(words, key, units, expected, now)

    def finish(self, job: int, now: float) -> None:
        """Note that a job is done."""
        if job in self._jobs:
            self._jobs[job].took = now - self._jobs[job].since

    def fail(self, job: int) -> None:
        """Note that a job has failed; it may start again."""
        self._failed.add(job)
        self._jobs.pop(job, None)

    def announce(self) -> str:
        """Say before the first job what is to be done, and how long it takes."""
        parts = []
        if self._counted:
            # Which of the jobs it has to do is known when they start.
            some = "" if self._counted >= len(self._run.amounts) else "about "
            what = f"{some}{self._to_do()[0]:,} {self._run.unit}"
            parts.append(f"{what} in {count_of(self._counted, 'job')}")
        if self._others:
            parts.append(count_of(self._others, f"{'other ' * bool(parts)}job"))
        if math.isnan(seconds := self._left(0.0)):
            said = "in a time that is estimated when the first are done"
        else:
            said = f"{about(seconds)} by a coarse estimate"
        return f"To do: {' and '.join(parts)}, {said}"

    def describe(self, now: float) -> str:
        """Say how much is done, what runs, and how long it takes yet."""
        jobs = [*self._jobs.values()]
        running = [job.words for job in jobs if job.runs]
        all_jobs = count_of(self._counted + self._others, "job")
        said = f"{len(jobs) - len(running)} of {all_jobs}"
        if units := self.units_done():
            said = f"{units}, {said}"
        if self._failed:
            said += f", {len(self._failed)} failed"
        if running:
            said += f"; {'queued or ' * self._queued}running: {running[0]}"
        if running[1:]:
            said += f" and {count_of(len(running) - 1, 'more job')}"
        left = self._left(now)
        return said if math.isnan(left) else f"{said}; {about(left)} left"

    def units_done(self) -> str:
        """Say how many units are there, of earlier runs too; empty without any."""
        to_do = self._to_do()[0]
        if not (units := max(self._run.units, to_do)):
            return ""
        done = sum(job.units for job in [*self._jobs.values()] if not job.runs)
        done += units - to_do
        return f"{done:,} of {units:,} {self._run.unit} ({100 * done // units}%)"

    def _amount(self, key: tuple[str, ...]) -> tuple[int, float]:
        """Return the units of a job, and their seconds, or else their number again."""
        units, seconds = self._run.amounts[key]
        return units, seconds if self._knows_seconds else units

    def _to_do(self) -> tuple[int, float]:
        """Return the units of this run and what is expected of them.

        Of jobs that have not started it takes the mean where some are not of this run.
        """
        started = {job.key for job in [*self._jobs.values()]}
        units = expected = 0.0
        rest = len(self._run.amounts.keys() - started)
        left = self._counted - len(self._run.amounts.keys() & started)
        for key in self._run.amounts:
            share = 1.0 if key in started else min(1.0, left / rest)
            amount = self._amount(key)
            units += share * amount[0]
            expected += share * amount[1]
        return round(units), expected

    def _left(self, now: float) -> float:
        """Estimate the seconds that are left; NaN where nothing is known."""
        jobs = [*self._jobs.values()]
        counted = [job for job in jobs if job.key in self._run.amounts]
        others = [job for job in jobs if job.key not in self._run.amounts]
        trusted = _TRUSTED_SECONDS if self._knows_seconds else 0.0
        at_once = max(1, min(self._at_once, self._counted))
        left = _left(counted, self._to_do()[1], trusted, now) / at_once
        expected = self._others * _OTHER_SECONDS
        at_once = min(self._at_once, _OTHERS_AT_ONCE)
        return left + _left(others, expected, _TRUSTED_SECONDS, now) / at_once


def _left(jobs: list[_Job], expected: float, trusted: float, now: float) -> float:
    """Estimate what is left of all that is expected, by what it took so far.

    NaN where nothing is known, such as where the last jobs take longer than expected.
    """
    late = [x for x in jobs if x.runs and trusted and now - x.since > x.expected]
    timed = [x for x in jobs if not x.runs]
    seconds = sum(x.took for x in timed) + sum(now - x.since for x in late) + trusted
    of_these = sum(x.expected for x in (*timed, *late)) + trusted
    running = [x for x in jobs if x.runs]
    waiting = expected - sum(x.expected for x in jobs)
    if waiting < 1e-9 and not running:
        return 0.0
    if not of_these:
        return math.nan
    factor = seconds / of_these
    left = factor * max(0.0, waiting)
    left += sum(max(0.0, factor * x.expected - (now - x.since)) for x in running)
    return left or math.nan


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
