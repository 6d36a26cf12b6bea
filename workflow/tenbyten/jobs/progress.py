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

from tenbyten.words import count_of, duration

# Seconds of a job without units, most of them for imports; and how many such jobs run
# at once at most, for they wait for each other.
JOB_SECONDS, _OTHERS_AT_ONCE = 3.0, 3
# Seconds after which measured times outweigh the estimates.
_TRUSTED_SECONDS = 5.0
# Seconds between updates; and between lines in a file: at first, and at most. Within
# these it is a tenth of the elapsed time.
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
    amounts : dict
        Folds of each job and a coarse estimate of their seconds, by the name of its
        rule and the values of its wildcards without `study`. Other jobs are not counted
        in folds. A new mapping takes its place when more jobs become known. The seconds
        are 0 for data sets of unknown size.
    unsized : int
        Number of data sets of unknown size.
    report : str
        The path of the report; empty if there is none.
    cores : int
        Cores of this call, which Snakemake does not tell on a dry run.
    """

    lines: list[str] = field(default_factory=list)
    amounts: dict[tuple[str, ...], tuple[int, float]] = field(default_factory=dict)
    unsized: int = 0
    report: str = ""
    cores: int = 1


# The run of this process.
RUN = Run()


@dataclass
class _Job:
    """A job that has started; `took` is None while it runs."""

    words: str
    key: tuple[str, ...]
    since: float
    took: float | None = None


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
        counted = sum(counts.get(rule, 0) for rule in rules)
        self._others = sum(counts.values()) - counted
        # Those that become known later are of this run.
        self._earlier = len(run.amounts) - counted
        self._run, self._at_once, self._queued = run, at_once, queued
        self.jobs: dict[int, _Job] = {}
        self._failed: set[int] = set()

    @property
    def _counted(self) -> int:
        """Jobs of this run that have amounts."""
        return len(self._run.amounts) - self._earlier

    def start(self, job: int, words: str, key: tuple[str, ...], now: float) -> None:
        """Note that a job starts, or waits in a queue; `key` is as in `Run.amounts`."""
        self._failed.discard(job)
        self.jobs[job] = _Job(words, key, now)

    def finish(self, job: int, now: float) -> None:
        """Note that a job is done."""
        if job in self.jobs:
            self.jobs[job].took = now - self.jobs[job].since

    def fail(self, job: int) -> _Job | None:
        """Note that a job has failed, and return it; it may start again."""
        self._failed.add(job)
        return self.jobs.pop(job, None)

    def announce(self) -> str:
        """Say before the first job how much there is to do, and how long it takes."""
        return f"To do: {self.count()}, {self.forecast()} by a coarse estimate"

    def count(self) -> str:
        """Say how many folds and jobs there are to do."""
        parts = []
        if self._counted:
            # Which jobs these are is known when they start.
            some = "" if self._counted >= len(self._run.amounts) else "about "
            what = f"{some}{self._to_do()[0]:,} folds"
            parts.append(f"{what} in {count_of(self._counted, 'job')}")
        if self._others:
            parts.append(count_of(self._others, f"{'other ' * bool(parts)}job"))
        return " and ".join(parts)

    def forecast(self) -> str:
        """Say before the first job how long all take, of data sets of known size."""
        unsized = count_of(self._run.unsized, "data set")
        without = f" without {unsized} of unknown size" * bool(self._run.unsized)
        return f"{_about(self._left(0.0))}{without}"

    @property
    def cpu_seconds(self) -> float:
        """An estimate of the seconds of all jobs, one after the other."""
        return self._to_do()[1] + self._others * JOB_SECONDS

    def describe(self, now: float) -> str:
        """Say how much is done, what runs, and how much time is left."""
        jobs = [*self.jobs.values()]
        running = [job.words for job in jobs if job.took is None]
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
        return f"{said}; {_about(left)} left" if left or not running else said

    def units_done(self) -> str:
        """Say how many folds are done, in earlier runs too; empty if there are none."""
        amounts, to_do = self._run.amounts, self._to_do()[0]
        if not (units := sum(many for many, _ in amounts.values())):
            return ""
        done = [x.key for x in [*self.jobs.values()] if x.took is not None]
        count = sum(amounts[key][0] for key in done if key in amounts) + units - to_do
        return f"{count:,} of {units:,} folds ({100 * count // units}%)"

    def _to_do(self) -> tuple[int, float]:
        """Return the units of this run and their estimated seconds.

        Which jobs a run has is known when they start; before, each counts as the mean.
        """
        amounts = self._run.amounts
        started = {job.key for job in [*self.jobs.values()]} & amounts.keys()
        rest = len(amounts) - len(started)
        part = min(1.0, (self._counted - len(started)) / rest) if rest else 0.0
        units = seconds = 0.0
        for key, (many, long) in amounts.items():
            share = 1.0 if key in started else part
            units, seconds = units + share * many, seconds + share * long
        return round(units), seconds

    def _left(self, now: float) -> float:
        """Estimate the seconds that are left, by what jobs have taken so far."""
        amounts, jobs, left = self._run.amounts, [*self.jobs.values()], 0.0
        for counted, expected, at_once in (
            (True, self._to_do()[1], max(1, min(self._at_once, self._counted))),
            (False, self._others * JOB_SECONDS, min(self._at_once, _OTHERS_AT_ONCE)),
        ):
            spent = estimated = _TRUSTED_SECONDS
            running = []
            for job in jobs:
                if (job.key in amounts) == counted:
                    seconds = amounts.get(job.key, (0, JOB_SECONDS))[1]
                    so_far = now - job.since if job.took is None else job.took
                    if seconds and (job.took is not None or so_far > seconds):
                        spent += so_far
                        estimated += seconds
                    if job.took is None:
                        running.append((seconds, so_far))
                    expected -= seconds
            factor = spent / estimated
            rest = sum(max(0.0, factor * x - so_far) for x, so_far in running)
            left += (rest + factor * max(0.0, expected)) / at_once
        return left


def _about(seconds: float) -> str:
    """Return an estimated time."""
    return f"about {duration(10 * max(1, math.ceil(seconds / 10)))}"


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
        """Show what `describe` returns from now on, until `end`."""
        self._thread = threading.Thread(
            target=self._follow, args=(describe,), name="progress", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Stop showing how far the run is."""
        self._ended.set()
        if self._thread:
            self._thread.join()
        if self._shown:
            self.write("", end="")

    def _follow(self, describe: Callable[[], str]) -> None:
        """Show from time to time how far the run is."""
        started = last = time.monotonic()
        while not self._ended.wait(_LOOK):
            text, now = describe(), time.monotonic()
            if self._is_terminal:
                width = shutil.get_terminal_size().columns - 1
                text = text if len(text) <= width else f"{text[: width - 3]}..."
                # Other output then begins at the start of the line.
                self.write(f"{_RUB_OUT * (not self._shown)}{text}", end="\r")
            elif now - last >= min(max(_FIRST_LINE, (now - started) / 10), _LAST_LINE):
                self.write(text)
                last = now
