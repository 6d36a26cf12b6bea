"""Record what every job of the analysis read and wrote, and find what no longer fits.

A record is a JSON file: the checksums of a job's inputs and outputs, its settings and
its software. Jobs check their inputs against the records of the jobs that wrote them;
the start of a run compares every record with the files and with the study.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.files import PathLike, sha256_of, write_json
from tenbyten.layout import PLANNED, Layout

_NO_RECORD = "no record of how it was made"
# A longer value is not shown.
_SHORT = 40


class Job(NamedTuple):
    """A job as its rule plans it.

    Attributes
    ----------
    inputs, outputs : sequence of path
        Files and folders. Those below the study's folder begin with its path.
    settings, software : mapping
        What it computes by, and with; as JSON.
    """

    inputs: Sequence[str]
    outputs: Sequence[str]
    settings: Any = None
    software: Any = None


class Misfit(NamedTuple):
    """A file that is not as its job would make it now.

    `output` is the job's output that is, or holds, the file; paths are below the
    study's folder.
    """

    job: str
    output: str
    file: str
    why: str


class Records:
    """The records of a study, in a folder of its results.

    Parameters
    ----------
    folder : path
        ``results/<study>``, as the paths of its files begin.

    Attributes
    ----------
    made : dict of str to dict
        The records by job, such as ``run_poisson/all``. One that is no JSON counts as
        none: its job is done again.
    """

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        self.layout = Layout(folder)
        self.made: dict[str, dict[str, Any]] = {}
        top = Path(self.layout.records)
        for path in sorted(top.rglob("*.json")):
            try:
                record = json.loads(path.read_bytes())
                _ = record["inputs"].items(), record["outputs"].items()
            except (OSError, ValueError, KeyError, TypeError, AttributeError):
                continue
            self.made[path.relative_to(top).with_suffix("").as_posix()] = record
        self._sums: dict[str, str | None] = {}

    @property
    def makers(self) -> dict[str, str]:
        """The job whose record lists a file as its output, by file."""
        jobs = self.made.items()
        return {file: job for job, record in jobs for file in record["outputs"]}

    def left_by_others(self, jobs: Iterable[Job]) -> list[str]:
        """List recorded files, and results, that are there and none of these makes."""
        of = self.layout
        tests, tables = Path(of.correlated_t).parent, Path(of.exported).parent
        results = (of.metrics, of.failures, of.predictions, tests, tables)
        files = {*self.makers, *(x for path in results for x in self._files_at(path))}
        made = {self.below(path) for job in jobs for path in job.outputs}
        left = (x for x in files if made.isdisjoint({x, *map(str, Path(x).parents)}))
        return sorted(file for file in left if (self.folder / file).is_file())

    def below(self, path: PathLike) -> str | None:
        """Return a path from the study's folder, None if it is elsewhere."""
        path = Path(path)
        if not path.is_relative_to(self.folder):
            return None
        return path.relative_to(self.folder).as_posix()

    def _inputs(self, job: Job) -> list[str]:
        """Return the inputs of a job below the study's folder, if they stay there."""
        paths = (below for path in job.inputs if (below := self.below(path)))
        return [path for path in paths if not _holds(PLANNED, path)]

    def sum_of(self, file: str) -> str | None:
        """Return the checksum of a file of the study, None without the file."""
        if file not in self._sums:
            path = self.folder / file
            self._sums[file] = sha256_of(path) if path.is_file() else None
        return self._sums[file]

    def check(self, inputs: Iterable[PathLike]) -> None:
        """Refuse an input that is not as the job that wrote it noted.

        What that job had read, and so on, must be what the jobs before it wrote.

        Raises
        ------
        ValueError
            That names the file.
        """
        makers, checked = self.makers, set()
        files = [file for path in inputs for file in self._files_at(path, makers)]
        for file in files:
            self._check_file(file, makers)
        jobs = [makers[file] for file in files if file in makers]
        while jobs:
            if (job := jobs.pop()) in checked:
                continue
            checked.add(job)
            for file, seen in self.made[job]["inputs"].items():
                maker = makers.get(file)
                if maker and self.made[maker]["outputs"][file] != seen:
                    raise ValueError(
                        f"{self.folder / next(iter(self.made[job]['outputs']))}: "
                        f"{job} made it from another {file} than {maker} wrote; run "
                        f"the same command again: it is made anew"
                    )
                jobs += [maker] if maker else []

    def _check_file(self, file: str, makers: Mapping[str, str]) -> None:
        """Refuse a file that is not as its record says."""
        job = makers.get(file)
        if job is None:
            return
        expected, found = self.made[job]["outputs"][file], self.sum_of(file)
        if found != expected:
            state = f"sha256 {found[:12]}..." if found else "missing"
            raise ValueError(
                f"{self.folder / file}: not as {job} wrote it ({state}, expected "
                f"{expected[:12]}...); run the same command again: it is made anew"
            )

    def _files_at(self, path: PathLike, makers: Iterable[str] = ()) -> list[str]:
        """Return the files of the study at a path: itself, or all in a folder.

        `makers` names files that a folder should hold.
        """
        file = self.below(path)
        if file is None:
            return []
        folder = self.folder / file
        if not folder.is_dir():
            return [file]
        there = {p.relative_to(self.folder).as_posix() for p in _visible(folder)}
        return sorted(there | {name for name in makers if _holds(file, name)})

    def forget(self, job: str) -> None:
        """Remove a job's record, if there is one."""
        self.made.pop(job, None)
        Path(self.layout.record(job)).unlink(missing_ok=True)

    def write(self, name: str, job: Job) -> None:
        """Write a job's record, and remove others that claim its outputs."""
        self._sums.clear()
        outputs = [file for path in job.outputs for file in self._files_at(path)]
        makers = self.makers
        for other in {makers[file] for file in outputs if file in makers}:
            self.forget(other)
        read = (self.folder / path for path in self._inputs(job))
        inputs = [file for path in read for file in self._files_at(path)]
        record = {
            "job": name,
            "inputs": {file: self.sum_of(file) for file in inputs},
            "outside": self._outside(job),
            "settings": json.loads(_json(job.settings)),
            "software": json.loads(_json(job.software)),
            "outputs": {file: self.sum_of(file) for file in outputs},
        }
        path = Path(self.layout.record(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_json(record, path)
        self.made[name] = record

    def _outside(self, job: Job) -> list[list[str]]:
        """Return names and checksums of a job's inputs outside the study's folder."""
        files = (Path(path) for path in job.inputs if self.below(path) is None)
        return sorted([p.name, sha256_of(p)] for p in files if p.is_file())

    def misfits(
        self, jobs: Mapping[str, Job], *, finished: bool = False
    ) -> list[Misfit]:
        """Find the files that are not as these jobs would make them now.

        What was never made is a misfit in a `finished` study alone.
        """
        makers = self.makers
        found: list[Misfit] = []
        read = {file for record in self.made.values() for file in record["inputs"]}
        for name, job in jobs.items():
            outputs = [self.below(path) or str(path) for path in job.outputs]
            if name not in self.made:
                found += self._without_record(name, outputs, read, finished)
                continue
            found += self._misfitting_files(name, outputs)
            reasons = dict.fromkeys(self._reasons(name, job, makers))
            if reasons:
                found.append(Misfit(name, outputs[0], outputs[0], "; ".join(reasons)))
        return found

    def _without_record(
        self, name: str, outputs: Iterable[str], read: Iterable[str], finished: bool
    ) -> Iterator[Misfit]:
        """Yield outputs of a job without record that are there, or that others read."""
        for output in outputs:
            if (self.folder / output).exists():
                yield Misfit(name, output, output, _NO_RECORD)
            elif finished or any(_holds(output, file) for file in read):
                yield Misfit(name, output, output, "missing")

    def _misfitting_files(self, name: str, outputs: Iterable[str]) -> Iterator[Misfit]:
        """Yield the outputs of a job that are missing or altered."""
        recorded = self.made[name]["outputs"]
        for output in outputs:
            files = [output]
            if output not in recorded:
                files = [file for file in recorded if _holds(output, file)]
            for file in files:
                if self.sum_of(file) is None:
                    yield Misfit(name, output, file, "missing")
                elif self.sum_of(file) != recorded[file]:
                    yield Misfit(name, output, file, "not as it was made")
            # A folder may be empty.
            if not files and not (self.folder / output).is_dir():
                yield Misfit(name, output, output, "missing")

    def _reasons(self, name: str, job: Job, makers: Mapping[str, str]) -> Iterator[str]:
        """Yield in words what a job would read or use now and did not then."""
        record = self.made[name]
        declared, seen = self._inputs(job), record["inputs"]
        for path in declared:
            is_empty = (self.folder / path).is_dir()
            if not is_empty and not any(_holds(path, file) for file in seen):
                yield f"made without {path}"
        for file, checksum in seen.items():
            if not any(_holds(path, file) for path in declared):
                yield f"made from {file} too"
                continue
            maker = makers.get(file)
            now = self.made[maker]["outputs"][file] if maker else self.sum_of(file)
            if now not in (checksum, None):
                yield f"made from another {file}"
        before = [tuple(pair) for pair in record.get("outside", [])]
        for file, checksum in self._outside(job):
            if (file, checksum) not in before:
                yield f"{file} has changed"
        yield from differences(record.get("settings"), job.settings)
        yield from differences(record.get("software"), job.software)


def differences(old: Any, new: Any) -> list[str]:
    """Tell in words what differs between two JSON values, by their innermost keys."""
    old, new = json.loads(_json(old)), json.loads(_json(new))
    return list(dict.fromkeys(_differences(old, new, "the settings")))


def told(misfits: Sequence[Misfit]) -> list[str]:
    """Tell in lines what is to be made again, one line for each reason."""
    by_reason: dict[str, list[str]] = {}
    for misfit in misfits:
        by_reason.setdefault(misfit.why, []).append(misfit.file)
    lines = []
    for why, files in by_reason.items():
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        lines.append(f"To make again: {files[0]}{more} ({why})")
    return lines


def _differences(old: Any, new: Any, key: str) -> Iterator[str]:
    """Yield what differs between two values of a key."""
    if _json(old) == _json(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        names = dict.fromkeys([*old, *new])
        inner = (_differences(old.get(name), new.get(name), name) for name in names)
        yield from [*chain(*inner)] or [f"order of {key} has changed"]
        return
    was, now = ("none" if x is None else _json(x).strip('"') for x in (old, new))
    if key == "code" or max(len(was), len(now)) > _SHORT:
        yield f"{key} has changed"
    else:
        yield f"{key} was {was}, is {now}"


def _json(values: Any) -> str:
    """Return values as JSON text: equal for equal values in the same order."""
    return json.dumps(values, ensure_ascii=False, default=str)


def _holds(path: str, file: str) -> bool:
    """Return whether a file is at a path, or in the folder there."""
    return file == path or file.startswith(f"{path}/")


def _visible(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder but for hidden ones, such as Snakemake's mark."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            yield path
