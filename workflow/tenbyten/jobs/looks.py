"""Early stopping: which runs each look asks for, and which jobs make them.

A job that counts at a look makes the new runs of a part: those that the look before
asked for, and the one before that did not. Which jobs there are is known when that look
was made; what each is made from is known at once.
"""

from __future__ import annotations

import itertools
import json
import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.files import PathLike, read_json, write_json
from tenbyten.jobs.progress import RUN
from tenbyten.layout import Layout

if TYPE_CHECKING:
    from tenbyten.jobs.plan import Plan

# Rules that have jobs at each look; seconds that a look takes.
RULES, _SECONDS = ("look", "crossvalidate_look"), 3.0

_log = logging.getLogger(__name__)


class Looks:
    """The looks of a study, and the jobs that count for them.

    Parameters
    ----------
    plan : Plan
    panels : iterable of str
        Those of the study.
    layout : Layout
    patterns : dict of str to str
        Paths of what a job makes, by kind, with the wildcards panel, part and look.

    Attributes
    ----------
    output : callable
        Returns the file of a look, a path with a method `open`. The rules set it to one
        that Snakemake makes first.
    """

    def __init__(
        self,
        plan: Plan,
        panels: Iterable[str],
        layout: Layout,
        patterns: Mapping[str, str],
    ) -> None:
        self._plan, self._parts = plan, plan.every_part(panels)
        self._layout, self.patterns = layout, patterns
        self._begun, self._told = time.time(), set[int]()
        self.output: Callable[[int], Any] = lambda look: Path(self.path(look))

    def path(self, look: int) -> str:
        """Return the path of a look's file."""
        return self._layout.look.format(look=look)

    def files(self, kind: str, until: int = 0) -> list[str]:
        """List files of all looks, or of those before one and what it reads.

        These are the ``looks`` themselves, what jobs make, by `patterns`, or ``made``,
        the records of both. To look at them may take looks that are to be made first.
        """
        looks = self._contents(self.output, until)
        self._tell(looks)
        return self._files(kind, looks)

    def records_there(self) -> list[str]:
        """List the records of the looks whose files are there, and of their jobs."""
        looks: list[dict[str, Any]] = []
        with suppress(OSError, ValueError):
            self._contents(lambda look: Path(self.path(look)), found=looks)
        try:
            return self._files("made", looks)
        except KeyError:
            # These looks were at other data sets or classifiers.
            return self._files("made", [])

    def amounts(self, looks: Sequence[Any] = ()) -> dict[Any, tuple[int, float]]:
        """Return folds and seconds of the jobs of some looks and the next, by jobs."""
        later = range(2, len(looks) + 1 + bool(looks and not looks[-1]["is_last"]))
        amounts: dict[Any, Any] = {("look", str(x)): (0, _SECONDS) for x in later}
        for panel, part, look, new in self._jobs(looks):
            of = self._plan.study.folds_of
            many, seconds = self._plan.amount(panel, part)
            folds = sum(
                of(x) * len(runs) for x, y in new.items() for runs in y.values()
            )
            key = "crossvalidate_look", panel, part, str(look)
            amounts[key] = folds, seconds * folds / many
        return amounts

    def _contents(
        self,
        output: Callable[[int], Any],
        until: int = 0,
        found: list[dict[str, Any]] | None = None,
    ) -> list[dict[str, Any]]:
        """Read what the looks say, up to the last one or to that before `until`."""
        found = [] if found is None else found
        while len(found) + 1 != until and not (found and found[-1]["is_last"]):
            with output(len(found) + 1).open() as file:
                found.append(json.load(file))
        return found

    def _jobs(self, looks: Sequence[Any]) -> Iterator[tuple[str, str, int, Any]]:
        """Yield panel, part, look and new runs of each job, also for the next look."""
        asked = [x["runs"] for x in looks]
        for look, (panel, part) in itertools.product(
            range(len(asked) + 1), self._parts
        ):
            settings = self._plan.settings_of_counts(panel, part)
            new = new_runs(settings, asked[:look])
            if any(runs for by in new.values() for runs in by.values()):
                yield panel, part, look + 1, new

    def _files(self, kind: str, looks: Sequence[Any]) -> list[str]:
        paths = [self.path(x) for x in range(1, len(looks) + 1)]
        if kind == "looks":
            return paths
        made = [self._layout.made(f"look/{x}") for x in range(1, len(looks) + 1)]
        study, keys = self._plan.study.name, ("panel", "part", "look")
        return made * (kind == "made") + [
            self.patterns[kind].format(
                study=study, **dict(zip(keys, job, strict=False))
            )
            for job in self._jobs(looks)
        ]

    def _tell(self, looks: Sequence[Any]) -> None:
        """Show what the looks of this call have found, and count what is to be done."""
        RUN.amounts = RUN.amounts | self.amounts(looks)
        for number, look in enumerate(looks, start=1):
            path = Path(self.path(number))
            if number not in self._told and path.is_file():
                self._told.add(number)
                is_new = path.stat().st_mtime >= self._begun
                RUN.lines += [describe_look(look)] * is_new


def new_runs(
    settings: Mapping[str, Any], asked: Sequence[Mapping[str, Mapping[str, int]]]
) -> dict[str, dict[str, list[int]]]:
    """List the runs of a part that are new at a look, by data set and classifier.

    Parameters
    ----------
    settings : mapping
        `Plan.settings_of_counts`.
    asked : sequence of mapping
        The runs that the looks before it asked for, of the last two at least.
    """
    datasets, names = settings["datasets"], list(settings["classifiers"])
    first = (same_runs(datasets, names, x) for x in (0, settings["first_look"]))
    before, now = [*first, *asked][-2:]
    runs = settings["runs"]
    return {
        x: {y: [run for run in runs if before[x][y] < run <= now[x][y]] for y in names}
        for x in datasets
    }


def same_runs(
    datasets: Iterable[str], classifiers: Iterable[str], runs: int
) -> dict[str, dict[str, int]]:
    """Return one number of runs for all classifiers on all data sets."""
    return {x: dict.fromkeys(classifiers, runs) for x in datasets}


def new_runs_of_job(
    settings: Mapping[str, Any], look: str | None, looks: Iterable[PathLike]
) -> dict[str, dict[str, list[int]]] | None:
    """List the new runs of a job at a look, by the files of up to two before."""
    if look is None:
        return None
    return new_runs(settings, [read_json(x)["runs"] for x in looks])


def design_at(
    design: Mapping[str, Any], looks: Sequence[PathLike], first: int | None = None
) -> dict[str, Any]:
    """Return a design with the runs that the last of some looks has asked for.

    Without looks these are `first`, of a study that has no looks all.
    """
    if looks:
        asked = read_json(looks[-1])["runs"]
    elif first:
        asked = same_runs(design["datasets"], design["classifiers"], first)
    else:
        return dict(design)
    return {**design, "asked": asked}


def write_last(looks: Sequence[PathLike], path: PathLike | None) -> None:
    """Write what the last look has found, and how many there were."""
    if path:
        write_json(read_json(looks[-1]) | {"looks": len(looks)}, path)


def write_look(look: Mapping[str, Any], path: PathLike) -> None:
    """Log what a look has found, and write it."""
    _log.info("%s", describe_look(look))
    write_json(look, path)


def describe_look(look: Mapping[str, Any]) -> str:
    """Say in a line what a look has found."""
    still_open = sum(pair["open"] for pair in look["pairs"])
    said = (
        f"{still_open} of {len(look['pairs'])} pairs open; {look['fits']:,} folds made"
    )
    expected = f", some {look['expected_fits']:,} expected" * (not look["is_last"])
    return f"look {look['look']}: {said}{expected}"


def settled_by(job: str) -> str:
    """Return under which name the settings of a job are known, without the look.

    Examples
    --------
    >>> settled_by("crossvalidate_look/native/from-iris.look-3"), settled_by("look/3")
    ('crossvalidate_look/native/from-iris', 'look')
    """
    return re.sub(r"(?<=^look)/\d+$|\.look-\d+$", "", job)
