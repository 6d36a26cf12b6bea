"""Early stopping: which runs each look asks for, and which jobs make them.

A job that counts at a look makes the new runs of a part: those that the look before
asked for, and the one before that did not. Which jobs there are is known when that look
was made; what each is made from is known at once.
"""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.files import PathLike, read_json, write_json
from tenbyten.jobs.progress import RUN
from tenbyten.layout import layout_of

if TYPE_CHECKING:
    from tenbyten.jobs.plan import Plan

# Seconds that a look takes.
_SECONDS = 3.0

_log = logging.getLogger(__name__)


class Looks:
    """The looks of a study, and the jobs that count for them.

    Parameters
    ----------
    plan : Plan
    panels : iterable of str
        Those of the study.
    patterns : dict of str to str
        Paths of what a job makes, by kind, with the wildcards study, panel, part, look.

    Attributes
    ----------
    checkpoint : object
        Of Snakemake, which makes a look before it gives its file. The rules set it.
    """

    checkpoint: Any

    def __init__(
        self, plan: Plan, panels: Iterable[str], patterns: Mapping[str, str]
    ) -> None:
        self._plan, self._parts = plan, plan.every_part(panels)
        self._patterns, self._paths = patterns, layout_of(plan.study.name)
        self._begun, self._told = time.time(), 0

    def files(self, kind: str, until: int = 0, *, existing: bool = False) -> list[str]:
        """List files of all looks, of those that exist, or of those before one.

        Parameters
        ----------
        kind : str
            ``looks``, the looks themselves; a key of `patterns`, what their jobs and
            those of the next one make; or ``made``, the records of both.
        until : int, default=0
            The look before which all are listed; 0 for all.
        existing : bool, default=False
            Whether looks that do not exist are left out, and not made.
        """
        looks = self._read(until, existing=existing)
        RUN.amounts = RUN.amounts | self.amounts(looks)
        if kind == "looks":
            return [self._paths.look.format(look=x + 1) for x in range(len(looks))]
        if kind not in self._patterns:
            return []
        numbers = range(1, len(looks) + 1) if kind == "made" else ()
        return [self._paths.made(f"look/{x}") for x in numbers] + [
            self._patterns[kind].format(
                study=self._plan.study.name, panel=panel, part=part, look=look
            )
            for panel, part, look, _ in self._jobs(looks)
        ]

    def amounts(self, looks: Sequence[Any] = ()) -> dict[Any, tuple[int, float]]:
        """Return folds and seconds of the jobs of some looks and the next."""
        later = range(2, len(looks) + 1 + bool(looks and not looks[-1]["is_last"]))
        amounts: dict[Any, Any] = {("look", str(x)): (0, _SECONDS) for x in later}
        folds_of = self._plan.study.folds_of
        for panel, part, look, new in self._jobs(looks):
            many, seconds = self._plan.forecast(panel, part)
            folds = sum(folds_of(x) * sum(map(len, y.values())) for x, y in new.items())
            key = "crossvalidate_look", panel, part, str(look)
            amounts[key] = folds, seconds * folds / many
        return amounts

    def describe(self) -> str:
        """Say how many folds there are at most, and at the first look."""
        most = sum(self._plan.amount(*x)[0] for x in self._parts)
        first = sum(folds for folds, _ in self.amounts().values())
        return f"Early stopping: at most {most:,} folds; {first:,} at the first look"

    def _read(self, until: int, *, existing: bool) -> list[dict[str, Any]]:
        """Read the looks up to the last one or, if one is given, to that before it.

        What those of this call have found is shown.
        """
        looks: list[dict[str, Any]] = []
        with suppress(*((OSError, ValueError) if existing else ())):
            while len(looks) + 1 != until and not (looks and looks[-1]["is_last"]):
                number = len(looks) + 1
                path = Path(self._paths.look.format(look=number))
                if not existing:
                    name = self._plan.study.name
                    path = self.checkpoint.get(study=name, look=number).output.look
                looks.append(read_json(path))
                if number > self._told:
                    self._told, is_new = number, os.path.getmtime(path) >= self._begun
                    RUN.lines += [describe_look(looks[-1])] * is_new
        return looks

    def _jobs(self, looks: Sequence[Any]) -> Iterator[tuple[str, str, int, Any]]:
        """Yield panel, part, look and new runs of each job, also for the next look."""
        asked = [x["runs"] for x in looks]
        for look in range(len(asked) + 1):
            for panel, part in self._parts:
                settings = self._plan.settings_of_counts(panel, part)
                new = new_runs(settings, asked[:look])
                if any(any(x.values()) for x in new.values()):
                    yield panel, part, look + 1, new


def new_runs(
    settings: Mapping[str, Any], asked: Iterable[Mapping[str, Mapping[str, int]]]
) -> dict[str, dict[str, list[int]]]:
    """List the runs of a part that are new at a look, by data set and classifier.

    Parameters
    ----------
    settings : mapping
        `Plan.settings_of_counts`.
    asked : iterable of mapping
        The runs that the looks before it asked for, of the last two at least.
    """
    datasets, names = settings["datasets"], list(settings["classifiers"])
    first = {x: dict.fromkeys(names, settings["first_look"]) for x in datasets}
    before, now = [{}, first, *asked][-2:]

    def new(x: str, y: str) -> list[int]:
        done, last = (asked.get(x, {}).get(y, 0) for asked in (before, now))
        return [run for run in settings["runs"] if done < run <= last]

    return {x: {y: new(x, y) for y in names} for x in datasets}


def new_runs_of_job(
    settings: Mapping[str, Any], look: str | None, looks: Iterable[PathLike]
) -> dict[str, dict[str, list[int]]] | None:
    """List the new runs of a job at a look.

    Parameters
    ----------
    settings : mapping
        `Plan.settings_of_counts`.
    look : str or None
        The number of the look; None for a job of a study without looks.
    looks : iterable of path
        The files of the last two looks before it.

    Returns
    -------
    dict of str to dict of str to list of int, or None
        From `new_runs`; None without a look.
    """
    asked = (read_json(x)["runs"] for x in looks)
    return None if look is None else new_runs(settings, asked)


def design_at(
    design: Mapping[str, Any], looks: Sequence[PathLike], first: int = 0
) -> dict[str, Any]:
    """Return a design with the runs that the last of some looks has asked for.

    Parameters
    ----------
    design : mapping
        `Study.design`.
    looks : sequence of path
        The files of the looks so far.
    first : int, default=0
        Runs at the first look; 0 for a study without looks, which has all runs.
    """
    if not (looks or first):
        return dict(design)
    same = {x: dict.fromkeys(design["classifiers"], first) for x in design["datasets"]}
    return {**design, "asked": read_json(looks[-1])["runs"] if looks else same}


def write_last(looks: Sequence[PathLike], path: PathLike | None) -> None:
    """Write what the last look has found, and how many looks there were.

    Parameters
    ----------
    looks : sequence of path
        The files of all looks.
    path : path or None
        The file to write; None writes nothing.
    """
    if path:
        write_json(read_json(looks[-1]) | {"looks": len(looks)}, path)


def write_look(look: Mapping[str, Any], path: PathLike) -> None:
    """Log what a look has found, and write it.

    Parameters
    ----------
    look : mapping
        From `comparisons.early_stopping.look_at`.
    path : path
    """
    _log.info("%s", describe_look(look))
    write_json(look, path)


def describe_look(look: Mapping[str, Any]) -> str:
    """Say in a line what a look has found."""
    pairs = look["pairs"]
    said = f"{sum(x['open'] for x in pairs)} of {len(pairs)} pairs open"
    expected = f", some {look['expected_fits']:,} expected" * (not look["is_last"])
    return f"look {look['look']}: {said}; {look['fits']:,} folds made{expected}"


def settled_by(job: str) -> str:
    """Return by which name the settings of a job are known, without the look.

    Examples
    --------
    >>> settled_by("crossvalidate_look/native/from-iris.look-3"), settled_by("look/3")
    ('crossvalidate_look/native/from-iris', 'look')
    """
    return re.sub(r"(?<=^look)/\d+$|\.look-\d+$", "", job)
