"""Record what every job read and wrote, and verify results by these records.

A record is a JSON file, ``results/<study>/made/<job>.json``, an output of its job: the
settings and the software of the job, and the checksums of the files that it read and
wrote. A job that reads a file checks it against the record of the job that wrote it.
All records together say whether results are complete and belong together, also where
Snakemake's own metadata are lost.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.files import PathLike, sha256_of, write_json, write_text
from tenbyten.layout import FILES, layout_of, path_in_study
from tenbyten.versions import as_json, digest
from tenbyten.words import describe_kept, list_first

# Several texts are joined, of which some are named.
_first = partial(list_first, most=5, more=" and ")
# Files of parts that only some studies have.
_OF_PARTS = ("failed", "predictions", "chosen_in_part")
# What is made on request, kept between runs, or in a folder that another name has.
_NOT_LEFT = {"cache", "parity", "parity_markdown", "printed"}
_NOT_LEFT |= {"figure_index", "study_path"}
_AGAIN = "run the same command again: it is made anew"


class Expected(NamedTuple):
    """Settings and software that a job would have now."""

    settings: Any = None
    software: Any = None

    @property
    def fingerprint(self) -> str:
        """Digests of both; a record has the same."""
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
    """Check the inputs of a job against the records of the jobs that wrote them.

    Parameters
    ----------
    inputs : iterable of path
        Files and folders that the job reads, without records.
    records : iterable of path
    study : str
        The study's name.

    Returns
    -------
    dict of str to str
        The checksum of every input, by its path below the study's folder; by ``../``
        and its name if it is elsewhere.

    Raises
    ------
    ValueError
        If a file has changed since it was written.
    """
    written: dict[str, str] = {}
    for record in records:
        written |= read_record(record)["outputs"]
    sums = {}
    for path in (file for x in inputs for file in files_at(x)):
        name = path_in_study(path, study) or f"../{path.name}"
        sums[name] = sha256_of(path)
        if sums[name] != written.get(name, sums[name]):
            raise ValueError(
                f"{path}: not as it was written (sha256 {sums[name][:12]}..., "
                f"expected {written[name][:12]}...); delete the file and {_AGAIN}"
            )
    return sums


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
        "outputs": {path_in_study(file, study): sha256_of(file) for file in files},
    }
    record = as_json(record | dict(more))
    write_json(record | {"checksum": digest(record)}, path)


def read_record(path: PathLike) -> dict[str, Any]:
    """Read a record.

    Raises
    ------
    FileNotFoundError
        If it does not exist.
    ValueError
        If it was altered.
    """
    try:
        record: dict[str, Any] = json.loads(Path(path).read_bytes())
        is_whole = record.pop("checksum") == digest(record)
    except (ValueError, KeyError, TypeError, AttributeError):
        is_whole = False
    if not is_whole:
        raise ValueError(f"{path}: not as it was written; delete the file and {_AGAIN}")
    return record


def _compare(
    records: Mapping[str, PathLike],
    folder: PathLike,
    files: Iterable[PathLike] | None,
    fingerprints: Mapping[str, str],
    own: Iterable[PathLike],
) -> tuple[list[str], list[str], str]:
    """Compare a study's results with the records of its jobs, by the jobs' names.

    Parameters
    ----------
    records, fingerprints, own
        As in `check_results`, the records by jobs.
    folder : path
        The folder of the results.
    files : iterable of path, optional
        The files and folders that jobs wrote; by default those of the records.

    Returns
    -------
    misfits : list of str
        Files that have changed or are missing, and jobs with other settings.
    software : list of str
        Jobs with other software than is here.
    whole : str
        What was checked, in words.
    """
    study = Path(folder).name
    misfits: list[str] = []
    made: dict[str, dict[str, Any]] = {}
    for job, path in records.items():
        try:
            made[job] = read_record(path)
        except FileNotFoundError:
            misfits.append(f"{path}: missing; {_AGAIN}")
        except ValueError as error:
            misfits.append(str(error))
    is_lost, written = bool(misfits), dict[str, str]()
    for record in made.values():
        written |= record["outputs"]
    paths = {name: Path(folder, name) for name in written}
    if files is not None:
        every = [file for path in files for file in files_at(path)]
        paths = {path_in_study(file, study): file for file in every}
    sums = {name: sha256_of(file) for name, file in paths.items() if file.is_file()}
    for name, checksum in written.items():
        if sums.get(name) != checksum:
            state = "not as it was made" if name in sums else "missing"
            misfits.append(f"{folder}/{name}: {state}; delete it, and {_AGAIN}")
    read: dict[str, set[str]] = {}
    for file in (Path(x) for x in own if Path(x).is_file()):
        read.setdefault(f"../{file.name}", set()).add(sha256_of(file))
    others: dict[str, list[str]] = {"settings": [], "software": []}
    for job, record in made.items():
        for name, checksum in record["inputs"].items():
            # Without a record are files from elsewhere, and what lost its own.
            needs_none = is_lost or name.startswith(("../", "fetched/"))
            is_ours = written.get(name, checksum * needs_none) == checksum
            if not is_ours or checksum not in read.get(name, {checksum}):
                again = f"run it again with `--forcerun {_rules([job])}`"
                misfits.append(
                    f"{_path_of(job, folder)}: {job} was made from another {name} than "
                    f"is there; {again}"
                )
        then, now = record["fingerprint"], fingerprints.get(job, record["fingerprint"])
        pairs = zip(others, then.split("."), now.split("."), strict=True)
        if what := next((what for what, was, is_now in pairs if was != is_now), None):
            others[what].append(job)
    lines = {
        what: [
            f"{_first(jobs)}: made with other {what} than the study has now; run it "
            f"with `--forcerun {_rules(jobs)}`"
        ]
        * bool(jobs)
        for what, jobs in others.items()
    }
    kept = "".join(f"note: {x}\n" for x in describe_kept(kept_in(made.values())))
    whole = f"{kept}verified: {len(written)} files of {len(made)} jobs in {folder}"
    return misfits + lines["settings"], lines["software"], whole


def _rules(jobs: Iterable[str]) -> str:
    """Name the rules of jobs."""
    names = (re.sub("^metrics/[^/]+/made/", "", job) for job in jobs)
    return " ".join(dict.fromkeys(name.partition("/")[0] for name in names))


def check_results(
    files: Iterable[PathLike],
    records: Iterable[PathLike],
    fingerprints: Mapping[str, str],
    study: str,
    own: Iterable[PathLike] = (),
) -> str:
    """Refuse results that have changed, or that would be made otherwise now.

    Parameters
    ----------
    files : iterable of path
        The files and folders that jobs wrote.
    records : iterable of path
        The record of every job.
    fingerprints : dict of str to str
        `Expected.fingerprint` of every job, by its name.
    study : str
        Its name.
    own : iterable of path
        The user's own files that jobs read; those that are missing are left out.

    Returns
    -------
    str
        What was checked, in words.

    Raises
    ------
    ValueError
        That names what has changed.
    """
    by_job = {job_of(path, study): path for path in records}
    folder = layout_of(study).folder
    misfits, software, whole = _compare(by_job, folder, files, fingerprints, own)
    if faults := misfits + software:
        raise ValueError(_first(faults, separator="; "))
    return whole


def write_checked(
    text: str, path: PathLike, fingerprints: Mapping[str, str] | None = None
) -> None:
    """Write that results were checked, and remove what earlier checks wrote.

    Parameters
    ----------
    text : str
        From `check_results`.
    path : path
        ``results/<study>/checked/<fingerprint>.txt``.
    fingerprints : dict of str to str, optional
        `Expected.fingerprint` of every job, by its name.
    """
    jobs = [f"{job} {x}\n" for job, x in (fingerprints or {}).items()]
    write_text(f"{text}\n{''.join(jobs)}", path)
    for other in set(Path(path).parent.glob("*.txt")) - {Path(path)}:
        other.unlink()


def remove_leftovers(files: Iterable[PathLike], study: str) -> None:
    """Remove what jobs made of the study as it was, and that no job makes now.

    Files by other names than jobs give are not touched.

    Parameters
    ----------
    files : iterable of path
        The files, folders and records of all jobs.
    study : str
        The study's name.
    """
    top = Path(layout_of(study).folder)
    names = {path_in_study(path, study) for path in files}
    left, made = set[Path](), set[str]()
    for folder in (top, *top.glob(FILES["further"].format(metric="*"))):
        tested = folder.glob(FILES["signed_rank"].format(subset="*"))
        subsets = [path.parent.name for path in tested]
        for pattern in (FILES[key] for key in FILES.keys() - _NOT_LEFT):
            # Of these names only those of subsets that tests have been made over.
            by_subset = {pattern.replace("{subset}", x) for x in subsets}
            left |= {folder / x for x in by_subset or [pattern] if "{" not in x}
        for pattern in (FILES[key] for key in _OF_PARTS):
            left |= {*folder.glob(re.sub(r"\{\w+\}", "*", pattern))}
        for path in folder.glob("made/**/*.json"):
            with suppress(ValueError):
                outputs = read_record(path)["outputs"]
                if path_in_study(path, study) in names:
                    # A job that is gone may have made files in the same folders.
                    made.update(outputs)
                else:
                    left |= {path, *(top / x for x in outputs)}
    for path in left:
        name = path_in_study(path, study)
        if not name or name in names | made or ".." in path.parts:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def read_checked(folder: PathLike) -> dict[str, str] | None:
    """Return the fingerprints of the jobs whose results were checked last, if any."""
    for path in Path(folder).glob("checked/*.txt"):
        jobs = re.findall(r"^(.+) (\w{20}\.\w{20})$", path.read_text("utf-8"), re.M)
        return dict(jobs) or None
    return None


def verify(
    folder: PathLike,
    fingerprints: Mapping[str, str] | None,
    own: Iterable[PathLike] = (),
) -> tuple[str, bool]:
    """Compare the results in a folder ``results/<study>`` with all records in it.

    Parameters
    ----------
    folder : path
    fingerprints : dict of str to str or None
        `Expected.fingerprint` of every job, by its name; None if the study is not
        known: then all records count.
    own : iterable of path
        The user's own files that jobs read; those that are missing are left out.

    Returns
    -------
    text : str
        What has changed, or that nothing has, in lines.
    is_whole : bool
        Whether nothing has changed.
    """
    folder, now = Path(folder), fingerprints or {}
    of_further = FILES["further"].format(metric="*") + "/made/**/*.json"
    paths = sorted([*folder.glob("made/**/*.json"), *folder.glob(of_further)])
    found = {_job_at(path.relative_to(folder).as_posix()): path for path in paths}
    records = {job: x for job, x in found.items() if fingerprints is None or job in now}
    records |= {job: _path_of(job, folder) for job in now if job not in found}
    misfits, software, whole = _compare(records, folder, None, now, own)
    recorded: set[str] = set()
    for path in found.values():
        with suppress(ValueError):
            recorded.update(read_record(path)["outputs"])
    for name in sorted({FILES[key] for key in FILES.keys() - _NOT_LEFT} - recorded):
        if Path(folder, name).is_file():
            misfits.append(f"{folder}/{name}: no record says what made it; {_AGAIN}")
    # Other software need not change numbers, and is recorded: no more than a note.
    notes = [f"note: {line}, if you want" for line in software]
    if left := [job for job in found if job not in records]:
        notes.append(
            f"note: {_first(left)}: of no job of the study as it is now, and not "
            f"verified; delete what is left from before a change"
        )
    if not records:
        misfits = [f"{folder}: no results there; run the study first"]
    last = f"not verified: {len(misfits)} misfits" if misfits else whole
    return "\n".join([*misfits, *notes, last]), not misfits


def kept_in(records: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the files of the cache that earlier versions of modules made.

    By file the modules that have changed since, as of `CountsCache.used`.
    """
    return {x: y for record in records for x, y in record.get("kept", {}).items()}


def _path_of(job: str, folder: PathLike) -> Path:
    """Return the path of a job's record in a folder ``results/<study>``."""
    is_further = job.startswith("metrics/")
    return Path(folder, f"{job}.json" if is_further else f"made/{job}.json")


def job_of(record: PathLike, study: str) -> str:
    """Return the job of a record, by its path.

    Examples
    --------
    >>> job_of("results/demo/made/draw.json", "demo")
    'draw'
    >>> job_of("results/demo/metrics/auc/made/draw.json", "demo")
    'metrics/auc/made/draw'
    """
    return _job_at(path_in_study(record, study))


def _job_at(name: str) -> str:
    """Return the job of a record by its path below the study's folder."""
    return name.removeprefix("made/").removesuffix(".json")
