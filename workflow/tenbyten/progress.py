"""Tell people how far a study is: what is done, what runs, and the time that is left.

Nothing here settles a result, and no result depends on it.
"""

from __future__ import annotations

import math
import os
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TextIO

from tenbyten.words import count_of

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
# Seconds of a job without units: most of it imports libraries. At most so many of them
# run at once, whatever the cores: they wait for each other.
_OTHER_SECONDS, _OTHERS_AT_ONCE = 3.0, 3
# What is measured outweighs the estimates after so many seconds.
_TRUSTED_SECONDS = 5.0
# Seconds between two looks. In a file a line follows another after so many, later after
# a tenth of the time, at most ten minutes.
_LOOK, _FIRST_LINE, _LAST_LINE = 1.0, 15.0, 600.0
_RUB_OUT = "\r\x1b[K"


@dataclass
class Run:
    """Facts on a run, filled by the rules while Snakemake reads them.

    A workflow that fills nothing is shown by its jobs alone.

    Attributes
    ----------
    lines : list of str
        Shown at the start, and at the end of a dry run.
    unit : str
        What jobs make: ``folds`` or ``experiments``.
    units : int
        All of the study.
    amounts : dict
        What each job makes: its number of units, and the seconds that they take by a
        coarse estimate, by the name of its rule and the values of its wildcards without
        `study`. Other jobs are not counted in units.
    report : str
        The path of the report; empty if there is none.
    """

    lines: list[str] = field(default_factory=list)
    unit: str = "folds"
    units: int = 0
    amounts: dict[tuple[str, ...], tuple[int, float]] = field(default_factory=dict)
    report: str = ""


# The run of this process.
RUN = Run()


@dataclass
class _Job:
    """A job that has started; `took` is NaN while it runs."""

    words: str
    key: tuple[str, ...]
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
        self._jobs: dict[int, _Job] = {}
        self._failed: set[int] = set()

    def start(self, job: int, words: str, key: tuple[str, ...], now: float) -> None:
        """Note that a job starts, or waits in a queue; `key` is as in `Run.amounts`."""
        self._failed.discard(job)
        self._jobs[job] = _Job(words, key, now)

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
        left = about(self._left(0.0))
        return f"To do: {' and '.join(parts)}, {left} by a coarse estimate"

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
        # The last jobs may take longer than expected.
        return f"{said}; {about(left)} left" if left or not running else said

    def units_done(self) -> str:
        """Say how many units are there, of earlier runs too; empty without any."""
        to_do = self._to_do()[0]
        if not (units := max(self._run.units, to_do)):
            return ""
        done = [x.key for x in [*self._jobs.values()] if not x.runs]
        count = sum(self._amount(key)[0] for key in done) + units - to_do
        return f"{count:,} of {units:,} {self._run.unit} ({100 * count // units}%)"

    def _amount(self, key: tuple[str, ...]) -> tuple[int, float]:
        """Return the units of a job, and the seconds that are expected of it."""
        return self._run.amounts.get(key, (0, _OTHER_SECONDS))

    def _to_do(self) -> tuple[int, float]:
        """Return the units of this run, and the seconds that are expected of them.

        Of jobs that have not started it takes the mean where some are not of this run.
        """
        amounts = self._run.amounts
        started = {job.key for job in [*self._jobs.values()]} & amounts.keys()
        rest = len(amounts) - len(started)
        part = min(1.0, (self._counted - len(started)) / rest) if rest else 0.0
        shares = {key: 1.0 if key in started else part for key in amounts}
        units, seconds = (
            sum(share * amounts[key][x] for key, share in shares.items())
            for x in (0, 1)
        )
        return round(units), seconds

    def _left(self, now: float) -> float:
        """Estimate the seconds that are left."""
        counted: list[_Job] = []
        others: list[_Job] = []
        for job in [*self._jobs.values()]:
            (counted if job.key in self._run.amounts else others).append(job)
        seconds = self._left_of(counted, self._to_do()[1], now)
        left = seconds / max(1, min(self._at_once, self._counted))
        seconds = self._left_of(others, self._others * _OTHER_SECONDS, now)
        return left + seconds / min(self._at_once, _OTHERS_AT_ONCE)

    def _left_of(self, jobs: list[_Job], expected: float, now: float) -> float:
        """Estimate what is left of all that is expected, by what it took so far."""
        spent = told = _TRUSTED_SECONDS
        for job in jobs:
            seconds = self._amount(job.key)[1]
            so_far = now - job.since if job.runs else job.took
            if not job.runs or so_far > seconds:
                spent, told = spent + so_far, told + seconds
        factor, waiting, left = spent / told, expected, 0.0
        for job in jobs:
            seconds = self._amount(job.key)[1]
            waiting -= seconds
            if job.runs:
                left += max(0.0, factor * seconds - (now - job.since))
        return left + factor * max(0.0, waiting)


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


class Display:
    """Write lines to a stream, and below them one that says how far a run is.

    In a terminal that line is rewritten. Elsewhere, such as in a file, it is written
    now and then.

    Parameters
    ----------
    stream : text file
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        smart = os.environ.get("TERM") not in (None, "", "dumb")
        self._is_terminal = stream.isatty() and smart
        self._lock, self._ended = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None
        self._shown = False

    def write(self, text: str, end: str = "\n") -> None:
        """Write lines in the place of the one that says how far the run is."""
        with self._lock:
            self._stream.write(f"{_RUB_OUT if self._shown else ''}{text}{end}")
            self._stream.flush()
            self._shown = end == "\r"

    def follow(self, describe: Callable[[], str]) -> None:
        """Show from now on what `describe` says, until `end`."""
        self._thread = threading.Thread(
            target=self._follow, args=(describe,), name="progress", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Show no longer how far the run is."""
        self._ended.set()
        if self._thread:
            self._thread.join()
        if self._shown:
            self.write("", end="")

    def _follow(self, describe: Callable[[], str]) -> None:
        """Look now and then how far the run is, and show it."""
        started = last = time.monotonic()
        while not self._ended.wait(_LOOK):
            text, now = describe(), time.monotonic()
            if self._is_terminal:
                width = shutil.get_terminal_size().columns - 1
                text = text if len(text) <= width else f"{text[: width - 3]}..."
                # What others write begins where it begins.
                self.write(f"{_RUB_OUT * (not self._shown)}{text}", end="\r")
            elif now - last >= min(max(_FIRST_LINE, (now - started) / 10), _LAST_LINE):
                self.write(text)
                last = now
