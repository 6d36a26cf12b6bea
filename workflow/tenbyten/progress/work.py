"""What the jobs of a run make, how much of it is done, and the time that it takes.

Folds are counted in the files that jobs write as they go, so that it does not matter on
which machine a job runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tenbyten.engines.kept_file import Entry, part_of, read_kept

# With this, or with a `Work`, the workflow marks a record that it logs for people: as
# its attribute `tenbyten`. It says that no job runs any longer.
END = "end"

# Seconds of a job of which nothing is known: most of it imports libraries.
_OTHER_SECONDS = 3.0
# At most so many of these run at once, whatever the cores: they wait for each other.
_OTHERS_AT_ONCE = 3
# How soon what is measured outweighs the estimates: seconds, and jobs.
_TRUSTED_SECONDS = 5.0
_TRUSTED_JOBS = 2


class Compiling(NamedTuple):
    """What is known of the native learners, which a first run compiles.

    Attributes
    ----------
    is_needed : bool
        Whether that is to be done yet, as far as is known at the start.
    is_done_now : callable
        Tells whether it is being done.
    """

    is_needed: bool = False
    is_done_now: Callable[[], bool] = bool


class Amount(NamedTuple):
    """Folds or experiments, and the seconds that they take by the estimate."""

    units: int = 0
    seconds: float = 0.0

    def plus(self, other: Amount) -> Amount:
        """Return the sum of two amounts."""
        return Amount(self.units + other.units, self.seconds + other.seconds)


class Counts:
    """The counts that a job is to add on one data set.

    Parameters
    ----------
    kept : path
        ``kept/<panel>/<dataset>.json``.
    part : str
        The part of it that the job writes; empty for all.
    runs : mapping
        The runs that lack, by classifier.
    folds : int
        Of a run.
    seconds : mapping
        Of one run by the estimate, by classifier; empty if nothing is known.
    """

    def __init__(
        self,
        kept: Path,
        part: str,
        runs: Mapping[str, Collection[int]],
        *,
        folds: int,
        seconds: Mapping[str, float],
    ) -> None:
        self._path, self._dataset = part_of(kept, part), kept.stem
        self._runs, self._folds, self._seconds = runs, folds, seconds
        self._time = 0
        # Counts that are there and do not fit are replaced while the job runs.
        self._before: Mapping[tuple[str, int], object] | None = None
        self._done = Amount()

    @property
    def total(self) -> Amount:
        """All that lacks."""
        return self._amount((name, len(runs)) for name, runs in self._runs.items())

    def begin(self) -> None:
        """Look what is there when the job starts, be it for the first time or again."""
        if self._before is None:
            self._before = self._read()

    def done(self) -> Amount:
        """Look how much of it has been written since."""
        time = self._modified()
        if self._before is not None and time != self._time:
            now, self._time = self._read(), time
            self._done = self._amount(
                (name, sum(self._is_new(now, (name, run)) for run in runs))
                for name, runs in self._runs.items()
            )
        return self._done

    def _amount(self, runs: Iterable[tuple[str, int]]) -> Amount:
        """Return the amount of numbers of runs by classifier."""
        amount = Amount()
        for name, many in runs:
            seconds = many * self._seconds.get(name, math.nan)
            amount = amount.plus(Amount(many * self._folds, seconds if many else 0))
        return amount

    def _is_new(self, now: Mapping[tuple[str, int], object], cell) -> bool:
        return cell in now and now[cell] != (self._before or {}).get(cell)

    def _modified(self) -> int:
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return 0

    def _read(self) -> dict[tuple[str, int], tuple[str, Entry]]:
        """Return what is kept of each run, and what it was made from."""
        kept, _ = read_kept(self._path, self._dataset)
        return {
            (name, run): (repr(of_name.made_from), entry)
            for name, of_name in kept.items()
            for run, entry in of_name.runs.items()
        }


class Job:
    """What a job of the run makes.

    Parameters
    ----------
    counts : sequence of Counts, default=()
        Of the data sets that it cross-validates.
    amount : Amount, optional
        What it makes besides, which is done when the job is. By default nothing that
        is counted.
    """

    def __init__(
        self, counts: Sequence[Counts] = (), amount: Amount | None = None
    ) -> None:
        self._counts, self._amount = counts, amount or Amount()
        self.total = _sum(self._amount, (x.total for x in counts))
        # Whether it is one of those whose work is counted.
        self.is_counted = self.total.units > 0

    def begin(self) -> None:
        """Look what is there when it starts."""
        for counts in self._counts:
            counts.begin()

    def done(self) -> Amount:
        """Look how much is done while it runs."""
        return _sum(Amount(), (x.done() for x in self._counts))


def _sum(start: Amount, amounts: Iterable[Amount]) -> Amount:
    for amount in amounts:
        start = start.plus(amount)
    return start


class State(NamedTuple):
    """How far a run is.

    Attributes
    ----------
    units, of_units : int
        Folds or experiments that are done, those of earlier runs too, and all.
    jobs, of_jobs : int
        Jobs of this run that are done, and all.
    running : list of str
        What runs, in words.
    left : float
        Seconds that are left; NaN where nothing is known.
    compiles : bool
        Whether the native learners are being compiled.
    """

    units: int
    of_units: int
    jobs: int
    of_jobs: int
    running: list[str]
    left: float
    compiles: bool = False


class Work:
    """Jobs of a run, and how far they are.

    Parameters
    ----------
    jobs : dict of int to Job
        By their ids.
    unit : str
        What is counted: ``folds`` or ``experiments``.
    units : int
        All of them in the study: what is not made by these jobs is there.
    cores : int
        Jobs that run at once.
    queued : bool, default=False
        Whether a job waits in a queue before it runs.
    compiling : Compiling, optional
        By default nothing is compiled.
    """

    def __init__(
        self,
        jobs: Mapping[int, Job],
        *,
        unit: str,
        units: int,
        cores: int,
        queued: bool = False,
        compiling: Compiling | None = None,
    ) -> None:
        self.jobs, self.unit, self.queued = jobs, unit, queued
        self.compiling = compiling or Compiling()
        self.total = _sum(Amount(), (job.total for job in jobs.values()))
        self._units, self._cores = units, cores
        self._running: dict[int, tuple[str, float]] = {}
        # What a job has made stays when it fails.
        self._begun: set[int] = set()
        self._finished: set[int] = set()
        # Seconds of jobs whose work is not counted.
        self._took: list[float] = []
        # When the first folds were seen, and how many had been made.
        self._first: tuple[float, float] | None = None
        # What was done when it was looked at last, and since when.
        self._seen: tuple[int, int] | None = None
        self._changed = 0.0

    def start(self, job: int, words: str, now: float) -> None:
        """Note that a job starts, or waits in a queue."""
        if job in self.jobs:
            self.jobs[job].begin()
            self._begun.add(job)
        self._running[job] = words, now

    def finish(self, job: int, now: float) -> None:
        """Note that a job is done."""
        _, since = self._running.pop(job, ("", now))
        if job in self.jobs and job not in self._finished:
            self._finished.add(job)
            if not self.jobs[job].is_counted:
                self._took.append(now - since)

    def fail(self, job: int) -> None:
        """Note that a job does not run any longer; it may start again."""
        self._running.pop(job, None)

    def seconds(self) -> float:
        """Estimate the seconds of all of it; NaN if nothing is known of some."""
        return self.total.seconds / self._at_once() + self._seconds_of_others()

    def state(self, now: float) -> State:
        """Look how far it is."""
        # Copies: jobs start and end meanwhile.
        finished, running = set(self._finished), dict(self._running)
        begun = set(self._begun) - finished
        done = _sum(Amount(), (self.jobs[x].total for x in finished))
        done = _sum(done, (self.jobs[x].done() for x in begun))
        compiles = done.units < self.total.units and self.compiling.is_done_now()
        # No estimate counts the time that this takes.
        if compiles or (done.units, len(finished)) != self._seen:
            self._seen, self._changed = (done.units, len(finished)), now
        return State(
            self._units - self.total.units + done.units,
            self._units,
            len(finished),
            len(self.jobs),
            [words for words, _ in running.values()],
            self._left(done, now),
            compiles,
        )

    def _left(self, done: Amount, now: float) -> float:
        """Estimate what is left by the estimates, corrected by what was measured.

        Where the estimate ran out while nothing was done, nothing is known.
        """
        if done.units and self._first is None:
            self._first = now, done.units
        others, waited = self._seconds_of_others(), now - self._changed
        if done.units == self.total.units:
            return others - waited if waited < others else math.nan
        estimate = (self.total.seconds - done.seconds) / self._at_once()
        if self._first is None or not done.units:
            left = estimate + others - waited
            return left if waited < estimate else math.nan
        since, units = self._first
        elapsed = now - since
        if math.isnan(estimate):
            made = done.units - units
            left = self.total.units - done.units
            return left * elapsed / made + others if made else math.nan
        share = units / done.units
        expected = (1 - share) * done.seconds / self._at_once()
        factor = (elapsed + _TRUSTED_SECONDS) / (expected + _TRUSTED_SECONDS)
        return estimate * factor + others

    def _at_once(self) -> int:
        """Count the jobs that can run at once, of those whose work is counted."""
        jobs = sum(job.is_counted for job in self.jobs.values())
        return max(1, min(self._cores, jobs))

    def _seconds_of_others(self) -> float:
        """Estimate the seconds of the jobs left whose work is not counted."""
        all_others = (x for x, job in self.jobs.items() if not job.is_counted)
        left = sum(x not in self._finished for x in all_others)
        known = _TRUSTED_JOBS * _OTHER_SECONDS + sum(self._took)
        each = known / (_TRUSTED_JOBS + len(self._took))
        return left * each / min(self._cores, _OTHERS_AT_ONCE)
