"""Record what every job read and wrote, and verify results by these records.

A record is a JSON file, ``results/<study>/made/<job>.json``, an output of its job: the
settings and the software that it was made with, and the checksums of what it read and
wrote. A job that reads a file checks it against the record of the job that wrote it.
All records together say whether results are whole and belong together, also where
Snakemake's own notes are lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.files import PathLike, sha256_of, write_json, write_text
from tenbyten.fingerprints import as_json, digest
from tenbyten.layout import below, layout_of

# How many of several files are named.
_NAMED = 5
_AGAIN = "run the same command again: it is made anew"


class Expected(NamedTuple):
    """What a job would be made from now."""

    settings: Any = None
    software: Any = None

    @property
    def fingerprint(self) -> str:
        """Digests of both, which a record has too."""
        return f"{digest(self.settings)}.{digest(self.software)}"


def files_at(path: PathLike) -> list[Path]:
    """List a file, or all files in a folder but hidden ones."""
    path = Path(path)
    if not path.is_dir():
        return [path]
    files = (file for file in sorted(path.rglob("*")) if file.is_file())
    return [file for file in files if not file.name.startswith(".")]


def check_inputs(
    inputs: Iterable[PathLike], records: Iterable[PathLike], study: str
) -> dict[str, str]:
    """Hold the inputs of a job to the records of the jobs that wrote them.

    Returns
    -------
    dict of str to str
        The checksum of every input, by its path from the study's folder on; of one from
        elsewhere by its name, with ``../`` before it.

    Raises
    ------
    ValueError
        If a file is not as it was written; it names the file and the remedy.
    """
    written: dict[str, str] = {}
    for record in records:
        written |= read_record(record)["outputs"]
    found = {}
    for path in (file for x in inputs for file in files_at(x)):
        name = below(path, study) or f"../{path.name}"
        found[name] = sha256_of(path)
        if found[name] != written.get(name, found[name]):
            raise ValueError(
                f"{path}: not as it was written (sha256 {found[name][:12]}..., "
                f"expected {written[name][:12]}...); delete the file and run the same "
                f"command again: it is made anew"
            )
    return found


def write_record(
    path: PathLike,
    *,
    study: str,
    expected: Expected,
    inputs: Mapping[str, str],
    outputs: Iterable[PathLike],
    more: Mapping[str, Any],
) -> None:
    """Write the record of a job; `inputs` are from `check_inputs`."""
    files = [file for x in outputs for file in files_at(x)]
    record = {
        "fingerprint": expected.fingerprint,
        "settings": expected.settings,
        "software": expected.software,
        "inputs": dict(inputs),
        "outputs": {below(file, study): sha256_of(file) for file in files},
    }
    record = as_json(record | dict(more))
    write_json(record | {"checksum": digest(record)}, path)


def read_record(path: PathLike) -> dict[str, Any]:
    """Read a record; one that is damaged raises a ValueError."""
    try:
        record: dict[str, Any] = json.loads(Path(path).read_bytes())
        is_whole = record.pop("checksum") == digest(record)
    except (ValueError, KeyError, TypeError, AttributeError):
        is_whole = False
    if not is_whole:
        raise ValueError(
            f"{path}: not as it was written; delete the file and run the same command "
            f"again: it is made anew"
        )
    return record


def misfits(
    records: Mapping[str, PathLike],
    study: str,
    files: Iterable[PathLike],
    own: Iterable[PathLike] = (),
) -> Iterator[str]:
    """Say in lines what of a study's results is not as it was made.

    Parameters
    ----------
    records : dict of str to path
        Of every job.
    study : str
        Its name.
    files : iterable of path
        The files and folders that the records speak of.
    own : iterable of path
        Files of the user's own that jobs read; those that are not here are left out.
    """
    layout = layout_of(study)
    made: dict[str, dict[str, Any]] = {}
    for job, path in records.items():
        try:
            made[job] = read_record(path)
        except FileNotFoundError:
            yield f"{path}: missing; {_AGAIN}"
        except ValueError as error:
            yield str(error)
    there = (file for path in files for file in files_at(path) if file.exists())
    sums = {below(file, study): sha256_of(file) for file in there}
    written: dict[str, str] = {}
    for record in made.values():
        written |= record["outputs"]
    for name, checksum in written.items():
        if sums.get(name) != checksum:
            state = "not as it was made" if name in sums else "missing"
            path = f"{layout.folder}/{name}"
            yield f"{path}: {state}; delete it, and {_AGAIN}"
    read: dict[str, set[str]] = {}
    for file in (Path(x) for x in own if Path(x).is_file()):
        read.setdefault(f"../{file.name}", set()).add(sha256_of(file))
    for job, record in made.items():
        path, rule = layout.made(job), job.partition("/")[0]
        for name, checksum in record["inputs"].items():
            is_ours = written.get(name, checksum) == checksum
            if not is_ours or checksum not in read.get(name, {checksum}):
                yield (
                    f"{path}: {job} was made from another {name} than is there; run it "
                    f"again with `--forcerun {rule}`"
                )


def outdated(
    records: Mapping[str, PathLike], fingerprints: Mapping[str, str]
) -> dict[str, list[str]]:
    """Name the jobs that would be made from something else now.

    Returns
    -------
    dict of str to list of str
        Jobs by what is another: ``settings`` or ``software``.
    """
    found: dict[str, list[str]] = {"settings": [], "software": []}
    for job, path in records.items():
        with suppress(OSError, ValueError):
            then = read_record(path)["fingerprint"].partition(".")
            now = fingerprints.get(job, "".join(then)).partition(".")
            if then[0] != now[0]:
                found["settings"].append(job)
            elif then[2] != now[2]:
                found["software"].append(job)
    return found


def _told(jobs: Sequence[str], what: str) -> str:
    """Say that jobs were made with something else, and what to do."""
    more = f" and {len(jobs) - _NAMED} more jobs" if len(jobs) > _NAMED else ""
    rules = " ".join(dict.fromkeys(job.partition("/")[0] for job in jobs))
    return (
        f"{', '.join(jobs[:_NAMED])}{more}: made with other {what} than the study has "
        f"now; run it with `--forcerun {rules}`"
    )


def check_results(
    files: Iterable[PathLike],
    records: Iterable[PathLike],
    fingerprints: Mapping[str, str],
    study: str,
    own: Iterable[PathLike] = (),
) -> str:
    """Refuse results that are not as they were made or as they would be made now.

    `fingerprints` are those of what each job would be made from now, by the jobs' names
    (`Expected.fingerprint`); other arguments are as of `misfits`. Returns what was
    checked, in words; otherwise a ValueError says what does not fit.
    """
    by_job = {_job_of(path, study): path for path in records}
    files = list(files)
    found = [_told(x, what) for what, x in outdated(by_job, fingerprints).items() if x]
    if found := [*found, *misfits(by_job, study, files, own)]:
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        raise ValueError("; ".join(found[:_NAMED]) + more)
    return (
        f"{len(files)} results of {study} are as they were made, in {len(by_job)} jobs"
    )


def write_checked(text: str, path: PathLike) -> None:
    """Write that results were checked; that others were before is true no longer."""
    write_text(f"{text}\n", path)
    for other in set(Path(path).parent.glob("*.txt")) - {Path(path)}:
        other.unlink()


def verify(
    folder: PathLike,
    fingerprints: Mapping[str, str] | None,
    own: Iterable[PathLike] = (),
) -> tuple[str, bool]:
    """Hold the results in a folder ``results/<study>`` to all records there.

    `own` is as of `misfits`.

    Returns
    -------
    text : str
        What does not fit, or that everything does, in lines.
    is_whole : bool
        Whether everything fits.
    """
    folder = Path(folder)
    study, top = folder.name, folder / "made"
    records = {_job_of(path, study): path for path in sorted(top.rglob("*.json"))}
    notes = []
    if fingerprints is not None:
        missing = {
            job: top / f"{job}.json" for job in fingerprints if job not in records
        }
        left = [job for job in records if job not in fingerprints]
        records = {
            job: x for job, x in records.items() if job in fingerprints
        } | missing
        if left:
            more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
            notes.append(
                f"note: {', '.join(left[:_NAMED])}{more}: of no job of the study as it "
                f"is now, and not verified; delete what is left from before a change"
            )
    made = {job: path for job, path in records.items() if path.is_file()}
    files: list[Path] = []
    for path in made.values():
        with suppress(ValueError):
            files += [folder / name for name in read_record(path)["outputs"]]
    found = list(misfits(records, study, files, own))
    others = outdated(records, fingerprints or {})
    if others["settings"]:
        found.append(_told(others["settings"], "settings"))
    if others["software"]:
        # The numbers may be as good: what they were made with is recorded.
        notes.append(f"note: {_told(others['software'], 'software')}, if you want")
    if not records:
        found = [f"{folder}: no results there; run the study first"]
    if found:
        return "\n".join([*found, *notes, f"not verified: {len(found)} misfits"]), False
    text = f"verified: {len(files)} files of {len(made)} jobs in {folder}"
    return "\n".join([*notes, text]), True


def _job_of(record: PathLike, study: str) -> str:
    """Return the job of a record, by its path."""
    return below(record, study).removeprefix("made/").removesuffix(".json")
