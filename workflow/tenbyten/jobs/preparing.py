"""Prepare data sets: their canonical tables and their folds, and a record of both.

The record, ``data/<dataset>.json``, has the origin and the facts of the data set,
checksums of both files and of the table's content, and what they were made from. It
ends with a checksum of its own. What fits its record is not made again.
"""

import hashlib
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.dataset import FACTS, Dataset
from tenbyten.dataset.canonical import check_facts
from tenbyten.dataset.making import make_canonical
from tenbyten.dataset.parquet import read_dataset, write_dataset
from tenbyten.files import PathLike, sha256_of, write_text
from tenbyten.folds import Folds, read_folds, run_sums, write_folds
from tenbyten.folds.rare import rare_classes, told
from tenbyten.folds.split import split
from tenbyten.jobs.made_from import (
    Wanted,
    data_made_from,
    differences,
    folds_made_from,
    outdated_downloads,
)

_log = logging.getLogger(__name__)

_AGAIN = "run the same command again: it is made anew"


class Files(NamedTuple):
    """Paths of a data set's canonical table, its record, and its folds."""

    dataset: PathLike
    origin: PathLike
    folds: PathLike


class Prepared(NamedTuple):
    """A data set as its record has it, and what it lacks.

    Attributes
    ----------
    content_sha256 : str or None
        `Dataset.checksum` that the canonical table has, or will have when it is made
        again; None if that is not known. Folds and counts are made from it.
    run_sums : dict of int to str
        By every run that is wanted, the checksum of its folds, as `folds.run_sums` has
        it; empty where that is not known.
    facts : dict of str to int
        The facts of the data set, if they are known.
    lacking : {"", "data", "folds"}
        What is to be made: nothing, data (and folds, if they do not fit), or folds.
    why : str
        Why that is to be made.
    """

    content_sha256: str | None
    run_sums: dict[int, str]
    facts: dict[str, int]
    lacking: str = ""
    why: str = ""


def find_prepared(files: Files, wanted: Wanted) -> Prepared:
    """Find what there is of a data set, and whether it fits what is wanted.

    If the row's facts differ from those of a data set that fits, a ValueError names
    them.
    """
    runs = range(1, wanted.split["runs"] + 1)
    unknown = Prepared(None, dict.fromkeys(runs, ""), {}, lacking="data")
    try:
        record = _read_record(files.origin)
    except FileNotFoundError:
        there = Path(files.dataset).exists()
        why = f"{files.origin}: not there" if there else "not made yet"
        return unknown._replace(why=why)
    except ValueError as error:
        return unknown._replace(why=str(error))
    now = data_made_from(wanted)
    if "missing_class" not in record:
        # No row lacks a class: what is to be done with those that do is the same.
        now["missing_class"] = None
    if why := differences(record["made_from"], now):
        return unknown._replace(why=why)
    facts = {fact: record[fact] for fact in FACTS}
    check_facts(facts, wanted.row, where=wanted.where)
    folds, content = record.get("folds", {}), record["content_sha256"]
    why_folds = _why_folds(record, wanted)
    sums = {} if why_folds else dict(enumerate(folds["runs"], start=1))
    found = Prepared(content, {run: sums.get(run, "") for run in runs}, facts)
    if why := _fault(files.dataset, record["sha256"]):
        return found._replace(lacking="data", why=why)
    if not why_folds and len(sums) != len(runs):
        why_folds = f"{len(runs)} runs, there are {len(sums)}"
    if why := why_folds or _fault(files.folds, folds["sha256"]):
        return found._replace(lacking="folds", why=why)
    return found


def prepare(files: Files, wanted: Wanted) -> None:
    """Make the canonical table, the folds and the record of a data set, if need be.

    What is there and fits is left as it is. If what was fetched is not what is wanted,
    a ValueError names its folder; other errors are those of `make_canonical` and
    `split`.
    """
    found, dataset = find_prepared(files, wanted), None
    if found.lacking:
        for folder in outdated_downloads(wanted):
            raise ValueError(
                f"{wanted.where}: {folder} does not hold what the sheet asks "
                f"for; delete {folder} and run again"
            )
        for path in files:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
    if found.lacking == "data":
        _log.info("%s: making the data set: %s", wanted.name, found.why)
        dataset = _make_data(files, wanted)
        found = find_prepared(files, wanted)
    else:
        _log.info("%s: the data set is there and fits", wanted.name)
    if found.lacking == "folds":
        _log.info("%s: making the folds: %s", wanted.name, found.why)
        dataset = dataset or read_dataset(files.dataset, name=wanted.name)
        _make_folds(files, wanted, dataset)
    else:
        _log.info("%s: the folds are there and fit", wanted.name)


def read_prepared(
    files: Files, name: str, *, splitter: str, runs: int, folds: int, seed: int
) -> tuple[Dataset, Folds]:
    """Read a data set and its folds, both held to the record beside them.

    If a file is missing, is not what was made, or was made for another data set or with
    other settings, a ValueError names it and the remedy.
    """
    record = _check_prepared(files, name)
    found = record["folds"]["made_from"] | {"runs": len(record["folds"]["runs"])}
    settings = {"splitter": splitter, "runs": runs, "folds": folds, "seed": seed}
    made = {key: found[key] for key in settings}
    if why := differences(made, settings):
        raise ValueError(f"{files.folds}: {why}; {_AGAIN}")
    dataset = read_dataset(files.dataset, name=name)
    if dataset.checksum != record["content_sha256"]:
        raise ValueError(
            f"{files.dataset}: is read as other values than were written; is pyarrow "
            f"damaged? Delete the file and run again"
        )
    return dataset, read_folds(files.folds, splitter=splitter, seed=seed)


def sheet_of_prepared(files: Mapping[str, Files]) -> dict[str, dict[str, Any]]:
    """Return the origin of every data set and the checksums of its folds, by name.

    `files` are those of every data set. Each is held to its record as `read_prepared`
    does.
    """
    sheet = {}
    for name, at in files.items():
        record = _check_prepared(at, name)
        kept = ("sha256", "runs", "rare_classes")
        folds = {key: x for key, x in record["folds"].items() if key in kept}
        del record["made_from"]
        record.pop("dropped_rows", None)
        sheet[name] = record | {"folds": folds}
    return sheet


def _make_data(files, wanted):
    """Make the canonical table, and its record without the folds."""
    dataset, origin = make_canonical(
        wanted.source,
        wanted.row,
        name=wanted.name,
        where=wanted.where,
        fetched=wanted.fetched,
        task=wanted.task,
        missing_class=wanted.missing_class,
    )
    made_from = data_made_from(wanted)
    # Folds that still fit are not made again.
    with suppress(FileNotFoundError, ValueError, KeyError):
        origin["folds"] = _read_record(files.origin)["folds"]
    write_dataset(dataset, files.dataset)
    sums = {"sha256": sha256_of(files.dataset), "content_sha256": dataset.checksum}
    made = sums | {"made_from": made_from}
    _write_record(origin | made, files.origin)
    return dataset


def _make_folds(files, wanted, dataset):
    """Make the folds, and put them into the record."""
    record = _read_record(files.origin)
    dropped = record.get("dropped_rows", ())
    folds = split(
        dataset,
        **wanted.split,
        where=wanted.where,
        splits=wanted.own_folds or wanted.task,
        openml_id=wanted.row.get("openml_id"),
        dropped=dropped,
    )
    write_folds(folds, files.folds)
    rare = rare_classes(dataset, folds=wanted.split["folds"])
    if warning := told({wanted.name: rare}):
        _log.warning(warning)
    record["folds"] = ({"rare_classes": rare} if rare else {}) | {
        "sha256": sha256_of(files.folds),
        "runs": list(run_sums(folds).values()),
        "made_from": folds_made_from(wanted, record["content_sha256"], dropped),
    }
    _write_record(record, files.origin)


def _check_prepared(files, name):
    """Return the record of a data set, both files held to it."""
    try:
        record = _read_record(files.origin)
        if why := differences(record["made_from"], {"name": name}):
            raise ValueError(f"{files.origin}: {why}")
        if "folds" not in record:
            raise ValueError(f"{files.origin}: no folds in it")
        sums = record["sha256"], record["folds"]["sha256"]
        for path, sha256 in zip((files.dataset, files.folds), sums, strict=True):
            if fault := _fault(path, sha256):
                raise ValueError(fault)
    except FileNotFoundError:
        raise ValueError(f"{files.origin}: not there; {_AGAIN}") from None
    except ValueError as error:
        raise ValueError(f"{error}; {_AGAIN}") from None
    return record


def _fault(path, sha256):
    """Say what is wrong with a file that should have a checksum; empty if nothing."""
    try:
        found = sha256_of(path)
    except FileNotFoundError:
        return f"{path}: not there"
    if found == sha256:
        return ""
    return f"{path}: sha256 {found[:12]}, {sha256[:12]} when it was made"


def _read_record(path):
    """Read a record; one that is not as it was written raises a ValueError."""
    text = Path(path).read_bytes()
    try:
        record = json.loads(text)
        del record["checksum"]
        if text == _text_of(record).encode():
            return record
    except (ValueError, KeyError, TypeError):
        pass
    raise ValueError(f"{path}: not as it was written")


def _write_record(record, path):
    """Write a record, with its own checksum at its end."""
    write_text(_text_of(record), path)


def _text_of(record):
    """Return the text of a record's file."""
    record = dict(sorted(record.items()))
    checksum = hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()
    record["checksum"] = checksum
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


def _why_folds(record, wanted):
    """Say why recorded folds do not fit, whatever their runs; empty if they do."""
    if "folds" not in record:
        return "not made yet"
    dropped = record.get("dropped_rows", ())
    now = folds_made_from(wanted, record["content_sha256"], dropped)
    return differences(record["folds"]["made_from"], now)
