"""Say what tables and folds are made from, and in what that differs from a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbyten.dataset import FACTS
from tenbyten.files import PathLike, sha256_of
from tenbyten.software import code_of, libraries_of

if TYPE_CHECKING:
    from tenbyten.dataset.sources import Source

# Cells of the sheet that choose the source, which is known, or make no table.
_NOT_OF_THE_TABLE = {"number", "name", "group", "folds", "arff", "bundled", "file"}
_NOT_OF_THE_TABLE |= {"openml_id", "openml_task", "uci_id", *FACTS}
# What makes tables and folds: where it begins, and functions of which it takes one.
_MAKING = (
    "tenbyten.dataset.making:make_canonical",
    "tenbyten.dataset.parquet:write_dataset",
)
_READERS = (
    "tenbyten.dataset.making:from_bundled",
    "tenbyten.dataset.making:from_arff",
    "tenbyten.dataset.making:from_file",
    "tenbyten.dataset.making:from_openml",
    "tenbyten.dataset.making:from_uci",
    "tenbyten.dataset.making:from_address",
)
_SPLITTING = ("tenbyten.folds.split:split", "tenbyten.folds:write_folds")
_SPLITTERS = (
    "tenbyten.folds.split:by_weka",
    "tenbyten.folds.split:by_scikit_learn",
    "tenbyten.folds.split:by_openml",
    "tenbyten.folds.split:by_file",
)
# What it downloads is in the files that are read.
_DOWNLOADING = (
    "tenbyten.openml.dataset:_download",
    "tenbyten.openml.task:_download",
    "tenbyten.openml.client:ask",
    "tenbyten.uci.dataset:_download",
    "tenbyten.uci.dataset:_ask",
    "tenbyten.web.addressed:_download",
    "tenbyten.web.asking:ask",
    "tenbyten.web.asking:Connection",
    "tenbyten.web.fetching:fetch",
)
# Parts of a record that are checksums, and what they are of.
_SUMS = {"code": "code", "files": "source", "dataset": "data set", "splits": "splits"}
_SUMS |= {"own": "file of the folds"}


class Wanted(NamedTuple):
    """A data set that a study wants.

    `name`, `where`, `source` and `row` are those of `tenbyten.dataset`; `split` has
    splitter, runs, folds and seed. `fetched` and `task` are the folders of what is
    fetched, whether it was or not; they are used where the source is `is_fetched`, or
    the splitter is OpenML. `server` is OpenML's, `uci_server` that of UCI. `own_folds`
    is the file of the folds where the splitter is ``file``. `missing_class` is the
    study's.
    """

    name: str
    where: str
    source: Source
    row: Mapping[str, Any]
    split: Mapping[str, Any]
    fetched: PathLike = ""
    task: PathLike = ""
    server: str = ""
    uci_server: str = ""
    own_folds: PathLike = ""
    missing_class: str = "error"


def data_made_from(wanted: Wanted) -> dict[str, Any]:
    """Return all that the canonical table depends on, None for the unknown."""
    kind, at = wanted.source
    cells = wanted.row.items()
    return {
        "name": wanted.name,
        "source": kind,
        "server": _server(wanted),
        # The folder of a file does not matter.
        "at": Path(str(at)).name if kind in ("arff", "file") else at,
        "files": _sum_of_source(wanted),
        "missing_class": wanted.missing_class,
        "cells": {key: x for key, x in cells if key not in _NOT_OF_THE_TABLE},
        **_software(_MAKING, _READERS, kind.removesuffix("_task")),
    }


def _server(wanted):
    """Return the server of a source that has one besides its own address."""
    if wanted.source.kind == "uci":
        return wanted.uci_server
    return wanted.server if wanted.source.kind.startswith("openml") else ""


def folds_made_from(
    wanted: Wanted, dataset_sha256: str, dropped_rows: Sequence[int] = ()
) -> dict[str, Any]:
    """Return all that folds of any number of runs depend on, None for the unknown.

    `dropped_rows` are those of the source that are not in the table: splits that count
    the rows of the source are without them.
    """
    splitter = wanted.split["splitter"]
    by_source = {"dropped_rows": list(dropped_rows)}
    return {
        "dataset": dataset_sha256,
        "splitter": splitter,
        "folds": wanted.split["folds"],
        "seed": wanted.split["seed"],
        **(_splits_of_openml(wanted) if splitter == "openml" else {}),
        **({"own": sha256_of(wanted.own_folds)} if splitter == "file" else {}),
        **(by_source if splitter in ("openml", "file") else {}),
        **_software(_SPLITTING, _SPLITTERS, splitter),
    }


def differences(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Say which parts of `now` differ from those of a record; empty if none does.

    None stands for what is not known, which is not compared.
    """
    told = []
    for key, new in now.items():
        old = was.get(key)
        if isinstance(new, dict):
            inner = {name: new.get(name, "none") for name in (old or {}) | new}
            before = {name: (old or {}).get(name, "none") for name in inner}
            told.append(differences(before, inner))
        elif new not in (None, old):
            told.append(
                f"{_SUMS[key]} changed" if key in _SUMS else f"{key} {new}, was {old}"
            )
    return "; ".join(filter(None, told))


def outdated_downloads(wanted: Wanted) -> list[Path]:
    """Return the folders that hold something else than what is wanted."""
    from tenbyten.openml.task import task_dataset
    from tenbyten.web.fetching import holds

    task, dataset = Path(wanted.task, "task.json"), Path(wanted.fetched, "dataset.json")
    kind, at = wanted.source
    server: dict[str, Any] = {"server": wanted.server}
    expected = {}
    if kind == "openml_task" or wanted.split["splitter"] == "openml":
        expected[task] = server | {"task_id": wanted.row["openml_task"]}
    if kind.startswith("openml"):
        expected[dataset] = server | {"openml_id": at}
    if kind == "openml_task":
        expected[dataset] = server
        if holds(task, **expected[task]):
            openml_id, _ = task_dataset(wanted.task, where=wanted.where)
            expected[dataset] = server | {"openml_id": openml_id}
    if kind == "uci":
        expected[dataset] = {"server": wanted.uci_server, "uci_id": at}
    if kind == "address":
        expected[dataset] = {"server": at, "sha256": wanted.row["sha256"]}
    return [
        record.parent
        for record, what in expected.items()
        if record.exists() and not holds(record, **what)
    ]


@cache
def _software(roots, branches, taken):
    """Describe the code and libraries that roots reach by one of their branches."""
    without = _not_taken(branches, taken)
    return {
        "code": code_of(*roots, without=without),
        "libraries": libraries_of(*roots, without=without),
    }


def _not_taken(branches, taken):
    """Name the functions that are not followed where one of the branches is taken."""
    others = (root for root in branches if not root.endswith(f"_{taken}"))
    return [*_DOWNLOADING, *others]


def _sum_of_source(wanted):
    """Return a checksum of the files that a table is read from; None if unknown."""
    kind, at = wanted.source
    if kind == "bundled":
        return ""
    if kind in ("arff", "file"):
        return sha256_of(at)
    sums = [_sum_of_record(wanted.fetched, "dataset.json")]
    if kind == "openml_task":
        sums.append(_sum_of_record(wanted.task, "task.json"))
    return None if None in sums else " ".join(sums)


def _splits_of_openml(wanted):
    """Return what settles the splits of a task."""
    ids = {key: wanted.row.get(key) for key in ("openml_task", "openml_id")}
    splits = _sum_of_record(wanted.task, "task.json")
    return {**ids, "server": wanted.server, "splits": splits}


def _sum_of_record(folder, name):
    """Return the checksum of the record of a fetched thing; None if it is gone."""
    path = Path(folder, name)
    return sha256_of(path) if path.is_file() else None
