"""Make the canonical data set from its source, as every classifier meets it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.dataset.canonical import (
    canonical,
    check_facts,
    columns_by_reason,
    without_class,
)
from tenbyten.dataset.readers.arff import read_arff
from tenbyten.dataset.table import Dataset, RawTable
from tenbyten.files import PathLike, sha256_of
from tenbyten.preprocessing.imputation import impute

if TYPE_CHECKING:
    from tenbyten.dataset.sources import Source

_log = logging.getLogger(__name__)

Row = Mapping[str, Any]
# A raw table, its target, the attributes to drop, and its origin.
Read = tuple[RawTable, str, list[str], dict[str, Any]]


def make_canonical(
    source: Source,
    row: Row,
    *,
    name: str,
    where: str,
    fetched: PathLike = "",
    task: PathLike = "",
    missing_class: str = "error",
) -> tuple[Dataset, dict[str, Any]]:
    """Read a data set from its source and bring it into canonical form.

    If the table cannot be made canonical or differs from the sheet, a ValueError is
    raised. Rows that lack a class are treated as `missing_class` says, before facts are
    counted and values imputed.

    Returns
    -------
    dataset : Dataset
        The canonical data set as every classifier meets it: imputed where the row
        asks for imputation before splitting.
    origin : dict
        Source, checksum of the file that it was read from, facts
        before imputation, what `canonical.without_class` tells, and ``imputed`` where
        it was.
    """
    origin: dict[str, Any] = {}
    if source.kind == "bundled":
        dataset = from_bundled(str(source.at), name)
    else:
        readers = {"arff": from_arff, "file": from_file, "uci": from_uci}
        readers |= {"address": from_address}
        read = readers.get(source.kind, from_openml)
        raw, target, drop, origin = read(source, row, where, fetched, task)
        if source.is_fetched:
            where = _where_fetched(where, origin, fetched)
        is_openml = source.kind.startswith("openml")
        is_label = is_openml and row.get("missing") == "label"
        wanted = {"target": target, "drop": drop, "keep": _names(row.get("keep"))}
        treated: dict[str, Any] = {"missing_class": missing_class}
        treated |= {"missing_is_label": is_label}
        dataset = canonical(raw, name=name, **wanted, **treated, where=where)
        if raw.reasons:
            origin["columns"] = columns_by_reason(dataset, raw)
    dataset, lacking = without_class(dataset, missing_class)
    facts = dataset.facts
    check_facts(facts, row, where=where)
    told = ", ".join(f"{fact} {count}" for fact, count in facts.items())
    _log.info("%s: from %s %s: %s", name, source.kind, source.at, told)
    origin = {"source": source.kind, "at": source.at} | origin | facts | lacking
    if row.get("impute_before_splitting") == "yes":
        _log.info("%s: imputing the whole data set before it is split", name)
        return impute(dataset), origin | {"imputed": True}
    return dataset, origin


def _where_fetched(where, origin, fetched):
    """Add to the place of a data set in a sheet where it was fetched from."""
    subject, kept = "", f"files/{origin['file_sha256']}"
    for key, server in (("openml_id", "OpenML"), ("uci_id", "UCI")):
        if key in origin:
            subject = f"{server} data set {origin[key]} from "
            kept = f"datasets/{origin[key]}"
    return (
        f"{where}: {subject}{origin['url']} (to fetch it again delete {fetched} and "
        f"{kept} in `openml_cache`)"
    )


def _names(cell):
    """Split the attribute names in a cell of the sheet; None for an empty one."""
    return None if cell is None else [name.strip() for name in cell.split(";")]


# Each imports what it needs and no other: their code is what a data set is made from.


def from_bundled(at: str, name: str) -> Dataset:
    """Make a bundled data set, under a name of its own."""
    from tenbyten.dataset.bundled import read_bundled

    return replace(read_bundled(at), name=name)


def from_arff(source: Source, row: Row, *_: Any) -> Read:
    """Read a raw table from an ARFF file, with target, drops and origin."""
    path = str(source.at)
    raw = read_arff(path)
    target = row.get("target", raw.attributes[-1].name)
    origin = {"file_sha256": sha256_of(path)}
    return raw, target, _names(row.get("drop")) or [], origin


def from_file(source: Source, row: Row, where: str, *_: Any) -> Read:
    """Read a raw table from a file of any format, with target, drops and origin."""
    path = str(source.at)
    sha256 = sha256_of(path)
    if sha256 != row.get("sha256", sha256):
        raise ValueError(
            f"{where}: {path} has the sha256 {sha256}, the sheet says {row['sha256']}; "
            f"see what changed, and correct `sha256` if the file is right"
        )
    raw, target, drop = _read_file(path, row, where)
    return raw, target, drop, {"file_sha256": sha256}


def from_address(
    source: Source, row: Row, where: str, fetched: PathLike, *_: Any
) -> Read:
    """Read a raw table from a fetched file, with target, drops and origin."""
    from tenbyten.web.fetching import FILE, read_record

    origin = read_record(Path(fetched) / FILE.record, where=where)
    raw, target, drop = _read_file(Path(fetched) / origin["file"], row, where)
    return raw, target, drop, {"file_sha256": origin["sha256"], "url": origin["url"]}


def _read_file(path, row, where):
    """Read a raw table from a file, and its target and drops from the sheet."""
    from tenbyten.dataset.readers.tabular import read_table

    raw = read_table(path, **_types(row), target=row.get("target"), where=where)
    target = row.get("target", raw.attributes[-1].name)
    return raw, target, _names(row.get("drop")) or []


def _types(row):
    """Return what a row says of the types of columns, as `read_table` takes it."""
    cells = {"nominal": "as_nominal", "numeric": "as_numeric"}
    cells["missing"] = "missing_markers"
    return {key: _names(row.get(cell)) or [] for key, cell in cells.items()}


def from_uci(source: Source, row: Row, where: str, fetched: PathLike, *_: Any) -> Read:
    """Read a raw table from fetched files, with target, drops and origin."""
    from tenbyten.uci.dataset import read_fetched

    table = read_fetched(
        fetched,
        where=where,
        target=row.get("uci_target", row.get("target")),
        keep=_names(row.get("keep")) or [],
        rows=row.get("uci_rows", ""),
        types=_types(row),
    )
    return _as_read(table, row.get("uci_drop", row.get("drop")))


def from_openml(
    source: Source, row: Row, where: str, fetched: PathLike, task: PathLike
) -> Read:
    """Read a raw table from fetched files, with target, drops and origin."""
    from tenbyten.openml.dataset import read_fetched
    from tenbyten.openml.task import task_dataset

    target = row.get("openml_target", row.get("target"))
    if target is None and source.kind == "openml_task":
        _, target = task_dataset(task, where=where)
    kept = _names(row.get("keep")) or []
    table = read_fetched(fetched, where=where, target=target, keep=kept)
    return _as_read(table, row.get("openml_drop", row.get("drop")))


def _as_read(table, cell):
    """Return a fetched table, with the drops of a cell and its origin.

    In the cell ``-`` stands for none.
    """
    drop = [] if cell == "-" else _names(cell) or []
    drop += [name for name in table.ignored if name not in drop]
    origin = {key: table.origin[key] for key in table.origin if key != "variables"}
    origin["file_sha256"] = origin.pop("sha256")
    return table.raw, table.target, drop, origin
