"""Prepare data sets: canonical tables and folds, one archive for each batch.

For every data set an archive has ``<dataset>.parquet``, the canonical table;
``<dataset>.csv``, the fold of every instance in every run; and ``<dataset>.json``, the
origin and the facts of the data set, and checksums of all. Members have no times: the
same data make the same bytes.
"""

from __future__ import annotations

import json
import logging
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile, ZipInfo

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds import (
    Folds,
    rare_classes,
    read_folds,
    run_checksums,
    single_instance_warning,
    write_folds,
)
from tenbyten.datasets.folds.split import split
from tenbyten.datasets.folds.splitters import MARK_COLUMNS
from tenbyten.datasets.making import make_canonical
from tenbyten.datasets.parquet import read_dataset, write_dataset
from tenbyten.datasets.sources import Source
from tenbyten.files import PathLike, atomic_open, sha256_of, write_json
from tenbyten.jobs.scripting import for_each_dataset

_log = logging.getLogger(__name__)

# Raised by hand when the same sources make other tables or folds; tests hold both.
DATA_VERSION = 1
# Libraries whose versions may change them.
LIBRARIES = ("arff", "numpy", "pandas", "pyarrow", "sklearn")
TABLE, FOLDS, ORIGIN = ".parquet", ".csv", ".json"


def files_needed(source: Source, splitter: str, row: Mapping[str, Any]) -> list[str]:
    """Name the files that a data set is prepared from, in the order of a job's inputs.

    ``source`` is a user's own table, ``fetched`` and ``task`` are archives of what was
    fetched, ``folds`` is a user's own table of folds.
    """
    files = ["source"] * source.is_own_file
    files += ["fetched"] * source.is_fetched
    files += ["task"] * (source.kind == "openml_task" or splitter == "openml")
    in_file = splitter == "predefined" and MARK_COLUMNS[splitter] not in row
    return files + ["folds"] * (splitter == "file" or in_file)


def prepare_batch(
    settings: Mapping[str, Any],
    files: Sequence[PathLike],
    folder: PathLike,
    *,
    sheet: PathLike,
) -> None:
    """Prepare every data set of a batch in a folder; an error does not stop the others.

    Parameters
    ----------
    settings : dict of str to dict
        By data set, `Plan.settings_of_data`.
    files : sequence of path
        Of `files_needed` by all of them, one data set after the other.
    folder : path
    sheet : path
        The data-set sheet, by whose rows errors name a data set.
    """
    left = iter(files)
    needed = {}
    for name, of_data in settings.items():
        source = Source(*of_data["source"])
        names = files_needed(source, of_data["split"]["splitter"], of_data["row"])
        needed[name] = {file: next(left) for file in names}

    def prepare_one(name: str) -> None:
        where = place_in_sheet(sheet, name)
        prepare(name, settings[name], needed[name], folder, where=where)

    for_each_dataset(prepare_one, settings)


def place_in_sheet(sheet: PathLike, name: str) -> str:
    """Locate a data set's row for an error.

    Parameters
    ----------
    sheet : path
        The data-set sheet; if it cannot be read, the name alone is returned.
    name : str
        The data set's.
    """
    # Cross-validation jobs import this module, and need no study.
    from tenbyten.study.reading import read_sheet

    try:
        row = [*read_sheet(Path(sheet))].index(name) + 1
    except (OSError, ValueError):
        return f"{Path(sheet).name} ({name})"
    return f"{Path(sheet).name}, row {row} ({name})"


def extract(
    archive: PathLike, name: str, table: PathLike, origin: PathLike, folds: PathLike
) -> None:
    """Take the files of a data set out of an archive.

    Parameters
    ----------
    archive : path
    name : str
        The data set's.
    table, origin, folds : path
        The files to write.
    """
    with unpacked(archive) as folder:
        for path, suffix in ((table, TABLE), (origin, ORIGIN), (folds, FOLDS)):
            shutil.copyfile(Path(folder, f"{name}{suffix}"), path)


def prepare(
    name: str,
    settings: Mapping[str, Any],
    files: Mapping[str, PathLike],
    folder: PathLike,
    *,
    where: str,
) -> None:
    """Make the canonical table, the folds and the record of a data set in a folder.

    Parameters
    ----------
    name : str
        The data set's.
    settings : mapping
        `Plan.settings_of_data`: ``source``, ``row``, ``split`` and ``missing_class``.
    files : dict of str to path
        Of `files_needed`, by their names.
    folder : path
    where : str
        Place of the data set in the sheet, for errors, which are those of
        `make_canonical` and `split`.
    """
    table, folds, origin = (Path(folder, f"{name}{x}") for x in (TABLE, FOLDS, ORIGIN))
    kind, place = settings["source"]
    source = Source(kind, files.get("source", place))
    row, splitting = settings["row"], settings["split"]
    with unpacked(files.get("fetched")) as fetched, unpacked(files.get("task")) as task:
        dataset, record = make_canonical(
            source,
            row,
            name=name,
            where=where,
            fetched=fetched,
            task=task,
            missing_class=settings["missing_class"],
            splitter=splitting["splitter"],
            give_column=splitting.get("options", {}).get("give_column", False),
        )
        assigned = split(
            dataset,
            **splitting,
            where=where,
            splits=files.get("folds", task),
            openml_id=row.get("openml_id"),
            dropped=record.pop("dropped_rows", ()),
            marks=record.pop("marks", None),
        )
    write_dataset(dataset, table)
    write_folds(assigned, folds)
    rare = rare_classes(dataset, folds=splitting["folds"])
    if warning := single_instance_warning({name: rare}):
        _log.warning(warning)
    sums = list(run_checksums(assigned).values())
    of_folds = {"sha256": sha256_of(folds), "runs": sums}
    record |= {
        # Without its folder: a study that is moved makes the same bytes.
        "at": place,
        "sha256": sha256_of(table),
        "content_sha256": dataset.checksum,
        "folds": ({"rare_classes": rare} if rare else {}) | of_folds,
    }
    write_json(dict(sorted(record.items())), origin)


def read_prepared(
    folder: PathLike, name: str, *, splitter: str, seed: int, window: int | None = None
) -> tuple[Dataset, Folds]:
    """Read a data set and its folds from a folder that an archive was unpacked into.

    Parameters
    ----------
    folder : path
    name : str
        The data set's.
    splitter, seed, window
        As of `Folds`: what the folds were made by.
    """
    dataset = read_dataset(Path(folder, f"{name}{TABLE}"), name=name)
    folds = read_folds(Path(folder, f"{name}{FOLDS}"), splitter=splitter, seed=seed)
    return dataset, replace(folds, window=window)


def read_origins(archives: Iterable[PathLike]) -> dict[str, dict[str, Any]]:
    """Return origins, facts and checksums of the data sets in archives, by name."""
    origins = {}
    for path in archives:
        with ZipFile(path) as archive:
            for member in archive.namelist():
                if member.endswith(ORIGIN):
                    name = member.removesuffix(ORIGIN)
                    origins[name] = json.loads(archive.read(member))
    return origins


@contextmanager
def archive_of(path: PathLike) -> Iterator[Path]:
    """Pack what is put into a folder into an archive, whole or not at all."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
        yield Path(folder)
        members = sorted(x for x in Path(folder).rglob("*") if x.is_file())
        pack({x.relative_to(folder).as_posix(): x for x in members}, path)


def pack(members: Mapping[str, Path], path: PathLike) -> None:
    """Pack files into an archive by the names of its members.

    Without times: the same files make the same bytes.
    """
    with atomic_open(path, "wb") as file, ZipFile(file, "w") as archive:
        for name, member in members.items():
            archive.writestr(ZipInfo(name), member.read_bytes())


@contextmanager
def unpacked(path: PathLike | None) -> Iterator[PathLike]:
    """Unpack an archive into a folder for a while; without one there is no folder."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
        if path is not None:
            with ZipFile(path) as archive:
                archive.extractall(folder)
        yield "" if path is None else Path(folder)
