"""Cut what is to be made into jobs of a sensible size, by an estimate of the time.

A job takes several small data sets, or some runs and classifiers of a large one. It
names itself after what it takes, so that a process on another machine needs no plan.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

# Seconds of a job, by the estimate: at most, and at least if all cores have one.
LONGEST = 600.0
SHORTEST = 4.0
# At least in any case: a job takes a second to start, and on a cluster it waits.
_START = 1.0
SHORTEST_QUEUED = 120.0
# Jobs for each core, so that all cores end at about the same time.
_JOBS_PER_CORE = 4
# A job looks at every data set from its first to its last: how many it may skip.
_SKIPPED = 20

_NAME = re.compile(
    r"(\d+)-(\d+)(?:\.runs-(\d+)-(\d+))?(?:\.classifiers-(\d+)-(\d+))?(?:~\d+)?"
)
# What a wildcard of a rule may be.
BATCH_PATTERN = _NAME.pattern.replace(r"(\d+)", r"\d+")

Range = tuple[int, int]


class Batch(NamedTuple):
    """Data sets, and of these perhaps some runs and classifiers, that a job takes.

    Attributes
    ----------
    first, last : int
        Positions of its first and last data set in the sheet, from 1.
    runs, classifiers : tuple of int or None
        First and last run, first and last classifier of the panel, from 1; None for
        all.
    """

    first: int
    last: int
    runs: Range | None = None
    classifiers: Range | None = None

    @property
    def name(self) -> str:
        """Name of the job, such as ``1-16`` or ``7-7.runs-1-5.classifiers-2-2``."""
        return f"{self.first}-{self.last}" + (f".{self.part}" if self.part else "")

    @property
    def part(self) -> str:
        """Name of the part of each data set's counts; empty for all of them."""
        parts = {"runs": self.runs, "classifiers": self.classifiers}
        return ".".join(f"{x}-{ends[0]}-{ends[1]}" for x, ends in parts.items() if ends)

    def has(self, position: int) -> bool:
        """Return whether a data set is among those from the first to the last."""
        return self.first <= position <= self.last


def read_batch(name: str) -> Batch:
    """Read the name of a job; behind ``~`` stands which of that name it is."""
    found = _NAME.fullmatch(name)
    if not found:
        raise ValueError(f"{name!r} names no job; it is like 1-16 or 7-7.runs-1-5")
    first, last, *ends = (int(number) if number else 0 for number in found.groups())
    runs, classifiers = (ends[0], ends[1]), (ends[2], ends[3])
    return Batch(
        first,
        last,
        runs if any(runs) else None,
        classifiers if any(classifiers) else None,
    )


class Missing(NamedTuple):
    """What is to be made of one data set.

    Attributes
    ----------
    position : int
        Its place in the sheet, from 1.
    runs : dict of str to list of int
        The missing runs of each classifier.
    seconds : dict of str to float
        Estimate for one run of each classifier of the panel, in its order; empty if
        nothing is known of the data.
    """

    position: int
    runs: Mapping[str, Sequence[int]]
    seconds: Mapping[str, float]

    @property
    def total(self) -> float:
        """Estimated seconds for all of it; NaN if nothing is known of the data."""
        if not self.seconds:
            return math.nan
        return sum(len(runs) * self.seconds[name] for name, runs in self.runs.items())


class Size(NamedTuple):
    """Sizes of jobs.

    Attributes
    ----------
    seconds : float
        Of a job, by the estimate.
    data_sets, runs : int
        Data sets and runs of a job; 0 to go by the estimate.
    splits_by_classifier : bool
        Whether a job may take some classifiers of the panel.
    """

    seconds: float
    data_sets: int = 0
    runs: int = 0
    splits_by_classifier: bool = False


def seconds_of_a_job(total: float, cores: int, *, queued: bool) -> float:
    """Choose the seconds of a job for `cores`, or as many jobs that wait in a queue."""
    shortest = max(min(SHORTEST, total / cores), _START)
    if queued:
        shortest = SHORTEST_QUEUED
    return min(max(total / (_JOBS_PER_CORE * cores), shortest), LONGEST)


def batches(missing: Iterable[Missing], size: Size) -> list[Batch]:
    """Cut what is missing into jobs, in the order of the sheet.

    Small data sets share a job; a data set of which nothing is known has its own, and
    one that takes longer than a job has several, by classifiers and by runs.
    """
    found: list[Batch] = []
    group: list[Missing] = []
    for data_set in missing:
        if not size.data_sets and not data_set.total < size.seconds:
            found += [*_joined(group, size), *_split(data_set, size)]
            group = []
            continue
        if group and not _fits(group, data_set, size):
            found += _joined(group, size)
            group = []
        group.append(data_set)
    return found + _joined(group, size)


def _fits(group: Sequence[Missing], data_set: Missing, size: Size) -> bool:
    """Return whether a job has room for another data set."""
    if size.data_sets:
        return len(group) < size.data_sets
    near = data_set.position - group[-1].position <= _SKIPPED
    return near and sum(x.total for x in group) + data_set.total <= size.seconds


def _joined(group: Sequence[Missing], size: Size) -> list[Batch]:
    """Make the jobs of data sets that share them: one, or one for every few runs."""
    if not group:
        return []
    ends = group[0].position, group[-1].position
    if not size.runs:
        return [Batch(*ends)]
    runs = sorted({run for x in group for some in x.runs.values() for run in some})
    return [Batch(*ends, part) for part in _ranges(runs, size.runs)]


def _split(data_set: Missing, size: Size) -> list[Batch]:
    """Make the jobs of one large data set, by classifiers and by runs."""
    if not data_set.seconds or size.runs:
        return _joined([data_set], size)
    found = []
    names = list(data_set.seconds)
    for ends in _groups(data_set, size):
        some = names[ends[0] - 1 : ends[1]] if ends else names
        some = [name for name in some if name in data_set.runs]
        runs = sorted({run for name in some for run in data_set.runs[name]})
        seconds = sum(data_set.seconds[name] for name in some)
        parts = _ranges(runs, max(1, int(size.seconds / max(seconds, 1e-9))))
        found += [
            Batch(data_set.position, data_set.position, part, ends)
            for part in (parts if len(parts) > 1 else [None])
        ]
    return found


def _groups(data_set: Missing, size: Size) -> list[Range | None]:
    """Group the classifiers of a panel, in its order, each group to fill a job."""
    groups: list[list[int]] = []
    filled = math.inf
    for place, (name, seconds) in enumerate(data_set.seconds.items(), start=1):
        wanted = len(data_set.runs.get(name, ())) * seconds
        if not wanted:
            continue
        if filled + wanted > size.seconds:
            groups.append([])
            filled = 0.0
        groups[-1].append(place)
        filled += wanted
    if len(groups) == 1 or not size.splits_by_classifier:
        return [None]
    return [(group[0], group[-1]) for group in groups]


def _ranges(runs: Sequence[int], most: int) -> list[Range]:
    """Cut runs into ranges of about the same length, none of more than `most` runs."""
    count = math.ceil(len(runs) / most)
    edges = [round(i * len(runs) / count) for i in range(count + 1)]
    return [(runs[a], runs[b - 1]) for a, b in itertools.pairwise(edges)]
